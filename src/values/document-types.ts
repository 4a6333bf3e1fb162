/** The kinds of documents (specification 2.2). */
export const documentTypes = ['invoice', 'credit-note', 'debit-note', 'purchase-order', 'purchase-request', 'sales-order', 'quote', 'event'] as const
export type DocumentType = (typeof documentTypes)[number]

/** What a company with these capabilities receives: everything, where they do not say. */
export const receivedTypes = (capabilities: unknown): DocumentType[] => {
  const receive = typeof capabilities === 'object' && capabilities !== null && 'receive' in capabilities ? capabilities.receive : undefined
  return Array.isArray(receive) ? documentTypes.filter((type) => receive.includes(type)) : [...documentTypes]
}
