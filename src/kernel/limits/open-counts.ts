/** How many things that stay open, such as sockets, somebody has; counted in this process alone. */
export class OpenCounts {
  readonly #counts = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more, and returns the function that takes it back; undefined where there are enough. */
  open(owner: string): (() => void) | undefined {
    const count = this.#counts.get(owner) ?? 0
    if (count >= this.#most) return undefined
    this.#counts.set(owner, count + 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#close(owner)
      isOpen = false
    }
  }

  #close(owner: string): void {
    const left = (this.#counts.get(owner) ?? 0) - 1
    if (left > 0) this.#counts.set(owner, left)
    else this.#counts.delete(owner)
  }
}
