import { Plan } from '../generated/prisma/enums.ts'
import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { describe, read, runs } from '../graphql/field.ts'
import { KeyTypeEnum, ScopeEnum } from '../keys/schema.ts'
import { whoAmI } from './who-am-i.ts'

type Identity = Awaited<ReturnType<typeof whoAmI.run>>

const OrganizationSummary = builder.objectRef<Identity['organizations'][number]>('OrganizationSummary').implement({
  description: 'An organization that the caller can act for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: 'Country.' }),
    vatNumber: t.expose('vatNumber', { type: 'VatNumber', nullable: true, description: 'VAT number.' }),
  }),
})

const Quota = builder.objectRef<Identity['quota']>('Quota').implement({
  description: 'Documents of this month against the plan.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'How many the plan allows; null is without limit.' }),
    used: t.exposeInt('used', { description: 'How many were sent.' }),
  }),
})

const Viewer = builder.objectRef<Identity>('Viewer').implement({
  description: 'Who the credentials belong to.',
  fields: (t) => ({
    authMethod: t.exposeString('authMethod', { description: '`api_key` or `jwt`.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Subject of the token.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address in the token.' }),
    keyType: t.field({
      type: KeyTypeEnum,
      nullable: true,
      description: 'Kind of key.',
      resolve: ({ keyType }) => keyType,
    }),
    organizationId: t.exposeID('organizationId', { description: 'The organization acted for.' }),
    organizationIds: t.exposeIDList('organizationIds', { description: 'Every organization that can be chosen.' }),
    organizations: t.field({
      type: [OrganizationSummary],
      description: 'Every organization that can be chosen.',
      resolve: ({ organizations }) => organizations,
    }),
    companyId: t.exposeID('companyId', { nullable: true, description: 'The company acted for, where it is one.' }),
    scopes: t.field({ type: [ScopeEnum], description: 'What the caller may do.', resolve: ({ scopes }) => scopes }),
    isTestMode: t.exposeBoolean('isTestMode', { description: 'Whether nothing real is delivered.' }),
    plan: t.field({
      type: enumOf('Plan', Object.values(Plan)),
      description: 'Plan of the organization.',
      resolve: ({ plan }) => plan,
    }),
    quota: t.field({ type: Quota, description: 'Documents of this month.', resolve: ({ quota }) => quota }),
    rateLimitPerMinute: t.exposeInt('rateLimitPerMinute', { description: 'Requests allowed in 60 seconds.' }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: describe(whoAmI, 'GET /v1/me'),
    extensions: runs(whoAmI),
    resolve: (_root, _args, context) => read(whoAmI, {}, context),
  }),
)
