/** The side of the thread that watches (watch.ts): it starts the others, looks at what each holds, and ends them. */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessagePort, Worker, parentPort } from 'node:worker_threads'
import { type Failure, failureOf } from './job.ts'

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

/** What a thread begins with. It counts a turn where a job begins and one where it ends: at an odd one it works. */
export interface ThreadData {
  port: MessagePort
  turn: Int32Array<SharedArrayBuffer>
}

/**
 * V8 ends the whole process where one allocation goes far beyond the limit that it knows, and collects what nobody holds
 * halfway to it at the latest: whoever is beyond that really needs more than `memoryMb`.
 */
const KNOWN_TO_V8 = 2
const LOOKED_FOR = (1 + KNOWN_TO_V8) / 2
const LOOK_MS = 50
const MEGABYTE = 1024 * 1024

const threads = new Map<number, Worker>()

const report = (said: Report): void => parentPort?.postMessage(said, [])

const start = async ({ thread, module, memoryMb, port }: Start): Promise<void> => {
  const turn = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL(module), {
    workerData: { port, turn } satisfies ThreadData,
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

  let seen = 0
  while (threads.has(thread)) {
    await wait(LOOK_MS)
    const now = Atomics.load(turn, 0)
    // What the job before has left is not laid to one that has only begun.
    const goesOn = now % 2 === 1 && now === seen
    seen = now
    if (!goesOn || !(await holdsMore(worker, memoryMb * LOOKED_FOR * MEGABYTE))) continue
    if (Atomics.load(turn, 0) !== now) continue
    end.outOfMemory = true
    await worker.terminate()
  }
}

const holdsMore = async (worker: Worker, bytes: number): Promise<boolean> => {
  try {
    const { used_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics()
    return heap + outside > bytes
  } catch {
    // It has ended meanwhile.
    return false
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
