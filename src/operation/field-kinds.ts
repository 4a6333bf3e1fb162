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
  /** What somebody else calls its facts. GraphQL has pairs of a name and a text for it. */
  record: unknown
  /** JSON of the caller's own making. */
  free: unknown
  /** Texts by name, of the caller's own making. */
  texts: unknown
}
export type FieldKind = keyof FieldKinds

interface Digits {
  toFixed(decimals?: number): string
}
