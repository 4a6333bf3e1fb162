import { Decimal } from '../values/money.ts'

/**
 * The stored result of a mutation, for a repeated idempotency key: JSON in which dates, decimals and big integers are
 * tagged.
 */
const TAG = '$is'

const revive: Readonly<Record<string, (text: string) => unknown>> = {
  date: (text) => new Date(text),
  decimal: (text) => new Decimal(text),
  bigint: BigInt,
}

export const freeze = (value: unknown): Uint8Array =>
  Buffer.from(
    JSON.stringify(value, function (this: Record<string, unknown>, name, shown: unknown) {
      const item = this[name]
      if (item instanceof Date) return { [TAG]: 'date', value: item.toISOString() }
      if (Decimal.isDecimal(item)) return { [TAG]: 'decimal', value: item.toFixed() }
      if (typeof item === 'bigint') return { [TAG]: 'bigint', value: item.toString() }
      return shown
    }),
  )

export const thaw = (bytes: Uint8Array): unknown =>
  JSON.parse(Buffer.from(bytes).toString(), (_name, item: unknown) => {
    if (typeof item !== 'object' || item === null || !(TAG in item)) return item
    const { [TAG]: tag, value } = item as { [TAG]: string; value: string }
    return revive[tag]?.(value)
  })
