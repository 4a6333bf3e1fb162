/** Bodies as the request log keeps them: what the operation reads of them, without secrets, in a few kilobytes. */
import { Stream } from 'node:stream'
import type { z } from 'zod'
import { atMost } from '../../values/text.ts'
import { type Leaf, SECRET, UNKNOWN, judgeOf } from './input-leaves.ts'

/** Values of keys, codes and tokens of ours, wherever they stand. */
const SECRET_VALUE = /(?:svc_[a-z_]{4,10}|hand_|onb_|oac_|oar_|oad_)[\w-]{43}/g

/** A text without keys, codes and tokens. */
export const redactedText = (text: string): string => text.replace(SECRET_VALUE, SECRET)

const KEPT_CHARACTERS = 4_096
const LONGEST_SECRET = 64
export const KEPT_ENTRIES = 100
/** Each is a character at least. */
export const KEPT_VALUES = KEPT_CHARACTERS
const KEPT_LEVELS = 20

/** More of it would be cut off in the end. What may be a part of a secret at the cut is left out. */
const cleanedText = (text: string): string => {
  const begin = redactedText(text.slice(0, KEPT_CHARACTERS + LONGEST_SECRET))
  return text.length > KEPT_CHARACTERS + LONGEST_SECRET ? `${begin.slice(0, -LONGEST_SECRET)}…` : begin
}

/** How many values are still taken: what comes after them is cut off in the end, since each is a character at least. */
interface Room {
  values: number
}

type Show = (leaf: Leaf) => Leaf

const cleaned = (value: unknown, show: Show, depth = 0, room: Room = { values: KEPT_VALUES }): unknown => {
  if (depth > KEPT_LEVELS) return '…'
  if (value !== undefined) room.values -= 1
  if (room.values < 0) return null
  if (Array.isArray(value)) return value.slice(0, KEPT_ENTRIES).map((item) => cleaned(item, show, depth + 1, room))
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value === 'string' || typeof value === 'number') return show(value)
  if (value instanceof Map) return cleaned(Object.fromEntries(value), show, depth, room)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, KEPT_ENTRIES)
      .map(([name, inner]) => [name, cleaned(inner, show, depth + 1, room)]),
  )
}

const clean: Show = (leaf) => (typeof leaf === 'string' ? cleanedText(leaf) : leaf)

/**
 * A body with the values that its operation reads in places that are no secret. `read` is what the operation gets of
 * the body, whose names and levels may be others; so values are compared, and not places.
 */
export const bodyForLog = (body: unknown, schema: z.ZodType, read: unknown): unknown => {
  const judge = judgeOf(schema, read)
  return cleaned(body, (leaf) => {
    const judged = judge(leaf)
    return judged === 'shown' ? clean(leaf) : judged
  })
}

/**
 * A body as the request log keeps it. A door that knows what may be kept gives a function; of any other body only the
 * names are kept.
 */
export const redactedBody = (given: unknown): string | null => {
  const isKnown = typeof given === 'function'
  const body: unknown = isKnown ? (given as () => unknown)() : given
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return `${body.length} bytes`
  // A stream carries the whole request with it, its credentials included.
  if (body instanceof Stream) return null
  const text = JSON.stringify(cleaned(body, isKnown ? clean : () => UNKNOWN))
    .replaceAll('\u0000', '')
    .replaceAll('\\u0000', '')
  return text.length > KEPT_CHARACTERS ? `${atMost(KEPT_CHARACTERS, text)}…` : text
}
