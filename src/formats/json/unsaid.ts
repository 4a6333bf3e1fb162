import { exemptions } from '../totals.ts'
import type { DocumentType } from './types.ts'

/**
 * Fields of a body that the document's syntax has no place for, by type. `metadata` is the caller's own, and kept
 * beside it.
 */
const unsaid: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  'purchase-order': ['responseCode'],
  'sales-order': ['projectReference'],
  quote: ['responseCode', 'buyerAccountingReference', 'paymentTerms'],
  'purchase-request': ['responseCode', 'buyerAccountingReference', 'paymentTerms', 'allowances', 'charges'],
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
  const hasBreakdown = type === 'invoice' || type === 'credit-note' || type === 'debit-note'
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
  ...unsaidExemptions(type, document),
  ...(document.parties ?? []).flatMap(({ role }, index) =>
    SAID_ROLES.has(role) ? [] : [`document.parties[${index}]`],
  ),
]
