import { mutation, mutationOf } from '../graphql/field.ts'
import { tableOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { keyView } from './view.ts'

const ApiKey = tableOf('ApiKey', keyView, {
  authScopes: { access: 'platform' },
  select: { organizationId: true, id: true },
})

pages('apiKeys', listApiKeys, ApiKey, { row: 'ApiKey', rows: 'API keys' })

mutation(createApiKey, (t) => ({
  key: t.exposeString('key', { description: 'The full value of the key. Store it: it is shown only in this answer.' }),
  apiKey: t.field({ type: ApiKey, description: 'The new key, without its value.', resolve: (made) => made }),
}))
mutationOf(revokeApiKey, 'apiKey', ApiKey, 'The revoked key.')
