import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'

const URL_ = 'https://hooks.example.com/invoices'

let app: TestApp
let tenant: Tenant
beforeAll(async () => void (app = await startApp({}, { bothRoads: true })))
beforeEach(async () => void (tenant = await app.tenant()))
afterAll(() => app.close())

const create = async (more: object = {}) =>
  (await tenant.post('/v1/webhooks', { url: URL_, events: ['*'], ...more })).body
const stored = (id: string) =>
  app.platform.db.client.webhook.findUniqueOrThrow({
    where: { organizationId_id: { organizationId: tenant.organizationId, id } },
  })

describe('creating', () => {
  test('a new webhook is answered with a secret of 256 random bits, and no later answer has it', async () => {
    const { status, body } = await tenant.post('/v1/webhooks', {
      url: URL_,
      events: ['document.received', 'company.created', 'company.created'],
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
        url: URL_,
        events: ['document.received', 'company.created'],
        document: null,
        status: 'active',
        companyId: null,
        failureCount: 0,
        lastDeliveredAt: null,
        pauseReason: null,
        createdAt: expect.stringMatching(/Z$/),
        secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      },
    })
    const { secret, ...rest } = body
    expect((await tenant.get(`/v1/webhooks/${body.id}`)).body).toEqual(rest)
    expect((await tenant.get('/v1/webhooks')).body).toEqual({ data: [rest], hasMore: false, cursor: null })
    expect((await tenant.patch(`/v1/webhooks/${body.id}`, { events: ['*'] })).body).toEqual({ ...rest, events: ['*'] })
    expect((await create()).secret).not.toBe(secret)
  })

  test('a webhook is for the company that is meant, by whichever of its names', async () => {
    const { body: company } = await tenant.get(`/v1/companies/${tenant.companyId}`)
    const ids: string[] = []
    for (const companyId of [company.id, `vat:${company.vatNumber}`, `peppol:${company.peppolId}`]) {
      const made = await create({ companyId })
      expect(made).toMatchObject({ companyId: company.id })
      ids.unshift(made.id)
    }
    expect(
      (await tenant.get(`/v1/webhooks?companyId=vat:${company.vatNumber}`)).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    ).toEqual(ids)
  })

  test('a new webhook takes a secret of the caller', async () => {
    expect((await create({ secret: 'a secret of mine' })).secret).toBe('a secret of mine')
  })

  test('the database holds no secret of a webhook in clear, neither in its row nor in an answer', async () => {
    const { body } = await tenant.post('/v1/webhooks', { url: URL_, events: ['*'] }, { 'idempotency-key': 'once' })
    const again = await tenant.post('/v1/webhooks', { url: URL_, events: ['*'] }, { 'idempotency-key': 'once' })
    expect(again.body).toEqual(body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const { client } = app.platform.db
    const rows = JSON.stringify(
      await Promise.all([client.webhook.findMany(), client.idempotencyRecord.findMany(), client.requestLog.findMany()]),
      (_name, value: unknown) =>
        value instanceof Uint8Array ||
        (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer')
          ? Buffer.from(value as Uint8Array).toString('latin1')
          : value,
    )
    expect(rows).toContain(body.id)
    expect(rows).not.toContain(body.secret)
  })

  test.each<[string, object, string, string]>([
    ['no url', { events: ['*'] }, 'MISSING_FIELD', 'url'],
    ['no events', { url: URL_ }, 'MISSING_FIELD', 'events'],
    ['an empty list of events', { url: URL_, events: [] }, 'INVALID_REQUEST', 'events'],
    ['an event that there is not', { url: URL_, events: ['document.eaten'] }, 'INVALID_ENUM', 'events[0]'],
    ['http', { url: 'http://hooks.example.com/', events: ['*'] }, 'INVALID_REQUEST', 'url'],
    ['a secret that can be guessed', { url: URL_, events: ['*'], secret: 'x' }, 'INVALID_REQUEST', 'secret'],
    ['a field that there is not', { url: URL_, events: ['*'], event: '*' }, 'INVALID_REQUEST', 'event'],
  ])('a new webhook with %s is refused, and nothing is stored', async (_what, body, code, field) => {
    const answer = await tenant.post('/v1/webhooks', body)
    expectRefusal(answer, code as 'INVALID_REQUEST')
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field])
    expect((await tenant.get('/v1/webhooks')).body.data).toEqual([])
  })

  test('the fifty-first webhook for one company is refused, and another company has room', async () => {
    const { client } = app.platform.db
    const first = await stored((await create({ companyId: tenant.companyId })).id)
    await client.webhook.createMany({
      data: Array.from({ length: 49 }, (_, index) => ({ ...first, previousSecrets: [], id: `wh_${index}` })),
    })
    expectRefusal(
      await tenant.post('/v1/webhooks', { url: URL_, events: ['*'], companyId: tenant.companyId }),
      'CONFLICT',
    )
    expect(await client.webhook.count({ where: { organizationId: tenant.organizationId } })).toBe(50)
    expect((await create()).id).toMatch(/^wh_/)
  })
})

describe('a key that is bound to a company', () => {
  test('a key that is bound to a company makes and sees the webhooks of that company only', async () => {
    const { body: other } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    const bound = await tenant.keyWith(['receive'], { companyId: tenant.companyId })
    const [all, theirs] = [await create(), await create({ companyId: other.id })]
    const { body: own } = await bound.post('/v1/webhooks', { url: URL_, events: ['*'] })
    expect(own.companyId).toBe(tenant.companyId)
    expect((await bound.get('/v1/webhooks')).body.data.map(({ id }: { id: string }) => id)).toEqual([own.id])
    for (const { id } of [all, theirs]) expectRefusal(await bound.get(`/v1/webhooks/${id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(
      await bound.post('/v1/webhooks', { url: URL_, events: ['*'], companyId: other.id }),
      'COMPANY_FORBIDDEN',
    )
    expectRefusal(await bound.get(`/v1/webhooks?companyId=${other.id}`), 'COMPANY_FORBIDDEN')
  })
})

describe('changing', () => {
  test('webhooks are listed by company, newest first, a page at a time', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.push((await create({ companyId: tenant.companyId })).id)
    await create()
    const first = await tenant.get(`/v1/webhooks?companyId=${tenant.companyId}&limit=2`)
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]])
    const next = await tenant.get(`/v1/webhooks?companyId=${tenant.companyId}&limit=2&cursor=${first.body.cursor}`)
    expect(next.body).toMatchObject({ data: [{ id: ids[0] }], hasMore: false })
    expectRefusal(await tenant.get(`/v1/webhooks?limit=2&cursor=${first.body.cursor}`), 'INVALID_REQUEST')
  })

  test('a new secret of a webhook is shown once, and no change without one touches it', async () => {
    const { id, secret } = await create()
    const rotated = await tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true })
    expect(rotated.status).toBe(200)
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(secret)
    const row = await stored(id)
    expect(await tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: false })).toMatchObject({
      status: 200,
      body: expect.not.objectContaining({ secret: expect.anything() }),
    })
    expect(Buffer.from((await stored(id)).secret)).toEqual(Buffer.from(row.secret))
  })

  test('two who ask for a new secret at once both get one that signs, beside the one before', async () => {
    const { id, secret } = await create()
    const answers = await Promise.all([1, 2].map(() => tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true })))
    const row = await stored(id)
    const context = `webhook ${tenant.organizationId} ${id}`
    const replaced = (row.previousSecrets as { secret: string }[]).map((one) => Buffer.from(one.secret, 'base64'))
    const signing = [row.secret, ...replaced].map((one) => app.platform.secretBox.open(one, context).toString())
    expect(signing.sort()).toEqual([secret, ...answers.map(({ body }) => body.secret)].sort())
  })

  test('ten new secrets of a webhook within 24 hours are the most, and a refused one changes nothing', async () => {
    const { id } = await create()
    for (let count = 0; count < 10; count++)
      expect((await tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true })).status).toBe(200)
    const before = await stored(id)
    expectRefusal(await tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true, status: 'paused' }), 'CONFLICT')
    expect(await stored(id)).toEqual(before)
  })

  test('a webhook is paused and set to work again', async () => {
    const { id } = await create()
    expect((await tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })).body).toMatchObject({
      status: 'paused',
      pauseReason: 'caller',
    })
    await app.platform.db.client.webhook.updateMany({ where: { id }, data: { failureCount: 5 } })
    expect((await tenant.patch(`/v1/webhooks/${id}`, { status: 'active' })).body).toMatchObject({
      status: 'active',
      pauseReason: null,
      failureCount: 0,
    })
    expectRefusal(await tenant.patch(`/v1/webhooks/${id}`, { status: 'resting' }), 'INVALID_ENUM')
  })

  test('null is no value of the fields of a webhook', async () => {
    const { id, secret: _secret, ...rest } = await create()
    for (const field of ['url', 'events', 'status', 'rotateSecret'])
      expect((await tenant.patch(`/v1/webhooks/${id}`, { [field]: null })).status).toBe(400)
    expect((await tenant.get(`/v1/webhooks/${id}`)).body).toEqual({ id, ...rest })
  })

  test('deleting a webhook leaves nothing, and a second time finds nothing', async () => {
    const { id } = await create()
    expect(await tenant.delete(`/v1/webhooks/${id}`)).toMatchObject({ status: 204, body: '' })
    expectRefusal(await tenant.get(`/v1/webhooks/${id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.delete(`/v1/webhooks/${id}`), 'RESOURCE_NOT_FOUND')
    expect((await tenant.get('/v1/webhooks')).body.data).toEqual([])
  })
})

describe('over GraphQL', () => {
  test('GraphQL makes a webhook, shows it with its company, changes and deletes it', async () => {
    const made = await tenant.graphql(
      'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id url ' +
        'events status failureCount company { id } } } }',
      { input: { url: URL_, events: ['ALL', 'COMPANY_CREATED'], companyId: tenant.companyId } },
    )
    const { secret, webhook } = made.data.createWebhook
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^wh_/),
      url: URL_,
      events: ['ALL', 'COMPANY_CREATED'],
      status: 'ACTIVE',
      failureCount: 0,
      company: { id: tenant.companyId },
    })
    expect(
      (await tenant.graphql('query($id: ID!) { node(id: $id) { id ... on Webhook { url } } }', { id: webhook.id })).data
        .node,
    ).toEqual({ id: webhook.id, url: URL_ })
    const changed = await tenant.graphql(
      'mutation($input: UpdateWebhookInput!) { updateWebhook(input: $input) { secret webhook { status } } }',
      { input: { webhookId: webhook.id, status: 'PAUSED', rotateSecret: true } },
    )
    expect(changed.data.updateWebhook).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      webhook: { status: 'PAUSED' },
    })
    expect((await tenant.graphql('{ webhooks(first: 5) { totalCount nodes { id status } } }')).data.webhooks).toEqual({
      totalCount: 1,
      nodes: [{ id: webhook.id, status: 'PAUSED' }],
    })
    const gone = await tenant.graphql(
      'mutation($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedId } }',
      { input: { webhookId: webhook.id } },
    )
    expect(gone.data.deleteWebhook.deletedId).toBe(webhook.id)
  })

  test('GraphQL lists webhooks with their companies in a constant number of statements', async () => {
    const count = async (): Promise<number> =>
      (
        await app.statements(() => tenant.graphql('{ webhooks(first: 50) { nodes { id url company { id name } } } }'))
      ).filter((sql) => /"(webhooks|companies)"/.test(sql)).length
    await create({ companyId: tenant.companyId })
    // A question that comes again takes a shorter road.
    await count()
    const one = await count()
    for (let index = 0; index < 6; index++) await create({ companyId: tenant.companyId })
    expect(await count()).toBe(one)
  })
})
