import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compilable } from '../../../src/doors/graphql/compilable.ts'
import { textCache } from '../../../src/doors/graphql/text-cache.ts'
import { schema } from '../../../src/doors/graphql/schema.ts'
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

  test('a text that is not remembered is not compiled either', () => {
    const isCompiled = compilable(schema)
    expect([query, `${query} # ${' '.repeat(20_000)}`].map((text) => isCompiled({ document: parse(text) }))).toEqual([
      true,
      false,
    ])
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

describe('trusted documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trusted-'))
  const text = `"Finds companies by a word." query Find($q: String!, $first: Int) {
    companies(search: $q, first: $first) { nodes { name } }
  }`
  const plan = '{ viewer { plan } }'
  let open: TestApp
  let owner: Tenant
  beforeAll(async () => {
    const file = join(folder, 'operations.json')
    writeFileSync(file, JSON.stringify({ find: text }))
    open = await startApp({ PERSISTED_OPERATIONS_FILE: file, PERSISTED_OPERATIONS_ONLY: 'false' })
    owner = await open.tenant('white_label')
  })
  afterAll(async () => {
    await open.close()
    rmSync(folder, { recursive: true })
  })

  test('a documentId stands for the document of the list, by its id and by its hash, also in an address', async () => {
    const variables = { q: 'Sandbox' }
    const answer = { data: { companies: { nodes: [{ name: expect.stringContaining('Sandbox') }] } } }
    const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
    for (const documentId of ['find', hash]) {
      expect((await owner.post('/graphql', { documentId, variables })).body).toEqual(answer)
      const address = new URLSearchParams({ documentId, variables: JSON.stringify(variables) })
      expect((await owner.get(`/graphql?${String(address)}`)).body).toEqual(answer)
    }
    expect((await owner.post('/graphql', { query: plan })).body.data.viewer.plan).toBe('WHITE_LABEL')
  })

  test('a documentId finds what was persisted automatically before', async () => {
    const sha256Hash = createHash('sha256').update(plan).digest('hex')
    const byId = () => owner.post('/graphql', { documentId: `sha256:${sha256Hash}` })
    expect((await byId()).body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    await owner.post('/graphql', { query: plan, extensions: { persistedQuery: { version: 1, sha256Hash } } })
    expect((await byId()).body).toEqual({ data: { viewer: { plan: 'WHITE_LABEL' } } })
  })

  test('an unknown documentId is refused, and so is one beside a query', async () => {
    const before = await owner.footprint()
    const codeOf = async (body: object): Promise<string> =>
      (await owner.post('/graphql', body)).body.errors[0].extensions.code
    expect(await codeOf({ documentId: 'nothing' })).toBe('PERSISTED_QUERY_NOT_FOUND')
    expect(await codeOf({ documentId: 'find', query: plan })).toBe('INVALID_REQUEST')
    expect(await codeOf({ documentId: 7 })).toBe('INVALID_REQUEST')
    expect(await owner.footprint()).toEqual(before)
  })

  test('the list tells callers what each operation does, needs and takes', async () => {
    const { status, body } = await owner.get('/graphql/operations')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        operations: [
          {
            documentId: 'find',
            name: 'Find',
            type: 'query',
            description: 'Finds companies by a word.',
            scopes: ['companies.read'],
            input: {
              type: 'object',
              properties: { q: { type: 'string' }, first: { type: 'integer' } },
              required: ['q'],
            },
            document: text,
          },
        ],
      },
    })
    expect((await open.anyone.get('/graphql/operations')).body.errors[0].extensions.code).toBe('MISSING_AUTH')
  })
})
