/** Heavy work beside the thread that answers: a few threads, started when they are needed. */
import { AppError, refusal } from '../errors/app-error.ts'
import { buffersOf, crossed, takeBack } from './crossing.ts'
import { type Answer, type ErrorKind, type HeavyJob, type Question, errorOf, isSmall } from './job.ts'
import { ownBuffers } from './own-buffers.ts'
import { FairQueue } from './queue.ts'
import { Watch, type WatchedThread } from './watch.ts'
import type { End } from './watch-thread.ts'

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
  readonly #watch = new Watch()
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
    await this.#watch.keepAlive(Promise.all(Array.from(this.#threads, (thread) => thread.end())))
    await this.#watch.ended
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
    const { module, memoryMb, errors } = this.#options
    const thread = new Thread(this.#watch.start(module, memoryMb), errors, () => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }

  async #work(thread: Thread, task: Task): Promise<void> {
    try {
      task.resolve(await this.#watch.keepAlive(thread.work(task)))
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

const tooMuchMemory = (): AppError => tooLarge('It takes more memory than there is for one document.')

const refusalOf = ({ outOfMemory, failure }: End): Error => {
  if (outOfMemory) return tooMuchMemory()
  return failure ? errorOf(failure) : new Error('A thread for heavy work has ended.')
}

class Thread {
  readonly #thread: WatchedThread
  readonly #errors: readonly ErrorKind[]
  readonly #gone: () => void
  #idle: NodeJS.Timeout | undefined
  /** Ends the wait for what the thread is working on. */
  #settle: ((answer: Answer | Error) => void) | undefined

  constructor(thread: WatchedThread, errors: readonly ErrorKind[], gone: () => void) {
    this.#thread = thread
    this.#errors = errors
    this.#gone = gone
    thread.port.on('message', (answer: Answer) => this.#settle?.(answer))
    thread.port.unref()
    void this.#awaitEnd()
  }

  get isIdle(): boolean {
    return this.#settle === undefined
  }

  async work(task: Task): Promise<unknown> {
    clearTimeout(this.#idle)
    const { promise, resolve } = Promise.withResolvers<Answer | Error>()
    this.#settle = resolve
    const limit = setTimeout(() => {
      resolve(tooLong(task))
      void this.end()
    }, task.limitMs)
    try {
      const sent = crossed(task.input)
      const lent = buffersOf(Object.values(sent.chunked).map(({ pieces }) => pieces))
      const question: Question = { name: task.name, ...sent }
      this.#thread.port.postMessage(question, [...ownBuffers(sent.input), ...lent])
      const answer = await promise
      if (!(answer instanceof Error)) takeBack(task.input, answer.returned)
      return this.#resultOf(answer)
    } finally {
      clearTimeout(limit)
      this.#settle = undefined
      this.#rest()
    }
  }

  async #awaitEnd(): Promise<void> {
    const end = await this.#thread.ended
    this.#gone()
    clearTimeout(this.#idle)
    this.#settle?.(refusalOf(end))
  }

  /** Nothing is given to it any more; what it works on is refused. */
  async end(): Promise<void> {
    this.#gone()
    this.#settle?.(shuttingDown())
    this.#thread.end()
    await this.#thread.ended
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref()
  }

  #resultOf(answer: Answer | Error): unknown {
    if (answer instanceof Error) throw answer
    if (answer.outcome === 'done') return answer.result
    if (answer.outcome === 'failed') throw errorOf(answer)
    const kind = this.#errors.find(({ name }) => name === answer.kind)
    throw kind ? kind.revive(answer.fields) : new Error(`A refusal of an unknown kind: ${answer.kind}`)
  }
}
