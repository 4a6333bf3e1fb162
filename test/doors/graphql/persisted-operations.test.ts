import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textCache } from '../../../src/doors/graphql/text-cache.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Socket, connect } from '../../support/sockets.ts'

let app: TestApp
let tenant: Tenant
let socket: Socket
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  socket = connect(`${await app.listen()}/graphql`, { authorization: `Bearer ${tenant.key}` })
})
afterAll(async () => {
  await socket.client.dispose()
  await app.close()
})

describe('automatic persisted operations', () => {
  const query = '{ viewer { organizationId plan } }'
  const extensions = (text: string): object => ({
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
  })

  test('an unknown persisted hash asks for the text, and after it the hash alone is enough', async () => {
    const first = await tenant.post('/graphql', { extensions: extensions(query) })
    expect(first.body.errors[0]).toMatchObject({
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    })
    const answer = { data: { viewer: { organizationId: tenant.organizationId, plan: 'WHITE_LABEL' } } }
    expect((await tenant.post('/graphql', { query, extensions: extensions(query) })).body).toEqual(answer)
    expect((await tenant.post('/graphql', { extensions: extensions(query) })).body).toEqual(answer)
    const byGet = await tenant.get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions(query)))}`)
    expect(byGet.body).toEqual(answer)
  })

  test('a persisted text longer than any dashboard writes is answered, and not remembered', async () => {
    const long = `${query} # ${' '.repeat(20_000)}`
    for (let times = 0; times < 2; times++) {
      expect((await tenant.post('/graphql', { extensions: extensions(long) })).body.errors[0].extensions).toMatchObject(
        { code: 'PERSISTED_QUERY_NOT_FOUND' },
      )
      expect((await tenant.post('/graphql', { query: long, extensions: extensions(long) })).body.data.viewer.plan).toBe(
        'WHITE_LABEL',
      )
    }
  })

  test('of many persisted texts those that were asked for last are remembered', () => {
    const known = textCache<string>()
    const texts = Array.from({ length: 200 }, (_, index) => String(index).padEnd(9_000, ' '))
    for (const text of texts) {
      known.set(text, 'x')
      known.get(texts[0] ?? '')
    }
    const kept = texts.filter((text) => known.get(text) !== undefined)
    expect([kept[0], kept.at(-1)]).toEqual([texts[0], texts[199]])
    expect(kept.join('').length).toBeLessThan(1_000_000)
  })

  test('of texts that are all names fewer are remembered, since a document takes memory by its names', () => {
    const known = textCache<string>()
    const texts = Array.from({ length: 50 }, (_, index) => `{${'b '.repeat(9_000)}a${index}}`)
    for (const text of texts) known.set(text, 'x')
    const kept = texts.filter((text) => known.get(text) !== undefined)
    expect(kept).toEqual(texts.slice(-11))
  })

  test('the hash of another text is refused, and stores nothing', async () => {
    const [text, other] = ['{ viewer { plan } }', '{ viewer { email } }']
    const { body } = await tenant.post('/graphql', { query: text, extensions: extensions(other) })
    expect(body.errors[0].extensions).toMatchObject({ code: 'PERSISTED_QUERY_MISMATCH', status: 400 })
    expect((await tenant.post('/graphql', { extensions: extensions(other) })).body.errors[0].extensions).toMatchObject({
      code: 'PERSISTED_QUERY_NOT_FOUND',
    })
  })
})

describe('a deployment that takes listed operations only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'operations-'))
  const listed = 'query Plan { viewer { plan } }'
  let closed: TestApp
  let owner: Tenant
  let listener: Socket
  beforeAll(async () => {
    const file = join(folder, 'operations.json')
    writeFileSync(file, JSON.stringify([listed, getIntrospectionQuery()]))
    closed = await startApp({ INTROSPECTION: 'false', PERSISTED_OPERATIONS_FILE: file })
    owner = await closed.tenant('white_label')
    listener = connect(`${await closed.listen()}/graphql`, { authorization: `Bearer ${owner.key}` })
  })
  afterAll(async () => {
    await listener.client.dispose()
    await closed.close()
    rmSync(folder, { recursive: true })
  })

  describe.each(['HTTP', 'websocket'])('over %s', (door) => {
    const ask = async (query: string, extensions?: Record<string, unknown>): Promise<Body> =>
      door === 'HTTP'
        ? (await owner.post('/graphql', { ...(query !== '' && { query }), extensions })).body
        : listener.ask(query, undefined, { extensions })

    test('a closed deployment accepts only the listed operations, by text or by hash', async () => {
      const answer = { data: { viewer: { plan: 'WHITE_LABEL' } } }
      expect(await ask(listed)).toEqual(answer)
      expect(
        await ask('', {
          persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(listed).digest('hex') },
        }),
      ).toEqual(answer)
      const before = await owner.footprint()
      for (const query of [
        `${listed} `,
        '{ viewer { plan } }',
        'mutation { registerCompany(input: {vatNumber: "FR40303265045"}) { company { id } } }',
      ]) {
        const refused = await ask(query)
        expect(refused.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
        expect(refused.errors[0].message).toContain('only the persisted operations on its list')
      }
      expect(await owner.footprint()).toEqual(before)
    })

    test('a closed deployment does not show its schema, even to a listed operation', async () => {
      const { data, errors } = await ask(getIntrospectionQuery())
      expect(data).toBeUndefined()
      expect(errors[0].message).toContain('introspection')
      expect(errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST' })
    })
  })
})
