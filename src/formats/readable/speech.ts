/** The words and numbers of a readable view in one language. */
import type { Decimal } from '../../values/money.ts'
import type { Invoice } from '../invoice.ts'
import type { Order } from '../order.ts'
import type { Labels, Language } from './labels.ts'
import type { Fact } from './readable-view.ts'

export type Readable = Invoice | Order
export const isInvoice = (document: Readable): document is Invoice => 'typeCode' in document

/** `number` and `amount` in the language of the view. */
export type Speech = {
  labels: Labels
  language: Language
  amount: (value: Decimal) => string
  number: (value: Decimal) => string
  date: (date: string) => string
}

export const fact = (label: string, value: string | undefined): Fact[] => (value ? [{ label, value }] : [])
export const dated = (label: string, value: string | undefined, { date }: Speech): Fact[] =>
  value ? [{ label, value: date(value) }] : []

export const periodFact = (label: string, period: Invoice['period'], { date }: Speech): Fact[] =>
  period ? [{ label, value: [period.start, period.end].flatMap((day) => (day ? date(day) : [])).join(' – ') }] : []
