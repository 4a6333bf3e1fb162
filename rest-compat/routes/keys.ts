/** Section 4.9: the keys of an organization. */
import { createApiKey } from '../../src/keys/create-api-key.ts'
import { listApiKeys } from '../../src/keys/list-api-keys.ts'
import { revokeApiKey } from '../../src/keys/revoke-api-key.ts'
import { rotateApiKey } from '../../src/keys/rotate-api-key.ts'
import { updateApiKey } from '../../src/keys/update-api-key.ts'
import { keyView, newKeyView } from '../../src/keys/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'

const section = 'API keys'

export const keys: readonly Route[] = [
  route(createApiKey, {
    method: 'POST',
    path: '/v1/api-keys',
    field: 'Mutation.createApiKey',
    status: 201,
    input: body,
    ...one(newKeyView),
    section,
  }),
  route(listApiKeys, {
    method: 'GET',
    path: '/v1/api-keys',
    field: 'Query.apiKeys',
    status: 200,
    input: query(),
    ...pageOf(keyView),
    section,
  }),
  route(rotateApiKey, {
    method: 'POST',
    path: '/v1/api-keys/:keyId/rotate',
    field: 'Mutation.rotateApiKey',
    status: 201,
    input: bodyAndPath,
    ...one(newKeyView),
    section,
  }),
  route(updateApiKey, {
    method: 'PATCH',
    path: '/v1/api-keys/:keyId',
    field: 'Mutation.updateApiKey',
    status: 200,
    input: bodyAndPath,
    ...one(keyView),
    section,
  }),
  route(revokeApiKey, {
    method: 'DELETE',
    path: '/v1/api-keys/:keyId',
    field: 'Mutation.revokeApiKey',
    status: 204,
    input: path,
    section,
  }),
]
