import { scopeNames, scopes } from '../auth/scopes.ts'
import { Company } from '../companies/schema.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, describe, mutation, read, runs } from '../graphql/field.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const ScopeEnum = enumOf('Scope', scopeNames, scopes)
export const KeyTypeEnum = enumOf('KeyType', Object.values(KeyType), {
  personal: 'For one organization, and what it does itself.',
  platform: 'For software that manages several companies.',
  white_label: 'For software that manages companies under its own name.',
})

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'An API key; its full value is never shown again after it was made.',
  authScopes: { access: 'platform' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, `key_…`.' }),
    name: t.exposeString('name', { description: 'What the key is for.' }),
    keyPrefix: t.exposeString('keyPrefix', { description: 'How the key begins.' }),
    type: t.field({
      type: KeyTypeEnum,
      description: 'Kind of key.',
      select: { type: true },
      resolve: ({ type }) => type,
    }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may do.',
      select: { scopes: true },
      resolve: (key) => key.scopes,
    }),
    company: t.relation('company', {
      type: Company,
      nullable: true,
      description: 'The one company that the key is bound to.',
    }),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Requests per minute, where lower than the plan.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
})

builder.queryField('apiKeys', (t) =>
  t.connection(
    {
      type: ApiKey,
      description: describe(listApiKeys, 'GET /v1/api-keys'),
      args: args(listApiKeys, t, PAGE_ARGUMENTS),
      extensions: runs(listApiKeys),
      resolve: async (_root, given, context) => connectionOf(await read(listApiKeys, given, context)) as never,
    },
    ...connectionTypes('ApiKey', 'API keys'),
  ),
)

mutation(createApiKey, 'POST /v1/api-keys', (t) => ({
  key: t.exposeString('key', { description: 'The full value. Keep it: it is shown this once.' }),
  apiKey: t.field({ type: ApiKey, description: "The key's record.", resolve: (made) => made }),
}))
mutation(revokeApiKey, 'DELETE /v1/api-keys/{key_id}', (t) => ({
  apiKey: t.field({ type: ApiKey, description: 'The revoked key.', resolve: (key) => key }),
}))
