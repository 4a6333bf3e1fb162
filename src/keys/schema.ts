import { mutation, mutationOf } from '../graphql/field.ts'
import { tableOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { updateApiKey } from './update-api-key.ts'
import type { NewApiKey } from './make-key.ts'
import { keyView, lastUseView } from './view.ts'

tableOf('ApiKeyUse', lastUseView, { authScopes: { access: 'platform' } })

export const ApiKey = tableOf('ApiKey', keyView, {
  authScopes: { access: 'platform' },
  select: { organizationId: true, id: true },
})

pages('apiKeys', listApiKeys, ApiKey, { row: 'ApiKey', rows: 'API keys' })

interface Fields {
  exposeString(name: 'key', options: object): unknown
  field(options: object): unknown
}

/** The payload of a mutation that makes a key. */
export const newKeyFields = ((t: Fields) => ({
  key: t.exposeString('key', { description: 'The full value of the key. Store it: it is shown only in this answer.' }),
  apiKey: t.field({
    type: ApiKey,
    description: 'The new key, without its value.',
    resolve: (made: NewApiKey) => made,
  }),
})) as never

mutation(createApiKey, newKeyFields)
mutation(rotateApiKey, newKeyFields)
mutationOf(updateApiKey, 'apiKey', ApiKey, 'The key after the change.')
mutationOf(revokeApiKey, 'apiKey', ApiKey, 'The revoked key.')
