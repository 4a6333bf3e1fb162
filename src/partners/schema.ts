import { queryFromInfo } from '@pothos/plugin-prisma'
import { Document } from '../documents/schema.ts'
import { PartnerRole, PartnerStatus } from '../generated/prisma/enums.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, mutation, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { createPartner } from './create-partner.ts'
import { deletePartner } from './delete-partner.ts'
import { findPartnerByAccount } from './find-partner-by-account.ts'
import { getPartner } from './get-partner.ts'
import { listPartnerInvoices } from './list-partner-invoices.ts'
import { listPartners } from './list-partners.ts'
import { mergePartners } from './merge-partners.ts'
import { updatePartner } from './update-partner.ts'

interface Defaults {
  currency?: string
  paymentTermsDays?: number
  note?: string
  orderReference?: string
}

const PartnerDefaults = builder.objectRef<Defaults>('PartnerDefaults').implement({
  description: 'What a document sent to the partner takes where it says nothing itself.',
  fields: (t) => ({
    currency: t.field({
      type: 'CurrencyCode',
      nullable: true,
      description: 'Currency.',
      resolve: ({ currency }) => currency ?? null,
    }),
    paymentTermsDays: t.int({
      nullable: true,
      description: 'Days from issue to payment.',
      resolve: ({ paymentTermsDays }) => paymentTermsDays ?? null,
    }),
    note: t.string({ nullable: true, description: 'Note.', resolve: ({ note }) => note ?? null }),
    orderReference: t.string({
      nullable: true,
      description: 'Order reference.',
      resolve: ({ orderReference }) => orderReference ?? null,
    }),
  }),
})

const PartnerStats = builder
  .objectRef<{ documentsSent: number; documentsReceived: number; lastActivityAt: Date | null }>('PartnerStats')
  .implement({
    description: 'How much was exchanged with a partner.',
    fields: (t) => ({
      documentsSent: t.exposeInt('documentsSent', { description: 'Documents that its access point took over.' }),
      documentsReceived: t.exposeInt('documentsReceived', { description: 'Documents that came from it.' }),
      lastActivityAt: t.expose('lastActivityAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the latest was exchanged.',
      }),
    }),
  })

const documentsSelection = (context: object, info: object) =>
  queryFromInfo({
    context,
    info,
    typeName: 'Document',
    paths: [['edges', 'node'], ['nodes']],
    select: { id: true },
  } as never)

export const Partner = builder.prismaObject('Partner', {
  description: 'Somebody that the organization trades with.',
  interfaces: [Node],
  authScopes: { access: 'partners.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    peppolId: t.expose('peppolId', { type: 'PeppolId', nullable: true, description: 'Participant id.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    vatNumber: t.expose('vatNumber', { type: 'VatNumber', nullable: true, description: 'VAT number.' }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: 'Country.' }),
    role: t.field({
      type: enumOf('PartnerRole', Object.values(PartnerRole)),
      description: 'Whether it sells, buys, or both.',
      select: { role: true },
      resolve: ({ role }) => role,
    }),
    contactName: t.exposeString('contactName', { nullable: true, description: 'Whom to speak to.' }),
    contactEmail: t.exposeString('contactEmail', { nullable: true, description: 'Where to write to.' }),
    peppolStatus: t.field({
      type: enumOf('PartnerStatus', Object.values(PartnerStatus), {
        unknown: 'It has not been possible to ask.',
        active: 'It is registered on the network.',
        not_registered: 'It is not registered on the network.',
      }),
      description: 'Its standing on the network.',
      select: { peppolStatus: true },
      resolve: ({ peppolStatus }) => peppolStatus,
    }),
    defaults: t.field({
      type: PartnerDefaults,
      description: 'What documents sent to it take.',
      select: { defaults: true },
      resolve: ({ defaults }) => defaults as Defaults,
    }),
    tags: t.exposeStringList('tags', { description: 'Words of the organization.' }),
    enrichment: t.field({
      type: 'JSON',
      description: 'What the registry knows of it, and what callers added.',
      select: { enrichment: true },
      resolve: ({ enrichment }) => enrichment,
    }),
    stats: t.field({
      type: PartnerStats,
      description: 'How much was exchanged with it.',
      select: { documentsSent: true, documentsReceived: true, lastActivityAt: true },
      resolve: (partner) => partner,
    }),
    metadata: t.field({
      type: 'JSON',
      description: 'Free text by name.',
      select: { metadata: true },
      resolve: ({ metadata }) => metadata,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was kept.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

builder.prismaObjectField(Document, 'partner', (t) =>
  t.relation('partner', { type: Partner, nullable: true, description: 'The partner that it went to or came from.' }),
)

builder.queryField('partner', (t) =>
  t.prismaField({
    type: Partner,
    description: getPartner.summary,
    args: {
      id: t.arg.id({ required: true, description: '`part_…`, `vat:<VAT number>` or `peppol:<participant id>`.' }),
    },
    extensions: runs(getPartner),
    resolve: (query, _root, { id }, context) => read(getPartner, { partnerId: id }, context, query),
  }),
)

builder.queryField('partners', (t) =>
  t.connection(
    {
      type: Partner,
      description: listPartners.summary,
      args: args(listPartners, t, PAGE_ARGUMENTS),
      extensions: runs(listPartners),
      resolve: async (_root, given, context, info) => {
        const select = queryFromInfo({
          context,
          info,
          typeName: 'Partner',
          paths: [['edges', 'node'], ['nodes']] as never,
          select: { id: true, name: true, lastActivityAt: true } as never,
        })
        return connectionOf(await read(listPartners, given, context, select)) as never
      },
    },
    ...connectionTypes('Partner', 'partners'),
  ),
)

builder.queryField('partnerByAccountNumber', (t) =>
  t.field({
    type: Partner,
    description: findPartnerByAccount.summary,
    args: args(findPartnerByAccount, t),
    extensions: runs(findPartnerByAccount),
    resolve: (_root, given, context) => read(findPartnerByAccount, given, context),
  }),
)

builder.queryField('partnerInvoices', (t) =>
  t.connection(
    {
      type: Document,
      description: listPartnerInvoices.summary,
      args: args(listPartnerInvoices, t, PAGE_ARGUMENTS),
      extensions: runs(listPartnerInvoices),
      resolve: async (_root, given, context, info) =>
        connectionOf(await read(listPartnerInvoices, given, context, documentsSelection(context, info))) as never,
    },
    ...connectionTypes('PartnerInvoice', 'invoices of a partner'),
  ),
)

mutation(createPartner, (t) => ({
  partner: t.field({ type: Partner, description: 'The new partner.', resolve: (partner) => partner }),
}))
mutation(updatePartner, (t) => ({
  partner: t.field({ type: Partner, description: 'The partner as it is now.', resolve: (partner) => partner }),
}))
mutation(mergePartners, (t) => ({
  partner: t.field({ type: Partner, description: 'The partner that was kept.', resolve: (partner) => partner }),
}))
mutation(deletePartner, (t) => ({
  partnerId: t.exposeID('partnerId', { description: 'The partner that is gone.' }),
}))
