import type { XmlElement } from '../../formats/xml/tree.ts'
import { Exact } from '../exact.ts'
import { decimal, minus, plus, same, total } from '../numbers.ts'
import type { Amount } from '../exact.ts'

/** Lines, allowances or charges that name the same categories and rates, and what they come to. */
export type Portion = { readonly codes: readonly string[]; readonly rates: readonly Amount[]; readonly amount: Amount }

type Rates = {
  readonly codes: readonly string[]
  readonly rates: readonly string[]
  readonly amounts: readonly XmlElement[]
}

/** An invoice of a thousand lines has a handful of portions, and a line mostly belongs where the one before it does. */
export const portionsOf = (elements: Iterable<XmlElement>, read: (element: XmlElement) => Rates): Portion[] => {
  const found = new Map<string, Sum>()
  let last: Sum | undefined
  for (const element of elements) {
    const named = read(element)
    if (last === undefined || !areSame(last.codes, named.codes) || !areSame(last.rates, named.rates)) {
      const key = [...named.codes, '', ...named.rates].join('\0')
      last = found.get(key) ?? { ...named, amount: NOTHING }
      found.set(key, last)
    }
    for (const amount of named.amounts) last.amount = plus(last.amount, decimal(amount.stringValue))
  }
  return [...found.values()].map(({ codes, rates, amount }) => ({ codes, rates: rates.map(decimal), amount }))
}

type Sum = Pick<Rates, 'codes' | 'rates'> & { amount: Amount }

const NOTHING = Exact.of(0)
const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

export const hasCode = (portion: Portion, code: string): boolean => portion.codes.includes(code)
export const hasRate = (portion: Portion, rate: Amount): boolean => portion.rates.some((other) => same(other, rate))

export type Portions = {
  readonly lines: readonly Portion[]
  readonly allowances: readonly Portion[]
  readonly charges: readonly Portion[]
}

/**
 * What the counted portions come to: lines and charges, less allowances. Each of the three sums is rounded by itself.
 */
export const sumOf = (
  { lines, allowances, charges }: Portions,
  counts: (portion: Portion) => boolean,
  rounded: (sum: Amount) => Amount,
): Amount => {
  const sum = (portions: readonly Portion[]): Amount =>
    rounded(total(portions.filter(counts).map(({ amount }) => amount)))
  return minus(plus(sum(lines), sum(charges)), sum(allowances))
}
