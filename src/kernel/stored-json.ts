/** JSON in columns. What stands in one was written by us, in a form that only who wrote it knows. */
import type { Prisma } from '../generated/prisma/client.ts'

/** JSON of a column, in the form in which it was written. */
export const fromStored = <T>(value: Prisma.JsonValue): T => value as T

/** Plain data for a column of JSON. */
export const toStored = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject

/** Keys stand in the order of the database: shorter ones first. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [Buffer.from(name), name, inOrder(one)] as const)
  const sorted = entries.toSorted(([a], [b]) => a.length - b.length || Buffer.compare(a, b))
  return Object.fromEntries(sorted.map(([, name, one]) => [name, one]))
}

/** JSON as the database gives it back, for an answer that is the same whether it was written or read. */
export const asStored = (value: unknown): unknown => inOrder(JSON.parse(JSON.stringify(value)))
