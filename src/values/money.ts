import { Decimal as Base } from 'decimal.js'

/**
 * The one Decimal of the product. 60 significant digits hold every product of a bounded price and quantity exactly;
 * ties round away from zero, as EN 16931 expects.
 */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 })
export type Decimal = Base

// `a < b` on decimals compares text ("10.1" < "9.99"). Make the mistake fail at once instead of once a year.
Object.defineProperty(Base.prototype, Symbol.toPrimitive, {
  value(this: Decimal, hint: string): string {
    if (hint === 'string') return this.toFixed()
    throw new TypeError(
      'A Decimal takes part in no arithmetic or comparison operator: use its methods (plus, lt, eq, …).',
    )
  },
})

export const ZERO: Decimal = new Decimal(0)

/** An optional sign, digits, an optional fraction: no exponent, no infinity, no spaces. */
export const DECIMAL_PATTERN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** Zero has no sign: "-0.00" is 0, as every amount that we compute. */
export const parseDecimal = (text: string): Decimal | undefined => {
  if (text.length > 64 || !DECIMAL_PATTERN.test(text)) return undefined
  const value = new Decimal(text)
  return value.isZero() ? ZERO : value
}

export const sum = (amounts: Iterable<Decimal>): Decimal => {
  let total = ZERO
  for (const amount of amounts) total = total.plus(amount)
  return total
}

/** Rounds half away from zero. */
export const round = (amount: Decimal, decimals = 2): Decimal => amount.toDecimalPlaces(decimals, Base.ROUND_HALF_UP)
