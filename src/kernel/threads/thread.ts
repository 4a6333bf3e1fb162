/** The side of a thread: does one job after the other. */
import { setPriority } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { workerData } from 'node:worker_threads'
import { arrivedInput, buffersOf, returned } from './crossing.ts'
import { type Answer, type JobTable, type Outcome, type Question, failureOf } from './job.ts'
import { ownBuffers } from './own-buffers.ts'
import { KILOBYTE, SHOWN } from './shown.ts'
import type { ThreadData } from './watch-thread.ts'

/** On Linux a priority is that of a thread: those who answer go first where cores are few. */
const giveWay = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(10)
  } catch {
    // It is worked at the usual priority.
  }
}

const outcomeOf = async ({ jobs, errors }: JobTable, name: string, input: unknown): Promise<Outcome> => {
  try {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`No heavy job has the name ${name}.`)
    return { outcome: 'done', result: await job.run(input) }
  } catch (error) {
    const kind = errors.find(({ is }) => is(error))
    if (kind) return { outcome: 'refused', kind: kind.name, fields: kind.fields(error) }
    return { outcome: 'failed', ...failureOf(error) }
  }
}

export const serveJobs = (table: JobTable): void => {
  giveWay()
  const { port, shown } = workerData as ThreadData
  port.on('message', async (question: Question) => {
    Atomics.add(shown, SHOWN.turn, 1)
    const { input, held } = arrivedInput(question)
    const outcome = await outcomeOf(table, question.name, input)
    Atomics.add(shown, SHOWN.turn, 1)
    const answer: Answer = { ...outcome, returned: returned(held) }
    const own = outcome.outcome === 'done' ? ownBuffers(outcome.result) : []
    port.postMessage(answer, [...new Set([...own, ...buffersOf(Object.values(answer.returned))])])
    Atomics.store(shown, SHOWN.outsideKb, getHeapStatistics().external_memory / KILOBYTE)
  })
}
