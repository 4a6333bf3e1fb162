import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { PAGE_ARGUMENTS, args, mutation, mutationOf, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { tableOf } from '../graphql/object.ts'
import { pages, query, selectionOf } from '../graphql/query.ts'
import { createPartner } from './create-partner.ts'
import { deletePartner } from './delete-partner.ts'
import { findPartnerByAccount } from './find-partner-by-account.ts'
import { getPartner } from './get-partner.ts'
import { listPartnerInvoices } from './list-partner-invoices.ts'
import { listPartners } from './list-partners.ts'
import { mergePartners } from './merge-partners.ts'
import { updatePartner } from './update-partner.ts'
import { partnerView } from './view.ts'

export const Partner = tableOf('Partner', partnerView, {
  interfaces: [Node],
  authScopes: { access: 'partners.read' },
  select: { organizationId: true, id: true },
})

builder.prismaObjectField(Document, 'partner', (t) =>
  t.relation('partner', { type: Partner, nullable: true, description: 'The partner that it went to or came from.' }),
)

query('partner', getPartner, Partner, { id: 'partnerId' })
pages('partners', listPartners, Partner, {
  row: 'Partner',
  rows: 'partners',
  select: { name: true, lastActivityAt: true },
})
query('partnerByAccountNumber', findPartnerByAccount, Partner)

builder.queryField('partnerInvoices', (t) =>
  t.connection(
    {
      type: Document,
      description: listPartnerInvoices.summary,
      args: args(listPartnerInvoices, t, PAGE_ARGUMENTS),
      extensions: runs(listPartnerInvoices),
      resolve: async (_root, given, context, info) =>
        connectionOf(await read(listPartnerInvoices, given, context, selectionOf('Document', context, info))) as never,
    },
    ...connectionTypes('PartnerInvoice', 'invoices of a partner'),
  ),
)

mutationOf(createPartner, 'partner', Partner, 'The new partner.')
mutationOf(updatePartner, 'partner', Partner, 'The partner as it is now.')
mutationOf(mergePartners, 'partner', Partner, 'The partner that was kept.')
mutation(deletePartner, (t) => ({
  partnerId: t.exposeID('partnerId', { description: 'The partner that is gone.' }),
}))
