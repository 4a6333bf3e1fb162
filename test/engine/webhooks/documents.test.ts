import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { type Sink, startSink } from '../../support/sink.ts'

let app: TestApp
let tenant: Tenant
let sink: Sink
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  sink = await startSink()
})
afterEach(() => void (sink.posted = []))
afterAll(async () => {
  await app.close()
  await sink.stop()
})

const CREATED = 'subscription { companyCreated { id type company { id name vatNumber } } }'
const create = (document: string, more: object = {}, by: Caller = tenant) =>
  by.post('/v1/webhooks', { url: sink.url, events: ['company.created'], document, ...more })
const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
  await app.platform.runner?.settle()
}
const company = async (by: Caller = tenant): Promise<Body> =>
  (await by.post('/v1/companies', { vatNumber: freshVat(), name: 'Made' })).body
const posted = (): Body[] => sink.posted.map(({ body }) => JSON.parse(body))

describe('a webhook with a document', () => {
  beforeAll(async () => void (tenant = await app.tenant('white_label')))

  test('is posted the answer of its document about the event, signed like every event', async () => {
    const made = await create(CREATED)
    expect({ status: made.status, document: made.body.document }).toEqual({ status: 201, document: CREATED })
    const { id, vatNumber } = await company()
    await settle()
    const [event] = (await tenant.get('/v1/events?type=company.created')).body.data.slice(-1)
    expect(posted()).toEqual([
      { data: { companyCreated: { id: event.id, type: 'COMPANY_CREATED', company: { id, name: 'Made', vatNumber } } } },
    ])
    expect(sink.posted[0]?.headers).toMatchObject({
      'x-service-event': 'company.created',
      'x-service-event-id': event.id,
      'x-service-signature': expect.stringMatching(/^t=\d+,v1=/),
    })
    await tenant.patch(`/v1/webhooks/${made.body.id}`, { document: null })
    await company()
    await settle()
    expect(posted()[1]).toMatchObject({ type: 'company.created', data: { companyId: expect.any(String) } })
    await tenant.delete(`/v1/webhooks/${made.body.id}`)
  })

  test('may begin with the field of all events, and says what each kind has by fragments', async () => {
    const { body } = await create(
      'subscription { events { seq ... on CompanyCreatedEvent { data { peppolId } } ' +
        '... on CompanyUpdatedEvent { data { changes } } } }',
      { events: ['company.created', 'company.updated'] },
    )
    const made = await company()
    await settle()
    await tenant.patch(`/v1/companies/${made.id}`, { name: 'Other' })
    await settle()
    expect(posted()).toEqual([
      { data: { events: { seq: expect.any(String), data: { peppolId: made.peppolId } } } },
      { data: { events: { seq: expect.any(String), data: { changes: ['name'] } } } },
    ])
    await tenant.delete(`/v1/webhooks/${body.id}`)
  })

  test('is answered with the rights of the webhook: its company, and the scopes of who has set the document', async () => {
    const [own, other] = [await company(), await company()]
    const text = 'subscription { companyUpdated { company { id } partner { id } } }'
    const { body } = await create(text, { events: ['company.updated'], companyId: own.id })
    await app.platform.db.client.$executeRaw`
      UPDATE webhooks SET "documentScopes" = ARRAY['receive'] WHERE id = ${body.id}`
    await tenant.patch(`/v1/companies/${other.id}`, { name: 'B' })
    await tenant.patch(`/v1/companies/${own.id}`, { name: 'A' })
    await settle()
    // What it may no longer read is told as an error, and the event is not lost.
    expect(posted()).toEqual([
      {
        errors: [{ message: expect.any(String), extensions: expect.objectContaining({ code: 'INSUFFICIENT_SCOPE' }) }],
      },
    ])
    expect((await tenant.get(`/v1/webhooks/${body.id}/deliveries`)).body.data[0].status).toBe('delivered')
    await tenant.delete(`/v1/webhooks/${body.id}`)
  })

  test('is told again with its answer to whoever may ask the document, and to nobody else', async () => {
    const { body } = await create(CREATED)
    await company()
    await settle()
    const [{ id }] = (await tenant.get(`/v1/webhooks/${body.id}/deliveries`)).body.data
    const path = `/v1/webhook-deliveries/${id}/request`
    expect((await tenant.get(path)).body.body).toBe(sink.posted[0]?.body)
    const { key } = await tenant.keyWith(['receive'])
    const narrow = app.anyone.with({ authorization: `Bearer ${key}` })
    expectRefusal(await narrow.get(path), 'INSUFFICIENT_SCOPE')
    await tenant.delete(`/v1/webhooks/${body.id}`)
  })

  test('an error in the answer is posted beside the data', async () => {
    const sender = await app.tenant('white_label')
    const { body: sent } = await sender.post('/v1/documents/send', {
      type: 'invoice',
      from: sender.peppolId,
      to: '0208:0417497106',
      document: {
        number: 'W-1',
        issueDate: '2026-11-20',
        buyerReference: 'PO',
        dueDate: '2026-12-20',
        lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
      },
    })
    await settle()
    const text = 'subscription { documentUpdated { id data { documentId } document { number lines { description } } } }'
    await create(text, { events: ['document.updated'] }, sender)
    const { organizationId } = sender
    await app.platform.db.client.storedFile.deleteMany({ where: { organizationId } })
    await sender.post(`/v1/documents/${sent.id}/actions`, { action: 'archive' })
    await settle()
    expect(posted()).toEqual([
      {
        data: { documentUpdated: { id: expect.any(String), data: { documentId: sent.id }, document: null } },
        errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'INTERNAL_ERROR' }) })],
      },
    ])
  })

  test.each([
    ['subscription { companyCreated { id }', 'a document that cannot be read'],
    ['subscription { companyCreated { nothing } }', 'an unknown field'],
    ['{ companies { nodes { id } } }', 'a query'],
    ['subscription { companyCreated(after: "1") { id } }', 'an argument'],
    ['subscription { documentReceived { id } }', 'another kind of event'],
    ['subscription A { companyCreated { id } } subscription B { companyCreated { id } }', 'two operations'],
    ['subscription($n: Boolean!) { companyCreated { id @include(if: $n) } }', 'a variable'],
    [
      `subscription { companyCreated { ${Array.from({ length: 31 }, (_one, n) => `a${n}: id`).join(' ')} } }`,
      'too many aliases',
    ],
  ])('%s is refused when it is saved: %s', async (document) => {
    const { body: kept } = await create(CREATED)
    const before = await tenant.get('/v1/webhooks')
    for (const refused of [await create(document), await tenant.patch(`/v1/webhooks/${kept.id}`, { document })]) {
      expectRefusal(refused, 'INVALID_REQUEST')
      expect(refused.body.error.details[0].field).toBe('document')
    }
    expectRefusal(await tenant.patch(`/v1/webhooks/${kept.id}`, { events: ['*'] }), 'INVALID_REQUEST')
    expect((await tenant.get('/v1/webhooks')).body).toEqual(before.body)
    await tenant.delete(`/v1/webhooks/${kept.id}`)
  })

  test('needs the scopes of what it reads: to be saved, pointed elsewhere, or tested', async () => {
    const key = await tenant.keyWith(['receive'])
    const { body: kept } = await create(CREATED)
    const before = await tenant.get('/v1/webhooks')
    expectRefusal(await create(CREATED, {}, key), 'INSUFFICIENT_SCOPE')
    expectRefusal(await key.patch(`/v1/webhooks/${kept.id}`, { url: `${sink.url}/mine` }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await key.post(`/v1/webhooks/${kept.id}/test`), 'INSUFFICIENT_SCOPE')
    expect((await tenant.get('/v1/webhooks')).body).toEqual(before.body)
    expect(sink.posted).toEqual([])
    expect((await key.patch(`/v1/webhooks/${kept.id}`, { status: 'paused' })).status).toBe(200)
    await tenant.delete(`/v1/webhooks/${kept.id}`)
  })

  test('a test posts and returns the answer about the newest event, or about an example where there is none', async () => {
    const fresh = await app.tenant('white_label')
    const text = 'subscription { documentReceived { id data { number sender { name } } document { id } } }'
    const { body: kept } = await create(text, { events: ['document.received'] }, fresh)
    const tested = await fresh.post(`/v1/webhooks/${kept.id}/test`)
    const example = {
      id: expect.any(String),
      data: { number: 'F-2026-0001', sender: { name: 'Atelier Logistics' } },
      document: null,
    }
    expect(JSON.parse(tested.body.body)).toEqual({ data: { documentReceived: example } })
    expect(tested.body).toMatchObject({ status: 'delivered', eventType: 'webhook.test' })
    expect(sink.posted.map(({ body }) => body)).toEqual([tested.body.body])
    await fresh.patch(`/v1/webhooks/${kept.id}`, { document: CREATED, events: ['company.created'] })
    const made = await company(fresh)
    await settle()
    const { data } = await fresh.graphql(
      'mutation($id: ID!) { testWebhook(input: {webhookId: $id}) { body delivery { status } } }',
      { id: kept.id },
    )
    expect(JSON.parse(data.testWebhook.body)).toMatchObject({ data: { companyCreated: { company: { id: made.id } } } })
  })
})
