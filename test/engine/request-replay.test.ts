import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidy } from '../../src/app/housekeeping.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let tenant: Tenant
let stranger: Tenant
beforeAll(async () => {
  app = await startApp({ REQUEST_LOG_DAYS: '3' })
  ;[tenant, stranger] = [await app.tenant('white_label'), await app.tenant('white_label')]
})
afterAll(() => app.close())

const replay = (of: Answer, by = tenant): Promise<Answer> => by.get(`/v1/requests/${of.headers['x-request-id']}/replay`)

test('the input of a recorded request is read once more, with what is wrong with it, and nothing happens', async () => {
  const wrong = await tenant.post('/v1/partners', { vatNumber: 'no number', name: 'Workchairs' })
  expect(wrong.status).toBe(400)
  const before = await tenant.footprint()
  const { status, body } = await replay(wrong)
  expect({ status, body }).toMatchObject({ status: 200, body: { operation: 'createPartner', isComplete: true } })
  expect(JSON.parse(body.input)).toEqual({ vatNumber: 'no number', name: 'Workchairs' })
  expect(body.faults).toMatchObject([{ field: 'vatNumber', rule: 'INVALID_VAT_FORMAT' }])
  const good = await tenant.post('/v1/tags-of-nothing', {})
  expectRefusal(await replay(good), 'CONFLICT')
  expect(await tenant.footprint()).toEqual(before)
})

test('the input of a mutation of GraphQL is read from its document and its variables', async () => {
  const query =
    'mutation($name: String!) { createApiKey(input: {name: $name, scopes: [DOCUMENTS_READ]}) { apiKey { id } } }'
  const made = await tenant.post('/graphql', { query, variables: { name: 'reader' } })
  const { body } = await replay(made)
  expect({ ...body, input: JSON.parse(body.input) }).toMatchObject({
    operation: 'createApiKey',
    input: { name: 'reader', scopes: ['documents.read'] },
    isComplete: true,
    faults: [],
  })
})

test('a secret is not replayed, and the answer says that it is missing', async () => {
  const made = await tenant.post('/v1/webhooks', { url: 'https://example.com/x', events: ['*'], secret: 'whisper' })
  const { body } = await replay(made)
  expect(JSON.stringify(body)).not.toContain('whisper')
  expect(body.isComplete).toBe(false)
})

test('the request of another organization, and that of another key without the scope, is not found', async () => {
  const made = await tenant.post('/v1/partners', { vatNumber: 'no number' })
  expectRefusal(await replay(made, stranger), 'RESOURCE_NOT_FOUND')
  const few = await tenant.keyWith(['partners.read'])
  const path = `/v1/requests/${made.headers['x-request-id']}/replay`
  expectRefusal(await few.get(path), 'RESOURCE_NOT_FOUND')
})

test('recorded requests are kept as long as the setting says', async () => {
  const made = await tenant.post('/v1/partners', { vatNumber: 'no number' })
  const path = `/v1/requests/${made.headers['x-request-id']}`
  app.clock.advance(2 * DAY_MS)
  await tidy(app.platform, 1)
  expect((await tenant.get(path)).status).toBe(200)
  app.clock.advance(1.1 * DAY_MS)
  await tidy(app.platform, 1)
  expectRefusal(await tenant.get(path), 'RESOURCE_NOT_FOUND')
})
