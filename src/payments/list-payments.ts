import { z } from 'zod'
import { visibleCompany } from '../companies/company.ts'
import { visibleDocument } from '../documents/record/document.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { date, id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'

/** Loads the relations that a client selected. */
type PaymentRow = Prisma.PaymentGetPayload<object>

export const listPayments = operation({
  name: 'listPayments',
  summary: 'Lists the recorded payments, newest first.',
  scope: 'payments',
  writes: false,
  passesRows: true,
  input: z.strictObject({
    ...pageInput,
    documentId: id('document').optional().describe('Only payments of this document.'),
    companyId: id('company').optional().describe('Only payments of this company.'),
    from: date.optional().describe('Only payments made on this day or later.'),
    to: date.optional().describe('Only payments made on this day or earlier.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  async run({ db, actor, platform, select }, { first, after, last, before, ...filters }) {
    const { documentId, companyId, from, to } = filters
    const document = documentId === undefined ? undefined : await visibleDocument(db, actor, documentId)
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const where: Prisma.PaymentWhereInput = {
      organizationId: actor.organizationId,
      ...(actor.companyId !== null && { companyId: actor.companyId }),
      AND: [
        document ? { documentId: document.id } : {},
        company ? { companyId: company.id } : {},
        from === undefined ? {} : { paidOn: { gte: new Date(from) } },
        to === undefined ? {} : { paidOn: { lte: new Date(to) } },
      ],
    }
    return readPage<PaymentRow>(platform.cursors, {
      name: 'payments',
      filters,
      page: { first, after, last, before },
      keyOf: (payment) => payment.id,
      find: (range, order, take) =>
        db.payment.findMany({
          ...select,
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
        }) as Promise<PaymentRow[]>,
      count: () => db.payment.count({ where }),
    })
  },
})
