import { limits } from './limits.ts'

const { jsonValues: MOST_VALUES, jsonEntries: MOST_ENTRIES, jsonLevels: MOST_LEVELS } = limits

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** From here on the end of a text is searched for: calling for it costs more than going through a short one. */
const LONG = 64

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

/**
 * Why a JSON text is not to be parsed, in words; undefined where it may. It is gone through once, and nothing is built:
 * whether it is well-formed is for the parser to say.
 */
export const excessOf = (text: Uint8Array): string | undefined => {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  // How many entries each open object or list has so far.
  const entries = new Uint32Array(MOST_LEVELS + 1)
  let [values, depth] = [1, 0]
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at++]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) {
      values += 1
      const count = (entries[depth] ?? 0) + 1
      entries[depth] = count
      if (count > MOST_ENTRIES) return `more than ${MOST_ENTRIES} entries in one object or list`
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1
      depth += 1
      if (depth > MOST_LEVELS) return `more than ${MOST_LEVELS} levels of nesting`
      entries[depth] = 1
    } else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && depth > 0) depth -= 1
    if (values > MOST_VALUES) return `more than ${MOST_VALUES} values`
  }
  return undefined
}
