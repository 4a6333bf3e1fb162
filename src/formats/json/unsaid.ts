import { exemptions } from '../totals.ts'
import { isInvoiceKind } from '../../values/document-types.ts'
import type { DocumentType } from './types.ts'

/**
 * Fields of a body that the document's syntax has no place for, by type. `metadata` is the caller's own, and kept
 * beside it.
 */
const unsaid: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  'purchase-order': ['responseCode'],
  'sales-order': [
    'validUntil',
    'contractReference',
    'projectReference',
    'buyerAccountingReference',
    'paymentTerms',
    'delivery',
    'attachments',
    'allowances',
    'charges',
  ],
  quote: ['responseCode', 'buyerAccountingReference', 'paymentTerms'],
  'purchase-request': ['responseCode', 'buyerAccountingReference', 'paymentTerms', 'allowances', 'charges'],
}

/** Fields of a line that an answer has no place for; what it says of price and item is what it may change. */
const UNSAID_OF_ANSWERED = [
  'longDescription',
  'grossPrice',
  'priceDiscount',
  'vatRate',
  'vatCategory',
  'classifications',
  'originCountry',
  'attributes',
  'object',
  'buyerAccountingReference',
  'allowances',
  'charges',
]
/** Fields of a line that only an answer has. */
const ANSWERING = ['lineStatus', 'backorderQuantity']
const ORDERS: readonly string[] = ['purchase-order', 'quote', 'purchase-request']

/** Only an answer that changes the order has lines. */
const unsaidLines = (type: DocumentType, { lines = [], responseCode }: Body): string[] => {
  const given = lines as readonly Readonly<Record<string, unknown>>[]
  if (type === 'sales-order' && responseCode !== 'CA') return given.length > 0 ? ['document.lines'] : []
  const fields = type === 'sales-order' ? UNSAID_OF_ANSWERED : ORDERS.includes(type) ? ANSWERING : []
  return given.flatMap((line, index) =>
    fields.filter((field) => line[field] !== undefined).map((field) => `document.lines[${index}].${field}`),
  )
}

/** Roles that EN 16931 and the order documents know. Who pays in the buyer's place is not among them. */
const SAID_ROLES = new Set(['seller', 'buyer', 'payee', 'tax-representative'])

type VatFields = {
  readonly vatCategory?: string
  readonly vatExemptionReason?: string
  readonly vatExemptionCode?: string
}
type Body = { readonly [field: string]: unknown; readonly parties?: readonly { role: string }[] | undefined }

const TAXED = ['lines', 'allowances', 'charges'] as const

/** The VAT breakdown of an invoice says why no VAT is charged, with one code a category; an order has none. */
const unsaidExemptions = (type: DocumentType, document: Body): string[] => {
  const hasBreakdown = isInvoiceKind(type)
  const codes = new Map<string, string>()
  return TAXED.flatMap((list) =>
    ((document[list] ?? []) as readonly VatFields[]).flatMap(
      ({ vatCategory = 'S', vatExemptionReason, vatExemptionCode }, index) => {
        const explained = hasBreakdown && exemptions[vatCategory] !== undefined
        if (vatExemptionCode !== undefined && !codes.has(vatCategory)) codes.set(vatCategory, vatExemptionCode)
        return [
          ...(vatExemptionReason !== undefined && !explained ? [`document.${list}[${index}].vatExemptionReason`] : []),
          ...(vatExemptionCode !== undefined && !(explained && codes.get(vatCategory) === vatExemptionCode)
            ? [`document.${list}[${index}].vatExemptionCode`]
            : []),
        ]
      },
    ),
  )
}

/** JSON paths of what the body says and the XML will not: the caller is told, nothing is dropped in silence. */
export const unsaidIn = (type: DocumentType, document: Body): string[] => [
  ...(unsaid[type] ?? []).filter((field) => document[field] !== undefined).map((field) => `document.${field}`),
  ...unsaidLines(type, document),
  ...unsaidExemptions(type, document),
  ...(document.parties ?? []).flatMap(({ role }, index) =>
    SAID_ROLES.has(role) ? [] : [`document.parties[${index}]`],
  ),
]
