/** The side of the thread that watches (watch.ts): it starts the others, looks at what each holds, and ends them. */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessagePort, Worker, parentPort } from 'node:worker_threads'
import { type Failure, failureOf } from './job.ts'
import { KILOBYTE, SHOWN, type Shown, newShown } from './shown.ts'

interface Start {
  thread: number
  module: string
  memoryMb: number
  port: MessagePort
}

export type Order = Start | { end: number }

/** How a thread has ended. */
export interface End {
  outOfMemory: boolean
  failure?: Failure
}

export type Report = { thread: number } & End

/** What a thread begins with. */
export interface ThreadData {
  port: MessagePort
  shown: Shown
}

/**
 * V8 ends the whole process where one allocation goes far beyond the limit that it knows, and collects what nobody holds
 * in its heap halfway to it at the latest: whoever is beyond that really needs more than `memoryMb`.
 */
const KNOWN_TO_V8 = 2
const LOOKED_FOR = (1 + KNOWN_TO_V8) / 2
const LOOK_MS = 50
const MEGABYTE = 1024 * KILOBYTE

const threads = new Map<number, Worker>()

const report = (said: Report): void => parentPort?.postMessage(said, [])

const start = async ({ thread, module, memoryMb, port }: Start): Promise<void> => {
  const shown = newShown()
  const worker = new Worker(new URL(module), {
    workerData: { port, shown } satisfies ThreadData,
    transferList: [port],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb * KNOWN_TO_V8 },
  })
  threads.set(thread, worker)
  const end: End = { outOfMemory: false }
  worker.on('error', (error: Error & { code?: string }) => {
    end.outOfMemory ||= error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    end.failure = failureOf(error)
  })
  worker.on('exit', () => {
    threads.delete(thread)
    report({ thread, ...end })
  })

  const most = memoryMb * LOOKED_FOR * MEGABYTE
  let [turn, left, outsideBefore] = [0, 0, 0]
  while (threads.has(thread)) {
    await wait(LOOK_MS)
    const now = Atomics.load(shown, SHOWN.turn)
    if (now % 2 === 0) continue
    if (now !== turn) {
      // It has only begun, in what the job before has left.
      ;[turn, left, outsideBefore] = [now, Atomics.load(shown, SHOWN.outsideKb) * KILOBYTE, 0]
      continue
    }
    const { heap, outside } = await heldBy(worker)
    // What is collected is taken to be of what was left, while there is any.
    left = Math.max(0, Math.min(left, outside) - Math.max(0, outsideBefore - outside))
    outsideBefore = outside
    if (heap + outside - left <= most || Atomics.load(shown, SHOWN.turn) !== now) continue
    end.outOfMemory = true
    await worker.terminate()
  }
}

const heldBy = async (worker: Worker): Promise<{ heap: number; outside: number }> => {
  try {
    const { used_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics()
    return { heap, outside }
  } catch {
    // It has ended meanwhile.
    return { heap: 0, outside: 0 }
  }
}

parentPort?.on('message', async (order: Order) => {
  if ('end' in order) return void threads.get(order.end)?.terminate()
  try {
    await start(order)
  } catch (error) {
    // The system has no room for one more: the others go on.
    report({ thread: order.thread, outOfMemory: false, failure: failureOf(error) })
  }
})
