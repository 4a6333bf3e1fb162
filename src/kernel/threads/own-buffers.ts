import { isObject } from '../../values/is-object.ts'
/** Fills its memory. */
export const isWhole = (bytes: Uint8Array): boolean =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer

/** Frees the memory of bytes that fill it, which collecting might do much later. Whoever still reads them finds none. */
export const freeMemory = (bytes: Uint8Array): void => {
  if (isWhole(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

/** The memory of bytes that fill it: it may be handed over instead of copied. Looked for where results have bytes. */
export const ownBuffers = (value: unknown): ArrayBuffer[] => {
  const candidates = value instanceof Uint8Array ? [value] : partsOf(value).flatMap((part) => [part, ...listIn(part)])
  const bytes = candidates.filter((one) => one instanceof Uint8Array && isWhole(one)) as Uint8Array<ArrayBuffer>[]
  return [...new Set(bytes.map(({ buffer }) => buffer))]
}

const partsOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : [])
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * A value whose bytes are copies that fill their memory. Who posts a part of a large buffer would copy the whole of it.
 */
export const withOwnBytes = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, part instanceof Uint8Array ? new Uint8Array(part) : part]),
  )
}
