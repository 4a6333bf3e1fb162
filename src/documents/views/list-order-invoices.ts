import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { type Run, operation } from '../../operation/operation.ts'
import { pageInput } from '../../operation/pagination.ts'
import { documentRef, invoiceKindsSql, visibleDocument } from '../record/document.ts'
import { NEWEST_FIRST, pageOfDocuments } from '../record/page-of-documents.ts'
import { sameParties } from './related.ts'

/** Null where the order is no document here: its number alone is what invoices cite. */
const orderOf = async ({ db, actor }: Run, reference: string): Promise<Document | null> => {
  try {
    const order = await visibleDocument(db, actor, reference)
    return order.type === 'purchase-order' ? order : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') return null
    throw error
  }
}

export const listOrderInvoices = operation({
  name: 'listOrderInvoices',
  summary:
    'Lists the invoices, credit notes and debit notes that cite a purchase order and are between its two parties, ' +
    'newest first. For an order that is not stored here, its number can be given. The list is empty for an ' +
    'order that nothing cites.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ purchaseOrderId: documentRef, ...pageInput }),
  errors: ['CONFLICT'],
  async run(run, { purchaseOrderId, ...page }) {
    const order = await orderOf(run, purchaseOrderId)
    const number = order?.number ?? purchaseOrderId.replace(/^number:/, '')
    const where = [
      Prisma.sql`d."orderReference" = ${number}`,
      Prisma.sql`d.type IN (${invoiceKindsSql})`,
      ...(order ? [sameParties(order)] : []),
    ]
    return pageOfDocuments(run, { where, filters: { order: order?.id ?? number }, sort: NEWEST_FIRST, page })
  },
})
