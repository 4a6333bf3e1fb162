import { queryFromInfo } from '@pothos/plugin-prisma'
import { complianceOf } from './reporting-standing.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, describe, mutation, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { CompanyStatus, SmpStatus } from '../generated/prisma/enums.ts'
import { documentTypes } from '../values/document-types.ts'
import { deregisterCompany } from './deregister-company.ts'
import { getCompany } from './get-company.ts'
import { listCompanies } from './list-companies.ts'
import { registerCompany } from './register-company.ts'
import { registerOnNetwork } from './register-on-network.ts'
import { searchCompanies } from './search-companies.ts'
import { updateCompany } from './update-company.ts'

const DocumentType = enumOf('DocumentType', documentTypes)
export const CompanyStatusEnum = enumOf('CompanyStatus', Object.values(CompanyStatus), {
  active: 'It exchanges documents.',
  inactive: 'It was removed; its history stays.',
  suspended: 'It exchanges nothing for now.',
})

export const Address = builder.prismaObject('Address', {
  description: 'A postal address.',
  authScopes: { access: 'companies.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the address.' }),
    street: t.exposeString('street', { nullable: true, description: 'Street and number.' }),
    streetLine2: t.exposeString('streetLine2', { nullable: true, description: 'Second line.' }),
    city: t.exposeString('city', { nullable: true, description: 'Town.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'Post code.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country.' }),
  }),
})

export const Identifier = builder.objectRef<{ scheme: string; value: string }>('Identifier').implement({
  description: 'Another identifier of a company, such as GLN, DUNS or SIRET.',
  fields: (t) => ({
    scheme: t.exposeString('scheme', { description: 'Kind of identifier.' }),
    value: t.exposeString('value', { description: 'The identifier itself.' }),
  }),
})

const Capabilities = builder.objectRef<{ send: string[]; receive: string[] }>('Capabilities').implement({
  description: 'The kinds of documents that a company sends and receives.',
  fields: (t) => ({
    send: t.field({ type: [DocumentType], description: 'What it sends.', resolve: ({ send }) => send }),
    receive: t.field({ type: [DocumentType], description: 'What it receives.', resolve: ({ receive }) => receive }),
  }),
})

const CompanyStats = builder.objectRef<{ documentsSent: number; documentsReceived: number }>('CompanyStats').implement({
  description: 'How much a company has exchanged.',
  fields: (t) => ({
    sent: t.exposeInt('documentsSent', { description: 'Documents sent.' }),
    received: t.exposeInt('documentsReceived', { description: 'Documents received.' }),
  }),
})

const Publication = builder
  .objectRef<{ smpStatus: SmpStatus; smpStep: string | null; smpError: string | null; smpNextTryAt: Date | null }>(
    'Publication',
  )
  .implement({
    description: 'How far the publication of a company on the network is.',
    fields: (t) => ({
      status: t.field({
        type: enumOf('SmpStatus', Object.values(SmpStatus), {
          none: 'It is not published.',
          pending: 'It is being published.',
          registered: 'It is published.',
          failed: 'It could not be published; register it again.',
        }),
        description: 'Where it stands.',
        resolve: ({ smpStatus }) => smpStatus,
      }),
      step: t.exposeString('smpStep', { nullable: true, description: 'The last step, or the one that failed.' }),
      lastError: t.exposeString('smpError', { nullable: true, description: 'Why the last try failed.' }),
      nextTryAt: t.expose('smpNextTryAt', { type: 'DateTime', nullable: true, description: 'When it is tried again.' }),
    }),
  })

export const Company = builder.prismaObject('Company', {
  description: 'A legal entity of the organization that sends and receives documents.',
  interfaces: [Node],
  // Who has just made a sandbox has no credentials yet, and sees the company that came with it.
  authScopes: { $any: { access: 'companies.read', $granted: 'ownSandbox' } },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The organization it belongs to.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    legalName: t.exposeString('legalName', { nullable: true, description: 'Registered name.' }),
    slug: t.exposeString('slug', { description: 'The name in a form for addresses.' }),
    vatNumber: t.expose('vatNumber', { type: 'VatNumber', description: 'VAT number.' }),
    taxNumber: t.exposeString('taxNumber', { nullable: true, description: 'National tax number.' }),
    registrationNumber: t.exposeString('registrationNumber', {
      nullable: true,
      description: 'Number in the national register.',
    }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country, from the VAT number.' }),
    peppolId: t.expose('peppolId', {
      type: 'PeppolId',
      description: 'Participant id on the network, from the VAT number.',
    }),
    additionalIdentifiers: t.field({
      type: [Identifier],
      description: 'Other identifiers.',
      select: { additionalIdentifiers: true },
      resolve: (company) => company.additionalIdentifiers as { scheme: string; value: string }[],
    }),
    legalAddressId: t.exposeID('legalAddressId', { nullable: true, description: 'Identifier of the address.' }),
    address: t.relation('legalAddress', { nullable: true, description: 'Registered address.' }),
    isPublic: t.exposeBoolean('isPublic', { description: 'Whether it is listed in the public directory.' }),
    dataProviderType: t.exposeString('dataProviderType', {
      nullable: true,
      description: 'The registry that its data came from.',
    }),
    dataProviderSyncDate: t.expose('dataProviderSyncDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the registry was asked.',
    }),
    capabilities: t.field({
      type: Capabilities,
      description: 'What it sends and receives.',
      select: { capabilities: true },
      resolve: (company) => company.capabilities as { send: string[]; receive: string[] },
    }),
    status: t.field({
      type: CompanyStatusEnum,
      description: 'State.',
      select: { status: true },
      resolve: (company) => company.status,
    }),
    smpRegistered: t.exposeBoolean('smpRegistered', { description: 'Whether it is published on the network.' }),
    smpRegisteredAt: t.expose('smpRegisteredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is published.',
    }),
    publication: t.field({
      type: Publication,
      description: 'How far its publication is.',
      select: { smpStatus: true, smpStep: true, smpError: true, smpNextTryAt: true },
      resolve: (company) => company,
    }),
    compliance: t.field({
      type: 'JSON',
      description: 'Status of the reporting platforms, by country.',
      select: { compliance: true, country: true, vatNumber: true, status: true },
      resolve: (company) => complianceOf(company),
    }),
    settings: t.field({
      type: 'JSON',
      description: 'Preferences.',
      select: { settings: true },
      resolve: (company) => company.settings,
    }),
    stats: t.field({
      type: CompanyStats,
      description: 'How much it has exchanged.',
      select: { documentsSent: true, documentsReceived: true },
      resolve: (company) => company,
    }),
    metadata: t.field({
      type: 'JSON',
      description: 'Free text by name.',
      select: { metadata: true },
      resolve: (company) => company.metadata,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

builder.queryField('company', (t) =>
  t.prismaField({
    type: Company,
    description: describe(getCompany, 'GET /v1/companies/{company_id}'),
    args: {
      id: t.arg.id({ required: true, description: '`comp_…`, `vat:<VAT number>` or `peppol:<participant id>`.' }),
    },
    extensions: runs(getCompany),
    resolve: (query, _root, { id }, context) => read(getCompany, { companyId: id }, context, query),
  }),
)

builder.queryField('companies', (t) =>
  t.connection(
    {
      type: Company,
      description: describe(listCompanies, 'GET /v1/companies'),
      args: args(listCompanies, t, [...PAGE_ARGUMENTS, 'includeAddress']),
      extensions: runs(listCompanies),
      resolve: async (_root, given, context, info) => {
        const select = queryFromInfo({
          context,
          info,
          typeName: 'Company',
          paths: [['edges', 'node'], ['nodes']] as never,
          select: { id: true } as never,
        })
        return connectionOf(await read(listCompanies, given, context, select)) as never
      },
    },
    ...connectionTypes('Company', 'companies'),
  ),
)

builder.queryField('searchCompanies', (t) =>
  t.field({
    type: [Company],
    description: describe(searchCompanies, 'GET /v1/companies/search'),
    args: args(searchCompanies, t),
    extensions: runs(searchCompanies),
    resolve: (_root, given, context) => read(searchCompanies, given, context),
  }),
)

mutation(registerCompany, 'POST /v1/companies', (t) => ({
  company: t.field({ type: Company, description: 'The new company.', resolve: (company) => company }),
}))
mutation(updateCompany, 'PATCH /v1/companies/{company_id}', (t) => ({
  company: t.field({ type: Company, description: 'The company as it is now.', resolve: (company) => company }),
}))
mutation(deregisterCompany, 'DELETE /v1/companies/{company_id}', (t) => ({
  company: t.field({ type: Company, description: 'The company, now inactive.', resolve: (company) => company }),
}))
mutation(registerOnNetwork, 'POST /v1/companies/{company_id}/register', (t) => ({
  company: t.field({
    type: Company,
    description: 'The company, published or about to be.',
    resolve: (company) => company,
  }),
}))
