/** Heavy work beside the thread that answers: a few threads, started when they are needed. */
import { Worker } from 'node:worker_threads'
import { AppError, refusal } from '../errors/app-error.ts'
import { buffersOf, crossed, takeBack } from './crossing.ts'
import { type Answer, type ErrorKind, type HeavyJob, type Question, isSmall } from './job.ts'
import { ownBuffers } from './own-buffers.ts'
import { FairQueue } from './queue.ts'

export interface HeavyOptions {
  /** The module that a thread runs: it serves the table of jobs. */
  module: URL
  errors: readonly ErrorKind[]
  threads: number
  memoryMb: number
}

export interface Heavy {
  /** Does a small job in place, and a large one in a thread. The owner is whose turn it takes, an organization. */
  run<I, O>(job: HeavyJob<I, O>, input: I, owner: string): Promise<O>
  close(): Promise<void>
}

/** So many jobs of one owner may wait, and of all. */
const MOST_WAITING = { owner: 16, all: 64 } as const
const RETRY_AFTER_S = 2
/**
 * What a thread holds is looked at while it works, since V8 ends the whole process where one allocation goes far beyond
 * the limit that it knows. It collects what nobody holds halfway to that limit at the latest: whoever is beyond that
 * really needs more than `memoryMb`.
 */
const KNOWN_TO_V8 = 2
const LOOKED_FOR = (1 + KNOWN_TO_V8) / 2
const LOOK_MS = 50
const MEGABYTE = 1024 * 1024
/** A thread that has had nothing to do for so long is ended. */
const IDLE_MS = 30_000

interface Task {
  owner: string
  name: string
  input: unknown
  limitMs: number
  resolve(result: unknown): void
  reject(error: Error): void
}

export const openHeavy = (options: HeavyOptions): Heavy => new HeavyThreads(options)

class HeavyThreads implements Heavy {
  readonly #options: HeavyOptions
  readonly #queue: FairQueue<Task>
  readonly #threads = new Set<Thread>()
  #closed = false

  constructor(options: HeavyOptions) {
    this.#options = options
    // One owner never has all the threads, where there are several.
    this.#queue = new FairQueue(Math.max(1, options.threads - 1))
  }

  async run<I, O>(job: HeavyJob<I, O>, input: I, owner: string): Promise<O> {
    if (isSmall(job, input)) return job.run(input)
    if (this.#closed) throw shuttingDown()
    if (this.#queue.sizeOf(owner) >= MOST_WAITING.owner || this.#queue.size >= MOST_WAITING.all)
      throw new AppError('RATE_LIMITED', {
        message: 'Too many large documents at once: others are being worked on.',
        retryAfter: RETRY_AFTER_S,
      })
    return new Promise<O>((resolve, reject) => {
      const { name, limitMs } = job
      this.#queue.add({ owner, name, input, limitMs, resolve: resolve as Task['resolve'], reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#queue.clear()) reject(shuttingDown())
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()))
  }

  /** Gives what waits to threads that are idle, or new. */
  #next(): void {
    for (;;) {
      const idle = [...this.#threads].find(({ isIdle }) => isIdle)
      if (!idle && this.#threads.size >= this.#options.threads) return
      const task = this.#queue.take()
      if (!task) return
      void this.#work(idle ?? this.#start(), task)
    }
  }

  #start(): Thread {
    const thread = new Thread(this.#options, () => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }

  async #work(thread: Thread, task: Task): Promise<void> {
    try {
      task.resolve(await thread.work(task))
    } catch (error) {
      task.reject(error as Error)
    } finally {
      this.#queue.release(task.owner)
      this.#next()
    }
  }
}

const shuttingDown = (): AppError => new AppError('SHUTTING_DOWN', { retryAfter: 1 })

const tooLong = ({ limitMs }: Task): AppError =>
  tooLarge(`It takes longer than ${limitMs / 1_000} seconds to read or to show.`)
const tooLarge = (message: string): AppError => refusal('TOO_LARGE', '', message, { summary: message })

const outOfMemory = (): AppError => tooLarge('It takes more memory than there is for one document.')

const failureOf = (error: Error & { code?: string }): Error =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error

class Thread {
  readonly #worker: Worker
  readonly #errors: readonly ErrorKind[]
  #idle: NodeJS.Timeout | undefined
  /** Ends the wait for what the thread is working on. */
  #settle: ((answer: Answer | Error) => void) | undefined
  readonly #gone: () => void
  readonly #memory: number

  constructor({ module, errors, memoryMb }: HeavyOptions, gone: () => void) {
    this.#errors = errors
    this.#gone = gone
    this.#memory = memoryMb * LOOKED_FOR * MEGABYTE
    this.#worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb * KNOWN_TO_V8 } })
    this.#worker.on('message', (answer: Answer) => this.#settle?.(answer))
    this.#worker.on('error', (error) => {
      gone()
      this.#settle?.(failureOf(error as Error))
    })
    this.#worker.on('exit', () => {
      gone()
      clearTimeout(this.#idle)
      this.#settle?.(new Error('A thread for heavy work has ended.'))
    })
  }

  get isIdle(): boolean {
    return this.#settle === undefined
  }

  async work(task: Task): Promise<unknown> {
    clearTimeout(this.#idle)
    this.#worker.ref()
    const { promise, resolve } = Promise.withResolvers<Answer | Error>()
    this.#settle = resolve
    const refuse = (error: AppError): void => {
      // Its job may have ended while its memory was looked at, and another's have begun.
      if (this.#settle !== resolve) return
      resolve(error)
      void this.end()
    }
    const limit = setTimeout(() => refuse(tooLong(task)), task.limitMs)
    const look = setInterval(async () => (await this.#holdsTooMuch()) && refuse(outOfMemory()), LOOK_MS)
    try {
      const sent = crossed(task.input)
      const lent = buffersOf(Object.values(sent.chunked).map(({ pieces }) => pieces))
      const question: Question = { name: task.name, ...sent }
      this.#worker.postMessage(question, [...ownBuffers(sent.input), ...lent])
      const answer = await promise
      if (!(answer instanceof Error)) takeBack(task.input, answer.returned)
      return this.#resultOf(answer)
    } finally {
      clearTimeout(limit)
      clearInterval(look)
      this.#settle = undefined
      this.#rest()
    }
  }

  /** Nothing is given to it any more; what it works on is refused. */
  async end(): Promise<void> {
    this.#gone()
    this.#settle?.(shuttingDown())
    await this.#worker.terminate()
  }

  async #holdsTooMuch(): Promise<boolean> {
    try {
      const { used_heap_size: heap, external_memory: outside } = await this.#worker.getHeapStatistics()
      return heap + outside > this.#memory
    } catch {
      // It has ended meanwhile.
      return false
    }
  }

  /** A process that has nothing else to do may end while a thread is idle. */
  #rest(): void {
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref()
  }

  #resultOf(answer: Answer | Error): unknown {
    if (answer instanceof Error) throw answer
    if (answer.outcome === 'done') return answer.result
    if (answer.outcome === 'failed')
      throw Object.assign(new Error(answer.message), answer.stack !== undefined && { stack: answer.stack })
    const kind = this.#errors.find(({ name }) => name === answer.kind)
    throw kind ? kind.revive(answer.fields as never) : new Error(`A refusal of an unknown kind: ${answer.kind}`)
  }
}
