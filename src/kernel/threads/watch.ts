/**
 * Threads with a limit of memory. They are started and looked at in a thread that has nothing else to do: the one that
 * answers may be held up for as long as another needs to fill its memory, and V8 would then end the process.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { failureOf } from './job.ts'
import type { End, Order, Report } from './watch-thread.ts'

export interface WatchedThread {
  /** Its other side is the `port` of the thread's `workerData`. */
  port: MessagePort
  ended: Promise<End>
  end(): void
}

/** Its own thread is there as long as any that it watches. */
export class Watch {
  #worker: Worker | undefined
  readonly #endings = new Map<number, (end: End) => void>()
  #started = 0
  #held = 0
  /** Settled when no thread of its own is ending. */
  ended: Promise<unknown> = Promise.resolve()

  start(module: URL, memoryMb: number): WatchedThread {
    const worker = (this.#worker ??= this.#open())
    const thread = (this.#started += 1)
    const { port1, port2 } = new MessageChannel()
    const { promise: ended, resolve } = Promise.withResolvers<End>()
    this.#endings.set(thread, (end) => {
      port1.close()
      resolve(end)
    })
    worker.postMessage({ thread, module: module.href, memoryMb, port: port2 } satisfies Order, [port2])
    return { port: port1, ended, end: () => worker.postMessage({ end: thread } satisfies Order, []) }
  }

  /** Keeps the process alive until the work is settled. A thread that has nothing to do does not. */
  async keepAlive<T>(work: Promise<T>): Promise<T> {
    this.#held += 1
    this.#worker?.ref()
    try {
      return await work
    } finally {
      this.#held -= 1
      if (this.#held === 0) this.#worker?.unref()
    }
  }

  #open(): Worker {
    const worker = new Worker(new URL('./watch-thread.ts', import.meta.url))
    if (this.#held === 0) worker.unref()
    const end: End = { outOfMemory: false }
    worker.on('message', ({ thread, ...how }: Report) => this.#settle(thread, how))
    worker.on('error', (error) => (end.failure = failureOf(error)))
    // Those that it started end with it.
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      for (const thread of this.#endings.keys()) this.#settle(thread, end)
    })
    return worker
  }

  #settle(thread: number, end: End): void {
    this.#endings.get(thread)?.(end)
    this.#endings.delete(thread)
    if (this.#endings.size > 0) return
    this.ended = Promise.all([this.ended, this.#worker?.terminate()])
    this.#worker = undefined
  }
}
