import { limits } from './limits.ts'

const { jsonValues: MOST_VALUES, jsonEntries: MOST_ENTRIES, jsonLevels: MOST_LEVELS } = limits

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** From here on the end of a text is searched for: calling for it costs more than going through a short one. */
const LONG = 64
/** So many bytes are gone through in a row: some milliseconds. */
const IN_A_ROW = 500_000
/** An object or list that is longer is worth taking apart. */
export const LONG_PART = 100_000

/** How many backslashes stand before a place, back to another. */
const slashesBefore = (bytes: Buffer, place: number, first: number): number => {
  let at = place
  while (at > first && bytes[at - 1] === BACKSLASH) at -= 1
  return place - at
}

/** Where the text that begins at `start` ends: behind its closing quote. */
const endOfText = (bytes: Buffer, start: number): number => {
  for (let at = start; at < bytes.length;) {
    for (const near = at + LONG; at < near; at += 1) {
      if (bytes[at] === QUOTE) return at + 1
      if (bytes[at] === BACKSLASH) at += 1
    }
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1) break
    if (slashesBefore(bytes, quote, at) % 2 === 0) return quote + 1
    at = quote + 1
  }
  return bytes.length
}

/** A long object or list: where it begins and ends with its brackets, its commas, and the long ones right inside it. */
export interface LongPart {
  from: number
  to: number
  isList: boolean
  commas: readonly number[]
  within: readonly LongPart[]
}

interface Scanned {
  /** Why the text is not to be parsed, in words. */
  excess?: string
  /** All of it, where that is one long object or list whose brackets fit. */
  whole?: LongPart
}

/** Finds the long parts while a text is gone through. */
class LongParts {
  readonly #from: number[] = []
  readonly #isList: boolean[] = []
  readonly #commasBefore: number[] = []
  readonly #within: LongPart[][] = [[]]
  readonly #commas: number[] = []
  #fits = true

  open(place: number, isList: boolean): void {
    this.#from.push(place)
    this.#isList.push(isList)
    this.#commasBefore.push(this.#commas.length)
  }

  comma(place: number): void {
    this.#commas.push(place)
  }

  close(place: number, isList: boolean): void {
    const [from, before = 0] = [this.#from.pop(), this.#commasBefore.pop()]
    if (this.#isList.pop() !== isList || from === undefined) this.#fits = false
    else if (place - from >= LONG_PART) this.#found({ from, to: place + 1, isList, commas: this.#commas.slice(before) })
    this.#commas.length = before
  }

  #found(part: Omit<LongPart, 'within'>): void {
    const depth = this.#from.length
    ;(this.#within[depth] ??= []).push({ ...part, within: this.#within[depth + 1] ?? [] })
    this.#within[depth + 1] = []
  }

  get whole(): LongPart | undefined {
    const [whole, ...others] = this.#within[0] ?? []
    return this.#fits && this.#from.length === 0 && others.length === 0 ? whole : undefined
  }
}

/**
 * Goes through a JSON text once, some at a time: whether it may be parsed, and where its long parts are. Whether it is
 * well-formed is for the parser to say.
 */
export function* scanned(text: Uint8Array): Generator<undefined, Scanned> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const parts = bytes.length < LONG_PART ? undefined : new LongParts()
  // How many entries each open object or list has so far.
  const entries = new Uint32Array(MOST_LEVELS + 1)
  let [values, depth] = [1, 0]
  for (let at = 0; at < bytes.length;) {
    for (const turn = Math.min(at + IN_A_ROW, bytes.length); at < turn;) {
      const byte = bytes[at++]
      if (byte === QUOTE) at = endOfText(bytes, at)
      else if (byte === COMMA) {
        values += 1
        const count = (entries[depth] ?? 0) + 1
        entries[depth] = count
        parts?.comma(at - 1)
        if (count > MOST_ENTRIES) return { excess: `more than ${MOST_ENTRIES} entries in one object or list` }
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        values += 1
        depth += 1
        if (depth > MOST_LEVELS) return { excess: `more than ${MOST_LEVELS} levels of nesting` }
        entries[depth] = 1
        parts?.open(at - 1, byte === OPEN_ARRAY)
      } else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && depth > 0) {
        depth -= 1
        parts?.close(at - 1, byte === CLOSE_ARRAY)
      }
      if (values > MOST_VALUES) return { excess: `more than ${MOST_VALUES} values` }
    }
    if (at < bytes.length) yield
  }
  return parts?.whole ? { whole: parts.whole } : {}
}

/** Why a JSON text is not to be parsed, in words; undefined where it may. */
export const excessOf = (text: Uint8Array): string | undefined => {
  const going = scanned(text)
  for (;;) {
    const { done, value } = going.next()
    if (done) return value.excess
  }
}
