/** The side of the thread that watches (watch.ts): it starts the others, looks at what each holds, and ends them. */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessagePort, Worker, parentPort } from 'node:worker_threads'

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
  failure: Error | undefined
}

export type Report = { thread: number } & End

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
  const worker = new Worker(new URL(module), {
    workerData: { port },
    transferList: [port],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb * KNOWN_TO_V8 },
  })
  threads.set(thread, worker)

  let [outOfMemory, failure] = [false, undefined as Error | undefined]
  worker.on('error', (error: Error & { code?: string }) => {
    outOfMemory ||= error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    failure = error
  })
  worker.on('exit', () => {
    threads.delete(thread)
    report({ thread, outOfMemory, failure })
  })
  while (threads.has(thread)) {
    await wait(LOOK_MS)
    if (!(await holdsMore(worker, memoryMb * LOOKED_FOR * MEGABYTE))) continue
    outOfMemory = true
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

parentPort?.on('message', (order: Order) => {
  if ('module' in order) void start(order)
  else void threads.get(order.end)?.terminate()
})
