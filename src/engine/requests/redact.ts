import { Stream } from 'node:stream'
import { atMost } from '../../values/text.ts'

const SECRET = /secret|password|token|authorization|api_?key|^key$|code_?verifier|signature|migration_?key/i

/** A text without keys, codes and tokens. */
export const redactedText = (text: string): string => text.replace(SECRET_VALUE, '[secret]')

/** Whether what has this name is not for the log. */
export const isSecretName = (name: string): boolean => SECRET.test(name)

/** Values of keys, codes and tokens of ours, wherever they stand. */
const SECRET_VALUE = /(?:svc_[a-z_]{4,10}|hand_|onb_|oac_|oar_|oad_)[\w-]{43}/g

const KEPT_CHARACTERS = 4_096
const LONGEST_SECRET = 64
const KEPT_ENTRIES = 100

/** More of it would be cut off in the end. What may be a part of a secret at the cut is left out. */
const cleanedText = (text: string): string => {
  const begin = redactedText(text.slice(0, KEPT_CHARACTERS + LONGEST_SECRET))
  return text.length > KEPT_CHARACTERS + LONGEST_SECRET ? `${begin.slice(0, -LONGEST_SECRET)}…` : begin
}

/** How many values are still taken: what comes after them is cut off in the end, since each is a character at least. */
interface Room {
  values: number
}

const cleaned = (value: unknown, depth: number, room: Room): unknown => {
  if (depth > 20) return '…'
  if (value !== undefined) room.values -= 1
  if (room.values < 0) return null
  if (Array.isArray(value)) return value.slice(0, KEPT_ENTRIES).map((item) => cleaned(item, depth + 1, room))
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value === 'string') return cleanedText(value)
  if (value instanceof Map) return cleaned(Object.fromEntries(value), depth, room)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, KEPT_ENTRIES)
      .map(([name, inner]) => [name, isSecretName(name) ? '[secret]' : cleaned(inner, depth + 1, room)]),
  )
}

/** A body as the request log keeps it: secrets replaced, cut to a few kilobytes. A function makes it now. */
export const redactedBody = (body: unknown): string | null => {
  if (typeof body === 'function') return redactedBody((body as () => unknown)())
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return `${body.length} bytes`
  // A stream carries the whole request with it, its credentials included.
  if (body instanceof Stream) return null
  const text = JSON.stringify(cleaned(body, 0, { values: KEPT_CHARACTERS }))
    .replaceAll('\u0000', '')
    .replaceAll('\\u0000', '')
  return text.length > KEPT_CHARACTERS ? `${atMost(KEPT_CHARACTERS, text)}…` : text
}
