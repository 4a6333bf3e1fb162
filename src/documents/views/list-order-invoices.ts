import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { operation } from '../../operation/operation.ts'
import { pageInput } from '../../operation/pagination.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { NEWEST_FIRST, pageOfDocuments } from '../record/page-of-documents.ts'
import { sameParties } from './related.ts'

export const listOrderInvoices = operation({
  name: 'listOrderInvoices',
  summary:
    'Lists the invoices, credit notes and debit notes that cite a ' +
    'purchase order and are between its two parties, newest first.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ purchaseOrderId: documentRef, ...pageInput }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run(run, { purchaseOrderId, ...page }) {
    const order = await visibleDocument(run.db, run.actor, purchaseOrderId)
    if (order.type !== 'purchase-order')
      throw new AppError('DOCUMENT_NOT_FOUND', { message: 'The purchase order was not found.' })
    const where = [
      Prisma.sql`d."orderReference" = ${order.number}`,
      Prisma.sql`d.type IN ('invoice', 'credit-note', 'debit-note')`,
      sameParties(order),
    ]
    return pageOfDocuments(run, { where, filters: { order: order.id }, sort: NEWEST_FIRST, page })
  },
})
