/** The kinds of values that a field of a view may have, and what a row holds for each. */
export interface FieldKinds {
  text: string
  id: string
  integer: number | bigint
  number: number
  flag: boolean
  instant: Date | string
  /** A day of the calendar. */
  day: Date | string
  /** With two decimals. */
  amount: Digits
  /** With the decimals that it has. */
  decimal: Digits | string
  currency: string
  country: string
  peppolId: string
  vatNumber: string
  json: unknown
  /** JSON that is an object. */
  record: unknown
  /** Texts by name. */
  texts: unknown
}
export type FieldKind = keyof FieldKinds

interface Digits {
  toFixed(decimals?: number): string
}
