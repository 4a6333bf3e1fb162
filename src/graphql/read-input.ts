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
  const made: Read = read ? (value) => read(plain(value) as never) : plain
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
    const result: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(value)) {
      const part = partOf(name)
      if (part === undefined || item === undefined) result[name] = item
      else if (item !== null) result[name] = part.read(item)
      else if (part.takesNull) result[name] = null
    }
    return result
  }
}

/**
 * What the operation takes for a value of GraphQL. Clients send null for what they leave out: where the operation knows
 * no null, it is absent.
 */
export const fromGraphql = (schema: z.ZodType, value: unknown): unknown =>
  value === null || value === undefined ? value : readerOf(schema)(value)
