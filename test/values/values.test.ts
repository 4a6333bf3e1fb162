import { describe, expect, test } from 'vitest'
import { Decimal, parseDecimal, round } from '../../src/values/money.ts'
import { idsSince, isId, kindOf, newId, newIdAt, uuidOf } from '../../src/values/ids.ts'
import { diceOf } from '../support/dice.ts'
import { isBusinessDate, isDate, isInstant } from '../../src/values/dates.ts'

describe('money', () => {
  test('comparing decimals with an operator fails at once', () => {
    expect(() => (new Decimal('10.1') as unknown as number) < (new Decimal('9.99') as unknown as number)).toThrow(
      TypeError,
    )
  })
  test.each([
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['2.344', '2.34'],
    ['9999999999999.995', '10000000000000'],
  ])('%s rounds half away from zero to %s', (text, expected) => {
    expect(round(new Decimal(text)).toFixed()).toBe(expected)
  })
  test.each(['', ' 1', '1e5', 'Infinity', 'NaN', '0x10', '1,5', '--1', '9'.repeat(65)])(
    '%j is not a decimal',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined()
    },
  )
  test.each(['-0', '-0.00', '+0.0', '-.0'])('%s is read as 0, without a sign', (text) => {
    expect(parseDecimal(text)?.toFixed()).toBe('0')
    expect(parseDecimal(text)?.isNegative()).toBe(false)
  })
})

describe('identifiers', () => {
  test('identifiers tell their kind and sort by the time they were made', () => {
    const [first, second] = [newId('company'), newId('company')]
    expect(first < second).toBe(true)
    expect(kindOf(first)).toBe('company')
    expect(isId('document', first)).toBe(false)
  })
  test('identifiers with a given time sort by it, and as they were made where it is the same', () => {
    const at = new Date('2026-12-01T00:00:00.000Z')
    const [before, after] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)]
    const ids = [before, at, at, at, after].map((one) => newIdAt('event', one))
    expect(ids.every((id) => isId('event', id))).toBe(true)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.map((id) => id >= idsSince('event', at))).toEqual([false, true, true, true, true])
    expect(ids.map((id) => id >= idsSince('event', after))).toEqual([false, false, false, false, true])
    const time = at.getTime().toString(16).padStart(12, '0')
    for (const [order, id] of ids.slice(1, 4).entries())
      expect(uuidOf(id)).toMatch(new RegExp(`^${time.slice(0, 8)}-${time.slice(8)}-700${order}-[89ab]`))
  })
  test.each(['comp_', 'comp_XYZ', 'nope_01h455vb4pex5vsknk084sn02q', 'comp_81h455vb4pex5vsknk084sn02q'])(
    '%s is not an identifier',
    (text) => {
      expect(kindOf(text)).toBeUndefined()
    },
  )
})

describe('dates', () => {
  test.each([
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2025-13-01', false],
    ['2025-1-01', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
  ])('%s names a day of the calendar: %s', (text, valid) => {
    expect(isDate(text)).toBe(valid)
  })
  test('10,000 texts that look like dates are days of business as the calendar and its bounds say', () => {
    const dice = diceOf(8)
    const now = new Date('2026-11-29T15:00:00Z')
    const digits = (count: number, limit: number): string => String(dice.below(limit)).padStart(count, '0')
    for (let round = 0; round < 10_000; round += 1) {
      const year = dice.pick([digits(4, 10_000), String(1_895 + dice.below(12)), String(2_030 + dice.below(12))])
      const text = `${year}-${digits(2, 14)}-${digits(dice.pick([2, 2, 2, 1]), 33)}${dice.pick(['', '', '', 'Z', ' '])}`
      const day = new Date(text.length === 10 ? `${text}T00:00:00Z` : Number.NaN)
      const exists = Number.isFinite(day.getTime()) && day.toISOString().slice(0, 10) === text
      const expected = exists && day >= new Date('1900-01-01') && day <= new Date('2036-11-29')
      expect([text, isBusinessDate(text, now)]).toEqual([text, expected])
    }
  })
  test.each([
    ['2025-01-01T00:00:00Z', true],
    ['2025-02-30T00:00:00Z', false],
    ['2025-01-01T24:00:00Z', false],
    ['2025-01-01T00:00:00', false],
    ['2025-01-01T00:00:00.123+02:00', true],
  ])('%s is an instant: %s', (text, valid) => {
    expect(isInstant(text)).toBe(valid)
  })
})
