import { Buffer } from 'node:buffer'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readEnv } from '../../../src/kernel/env.ts'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import { openPlatform } from '../../../src/app/compose.ts'
import { buildServer } from '../../../src/app/server.ts'
import { type Answer, type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

let made = 0
const freshKey = (): string => `key-${(made += 1)}`
const keyed = (caller: Caller, key: string): Caller => caller.with({ 'idempotency-key': key })
const stored = () =>
  app.platform.db.client.idempotencyRecord.count({ where: { organizationId: tenant.organizationId } })

/** The second answer is the first one, to the byte, and says that it is. */
const expectReplay = (again: Answer, first: Answer): void => {
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect({
    status: again.status,
    type: again.headers['content-type'],
    replayed: again.headers['idempotent-replayed'],
  }).toEqual({ status: first.status, type: first.headers['content-type'], replayed: 'true' })
  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
}

describe('a repeated key', () => {
  test('a repeated key gets the stored answer byte for byte, and nothing happens again', async () => {
    const [key, body] = [freshKey(), { vatNumber: freshVat(), name: 'Ünï · co', settings: { b: 1, a: [1.5, null] } }]
    const first = await keyed(tenant, key).post('/v1/companies', body)
    expect(first.status).toBe(201)
    await tenant.patch(`/v1/companies/${first.body.id}`, { name: 'Changed since' })
    const before = await tenant.footprint()
    for (let times = 0; times < 3; times++) expectReplay(await keyed(tenant, key).post('/v1/companies', body), first)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a repeated creation shows the new API key again, and the organization has one key more, not two', async () => {
    const [key, body] = [freshKey(), { name: 'Once only' }]
    const before = await tenant.footprint()
    const first = await keyed(tenant, key).post('/v1/api-keys', body)
    expectReplay(await keyed(tenant, key).post('/v1/api-keys', body), first)
    expect(await tenant.footprint()).toEqual({ ...before, apiKeys: (before['apiKeys'] ?? 0) + 1 })
  })

  test('a repeated key works for public callers too, each address for itself', async () => {
    const [key, body] = [freshKey(), { label: 'public' }]
    const first = await keyed(app.anyone, key).post('/v1/sandbox/bootstrap', body)
    expect(first.status).toBe(201)
    expectReplay(await keyed(app.anyone, key).post('/v1/sandbox/bootstrap', body), first)
  })

  test('a repeated key on a POST that reads gets the stored answer, and is refused with another body', async () => {
    const [key, search] = [freshKey(), { vatNumber: freshVat() }]
    const first = await keyed(tenant, key).post('/v1/documents/search', { all: [{ number: search.vatNumber }] })
    expect(first).toMatchObject({ status: 200, body: { data: [] } })
    expect(
      (
        await tenant.post('/v1/documents/send', {
          type: 'event',
          from: tenant.peppolId,
          document: { number: search.vatNumber },
        })
      ).status,
    ).toBe(201)
    expectReplay(await keyed(tenant, key).post('/v1/documents/search', { all: [{ number: search.vatNumber }] }), first)
    expectRefusal(await keyed(tenant, key).post('/v1/documents/search', {}), 'IDEMPOTENCY_BODY_MISMATCH', 'operation')
  })

  test('a repeated key with a body that says the same in other bytes has another body', async () => {
    const [key, vatNumber] = [freshKey(), freshVat()]
    await keyed(tenant, key).send('POST', '/v1/companies', `{"vatNumber":"${vatNumber}"}`)
    expectOperationRefusal(
      await keyed(tenant, key).send('POST', '/v1/companies', `{"vatNumber": "${vatNumber}"}`),
      'IDEMPOTENCY_BODY_MISMATCH',
    )
  })

  test('a repeated key with another body, path or query is 422, and nothing happens', async () => {
    const key = freshKey()
    await keyed(tenant, key).post('/v1/companies', { vatNumber: freshVat() })
    const before = await tenant.footprint()
    const company = await keyed(tenant, key).post('/v1/companies', { vatNumber: freshVat() })
    expectOperationRefusal(company, 'IDEMPOTENCY_BODY_MISMATCH')
    expect(company).toMatchObject({ status: 422, body: { error: { code: 'idempotency_body_mismatch' } } })
    const key2 = await keyed(tenant, key).post('/v1/api-keys', { name: 'x' })
    expectRefusal(key2, 'IDEMPOTENCY_BODY_MISMATCH', 'operation')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a key belongs to its caller: other API keys and other organizations start anew with it', async () => {
    const [key, vatNumber] = [freshKey(), freshVat()]
    await keyed(tenant, key).post('/v1/companies', { vatNumber })
    const colleague = await tenant.keyWith(['companies.write'])
    expectOperationRefusal(await keyed(colleague, key).post('/v1/companies', { vatNumber }), 'COMPANY_EXISTS')
    const other = await keyed(await app.tenant(), key).post('/v1/companies', { vatNumber })
    expect(other).toMatchObject({
      status: 201,
      headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }),
    })
  })

  test('a key is new again after 24 hours, and not a moment earlier', async () => {
    const own = await startApp()
    try {
      const maker = keyed(await own.tenant(), 'daily')
      const body = { name: 'Daily' }
      const first = await maker.post('/v1/api-keys', body)
      own.clock.advance(24 * HOUR_MS - 10_000)
      expectReplay(await maker.post('/v1/api-keys', body), first)
      own.clock.advance(10_000)
      const again = await maker.post('/v1/api-keys', body)
      expect(again.headers['idempotent-replayed']).toBeUndefined()
      expect(again.body.id).not.toBe(first.body.id)
      expectReplay(await maker.post('/v1/api-keys', body), again)
    } finally {
      await own.close()
    }
  })

  test('a key is forgotten when the sandbox is told to', async () => {
    const own = await app.tenant()
    const [key, body] = [freshKey(), { name: 'Flushed' }]
    const colleague = await own.keyWith(['platform'])
    const first = await keyed(own, key).post('/v1/api-keys', body)
    const theirs = await keyed(colleague, key).post('/v1/api-keys', body)
    expect((await own.post('/v1/sandbox/idempotency/flush')).body).toEqual({ flushed: 1 })
    expect((await keyed(own, key).post('/v1/api-keys', body)).body.id).not.toBe(first.body.id)
    expectReplay(await keyed(colleague, key).post('/v1/api-keys', body), theirs)
    await own.post('/v1/sandbox/reset', { confirm: 'yes', scope: 'idempotency' })
    expect((await keyed(colleague, key).post('/v1/api-keys', body)).body.id).not.toBe(theirs.body.id)
  })
})

describe('refusals', () => {
  test.each([
    ['invalid input', { vatNumber: 'nonsense' }, 400],
    ['an unknown VAT number', { vatNumber: 'DE000000404' }, 422],
    ['an empty body', {}, 400],
  ])('the refusal of %s is stored and answered again, byte for byte', async (_what, body, status) => {
    const key = freshKey()
    const first = await keyed(tenant, key).post('/v1/companies', body)
    expect(first.status).toBe(status)
    expectReplay(await keyed(tenant, key).post('/v1/companies', body), first)
  })

  test('the refusal of a duplicate is stored and stays a duplicate', async () => {
    const [key, vatNumber] = [freshKey(), freshVat()]
    await tenant.post('/v1/companies', { vatNumber })
    const first = await keyed(tenant, key).post('/v1/companies', { vatNumber })
    expectOperationRefusal(first, 'COMPANY_EXISTS')
    expectReplay(await keyed(tenant, key).post('/v1/companies', { vatNumber }), first)
  })

  test.each(['DE000000502', 'DE000000503'])(
    'a failure of the registry (%s) is not stored: the next try is a real one',
    async (vatNumber) => {
      const key = freshKey()
      const before = await stored()
      for (let times = 0; times < 2; times++) {
        const { status, headers } = await keyed(tenant, key).post('/v1/companies', { vatNumber })
        expect(status).toBeGreaterThanOrEqual(500)
        expect(headers['idempotent-replayed']).toBeUndefined()
      }
      expect(await stored()).toBe(before)
    },
  )

  test('a conflict that may pass is not stored: the same request with the same key is worked on again', async () => {
    const body = { name: 'Twin', vatNumber: freshVat(), role: 'supplier' }
    const callers = Array.from({ length: 8 }, () => keyed(tenant, freshKey()))
    const answers = await Promise.all(callers.map((caller) => caller.post('/v1/partners', body)))
    const overtaken = callers.filter((_, index) => answers[index]?.headers['retry-after'] !== undefined)
    expect(overtaken.length).toBeGreaterThan(0)
    for (const caller of overtaken) {
      const again = await caller.post('/v1/partners', body)
      expect(again.headers['idempotent-replayed']).toBeUndefined()
    }
  })

  test('a refusal of the caller is not stored: with the right scope the same request succeeds', async () => {
    const weak = await tenant.keyWith(['stats'])
    const before = await stored()
    expectOperationRefusal(
      await keyed(weak, freshKey()).post('/v1/companies', { vatNumber: freshVat() }),
      'INSUFFICIENT_SCOPE',
    )
    expectOperationRefusal(
      await keyed(app.anyone, freshKey()).post('/v1/companies', { vatNumber: freshVat() }),
      'MISSING_AUTH',
    )
    expect(await stored()).toBe(before)
  })
})

describe('the header', () => {
  test.each([
    ['', 400],
    ['k'.repeat(256), 400],
    ['k'.repeat(255), 201],
    ['k', 201],
    ['~ "ünusual", but = fine;', 201],
  ])('the Idempotency-Key %j is answered %i', async (key, status) => {
    const before = await tenant.footprint()
    const answer = await keyed(tenant, key).post('/v1/companies', { vatNumber: freshVat() })
    expect(answer.status).toBe(status)
    expect((await tenant.footprint())['companies']).toBe((before['companies'] ?? 0) + (status === 201 ? 1 : 0))
    expect(answer.body.error?.details[0].field).toBe(status === 201 ? undefined : 'Idempotency-Key')
  })

  test('the Idempotency-Key means nothing to methods other than POST', async () => {
    const key = freshKey()
    const before = await stored()
    for (const name of ['One', 'Two'])
      expect((await keyed(tenant, key).patch(`/v1/companies/${tenant.companyId}`, { name })).body.name).toBe(name)
    for (let times = 0; times < 2; times++)
      expect((await keyed(tenant, key).get('/v1/companies')).headers['idempotent-replayed']).toBeUndefined()
    expect(await stored()).toBe(before)
  })
})

describe('while the first request is still being processed', () => {
  test('a key still in progress is 409 with Retry-After, on another path too, and the first is answered', async () => {
    const [key, body] = [freshKey(), { vatNumber: 'FR00000000504' }]
    const first = keyed(tenant, key).post('/v1/companies', body)
    const second = await keyed(tenant, key).post('/v1/companies', body)
    expectOperationRefusal(second, 'IDEMPOTENCY_IN_PROGRESS')
    expect(second).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'idempotency_in_progress' } },
    })
    expectRefusal(await keyed(tenant, key).post('/v1/api-keys', { name: 'x' }), 'IDEMPOTENCY_IN_PROGRESS', 'operation')
    expectOperationRefusal(await first, 'UPSTREAM_TIMEOUT')
  })

  test('of 100 POSTs with one key one makes the company; others get the same bytes or 409 in progress', async () => {
    const own = keyed(await app.tenant('white_label'), 'hundred')
    const body = { vatNumber: freshVat() }
    const answers = await Promise.all(Array.from({ length: 100 }, () => own.post('/v1/companies', body)))
    const originals = answers.filter(
      ({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined,
    )
    expect(originals).toHaveLength(1)
    const [original] = originals as [Answer]
    const others = answers.filter((answer) => answer !== original)
    expect(
      others
        .filter(({ status, body: answer }) => !(status === 409 && answer.error.code === 'idempotency_in_progress'))
        .filter(({ bytes }) => !bytes.equals(original.bytes)),
    ).toEqual([])
    expect(
      (await own.get('/v1/companies')).body.data.filter((company: Body) => company.vatNumber === body.vatNumber),
    ).toHaveLength(1)
    expectReplay(await own.post('/v1/companies', body), original)
  })
})

describe('two servers on one database', () => {
  test.skipIf(inject('postgres') === '')(
    'of two servers on one database one makes the company; other answers are the same bytes or 409 in progress',
    { tags: 'services' },
    async () => {
      const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', WORKERS: 'off' })
      const platform = await openPlatform(env, {
        clock: app.clock,
        log: pino({ level: 'silent' }),
        database: await openDatabase({ url: String(app.platform.db.directUrl), pool: 8 }),
      })
      const server = await buildServer(platform)
      try {
        const own = await app.tenant('white_label')
        const there = new Caller({ ...app, server }, own.headers)
        for (let round = 0; round < 10; round++) {
          const body = { vatNumber: freshVat() }
          const answers = await Promise.all(
            Array.from({ length: 30 }, (_, index) =>
              keyed(index % 2 === 0 ? own : there, `round ${round}`).post('/v1/companies', body),
            ),
          )
          const originals = answers.filter(
            ({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined,
          )
          expect(originals).toHaveLength(1)
          for (const { status, bytes, body: answer } of answers)
            expect(
              status === 409 ? answer.error.code : Buffer.compare(bytes, originals[0]?.bytes ?? Buffer.alloc(0)),
            ).toBe(status === 409 ? 'idempotency_in_progress' : 0)
        }
        expect(await own.footprint()).toMatchObject({ companies: 11, events: 20 })
      } finally {
        await server.close()
        await platform.close()
      }
    },
  )
})

describe('GraphQL mutations', () => {
  const register =
    'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id name createdAt } } }'

  test('a GraphQL mutation with the header runs once, and the selection of its repetition is read anew', async () => {
    const [caller, input] = [keyed(tenant, freshKey()), { vatNumber: freshVat() }]
    const first = await caller.graphql(register, { input })
    expect(first.errors).toBeUndefined()
    const before = await tenant.footprint()
    expect(await caller.graphql(register, { input })).toEqual(first)
    expect(
      (
        await caller.graphql(
          'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id vatNumber } } }',
          { input },
        )
      ).data.registerCompany.company,
    ).toEqual({ id: first.data.registerCompany.company.id, vatNumber: input.vatNumber })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a GraphQL mutation with idempotencyKey in its input runs once, and another input is refused', async () => {
    const input = { vatNumber: freshVat(), idempotencyKey: freshKey() }
    const first = await tenant.graphql(register, { input })
    const before = await tenant.footprint()
    expect(await tenant.graphql(register, { input })).toEqual(first)
    expect((await tenant.graphql(register, { input: { ...input, name: 'Other' } })).errors[0].extensions).toMatchObject(
      { code: 'IDEMPOTENCY_BODY_MISMATCH', status: 422 },
    )
    expect(await tenant.footprint()).toEqual(before)
  })

  test('two mutations of one GraphQL document each happen once under one header', async () => {
    const [caller, one, two] = [keyed(tenant, freshKey()), freshVat(), freshVat()]
    const document =
      `mutation { a: registerCompany(input: {vatNumber: "${one}"}) { company { id } } b: ` +
      `registerCompany(input: {vatNumber: "${two}"}) { company { id } } }`
    const first = await caller.graphql(document)
    expect(first.data.a.company.id).not.toBe(first.data.b.company.id)
    expect(await caller.graphql(document)).toEqual(first)
  })

  test('the refusal of a GraphQL mutation is stored with its code', async () => {
    const caller = keyed(tenant, freshKey())
    const input = { vatNumber: 'DE000000404' }
    const [first, again] = [await caller.graphql(register, { input }), await caller.graphql(register, { input })]
    expect(first.errors[0].extensions.code).toBe('VAT_NOT_FOUND')
    expect({ ...again.errors[0].extensions, requestId: '' }).toEqual({ ...first.errors[0].extensions, requestId: '' })
    expect(again.errors[0].message).toBe(first.errors[0].message)
  })

  test.each(['', 'k'.repeat(256), 'a\u0000b', '\ud800'])(
    'a GraphQL mutation with the key %j is refused',
    async (idempotencyKey) => {
      const before = await tenant.footprint()
      const { errors } = await tenant.graphql(register, { input: { vatNumber: freshVat(), idempotencyKey } })
      expect(errors[0].extensions.code).toBe('INVALID_REQUEST')
      expect(await tenant.footprint()).toEqual(before)
    },
  )
})
