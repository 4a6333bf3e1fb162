/** JSON as the database gives it back, for an answer that is the same whether it was written or read. */

/** Keys stand in the order of the database: shorter ones first. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [Buffer.from(name), name, inOrder(one)] as const)
  const sorted = entries.toSorted(([a], [b]) => a.length - b.length || Buffer.compare(a, b))
  return Object.fromEntries(sorted.map(([, name, one]) => [name, one]))
}

export const asStored = (value: unknown): unknown => inOrder(JSON.parse(JSON.stringify(value)))
