import { z } from 'zod'
import { unwrap } from './inputs.ts'

type Read = (value: unknown) => unknown

const same: Read = (value) => value

/** What reads a value that is there. Made when the first one comes, since schemas may hold themselves. */
const known = new WeakMap<z.ZodType, Read>()
const readerOf = (schema: z.ZodType): Read => {
  const before = known.get(schema)
  if (before) return before
  const { inner, read } = unwrap(schema)
  const plain = plainReaderOf(inner)
  const made: Read = read ? (value) => read(plain(value)) : plain
  known.set(schema, made)
  return made
}

const plainReaderOf = (inner: z.ZodType): Read => {
  if (inner instanceof z.ZodArray) return listReader(inner._zod.def.element as z.ZodType)
  return inner instanceof z.ZodObject ? objectReader(inner.shape) : same
}

const listReader = (element: z.ZodType): Read => {
  let read: Read | undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    const readItem = (read ??= readerOf(element))
    return readItem === same
      ? value
      : value.map((item) => (item === null || item === undefined ? item : readItem(item)))
  }
}

interface Part {
  read: Read
  takesNull: boolean
}

const objectReader = (shape: Readonly<Record<string, z.ZodType>>): Read => {
  const parts = new Map<string, Part | undefined>()
  const partOf = (name: string): Part | undefined => {
    if (parts.has(name)) return parts.get(name)
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    const part = schema && { read: readerOf(schema), takesNull: unwrap(schema).nullable }
    parts.set(name, part)
    return part
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const given = value as Readonly<Record<string, unknown>>
    let changed: Record<string, unknown> | undefined
    for (const name of Object.keys(given)) {
      const item = given[name]
      const part = item === undefined ? undefined : partOf(name)
      const isLeftOut = part !== undefined && item === null && !part.takesNull
      const read = part === undefined || item === null ? item : part.read(item)
      if (changed === undefined && (isLeftOut || read !== item)) changed = partsBefore(given, name)
      if (changed !== undefined && !isLeftOut) changed[name] = read
    }
    return changed ?? given
  }
}

/** Of ten thousand lines few are changed: an object is copied from where it is. */
const partsBefore = (given: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> => {
  const copy: Record<string, unknown> = {}
  for (const one of Object.keys(given)) {
    if (one === name) break
    copy[one] = given[one]
  }
  return copy
}

/**
 * What the operation takes for a value of GraphQL. Clients send null for what they leave out: where the operation knows
 * no null, it is absent.
 */
export const fromGraphql = (schema: z.ZodType, value: unknown): unknown =>
  value === null || value === undefined ? value : readerOf(schema)(value)
