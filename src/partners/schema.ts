import { Document } from '../documents/schema.ts'
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import { deletedId } from '../graphql/changed.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { objectOf, relationField, tableOf } from '../graphql/object.ts'
import { pages, query, queryBy } from '../graphql/query.ts'
import { createPartner } from './create-partner.ts'
import { deletePartner } from './delete-partner.ts'
import { findPartnerByAccount } from './find-partner-by-account.ts'
import { getPartner } from './get-partner.ts'
import { listPartnerInvoices } from './list-partner-invoices.ts'
import { listPartners } from './list-partners.ts'
import { mergePartners } from './merge-partners.ts'
import { updatePartner } from './update-partner.ts'
import { countsOfCompany, isCutFor } from './own-counts.ts'
import { partnerStatsView, partnerView } from './view.ts'

export const Partner = tableOf('Partner', partnerView, {
  interfaces: [Node],
  authScopes: { access: 'partners.read' },
  select: { organizationId: true, id: true },
})

builder.prismaObjectField(Partner, 'stats', (t) =>
  t.field({
    type: objectOf(partnerStatsView),
    description: 'Number of documents exchanged with the partner.',
    select: { id: true, companyId: true, documentsSent: true, documentsReceived: true, lastActivityAt: true },
    resolve: (partner, _args, context) => {
      const { actor, platform } = context.call
      if (!isCutFor(actor, partner)) return partner
      return batched(context, 'partner counts', (ids: readonly string[]) =>
        countsOfCompany(platform.db.client, actor, ids),
      ).load(partner.id)
    },
  }),
)

relationField(Document, 'partner', {
  type: Partner,
  nullable: true,
  description: 'The partner that the document was sent to or received from.',
})

query('partner', getPartner, Partner, { id: 'partnerId' })
queryBy('partnerBy', getPartner, Partner, {
  ref: 'PartnerRef',
  id: 'partnerId',
  keys: {
    id: { type: 'ID', description: 'Identifier, `part_…`.' },
    vatNumber: { type: 'VatNumber', description: 'VAT number.', prefix: 'vat:' },
    peppolId: { type: 'PeppolId', description: 'Participant id.', prefix: 'peppol:' },
    externalId: { type: 'String', description: "Identifier in the caller's own system.", prefix: 'ext:' },
  },
})
pages('partners', listPartners, Partner, {
  row: 'Partner',
  rows: 'partners',
  select: { name: true, lastActivityAt: true },
})
query('partnerByAccountNumber', findPartnerByAccount, Partner)
pages('partnerInvoices', listPartnerInvoices, Document, { row: 'PartnerInvoice', rows: 'invoices of a partner' })

mutationOf(createPartner, 'partner', Partner, 'The new partner.')
mutationOf(updatePartner, 'partner', Partner, 'The partner after the change.')
mutation(mergePartners, (t) => ({
  partner: t.field({ type: Partner, description: 'The kept partner.', resolve: (partner) => partner }),
  deletedId: deletedId<{ deletedId: string }>(t, (merged) => merged.deletedId),
}))
mutation(deletePartner, (t) => ({ deletedId: deletedId<{ partnerId: string }>(t, ({ partnerId }) => partnerId) }))
