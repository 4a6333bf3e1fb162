/** A document while it is written: texts, as they are typed. It is kept in the browser until it is sent. */
import type { DocumentBodyInput, DocumentType, TemplateFragment, TemplateQuery, VatCategory } from '#operations'
import { dayFromToday } from '../../data/clock.ts'
import { reasonsOf } from './exemptions.ts'

export interface Line {
  description: string
  quantity: string
  unit: string
  unitPrice: string
  vatRate: string
  vatCategory: VatCategory
  vatExemptionReason: string
  vatExemptionCode: string
  /** Taken from the price of the line, as an amount. */
  allowance: string
}
/** Taken from the whole document, or added to it. */
export interface Adjustment {
  kind: 'allowances' | 'charges'
  amount: string
  reason: string
  vatCategory: VatCategory
  vatRate: string
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
  /** Last day on which an offer holds. */
  validUntil: string
  /** What an order is answered with. */
  responseCode: string
  paymentIban: string
  paymentTerms: string
  note: string
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
  attachments: readonly Attachment[]
}
export type TextName = Exclude<keyof Draft, 'lines' | 'adjustments' | 'attachments' | 'type'>

const TERM_DAYS = 30

const invoices: readonly DocumentType[] = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE']
/** What only some kinds say; a credit note is not due, and an invoice corrects nothing. */
const onlyIn: Readonly<Partial<Record<TextName, readonly DocumentType[]>>> = {
  dueDate: ['INVOICE', 'DEBIT_NOTE'],
  billingReference: ['CREDIT_NOTE', 'DEBIT_NOTE'],
  paymentIban: invoices,
  paymentTerms: invoices,
  validUntil: ['QUOTE', 'PURCHASE_ORDER'],
  responseCode: ['SALES_ORDER'],
}
export const isAsked = (name: TextName, type: DocumentType): boolean => onlyIn[name]?.includes(type) ?? true

/** An answer that takes or refuses an order as a whole repeats none of its lines. */
export const hasLines = ({ type }: Pick<Draft, 'type'>): boolean => type !== 'SALES_ORDER'

export const newLine: Line = {
  description: '',
  quantity: '1',
  unit: 'C62',
  unitPrice: '',
  vatRate: '21',
  vatCategory: 'S',
  vatExemptionReason: '',
  vatExemptionCode: '',
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
  validUntil: '',
  responseCode: 'AP',
  paymentIban: '',
  paymentTerms: '',
  note: '',
  lines: [newLine],
  adjustments: [],
  attachments: [],
})

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
    // A code of another category is none of this one.
    vatExemptionCode: reasonsOf(line.vatCategory).includes(line.vatExemptionCode) ? line.vatExemptionCode : '',
  }),
  vatCategory: line.vatCategory,
  ...(line.allowance !== '' && { allowances: [{ amount: decimal(line.allowance) }] }),
})

const adjustmentOf = ({ amount, reason, vatCategory, vatRate }: Adjustment) => ({
  ...filled({ reason, vatRate: vatCategory === 'S' ? decimal(vatRate) : '' }),
  amount: decimal(amount) || '0',
  vatCategory,
})

const adjustmentsOf = (all: readonly Adjustment[], kind: Adjustment['kind']) => {
  const some = all.filter((one) => one.kind === kind)
  return some.length > 0 && { [kind]: some.map(adjustmentOf) }
}

export const bodyOf = (draft: Draft): DocumentBodyInput => {
  const { type, from: _from, to: _to, lines, adjustments, attachments, ...texts } = draft
  const asked = Object.entries(texts).filter(([name]) => isAsked(name as TextName, type))
  return {
    ...filled(Object.fromEntries(asked)),
    number: texts.number,
    ...(hasLines(draft) && {
      lines: lines.map(lineOf),
      ...adjustmentsOf(adjustments, 'allowances'),
      ...adjustmentsOf(adjustments, 'charges'),
    }),
    ...(attachments.length > 0 && { attachments }),
  } as unknown as DocumentBodyInput
}

const category = (code: string | null | undefined): VatCategory => (code as VatCategory | null | undefined) ?? 'S'

const adjustmentsIn = (content: TemplateFragment): Adjustment[] =>
  (['allowances', 'charges'] as const).flatMap((kind) =>
    (content[kind] ?? []).map(({ amount, reason, vatCategory, vatRate }) => ({
      kind,
      amount: amount ?? '',
      reason: reason ?? '',
      vatCategory: category(vatCategory),
      vatRate: vatRate ?? '',
    })),
  )

const linesIn = ({ lines }: TemplateFragment): Line[] =>
  (lines ?? []).map((line) => ({
    description: line.description ?? '',
    quantity: line.quantity ?? '1',
    unit: line.unit ?? 'C62',
    unitPrice: line.unitPrice ?? '',
    vatRate: line.vatRate ?? '',
    vatCategory: category(line.vatCategory),
    vatExemptionReason: line.vatExemptionReason ?? '',
    vatExemptionCode: line.vatExemptionCode ?? '',
    allowance: line.allowances?.[0]?.amount ?? '',
  }))

const textsIn = (content: TemplateFragment) => ({
  currency: content.currency ?? 'EUR',
  buyerReference: content.buyerReference ?? '',
  orderReference: content.orderReference ?? '',
  paymentIban: content.paymentMeans?.[0]?.iban ?? '',
  paymentTerms: content.paymentTerms ?? '',
  note: content.notes?.[0]?.text ?? '',
  lines: linesIn(content),
  adjustments: adjustmentsIn(content),
})

/** What somebody wants to write after another document. */
interface After {
  isCorrection: boolean
  type: DocumentType | undefined
}

/** What another document says, as a new one; a credit note says which one it corrects, and what follows an order names it. */
export const draftAfter = (
  given: NonNullable<TemplateQuery['document']>,
  { isCorrection, type = given.type }: After,
): Draft => {
  const isAnswer = given.direction === 'INCOMING'
  return {
    ...newDraft(),
    ...(given.structured && textsIn(given.structured)),
    type: isCorrection ? 'CREDIT_NOTE' : type,
    from: (isAnswer ? given.receiverPeppolId : given.senderPeppolId) ?? '',
    to: (isAnswer ? given.senderPeppolId : given.receiverPeppolId) ?? '',
    billingReference: isCorrection ? given.number : '',
    ...(isAnswer && { orderReference: given.number }),
  }
}

/** What a file says, as it stands there. Who it is from is chosen among the companies that there are. */
export const draftOf = (type: DocumentType, content: TemplateFragment, from: string): Draft => ({
  ...newDraft(),
  ...textsIn(content),
  type,
  from: content.parties?.find(({ role }) => role === 'seller')?.participantId ?? from,
  to: content.parties?.find(({ role }) => role === 'buyer')?.participantId ?? '',
  number: content.number ?? '',
  issueDate: content.issueDate ?? '',
  dueDate: content.dueDate ?? '',
  billingReference: content.precedingInvoices?.[0]?.number ?? '',
})
