import { Decimal } from '../src/values/money.ts'

/** A number literal with exactly these digits in the JSON that leaves. */
export class Exact {
  readonly literal: string
  constructor(value: { toFixed(decimals?: number): string }, decimals?: number) {
    this.literal = value.toFixed(decimals)
  }
}

const MARK = '\u0001exact:'
const MARKED = new RegExp(`"${MARK.replace('\u0001', String.raw`\\u0001`)}(-?[0-9.]+)"`, 'g')

/** JSON as the wire wants it: exact decimals as number literals, big integers as numbers. */
export const writeJson = (value: unknown): string => {
  let exact = false
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (item instanceof Exact || item instanceof Decimal) {
      exact = true
      return MARK + (item instanceof Exact ? item.literal : item.toFixed())
    }
    return typeof item === 'bigint' ? Number(item) : item
  })
  return exact ? text.replace(MARKED, '$1') : text
}
