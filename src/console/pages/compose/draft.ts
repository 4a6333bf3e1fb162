/** A document while it is written: texts, as they are typed. It is kept in the browser until it is sent. */
import type { DocumentBodyInput, DocumentType, TemplateQuery, VatCategory } from '#operations'
import { dayFromToday } from '../../data/clock.ts'

export interface Line {
  description: string
  quantity: string
  unit: string
  unitPrice: string
  vatRate: string
  vatCategory: VatCategory
  vatExemptionReason: string
  /** Taken from the price of the line, as an amount. */
  allowance: string
}
export interface Attachment {
  reference: string
  filename: string
  mimeType: string
  content: string
}
export interface Draft {
  type: DocumentType
  from: string
  to: string
  number: string
  issueDate: string
  dueDate: string
  currency: string
  buyerReference: string
  orderReference: string
  billingReference: string
  paymentIban: string
  paymentTerms: string
  note: string
  lines: readonly Line[]
  attachments: readonly Attachment[]
}
export type TextName = Exclude<keyof Draft, 'lines' | 'attachments' | 'type'>

const KEPT = 'draft'
const TERM_DAYS = 30

export const newLine: Line = {
  description: '',
  quantity: '1',
  unit: 'C62',
  unitPrice: '',
  vatRate: '21',
  vatCategory: 'S',
  vatExemptionReason: '',
  allowance: '',
}

export const newDraft = (): Draft => ({
  type: 'INVOICE',
  from: '',
  to: '',
  number: '',
  issueDate: dayFromToday(0),
  dueDate: dayFromToday(TERM_DAYS),
  currency: 'EUR',
  buyerReference: '',
  orderReference: '',
  billingReference: '',
  paymentIban: '',
  paymentTerms: '',
  note: '',
  lines: [newLine],
  attachments: [],
})

export const keptDraft = (): Draft => {
  try {
    return { ...newDraft(), ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Draft>) }
  } catch {
    return newDraft()
  }
}

/** Files are not kept: they may be too large for it. */
export const keepDraft = (draft: Draft): void =>
  localStorage.setItem(KEPT, JSON.stringify({ ...draft, attachments: [] }))

export const forgetDraft = (): void => localStorage.removeItem(KEPT)

const filled = (parts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))

/** A decimal may be typed with a comma. */
const decimal = (text: string): string => text.trim().replace(/\s/g, '').replace(',', '.')

const lineOf = (line: Line) => ({
  description: line.description,
  quantity: decimal(line.quantity) || '0',
  ...filled({
    unit: line.unit,
    unitPrice: decimal(line.unitPrice),
    vatRate: line.vatCategory === 'S' ? decimal(line.vatRate) : '',
    vatExemptionReason: line.vatExemptionReason,
  }),
  vatCategory: line.vatCategory,
  ...(line.allowance !== '' && { allowances: [{ amount: decimal(line.allowance) }] }),
})

export const bodyOf = ({ type: _type, from: _from, to: _to, lines, attachments, ...texts }: Draft): DocumentBodyInput =>
  ({
    ...filled(texts as Readonly<Record<string, unknown>>),
    number: texts.number,
    lines: lines.map(lineOf),
    ...(attachments.length > 0 && { attachments }),
  }) as unknown as DocumentBodyInput

/** What another document says, as a new one; a credit note says which one it corrects. */
export const draftAfter = (given: NonNullable<TemplateQuery['document']>, isCorrection: boolean): Draft => ({
  ...newDraft(),
  type: isCorrection ? 'CREDIT_NOTE' : given.type,
  from: given.senderPeppolId ?? '',
  to: given.receiverPeppolId ?? '',
  ...(isCorrection && { dueDate: '' }),
  currency: given.currency ?? 'EUR',
  buyerReference: given.buyerReference ?? '',
  orderReference: given.orderReference ?? '',
  billingReference: isCorrection ? given.number : '',
  paymentIban: given.paymentIban ?? '',
  paymentTerms: given.structured?.paymentTerms ?? '',
  note: given.structured?.notes?.[0]?.text ?? '',
  lines: given.lines.map((line) => ({
    ...newLine,
    description: line.description ?? '',
    quantity: line.quantity ?? '1',
    unit: line.unit ?? 'C62',
    unitPrice: line.unitPrice ?? '',
    vatRate: line.vatRate ?? '',
    vatCategory: (line.vatCategory as VatCategory | null | undefined) ?? 'S',
    vatExemptionReason: line.vatExemptionReason ?? '',
  })),
})
