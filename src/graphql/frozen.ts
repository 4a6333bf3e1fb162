/** The result of a mutation as it is kept for a repeated idempotency key: JSON that remembers dates and big integers. */
const TAG = '$is'

export const freeze = (value: unknown): Uint8Array =>
  Buffer.from(JSON.stringify(value, function (this: Record<string, unknown>, name, shown: unknown) {
    const item = this[name]
    if (item instanceof Date) return { [TAG]: 'date', value: item.toISOString() }
    if (typeof item === 'bigint') return { [TAG]: 'bigint', value: item.toString() }
    return shown
  }))

export const thaw = (bytes: Uint8Array): unknown =>
  JSON.parse(Buffer.from(bytes).toString(), (_name, item: unknown) => {
    if (typeof item !== 'object' || item === null || !(TAG in item)) return item
    const { [TAG]: tag, value } = item as { [TAG]: string; value: string }
    return tag === 'date' ? new Date(value) : BigInt(value)
  })
