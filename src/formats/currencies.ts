import type { Decimal } from '../values/money.ts'

/** ISO 4217 currencies without a minor unit. */
const WITHOUT_DECIMALS = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'UYI',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])

/**
 * Decimals an amount of the currency is written with at least. EN 16931 allows none more than two (BR-DEC-*), so dinars
 * of three decimals are invoiced in hundredths.
 */
export const decimalsOf = (currency: string): 0 | 2 => (WITHOUT_DECIMALS.has(currency) ? 0 : 2)

/** An amount with the decimals of its currency, and never fewer than it has. */
export const formatAmount = (amount: Decimal, currency: string): string =>
  amount.toFixed(Math.max(decimalsOf(currency), amount.decimalPlaces()))
