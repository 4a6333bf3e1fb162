import type { Labels, Language } from './labels.ts'

/**
 * A document as a person reads it: texts ready to be set, in one language. PDF and HTML differ in nothing but the
 * setting.
 */
export type ReadableView = {
  language: Language
  labels: Labels
  title: string
  number: string
  currency: string
  parties: { label: string; name: string; lines: string[] }[]
  facts: Fact[]
  lines: ReadableLine[]
  sums: (Fact & { strong?: true })[]
  vat: { category: string; base: string; rate: string; amount: string; reason?: string }[]
  payment: Fact[]
  paymentQr?: string
  notes: string[]
  attachments: string[]
}
export type ReadableLine = {
  id: string
  name: string
  details: string[]
  quantity: string
  price: string
  vat: string
  net: string
}

export type Fact = { label: string; value: string }
