import type { DocumentType } from './types.ts'

/** Fields of a body that the document's syntax has no place for, by type. `metadata` is the caller's own, and kept beside it. */
const unsaid: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  'purchase-order': ['responseCode'],
  'sales-order': ['projectReference'],
  quote: ['responseCode', 'buyerAccountingReference', 'paymentTerms'],
  'purchase-request': ['responseCode', 'buyerAccountingReference', 'paymentTerms', 'allowances', 'charges'],
}

/** Roles that EN 16931 and the order documents know. Who pays in the buyer's place is not among them. */
const SAID_ROLES = new Set(['seller', 'buyer', 'payee', 'tax-representative'])

type Body = { readonly [field: string]: unknown; readonly parties?: readonly { role: string }[] | undefined }

/** JSON paths of what the body says and the XML will not: the caller is told, nothing is dropped in silence. */
export const unsaidIn = (type: DocumentType, document: Body): string[] => [
  ...(unsaid[type] ?? []).filter((field) => document[field] !== undefined).map((field) => `document.${field}`),
  ...(document.parties ?? []).flatMap(({ role }, index) => (SAID_ROLES.has(role) ? [] : [`document.parties[${index}]`])),
]
