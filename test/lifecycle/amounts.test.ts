import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvedAmounts, collectedAmounts, splitByShares } from '../../src/lifecycle/tables/amounts.ts'
import { Decimal, sum } from '../../src/values/money.ts'

const money = (text: string): Decimal => new Decimal(text)

describe('amounts', () => {
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => new Decimal(value).div(100))
  test('amounts split over VAT rates add up to the cent, and no part is a cent away from its share', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(
          fc.integer({ min: 0, max: 1_000_000 }).map((value) => new Decimal(value).div(100)),
          { minLength: 1, maxLength: 12 },
        ),
        (amount, shares) => {
          const parts = splitByShares(amount, shares)
          expect(sum(parts).eq(amount)).toBe(true)
          const whole = sum(shares)
          const away = whole.isZero()
            ? []
            : parts.filter((part, index) =>
                part
                  .minus(amount.times(shares[index] ?? 0).div(whole))
                  .abs()
                  .gte('0.01'),
              )
          expect(away).toEqual([])
        },
      ),
    )
  })
  test('amounts collected in full are the totals of each rate', () => {
    const rates = [
      { rate: money('20'), gross: money('864.00') },
      { rate: money('10'), gross: money('484.00') },
    ]
    expect(
      collectedAmounts(money('1348.00'), rates).map(
        ({ kind, amount, percent }) => `${kind} ${amount.toFixed(2)} ${percent?.toFixed()}`,
      ),
    ).toEqual(['MEN 864.00 20', 'MEN 484.00 10'])
  })
  test('approved and refused amounts add up to the totals, with and without VAT, and have their sign', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(100, -100),
        (net, vat, part, cents) => {
          const totals = { net: new Decimal(net).div(cents), gross: new Decimal(net + vat).div(cents) }
          const refused = new Decimal(Math.floor((net + vat) * part)).div(100)
          const [map, mapttc, mna, mnattc] = approvedAmounts(refused, totals)
          expect(map?.amount.plus(mna?.amount ?? 0).eq(totals.net)).toBe(true)
          expect(mapttc?.amount.plus(mnattc?.amount ?? 0).eq(totals.gross)).toBe(true)
          expect(mnattc?.amount.abs().eq(refused)).toBe(true)
          expect(mapttc?.amount.times(cents).gte(0)).toBe(true)
        },
      ),
    )
  })
})
