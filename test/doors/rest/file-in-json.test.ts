/** @module-tag heavy */
/** A large file in base64 inside of a JSON body, over a real connection: it comes in pieces. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

const to = '0208:0417497106'
/** In base64 larger than what is read with the rest of its body. */
const SIZE = 1_000_000
let app: TestApp
let base: string
let tenant: Tenant
let from: string
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  base = await app.listen()
  tenant = await app.tenant('white_label')
  from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
})
afterAll(() => app.close())

const post = async (text: string, headers: Record<string, string> = {}): Promise<{ status: number; body: Body }> => {
  const answer = await fetch(`${base}/v1/documents/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', ...headers },
    body: text,
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const bodyWith = (file: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'invoice', format: 'raw', from, to, fileName: 'large.bin', file, ...more })
const documents = async (): Promise<number> => (await tenant.get('/v1/documents?limit=100')).body.data.length

const kept = async (id: string): Promise<Buffer> => (await tenant.get(`/v1/documents/${id}/original`)).bytes

test.each([SIZE, SIZE + 1, SIZE + 2])('a file of %d bytes is kept byte for byte', async (size) => {
  const bytes = randomBytes(size)
  const { status, body } = await post(bodyWith(bytes.toString('base64'), { metadata: { order: '4711' } }))
  expect({ status, metadata: body.metadata }).toEqual({ status: 201, metadata: { order: '4711' } })
  expect((await kept(body.id)).equals(bytes)).toBe(true)
})

test('a call that is repeated is answered again, and another file under its key is refused', async () => {
  const text = bodyWith(randomBytes(SIZE).toString('base64'))
  const key = { 'idempotency-key': 'large-file' }
  const first = await post(text, key)
  const count = await documents()
  expect(first.status).toBe(201)
  expect(await post(text, key)).toEqual(first)
  const other = await post(bodyWith(randomBytes(SIZE).toString('base64')), key)
  expect(other.body.error.code).toBe('idempotency_body_mismatch')
  expect(await documents()).toBe(count)
})

test('a large text that is no base64 is refused as a small one is, and keeps nothing', async () => {
  const good = randomBytes(SIZE).toString('base64')
  const count = await documents()
  const { body: small } = await post(bodyWith('AAA-'))
  expect(small.error.details).toMatchObject([{ field: 'file' }])
  for (const bad of [
    `${good.slice(0, 900_000)}-${good.slice(900_001)}`,
    good.slice(1),
    `${good.slice(0, -4)}A===`,
    `${good.slice(0, 700_000)}\\n${good.slice(700_000)}`,
  ]) {
    const { status, body } = await post(bodyWith(bad))
    expect({ status, ...body.error.details[0] }).toEqual({ status: 400, ...small.error.details[0] })
  }
  expect(await documents()).toBe(count)
})

test('of a body that is not well-formed behind its file, the place of the fault is told', async () => {
  const text = `${bodyWith(randomBytes(SIZE).toString('base64')).slice(0, -1)} x }`
  const { status, body } = await post(text)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining(`position ${text.lastIndexOf('x')} `),
  })
})

test('of two texts with the name of the file the last one counts, whichever is long', async () => {
  const [long, short] = [randomBytes(SIZE), Buffer.from('short')]
  const twice = (first: Buffer, last: Buffer): string =>
    bodyWith(first.toString('base64')).replace(/\}$/, `,"file":"${last.toString('base64')}"}`)
  for (const [first, last] of [
    [long, short],
    [short, long],
  ] as const) {
    const { status, body } = await post(twice(first, last))
    expect(status).toBe(201)
    expect((await kept(body.id)).equals(last)).toBe(true)
  }
})

test('a large text elsewhere stays what it is', async () => {
  const count = await documents()
  const inXml = (xml: string): string => bodyWith(undefined, { format: 'ubl-xml', fileName: undefined, xml })
  const inMetadata = (text: string): string => bodyWith('AAAA', { metadata: { text } })
  const text = randomBytes(SIZE).toString('base64')
  const [large, small] = [await post(inXml(text)), await post(inXml(text.slice(0, 1_000)))]
  expect(large.status).toBe(400)
  expect({ ...large.body.error, requestId: '' }).toEqual({ ...small.body.error, requestId: '' })
  expect((await post(inMetadata(text))).body.error.details).toMatchObject([{ field: 'metadata' }])
  expect(await documents()).toBe(count)
})
