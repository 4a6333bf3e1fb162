import { z } from 'zod'
import { invoiceKindsSql } from '../documents/record/document.ts'
import { pageOfDocuments, NEWEST_FIRST } from '../documents/record/page-of-documents.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { pageInput } from '../operation/pagination.ts'
import { partnerRef, visiblePartner } from './record/partner.ts'

export const listPartnerInvoices = operation({
  name: 'listPartnerInvoices',
  summary:
    'Lists the invoices, credit notes and debit notes of which a ' +
    'partner is the seller or the payer, newest first.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({ partnerId: partnerRef, ...pageInput }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run(run, { partnerId, ...page }) {
    const partner = await visiblePartner(run.db, run.actor, partnerId)
    const where = [Prisma.sql`d."partnerId" = ${partner.id}`, Prisma.sql`d.type IN (${invoiceKindsSql})`]
    return pageOfDocuments(run, { where, filters: { partnerId: partner.id }, sort: NEWEST_FIRST, page })
  },
})
