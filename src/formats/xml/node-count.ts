import type { XmlCursor } from './cursor.ts'

/** Counts the elements, attributes and namespace declarations of a file, and refuses a file that has too many. */
export class NodeCount {
  readonly #cursor: XmlCursor
  readonly #limit: number
  #count = 0

  constructor(cursor: XmlCursor, limit: number) {
    this.#cursor = cursor
    this.#limit = limit
  }

  add(nodes: number): void {
    this.#count += nodes
    if (this.#count > this.#limit)
      this.#cursor.fail('TOO_LARGE', `The file has more than ${this.#limit} elements and attributes.`)
  }
}
