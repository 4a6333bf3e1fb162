/** The side of the thread that watches (watch.ts): it starts the others, looks at what each holds, and ends them. */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessagePort, Worker, parentPort } from 'node:worker_threads'
import { type Failure, failureOf } from './job.ts'
import { SHOWN, type Shown, heldIn, newShown } from './shown.ts'

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
 * halfway to it at the latest: whoever is beyond that really needs more than `memoryMb`.
 */
const KNOWN_TO_V8 = 2
const LOOKED_FOR = (1 + KNOWN_TO_V8) / 2
const LOOK_MS = 50
const KILOBYTE = 1024
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
  let [turn, left, before] = [0, 0, 0]
  while (threads.has(thread)) {
    await wait(LOOK_MS)
    const now = Atomics.load(shown, SHOWN.turn)
    if (now % 2 === 0) continue
    if (now !== turn) [turn, left, before] = [now, Atomics.load(shown, SHOWN.leftKb) * KILOBYTE, 0]
    const held = await heldBy(worker)
    // What the job before has left is not laid to this one. What is collected is taken to be of that, while it lasts.
    left = Math.max(0, Math.min(left, held) - Math.max(0, before - held))
    before = held
    if (held - left <= most || Atomics.load(shown, SHOWN.turn) !== now) continue
    end.outOfMemory = true
    await worker.terminate()
  }
}

const heldBy = async (worker: Worker): Promise<number> => {
  try {
    return heldIn(await worker.getHeapStatistics())
  } catch {
    // It has ended meanwhile.
    return 0
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
