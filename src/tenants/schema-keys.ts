import { mutation, mutationOf } from '../graphql/field.ts'
import { pages } from '../graphql/query.ts'
import { ApiKey, newKeyFields } from '../keys/schema.ts'
import { createPlatformApiKey } from './create-platform-key.ts'
import { listPlatformApiKeys } from './list-platform-keys.ts'
import { revokePlatformApiKey } from './revoke-platform-key.ts'
import { rotatePlatformApiKey } from './rotate-platform-key.ts'

pages('platformApiKeys', listPlatformApiKeys, ApiKey, { row: 'PlatformApiKey', rows: 'API keys' })
mutation(createPlatformApiKey, newKeyFields)
mutation(rotatePlatformApiKey, newKeyFields)
mutationOf(revokePlatformApiKey, 'apiKey', ApiKey, 'The revoked key.')
