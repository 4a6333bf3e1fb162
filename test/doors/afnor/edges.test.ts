import { connect } from 'node:net'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { AfnorTrade, FLOWS, formOf, search, sha256, submit } from '../../support/afnor.ts'
import { Caller, type TestApp, startApp } from '../../support/app.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let french: Trade
let norm: AfnorTrade
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
})
afterAll(() => app.close())

const ubl = { flowSyntax: 'UBL', name: 'facture.xml' }
const nobody = (): Caller => new Caller(app, {})
const spools = (): string[] => readdirSync(tmpdir()).filter((name) => name.endsWith('.part'))
/** What was submitted: statuses of earlier tests may still come in. */
const stored = (): Promise<number> => app.platform.db.client.flow.count({ where: { fileHash: { not: null } } })

test.each(['flow-service', 'directory-service'])('the health of the %s is open to everybody', async (service) => {
  expect(await nobody().get(`/afnor/${service}/v1/healthcheck`)).toMatchObject({
    status: 200,
    body: { status: 'ok', version: packageJson.version, service },
  })
})

describe('who calls', () => {
  const where = { flowDirection: ['In'] }
  test('may say so in the query, which is written nowhere', async () => {
    const form = formOf({ flowInfo: ubl, file: norm.invoice().xml })
    const type = { 'content-type': 'multipart/form-data; boundary=xyz' }
    expect(await nobody().send('POST', `${FLOWS}?token=${french.supplier.key}`, form, type)).toMatchObject({
      status: 202,
    })
    await app.platform.requestLog.flush()
    const { organizationId } = french.supplier
    const logs = await app.platform.db.client.requestLog.findMany({ where: { organizationId } })
    expect(JSON.stringify(logs)).toContain(FLOWS)
    expect(JSON.stringify(logs)).not.toContain(french.supplier.key)
  })

  test('is not let in by a token in the query elsewhere', async () => {
    expect(await nobody().get(`/v1/me?token=${french.supplier.key}`)).toMatchObject({ status: 401 })
  })

  test('gets the identifier of the request back under both names', async () => {
    const id = '0191a2b3-0000-7000-8000-000000000001'
    const { headers } = await search(french.supplier, where, {}, { 'request-id': id })
    expect([headers['request-id'], headers['x-request-id']]).toEqual([id, id])
  })

  test('may name a company of the organization, and no other organization', async () => {
    const as = (id: string) => search(french.supplier, where, {}, { 'organization-id': id })
    expect((await as(french.from.id)).body.results.length).toBeGreaterThan(0)
    expect((await as(french.supplier.companyId)).body.results).toEqual([])
    expect(await as(french.buyer.organizationId)).toMatchObject({
      status: 403,
      body: { errorCode: 'FORBIDDEN_ACCESS' },
    })
  })
})

describe('what is refused has the form of the norm, and leaves nothing behind', () => {
  test.each<[number, string, () => Promise<{ status: number; body: unknown }>]>([
    [400, 'MISSING_REQUIRED_FIELD', () => submit(french.supplier, { file: '<a/>' })],
    [400, 'MISSING_REQUIRED_FIELD', () => submit(french.supplier, { flowInfo: ubl })],
    [400, 'MISSING_REQUIRED_FIELD', () => submit(french.supplier, { flowInfo: { flowSyntax: 'UBL' }, file: '<a/>' })],
    [400, 'INVALID_ENUM', () => submit(french.supplier, { flowInfo: { ...ubl, flowSyntax: 'EDI' }, file: '<a/>' })],
    [400, 'INVALID_REQUEST', () => submit(french.supplier, { flowInfo: { ...ubl, sha256: 'xyz' }, file: '<a/>' })],
    [
      400,
      'INVALID_REQUEST',
      () => submit(french.supplier, { flowInfo: { ...ubl, trackingId: 'x'.repeat(37) }, file: '<a/>' }),
    ],
    [400, 'INVALID_REQUEST', () => submit(french.supplier, { flowInfo: '{', file: '<a/>' })],
    [400, 'INVALID_REQUEST', () => french.supplier.post(FLOWS, ubl)],
    ...[253, 300, 5_000].map((length): [number, string, () => Promise<{ status: number; body: unknown }>] => [
      400,
      'INVALID_REQUEST',
      () =>
        french.supplier.send('POST', FLOWS, `--${'x'.repeat(length)}--`, {
          'content-type': `multipart/form-data; boundary=${'x'.repeat(length)}`,
        }),
    ]),
    [401, 'MISSING_TOKEN', () => submit(nobody(), { flowInfo: ubl, file: '<a/>' })],
    [
      403,
      'FORBIDDEN_ACCESS',
      async () => submit(await french.supplier.keyWith(['stats']), { flowInfo: ubl, file: '<a/>' }),
    ],
    [404, 'MISSING_RESOURCE', () => french.supplier.get(`${FLOWS}/0191a2b3-0000-7000-8000-000000000009`)],
    [404, 'MISSING_RESOURCE', () => french.supplier.get('/afnor/flow-service/v1/nothing')],
    [
      413,
      'FILE_SIZE_EXCEEDED',
      () =>
        french.supplier.send('POST', FLOWS, 'x', {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '200000000',
        }),
    ],
    [501, 'NOT_IMPLEMENTED', () => french.supplier.send('PUT', FLOWS)],
  ])('%i %s', async (status, errorCode, call) => {
    const before = await stored()
    const answer = await call()
    expect(answer).toMatchObject({
      status,
      body: {
        errorCode,
        errorMessage: expect.stringMatching(/./),
        instance: expect.stringMatching(/^\//),
        error: { requestId: expect.any(String) },
      },
    })
    expect(await stored()).toBe(before)
    expect(spools()).toEqual([])
  })
})

describe('a form over the wire', () => {
  let url: string
  beforeAll(async () => {
    url = await app.listen()
  })
  const send = (head: string[], ...pieces: (Buffer | string)[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(url)
      const socket = connect(Number(port), '127.0.0.1', async () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        for (const piece of pieces) if (!socket.write(piece)) await new Promise((go) => socket.once('drain', go))
      })
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk.toString()
        if (answer.includes('\r\n\r\n')) {
          resolve(answer)
          socket.destroy()
        }
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  const headOf = (length: number): string[] => [
    `POST ${FLOWS} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${french.supplier.key}`,
    'Content-Type: multipart/form-data; boundary=xyz',
    `Content-Length: ${length}`,
  ]

  test('that ends too early leaves neither a flow nor a file', async () => {
    const before = await stored()
    const form = formOf({ flowInfo: ubl, file: norm.invoice().xml })
    const cut = form.subarray(0, form.length - 200)
    expect(await send(headOf(cut.length), cut)).toContain('400 ')
    expect(await stored()).toBe(before)
    expect(spools()).toEqual([])
  })

  test('whose sender goes away in the middle leaves nothing either', async () => {
    const before = await stored()
    const { port } = new URL(url)
    await new Promise<void>((gone) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${headOf(50_000_000).join('\r\n')}\r\n\r\n`)
        socket.write(formOf({ flowInfo: ubl, file: Buffer.alloc(2_000_000, 'x') }).subarray(0, 1_500_000), () =>
          socket.destroy(),
        )
      })
      socket.on('close', () => gone())
    })
    await french.supplier.get('/v1/me')
    expect(await stored()).toBe(before)
    expect(spools()).toEqual([])
  })

  test('of 26 MB is kept byte for byte, and acknowledged as too large to read', { tags: 'heavy' }, async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    const empty = formOf({ flowInfo: ubl, file: '' })
    const at = empty.indexOf('octet-stream') + 'octet-stream'.length + 4
    const parts = [empty.subarray(0, at), ...Array.from({ length: 26 }, () => megabyte), empty.subarray(at)]
    const answer = await send(headOf(parts.reduce((sum, { length }) => sum + length, 0)), ...parts)
    expect(answer).toContain('202 ')
    const [flow] = (await search(french.supplier, { updatedAfter: '2020-01-01T00:00:00Z' }, { limit: 1 })).body.results
    expect(flow).toBeDefined()
    await french.settle()
    const row = await app.platform.db.client.flow.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(row).toMatchObject({ ackStatus: 'error', ackDetails: [{ reasonCode: 'FileSizeExceeded' }] })
    expect(row.sha256).toBe(sha256(Buffer.concat(Array.from({ length: 26 }, () => megabyte))))
  })

  test('20 at a time are all taken, each once', { tags: 'heavy' }, async () => {
    const sent = Array.from({ length: 20 }, () => norm.invoice())
    const answers = await Promise.all(sent.map(({ xml }) => submit(french.supplier, { flowInfo: ubl, file: xml })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    await french.settle()
    const rows = await app.platform.db.client.flow.findMany({
      where: { sha256: { in: sent.map(({ xml }) => sha256(xml)) }, direction: 'outgoing' },
    })
    expect(rows).toHaveLength(20)
    expect(new Set(rows.map(({ ackStatus }) => ackStatus))).toEqual(new Set(['ok']))
  })
})
