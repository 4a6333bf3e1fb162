import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/values/ids.ts'
import { limits } from '../../src/values/limits.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { NETWORK_SECRET, enveloped, startExchange } from '../support/exchange.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

/** An object with so many bytes as JSON. */
const ofBytes = (bytes: number): object => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
const LARGEST = ofBytes(limits.freeObjectBytes)
const TOO_LARGE = ofBytes(limits.freeObjectBytes + 1)
const DIGITS = '9'.repeat(20_000)

describe('free objects', () => {
  const company = (): string => `/v1/companies/${tenant.companyId}`
  test.each(['settings', 'compliance'])('`%s` of a company has at most 64 kB', async (field) => {
    expect((await tenant.patch(company(), { [field]: LARGEST })).status).toBe(200)
    const before = await tenant.get(company())
    const refused = await tenant.patch(company(), { [field]: TOO_LARGE })
    expectOperationRefusal(refused, 'INVALID_REQUEST')
    expect(refused.body.error.details[0]).toMatchObject({ field, message: expect.stringContaining('64 kB') })
    expect((await tenant.get(company())).body).toEqual(before.body)
    await tenant.patch(company(), { [field]: {} })
  })

  test('`settings` has the same bound in GraphQL', async () => {
    const answer = await tenant.graphql(
      'mutation($input: UpdateCompanyInput!) { updateCompany(input: $input) { company { id } } }',
      { input: { companyId: tenant.companyId, settings: TOO_LARGE } },
    )
    expect(answer.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'settings' }] })
  })

  test('`enrichment` of a partner has at most 64 kB', async () => {
    const before = await tenant.footprint()
    const refused = await tenant.post('/v1/partners', { vatNumber: freshVat(), name: 'x', enrichment: TOO_LARGE })
    expectRefusal(refused, 'INVALID_REQUEST')
    expect(refused.body.error.details[0].field).toBe('enrichment')
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['metadata', { metadata: TOO_LARGE }, {}],
    ['document.metadata', {}, { metadata: TOO_LARGE }],
  ])('`%s` of a document has at most 64 kB', async (field, beside, inside) => {
    const before = await tenant.footprint()
    const document = { number: 'M-1', ...inside }
    const refused = await tenant.post('/v1/documents/send', {
      type: 'event',
      from: tenant.peppolId,
      document,
      ...beside,
    })
    expectRefusal(refused, 'INVALID_REQUEST')
    expect(refused.body.error.details[0].field).toBe(field)
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('numbers', () => {
  const filter = 'query($value: Decimal) { documents(filter: {grossAmount: {gte: $value}}) { nodes { id } } }'

  test.each([DIGITS, `0.${DIGITS}`, `-${DIGITS}`])(
    'of 20,000 digits are refused in filters of REST',
    async (digits) => {
      for (const name of ['amountMin', 'amountMax']) {
        const refused = await tenant.get(`/v1/documents?${name}=${digits.slice(0, 12_000)}`)
        expectRefusal(refused, 'INVALID_REQUEST')
        expect(refused.body.error.details[0].field).toBe(name)
      }
      const all = [{ field: 'grossAmount', op: 'gte', value: digits }]
      expectRefusal(await tenant.post('/v1/documents/search', { all }), 'INVALID_REQUEST')
    },
  )

  test.each([DIGITS, `0.${DIGITS}`, 1e300, 1e-300])(
    'of that many digits are refused in filters of GraphQL',
    async (value) => {
      const { errors } = await tenant.graphql(filter, { value })
      expect(errors[0].extensions).toMatchObject({
        code: 'INVALID_REQUEST',
        details: [{ field: 'filter.grossAmount.gte' }],
      })
    },
  )
})

describe('lists inside lists', () => {
  test.each([1, 4, 100, 1_900])('%i brackets in `nodes(ids:` are refused', async (brackets) => {
    for (const query of [
      `{ nodes(ids: ${'['.repeat(brackets)}`,
      `{ nodes(ids: ${'['.repeat(brackets)}${']'.repeat(brackets)}) { id } }`.slice(0, brackets === 1 ? 14 : undefined),
    ]) {
      const { errors } = await tenant.graphql(query)
      expect(errors[0].extensions).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    }
  })

  test('brackets in texts and comments of a document do not count', async () => {
    const query = `# ${'['.repeat(500)}\n{ company(id: "${'['.repeat(190)}") { id } }`
    expect((await tenant.graphql(query)).errors[0].extensions.code).toBe('COMPANY_NOT_FOUND')
  })
})

describe('texts of documents', () => {
  test('a document whose number and references have 30,000 characters is listed by their beginnings', async () => {
    const { sender, receiver, from, to, invoice, knock, settle } = await startExchange(app)
    const { body } = await sender.post('/v1/documents/send', invoice({ number: 'SHORT' }))
    const xml = (await sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
    const long = Array.from({ length: 3_000 }, (_one, index) => String(index * 7_919).padStart(10, '0')).join('')
    const payload = xml.replaceAll('SHORT', long).replaceAll('PO-77', `R${long}`)
    expect(payload.length).toBeGreaterThan(60_000)
    const answer = await knock(enveloped({ payload, sender: from, receiver: to, kind: 'invoice' }))
    expect(answer.status).toBe(201)
    await settle()
    const { documentId } = answer.body
    expect((await receiver.get(`/v1/documents/${documentId}`)).body).toMatchObject({
      number: long.slice(0, limits.columnCharacters),
      buyerReference: `R${long}`.slice(0, limits.columnCharacters),
    })
    expect((await receiver.get(`/v1/documents/${documentId}/xml`)).bytes.toString()).toContain(long)
    expect((await receiver.get(`/v1/documents?number=${long.slice(0, 200)}`)).status).toBe(200)
  })

  test.each([
    ['notes', 'note', { note: 'x' }, limits.documentNotes],
    ['tags', 'tag', { tag: 'one more' }, limits.documentTags],
  ])('a document has an end to its %s', async (what, action, given, most) => {
    const { client } = app.platform.db
    const document = { number: `${what}-1` }
    const { body } = await tenant.post('/v1/documents/send', { type: 'event', from: tenant.peppolId, document })
    const row = { organizationId: tenant.organizationId, documentId: body.id }
    const createdAt = app.clock.now()
    await client.documentNote.createMany({
      data: Array.from({ length: limits.documentNotes }, () => ({
        ...row,
        id: newId('note'),
        text: '\u754c'.repeat(5_000),
        author: 'x',
        createdAt,
      })),
    })
    await client.documentTag.createMany({
      data: Array.from({ length: limits.documentTags }, (_one, index) => ({ ...row, tag: `t${index}` })),
    })
    const refused = await tenant.post(`/v1/documents/${body.id}/actions`, { action, ...given })
    expectRefusal(refused, 'CONFLICT')
    expect(refused.body.error.message).toContain(`at most ${most.toLocaleString('en-US')} ${what}`)
    const { bytes, body: notes } = await tenant.get(`/v1/documents/${body.id}/notes`)
    expect(notes.data).toHaveLength(limits.documentNotes)
    expect(bytes.length).toBeLessThanOrEqual(limits.answerBytes)
  })
})
