const TICK_MS = 100

/**
 * Calls on all that have joined, on each again and again after so many seconds: by one timer, and not on all at once.
 * Where there are thousands, a timer for each takes more memory than what it is for.
 */
export class Rounds<T> {
  readonly #periodMs: number
  readonly #call: (one: T) => void
  /** When each is called on next, the first to be called on first. */
  readonly #due = new Map<T, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(seconds: number, call: (one: T) => void) {
    this.#periodMs = seconds * 1_000
    this.#call = call
  }

  get size(): number {
    return this.#due.size
  }

  join(one: T): void {
    this.#due.set(one, this.#next())
    this.#timer ??= setInterval(() => this.#goOn(), TICK_MS).unref()
  }

  /** Whether it had joined. */
  leave(one: T): boolean {
    const had = this.#due.delete(one)
    if (this.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    return had
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#due.keys()
  }

  #next(): number {
    return Math.round(performance.now()) + this.#periodMs
  }

  #goOn(): void {
    const now = performance.now()
    for (const [one, dueAt] of this.#due) {
      if (dueAt > now) break
      this.#due.delete(one)
      this.#due.set(one, this.#next())
      this.#call(one)
    }
  }
}
