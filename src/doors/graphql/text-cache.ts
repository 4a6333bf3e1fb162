/** The longest text that is cached, with its value where that is a text too; and the most characters together. */
const MOST_CHARACTERS = 20_000
const MOST_TOGETHER = 1_000_000
/** What a document takes in memory follows its tokens: a usual one has as many characters for each. */
const TOKENS = /\w+|[^\s\w]/g
export const TOKEN_WEIGHT = 10

interface TextCache<V> {
  get(text: string): V | undefined
  /** `own`: as many tokens as the value itself takes, where that is more than the text has. */
  set(text: string, value: V, own?: number): void
}

/**
 * Values by the text that they were made of; the least recently used are dropped first. There is room for a few
 * thousand texts of the usual length. Long ones are not kept: anybody may send ten megabytes of blanks.
 */
export const textCache = <V>(): TextCache<V> => new RecentTexts<V>()

class RecentTexts<V> implements TextCache<V> {
  readonly #kept = new Map<string, { value: V; weight: number }>()
  #together = 0

  get(text: string): V | undefined {
    const kept = this.#kept.get(text)
    if (kept === undefined) return undefined
    this.#kept.delete(text)
    this.#kept.set(text, kept)
    return kept.value
  }

  set(text: string, value: V, own = 0): void {
    const characters = text.length + (typeof value === 'string' ? value.length : 0)
    if (characters > MOST_CHARACTERS) return
    const weight = Math.max(characters, TOKEN_WEIGHT * Math.max(own, text.match(TOKENS)?.length ?? 0))
    this.#drop(text)
    this.#kept.set(text, { value, weight })
    this.#together += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#together <= MOST_TOGETHER) break
      this.#drop(oldest)
    }
  }

  #drop(text: string): void {
    this.#together -= this.#kept.get(text)?.weight ?? 0
    this.#kept.delete(text)
  }
}
