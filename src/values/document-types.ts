/** The kinds of documents (specification 2.2). */
export const documentTypes = [
  'invoice',
  'credit-note',
  'debit-note',
  'purchase-order',
  'purchase-request',
  'sales-order',
  'quote',
  'event',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Invoices and what corrects them: these are paid, taxed and reported. */
export const invoiceKinds = ['invoice', 'credit-note', 'debit-note'] as const satisfies readonly DocumentType[]
export type InvoiceKind = (typeof invoiceKinds)[number]

export const isInvoiceKind = (type: string): type is InvoiceKind => (invoiceKinds as readonly string[]).includes(type)

export const documentTypeMeanings: Readonly<Record<DocumentType, string>> = {
  invoice: 'An invoice.',
  'credit-note': 'A credit note, which takes an invoice back in full or in part.',
  'debit-note': 'A debit note, which adds to an invoice.',
  'purchase-order': 'An order, from the buyer to the seller.',
  'purchase-request': 'A request for a quotation, from the buyer to the seller.',
  'sales-order': "A seller's response to an order.",
  quote: 'A quotation.',
  event: 'Data without a document, such as a change that a partner should know of.',
}

/** What the buyer sends to the seller; everything else goes from the seller to the buyer. */
const fromBuyer: ReadonlySet<string> = new Set<DocumentType>(['purchase-order', 'purchase-request'])

/**
 * Whether the buyer is the one who sends it: an order, a request for a quotation, or an invoice that it issues in the
 * seller's name.
 */
export const isFromBuyer = ({ type, selfBilled }: { type: string; selfBilled?: boolean | undefined }): boolean =>
  selfBilled === true || fromBuyer.has(type)

/** What a company with these capabilities receives: everything, where they do not say. */
export const receivedTypes = (capabilities: unknown): DocumentType[] => {
  const receive =
    typeof capabilities === 'object' && capabilities !== null && 'receive' in capabilities
      ? capabilities.receive
      : undefined
  return Array.isArray(receive) ? documentTypes.filter((type) => receive.includes(type)) : [...documentTypes]
}
