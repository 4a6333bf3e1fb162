import { Decimal } from '../values/money.ts'

/** Digits that a number of JavaScript holds exactly, whatever they are. */
const DIGITS = 15
const POWERS = Array.from({ length: DIGITS + 1 }, (_, power) => 10 ** power)
const power = (exponent: number): number => POWERS[exponent] ?? Number.NaN
const isSafe = (units: number): boolean => units <= Number.MAX_SAFE_INTEGER && units >= -Number.MAX_SAFE_INTEGER

const ZERO = 0x30
const NINE = 0x39
const POINT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d

/** An amount that a rule computes with; undefined where it is absent or no number. */
export type Amount = Exact | undefined

/**
 * An amount as the rules count with it, always exact: a whole number of units of a decimal place. The amounts of
 * invoices fit into a number of JavaScript, which takes a tenth of the time of a Decimal; what does not fit is a
 * Decimal.
 */
export class Exact {
  readonly #units: number
  readonly #scale: number
  /** The value where units and scale cannot say it. */
  readonly #large: Decimal | undefined

  private constructor(units: number, scale: number, large?: Decimal) {
    this.#units = units
    this.#scale = scale
    this.#large = large
  }

  static of(whole: number): Exact {
    return new Exact(whole, 0)
  }

  /** Digits with an optional sign and point, and nothing else. */
  static parse(text: string): Exact | undefined {
    const first = text.charCodeAt(0)
    const signed = first === MINUS || first === PLUS
    let units = 0
    let digits = 0
    let point = -1
    for (let at = signed ? 1 : 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= ZERO && code <= NINE) {
        units = units * 10 + (code - ZERO)
        digits += 1
      } else if (code === POINT && point === -1) point = at
      else return undefined
    }
    if (digits === 0) return undefined
    if (digits > DIGITS) return new Exact(0, 0, new Decimal(text))
    return new Exact(first === MINUS ? -units : units, point === -1 ? 0 : text.length - point - 1)
  }

  plus(other: Exact): Exact {
    return this.#sum(other, 1) ?? Exact.#from(this.#decimal().plus(other.#decimal()))
  }

  minus(other: Exact): Exact {
    return this.#sum(other, -1) ?? Exact.#from(this.#decimal().minus(other.#decimal()))
  }

  times(other: Exact): Exact {
    const units = this.#units * other.#units
    const scale = this.#scale + other.#scale
    if (this.#large === undefined && other.#large === undefined && isSafe(units) && scale <= DIGITS)
      return new Exact(units, scale)
    return Exact.#from(this.#decimal().times(other.#decimal()))
  }

  /** To the precision of Decimal, where the quotient has no end. */
  div(other: Exact): Exact {
    return Exact.#from(this.#decimal().div(other.#decimal()))
  }

  hundredth(): Exact {
    if (this.#large === undefined && this.#scale + 2 <= DIGITS) return new Exact(this.#units, this.#scale + 2)
    return Exact.#from(this.#decimal().div(100))
  }

  abs(): Exact {
    if (this.#large !== undefined) return Exact.#from(this.#large.abs())
    return this.#units < 0 ? new Exact(-this.#units, this.#scale) : this
  }

  /** At most so many decimals; ties towards positive infinity, as XPath rounds. */
  round(decimals: number): Exact {
    if (this.#large !== undefined) {
      const shift = new Decimal(power(decimals))
      return Exact.#from(this.#large.times(shift).plus('0.5').floor().div(shift))
    }
    if (this.#scale <= decimals) return this
    const step = power(this.#scale - decimals)
    const rest = ((this.#units % step) + step) % step
    const down = (this.#units - rest) / step
    return new Exact(rest * 2 >= step ? down + 1 : down, decimals)
  }

  isZero(): boolean {
    return this.#large === undefined ? this.#units === 0 : this.#large.isZero()
  }

  isNegative(): boolean {
    return this.#large === undefined ? this.#units < 0 : this.#large.isNegative() && !this.#large.isZero()
  }

  isPositive(): boolean {
    return !this.isZero() && !this.isNegative()
  }

  eq(other: Exact): boolean {
    return this.minus(other).isZero()
  }

  lt(other: Exact): boolean {
    return this.minus(other).isNegative()
  }

  lte(other: Exact): boolean {
    return !other.lt(this)
  }

  static #from(value: Decimal): Exact {
    return new Exact(0, 0, value)
  }

  /** The sum with the other, or with its negative, where units can say it. */
  #sum(other: Exact, sign: 1 | -1): Exact | undefined {
    if (this.#large !== undefined || other.#large !== undefined) return undefined
    const scale = Math.max(this.#scale, other.#scale)
    const one = this.#units * power(scale - this.#scale)
    const two = other.#units * power(scale - other.#scale) * sign
    const units = one + two
    return isSafe(one) && isSafe(two) && isSafe(units) ? new Exact(units, scale) : undefined
  }

  #decimal(): Decimal {
    return this.#large ?? new Decimal(`${this.#units}e-${this.#scale}`)
  }
}
