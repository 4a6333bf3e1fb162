/** The amounts that a French status carries, exactly to the cent. */
import { Decimal, ZERO, round, sum } from '../../values/money.ts'
import type { AmountKind } from './french-statuses.ts'

export interface StatusAmount {
  kind: AmountKind
  amount: Decimal
  percent?: Decimal
}

/** What of a document an amount is measured by. */
export interface PayableTotals {
  net: Decimal
  gross: Decimal
}

/** One VAT rate of a document, with its total including VAT. */
export interface RateShare {
  rate: Decimal
  gross: Decimal
}

const CENT = new Decimal('0.01')

/**
 * Splits an amount in proportion to shares: cut to cents, and the cents that are left go to the largest remainders. The
 * parts add up to the amount, whatever its sign.
 */
export const splitByShares = (amount: Decimal, shares: readonly Decimal[]): Decimal[] => {
  const whole = sum(shares)
  if (whole.isZero()) return shares.map((_, index) => (index === 0 ? amount : ZERO))
  const exact = shares.map((share) => amount.times(share).div(whole))
  const parts = exact.map((part) => part.toDecimalPlaces(2, Decimal.ROUND_DOWN))
  const remainders = exact.map((part, index) => part.minus(parts[index] ?? ZERO).abs())
  const largestFirst = [...parts.keys()].sort((one, other) => (remainders[other] ?? ZERO).cmp(remainders[one] ?? ZERO))
  const left = amount.minus(sum(parts))
  const step = left.isNegative() ? CENT.negated() : CENT
  const cents = left.div(step).round()
  largestFirst.forEach((index, nth) => {
    if (cents.gt(nth)) parts[index] = (parts[index] ?? ZERO).plus(step)
  })
  return parts
}

/** 212: what was collected, by VAT rate. */
export const collectedAmounts = (amount: Decimal, rates: readonly RateShare[]): StatusAmount[] =>
  splitByShares(
    amount,
    rates.map(({ gross }) => gross),
  ).flatMap((part, index) => {
    const rate = rates[index]?.rate
    return rate === undefined || (part.isZero() && rates.length > 1)
      ? []
      : [{ kind: 'MEN' as const, amount: part, percent: rate }]
  })

/**
 * 206: what is approved and what is not, with and without VAT, each with the sign of the document. What remains
 * includes VAT, and has no sign.
 */
export const approvedAmounts = (remaining: Decimal, { net, gross }: PayableTotals): StatusAmount[] => {
  const refused = gross.isNegative() ? remaining.negated() : remaining
  const refusedNet = gross.isZero() ? ZERO : round(refused.times(net).div(gross))
  return [
    { kind: 'MAP', amount: net.minus(refusedNet) },
    { kind: 'MAPTTC', amount: gross.minus(refused) },
    { kind: 'MNA', amount: refusedNet },
    { kind: 'MNATTC', amount: refused },
  ]
}

/** 211: what was paid, and what remains. */
export const paidAmounts = (paid: Decimal, remaining: Decimal): StatusAmount[] => [
  { kind: 'MPA', amount: paid },
  { kind: 'RAP', amount: remaining },
]

/** 209: the amount as it stands after the completion. */
export const completedAmounts = ({ gross }: PayableTotals): StatusAmount[] => [{ kind: 'MAJ', amount: gross }]
