/** How long a text may be that is remembered, and how long all of them together. */
const MOST_CHARACTERS = 20_000
const MOST_TOGETHER = 1_000_000

/** Whether what is worked out of a text will be there when it is asked for again. */
export const isMemorable = (text: string): boolean => text.length <= MOST_CHARACTERS

export interface Remembered<V> {
  get(text: string): V | undefined
  set(text: string, value: V): void
}

/**
 * What was worked out of documents, by their text: what was asked for last stays. A few thousand texts of the usual length,
 * and none so long that some of them would fill the memory: anybody may send ten megabytes of blanks.
 */
export const remembered = <V>(): Remembered<V> => {
  const known = new Map<string, V>()
  let together = 0
  const weightOf = (text: string, value: V | undefined): number =>
    text.length + (typeof value === 'string' ? value.length : 0)
  const forget = (text: string): void => {
    const value = known.get(text)
    if (known.delete(text)) together -= weightOf(text, value)
  }
  return {
    get(text) {
      const value = known.get(text)
      if (value === undefined) return undefined
      known.delete(text)
      known.set(text, value)
      return value
    },
    set(text, value) {
      const weight = weightOf(text, value)
      if (weight > MOST_CHARACTERS) return
      forget(text)
      known.set(text, value)
      together += weight
      for (const oldest of known.keys()) {
        if (together <= MOST_TOGETHER) break
        forget(oldest)
      }
    },
  }
}
