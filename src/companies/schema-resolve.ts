import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, describe, read, runs } from '../graphql/field.ts'
import type { RegistryEntity } from '../upstreams/registries/port.ts'
import { documentTypes } from '../values/document-types.ts'
import { type ResolvedCompany, resolveCompany } from './resolve-company.ts'
import { CompanyStatusEnum, Identifier } from './schema.ts'

const RegistryAddress = builder.objectRef<RegistryEntity['address']>('RegistryAddress').implement({
  description: 'An address as a national registry tells it.',
  fields: (t) => ({
    street: t.exposeString('street', { nullable: true, description: 'Street and number.' }),
    streetLine2: t.exposeString('streetLine2', { nullable: true, description: 'Second line.' }),
    city: t.exposeString('city', { nullable: true, description: 'Town.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'Post code.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country.' }),
  }),
})

const ResolvedWarning = builder.objectRef<ResolvedCompany['warnings'][number]>('ResolvedWarning').implement({
  description: 'Something that looks wrong, although the registry knows the number.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Which field.' }),
    message: t.exposeString('message', { description: 'What looks wrong.' }),
  }),
})

const Resolved = builder.objectRef<ResolvedCompany>('ResolvedCompany').implement({
  description: 'A company as its national registry and the directory know it, whoever it belongs to.',
  authScopes: { access: 'companies.read' },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: true,
      description: 'The company of the organization with that VAT number, where it has one.',
    }),
    status: t.field({
      type: CompanyStatusEnum,
      nullable: true,
      description: 'State of that company.',
      resolve: ({ status }) => status,
    }),
    name: t.exposeString('name', { description: 'Name.' }),
    legalName: t.exposeString('legalName', { description: 'Registered name.' }),
    vatNumber: t.expose('vatNumber', {
      type: 'VatNumber',
      nullable: true,
      description: 'VAT number, where it is known.',
    }),
    registrationNumber: t.exposeString('registrationNumber', {
      nullable: true,
      description: 'Number in the national register.',
    }),
    taxNumber: t.exposeString('taxNumber', { nullable: true, description: 'National tax number.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country.' }),
    peppolId: t.expose('peppolId', {
      type: 'PeppolId',
      nullable: true,
      description: 'Participant id that stands for it on the network.',
    }),
    additionalIdentifiers: t.field({
      type: [Identifier],
      description: 'Other identifiers, such as the SIRET of its seat.',
      resolve: (company) => company.additionalIdentifiers,
    }),
    address: t.field({ type: RegistryAddress, description: 'Registered address.', resolve: ({ address }) => address }),
    dataProviderType: t.exposeString('dataProviderType', { description: 'The registry that said so.' }),
    dataProviderSyncDate: t.field({
      type: 'DateTime',
      description: 'When it did: earlier, where the registry is down and its last answer serves.',
      resolve: (company) => company.dataProviderSyncDate,
    }),
    smpRegistered: t.exposeBoolean('smpRegistered', {
      nullable: true,
      description: 'Whether it is registered on the network; null where that cannot be told now.',
    }),
    receives: t.field({
      type: [enumOf('DocumentType', documentTypes)],
      nullable: true,
      description: 'The kinds of documents that it receives.',
      resolve: ({ receives }) => receives,
    }),
    accessPoint: t.exposeString('accessPoint', { nullable: true, description: 'Its access point.' }),
    warnings: t.field({
      type: [ResolvedWarning],
      description: 'What looks wrong, such as check digits.',
      resolve: ({ warnings }) => warnings,
    }),
  }),
})

builder.queryField('resolveCompany', (t) =>
  t.field({
    type: Resolved,
    description: describe(resolveCompany, 'GET /v1/companies/resolve'),
    args: args(resolveCompany, t),
    extensions: runs(resolveCompany),
    resolve: (_root, given, context) => read(resolveCompany, given, context),
  }),
)
