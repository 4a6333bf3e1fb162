/** The longest text that is cached, with its value where that is a text too; and the most characters together. */
const MOST_CHARACTERS = 20_000
const MOST_TOGETHER = 1_000_000

/** Whether a value for this text can be in the cache the next time. */
export const isCacheable = (text: string): boolean => text.length <= MOST_CHARACTERS

interface TextCache<V> {
  get(text: string): V | undefined
  set(text: string, value: V): void
}

/**
 * Values by the text that they were made of; the least recently used are dropped first. There is room for a few
 * thousand texts of the usual length. Long ones are not kept: anybody may send ten megabytes of blanks.
 */
export const textCache = <V>(): TextCache<V> => new RecentTexts<V>()

class RecentTexts<V> implements TextCache<V> {
  readonly #values = new Map<string, V>()
  #together = 0

  get(text: string): V | undefined {
    const value = this.#values.get(text)
    if (value === undefined) return undefined
    this.#values.delete(text)
    this.#values.set(text, value)
    return value
  }

  set(text: string, value: V): void {
    const weight = weightOf(text, value)
    if (weight > MOST_CHARACTERS) return
    this.#drop(text)
    this.#values.set(text, value)
    this.#together += weight
    for (const oldest of this.#values.keys()) {
      if (this.#together <= MOST_TOGETHER) break
      this.#drop(oldest)
    }
  }

  #drop(text: string): void {
    const value = this.#values.get(text)
    if (this.#values.delete(text)) this.#together -= weightOf(text, value)
  }
}

const weightOf = (text: string, value: unknown): number => text.length + (typeof value === 'string' ? value.length : 0)
