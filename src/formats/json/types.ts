import { type DocumentType, type InvoiceKind, isFromBuyer } from '../../values/document-types.ts'

export { documentTypes } from '../../values/document-types.ts'
export type { DocumentType } from '../../values/document-types.ts'

export type OrderKind = Extract<DocumentType, 'purchase-order' | 'purchase-request' | 'sales-order' | 'quote'>

/** The names that `documentSubtype` knows; any other value is a code of UNCL1001. */
const subtypes = { PREPAYMENT_INVOICE: '386', CORRECTED_INVOICE: '384', SELF_BILLED_INVOICE: '389' } as const

const fixedCodes = { 'credit-note': '381', 'debit-note': '383' } as const

export type TypeQuestion = { type: InvoiceKind; documentSubtype?: string | undefined; selfBilled?: boolean | undefined }

/** The invoice type code (BT-3) of a send body. Undefined for a subtype that is neither a known name nor a code. */
export const typeCodeOf = ({ type, documentSubtype, selfBilled }: TypeQuestion): string | undefined => {
  if (type !== 'invoice') return fixedCodes[type]
  if (selfBilled) return subtypes.SELF_BILLED_INVOICE
  if (documentSubtype === undefined) return '380'
  const named = Object.entries(subtypes).find(([name]) => name === documentSubtype)?.[1]
  return named ?? (/^\d{2,3}$/.test(documentSubtype) ? documentSubtype : undefined)
}

/** Who sends sells, but for orders, requests for them, and what is self-billed: that the buyer sends. */
export const rolesOf = <T>({
  from,
  to,
  ...kind
}: {
  type: DocumentType
  selfBilled?: boolean | undefined
  from: T
  to: T
}): { seller: T; buyer: T } => (isFromBuyer(kind) ? { seller: to, buyer: from } : { seller: from, buyer: to })
