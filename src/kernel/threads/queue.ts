/** What waits for a thread, by whom it is for: each comes in turn, however much another has asked for. */
export class FairQueue<T extends { owner: string }> {
  readonly #waiting = new Map<string, T[]>()
  readonly #running = new Map<string, number>()
  /** How much of one owner may run at the same time. */
  readonly #mostRunning: number

  constructor(mostRunning: number) {
    this.#mostRunning = mostRunning
  }

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
  }

  sizeOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  add(one: T): void {
    const others = this.#waiting.get(one.owner)
    if (others) others.push(one)
    else this.#waiting.set(one.owner, [one])
  }

  /** The next of the owner whose turn it is; it runs from now on. */
  take(): T | undefined {
    for (const [owner, [next, ...rest]] of this.#waiting) {
      if (next === undefined || this.#runningOf(owner) >= this.#mostRunning) continue
      // Behind all others.
      this.#waiting.delete(owner)
      if (rest.length > 0) this.#waiting.set(owner, rest)
      this.#running.set(owner, this.#runningOf(owner) + 1)
      return next
    }
    return undefined
  }

  /** All that waits, which waits no longer. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }

  /** One of this owner runs no longer. */
  release(owner: string): void {
    const left = this.#runningOf(owner) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0
  }
}
