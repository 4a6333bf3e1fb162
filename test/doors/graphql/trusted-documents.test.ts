import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { askStream } from '../../support/roads.ts'
import { type Socket, connect } from '../../support/sockets.ts'

describe('trusted documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trusted-'))
  const text = `"Finds companies by a word." query Find($q: String!, $first: Int) {
    companies(search: $q, first: $first) { nodes { name } }
  }`
  const plan = '{ viewer { plan } }'
  let open: TestApp
  let owner: Tenant
  let address: string
  let listener: Socket
  beforeAll(async () => {
    const file = join(folder, 'operations.json')
    writeFileSync(file, JSON.stringify({ find: text }))
    open = await startApp({ PERSISTED_OPERATIONS_FILE: file, PERSISTED_OPERATIONS_ONLY: 'false' })
    owner = await open.tenant('white_label')
    address = await open.listen()
    listener = connect(`${address}/graphql`, { authorization: `Bearer ${owner.key}` })
  })
  afterAll(async () => {
    await listener.client.dispose()
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

  test.each<[string, (question: object) => Promise<Body>]>([
    ['over a websocket', ({ query = '', variables = {}, ...more }: Body) => listener.ask(query, variables, more)],
    ['over a stream', (question) => askStream(address, owner, question)],
    [
      'as server-sent events',
      async (question) => {
        const answer = await fetch(`${address}/graphql`, {
          method: 'POST',
          headers: { ...owner.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify(question),
        })
        const text = await answer.text()
        return JSON.parse(/data: (\{.*\})/.exec(text)?.[1] ?? text)
      },
    ],
  ])('%s a documentId stands for the same document, and an unknown or a second one is refused', async (_road, ask) => {
    const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
    for (const documentId of ['find', hash])
      expect((await ask({ documentId, variables: { q: 'Sandbox' } })).data).toEqual({
        companies: { nodes: [{ name: expect.stringContaining('Sandbox') }] },
      })
    const before = await owner.footprint()
    const codeOf = async (question: object): Promise<string> => (await ask(question)).errors[0].extensions.code
    expect(await codeOf({ documentId: 'nothing' })).toBe('PERSISTED_QUERY_NOT_FOUND')
    expect(await codeOf({ documentId: 'find', query: plan })).toBe('INVALID_REQUEST')
    expect(await codeOf({ documentId: 7 })).toBe('INVALID_REQUEST')
    expect(await owner.footprint()).toEqual(before)
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
