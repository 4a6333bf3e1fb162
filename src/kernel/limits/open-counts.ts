/** How many things that stay open, such as sockets, somebody has; counted in this process alone. */
export class OpenCounts {
  readonly #counts = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more, which `close` takes back; false where there are enough. */
  open(owner: string): boolean {
    const count = this.#counts.get(owner) ?? 0
    if (count >= this.#most) return false
    this.#counts.set(owner, count + 1)
    return true
  }

  close(owner: string): void {
    const left = (this.#counts.get(owner) ?? 0) - 1
    if (left > 0) this.#counts.set(owner, left)
    else this.#counts.delete(owner)
  }
}
