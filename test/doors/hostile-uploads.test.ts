/** @module-tag heavy */
/** Files that mean harm, through every door of a real server, whose memory is watched from outside. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { NETWORK_SECRET } from '../support/exchange.ts'
import { type Started, call, serverProcesses } from '../support/processes.ts'
import { sample } from '../support/sample.ts'

const MEBIBYTE = 1024 * 1024
const PATIENCE_MS = 240_000

const processes = serverProcesses()
let server: Started
let from: string
beforeAll(async () => {
  server = await processes.start({ DATA_DIR: processes.dataFolder('data'), NETWORK_SECRET })
  const { body } = await call(server.base, '', '/v1/sandbox/bootstrap', { label: 'hostile', keyType: 'white_label' })
  server = { ...server, key: body.apiKey }
  from = body.company.peppolId
}, PATIENCE_MS)
afterAll(() => processes.end())

/** The most memory that the process has ever had. */
const peak = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) * 1024

const stored = async (): Promise<number> =>
  (await call(server.base, server.key, '/v1/documents?limit=1')).body.data.length

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const levels = Array.from({ length: 12 }, (_, level) => (level === 0 ? 'ha' : `&l${level - 1};`.repeat(10)))
const laughs =
  `<!DOCTYPE x [${levels.map((text, level) => `<!ENTITY l${level} "${text}">`).join('')}` +
  `]><Invoice xmlns="${UBL}Invoice-2">&l11;</Invoice>`
const outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'
const deep = `${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}`
const endless = Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')
const wide = `<Invoice xmlns="${UBL}Invoice-2" ${endless}/>`
const cut = `<Invoice xmlns="${UBL}Invoice-2" xmlns:cbc="${UBL}CommonBasicComponents-2"><cbc:ID>1</cbc:ID><cbc:Iss`
const many =
  `<Invoice xmlns="${UBL}Invoice-2" xmlns:cac="${UBL}CommonAggregateComponents-2">` +
  `${'<cac:InvoiceLine/>'.repeat(300_000)}</Invoice>`

const pdfWith = (stream: Buffer, filters: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Names<</EmbeddedFiles<</Names[(factur-x.xml) 2 0 ' +
        'R]>>>>>>\nendobj\n2 0 obj\n<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/EF<</F 3 0 ' +
        'R>>>>\nendobj\n3 0 obj\n<</Type/EmbeddedFile/Length ' +
        `${stream.length}/Filter[${filters}]>>\nstream\n`,
    ),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'),
  ])

/** The first so many are texts of XML. */
const TEXTS = 6
const files: [what: string, bytes: () => Buffer, said: RegExp][] = [
  ['an entity bomb', () => Buffer.from(laughs), /document type|DOCTYPE/i],
  ['an entity that names a file of ours', () => Buffer.from(outside), /document type|DOCTYPE/i],
  ['nesting without end', () => Buffer.from(deep), /level|deep|nest/i],
  ['attributes without end', () => Buffer.from(wide), /attribute/i],
  ['a file that was cut off', () => Buffer.from(cut), /does not end/],
  ['lines without end', () => Buffer.from(many), /more than 12000 elements/],
  [
    'a PDF that unfolds to 400 MB',
    () => pdfWith(deflateSync(Buffer.alloc(400 * MEBIBYTE)), '/FlateDecode'),
    /decompressed/,
  ],
  ['an archive', () => Buffer.from('PK\u0003\u0004 bomb'), /ZIP/],
  ['a compressed file', () => gzipSync(Buffer.alloc(50 * MEBIBYTE)), /gzip/],
  ['nothing', () => Buffer.alloc(0), /empty|at least|needs|required|file/i],
  ['zeros', () => Buffer.alloc(5 * MEBIBYTE), /empty|neither/i],
  ['text in no encoding', () => Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0xc0, 0x80]), /UTF-8|encod|text|XML/i],
]

const expectRefused = async (answer: { status: number; body: Body }, said: RegExp): Promise<void> => {
  expect({ status: answer.status, error: answer.body.error }).toMatchObject({
    status: expect.toBeOneOf([400, 422]),
    error: { code: expect.stringMatching(/^(INVALID_REQUEST|TOO_LARGE|MISSING_FIELD|UNSUPPORTED_FILE)$/) },
  })
  expect(
    [answer.body.error.message, ...answer.body.error.details.map(({ message }: Body) => message)].join(' '),
  ).toMatch(said)
  expect(await stored()).toBe(0)
}

type Refused = { status: number; body: Body }
const send = (more: object): Promise<Refused> =>
  call(server.base, server.key, '/v1/documents/send', {
    type: 'invoice',
    format: 'auto',
    from,
    to: '9930:DE123456789',
    ...more,
  })
const inBase64 = (bytes: Buffer): Promise<Refused> => send({ file: bytes.toString('base64') })
const doors = {
  'in base64': inBase64,
  'as XML': (bytes) => send({ format: 'ubl-xml', xml: bytes.toString() }),
  'at the door of the network': async (bytes) => {
    const answer = await fetch(`${server.base}/network/inbound`, {
      method: 'POST',
      headers: { 'x-token': NETWORK_SECRET, 'content-type': 'application/xml' },
      body: new Uint8Array(bytes),
    })
    return { status: answer.status, body: await answer.json() }
  },
} satisfies Record<string, (bytes: Buffer) => Promise<Refused>>
/** Each file at every door; as XML those that are texts of it. */
const rows = files.flatMap(([what, bytes, said], nth) =>
  (Object.keys(doors) as (keyof typeof doors)[])
    .filter((door) => door !== 'as XML' || nth < TEXTS)
    .map((door) => [what, door, bytes, said] as const),
)

describe('files that mean harm', () => {
  test.each(sample(rows, 1 / 3))(
    '%s is refused %s with what it is, and nothing is stored',
    { timeout: PATIENCE_MS },
    async (_what, door, bytes, said) => expectRefused(await doors[door](bytes()), said),
  )
  test.each([
    ['a number for a file', { file: 5 }],
    ['an object for XML', { format: 'ubl-xml', file: undefined, xml: {} }],
    ['a list for a document', { format: 'json', file: undefined, document: [] }],
    ['letters that are no base64', { file: '!!!' }],
  ])('%s is refused with what it is, and nothing is stored', { timeout: PATIENCE_MS }, async (_what, more) => {
    await expectRefused(await send(more), /\w/)
  })
  test('more bytes than any door takes are refused', { timeout: PATIENCE_MS }, async () => {
    const asked = request(`${server.base}/network/inbound`, {
      method: 'POST',
      headers: {
        'x-token': NETWORK_SECRET,
        'content-type': 'application/xml',
        'content-length': 111 * MEBIBYTE,
      },
    })
    asked.flushHeaders()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect({ status: answer.statusCode, body: await json(answer) }).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
    })
  })
})

test('hostile uploads again and again leave the server’s memory as it was', { timeout: PATIENCE_MS }, async () => {
  const some = sample(files, 1 / 3)
  // Whatever comes for the first time raises the peak: only what comes again may not.
  for (const [, bytes] of some) await inBase64(bytes())
  const before = peak()
  for (const [, bytes] of some) for (let again = 0; again < 3; again += 1) await inBase64(bytes())
  expect(peak() - before).toBeLessThan(150 * MEBIBYTE)
  expect((await call(server.base, server.key, '/health/readiness')).status).toBe(200)
})
