/** The kinds of documents (specification 2.2). */
export const documentTypes = ['invoice', 'credit-note', 'debit-note', 'purchase-order', 'purchase-request', 'sales-order', 'quote', 'event'] as const
export type DocumentType = (typeof documentTypes)[number]
