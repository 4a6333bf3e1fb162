/** Each kind of file at each door that takes documents: `auto` finds its reader or refuses it, and `raw` stores it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCii } from '../../src/formats/cii/invoice.ts'
import { writeFacturX } from '../../src/formats/pdf/facturx.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { AfnorTrade } from '../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { runCommandLine } from '../support/command-line.ts'
import { formOf } from '../support/forms.ts'
import { sample } from '../support/sample.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
let trade: Trade
let norm: AfnorTrade
let base: string
const folder = mkdtempSync(join(tmpdir(), 'recognized-'))
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  trade = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(trade)
  await trade.supplier.patch(`/v1/companies/${trade.from.id}`, { settings: { emailFallback: true } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** A door answers the document that it stored, or why it refused the file. */
type DoorAnswer = { stored: Body } | { refused: { code: string; recognized: string | null; missing: string } }

const parties = () => ({ from: trade.from.peppolId, to: trade.to.peppolId })
const documentOf = async (id: string): Promise<DoorAnswer> => ({
  stored: (await trade.supplier.get(`/v1/documents/${id}`)).body,
})
const refusedWith = ({ code, details }: Body): DoorAnswer => {
  const [{ recognized, missing }] = details
  return { refused: { code, recognized, missing } }
}
const outcomeOf = async ({ body }: { body: Body }): Promise<DoorAnswer> =>
  body.error ? refusedWith(body.error) : documentOf(body.id)

const graphqlOutcome = async ({ data, errors }: Body): Promise<DoorAnswer> => {
  const refusal = errors?.[0]?.extensions ?? data?.sendDocument?.refusal
  return refusal ? refusedWith(refusal) : documentOf(data.sendDocument.document.id)
}

const consoleOperations = readFileSync(
  join(import.meta.dirname, '../../src/console/operations/compose.graphql'),
  'utf8',
)
/** The console sends its file in a form, with the mutation of its page. */
const sendByConsole = async (content: 'file' | 'raw', bytes: Buffer): Promise<DoorAnswer> => {
  const query = /mutation SendOne[^]*?\n\}\n/
    .exec(consoleOperations)?.[0]
    .replace('...Row', 'id')
    .replace('...Problem', 'rule')
    .replace('...Refused', 'code details { recognized missing }')
  const form = await formOf({
    operations: JSON.stringify({
      query,
      variables: { input: { type: 'INVOICE', ...parties(), content: { [content]: null } } },
    }),
    map: JSON.stringify({ 0: [`variables.input.content.${content}`] }),
    0: new File([new Uint8Array(bytes)], 'given.bin'),
  })
  const { body } = await trade.supplier.send('POST', '/graphql', form.payload, {
    ...form.headers,
    'graphql-require-preflight': '1',
  })
  return graphqlOutcome(body)
}

const sendByLine = async (format: 'auto' | 'raw', bytes: Buffer): Promise<DoorAnswer> => {
  const line = JSON.stringify({ type: 'invoice', format, ...parties(), file: bytes.toString('base64') })
  const { body } = await trade.supplier.post('/v1/bulk/sends', Buffer.from(`${line}\n`), {
    'content-type': 'application/octet-stream',
  })
  await app.platform.runner?.settle()
  const result = JSON.parse((await trade.supplier.get(`/v1/bulk/${body.id}/result`)).bytes.toString())
  return result.ok ? documentOf(result.documentId) : refusedWith(result.error)
}

const sendByForm = async (format: 'auto' | 'raw', bytes: Buffer): Promise<DoorAnswer> => {
  const file = new File([new Uint8Array(bytes)], 'given.bin')
  const form = await formOf({ type: 'invoice', format, ...parties(), file })
  return outcomeOf(await trade.supplier.send('POST', '/v1/documents/send', form.payload, form.headers))
}

const sendByItself = async (query: object, bytes: Buffer): Promise<DoorAnswer> =>
  outcomeOf(
    await trade.supplier.send(
      'POST',
      `/v1/documents/send?${new URLSearchParams({ type: 'invoice', ...parties(), ...query })}`,
      bytes,
      { 'content-type': 'application/octet-stream' },
    ),
  )

const sendInBase64 = async (format: 'auto' | 'raw', bytes: Buffer): Promise<DoorAnswer> =>
  outcomeOf(
    await trade.supplier.post('/v1/documents/send', {
      type: 'invoice',
      format,
      ...parties(),
      file: bytes.toString('base64'),
    }),
  )

const sendByCommandLine = async (bytes: Buffer): Promise<DoorAnswer> => {
  const file = join(folder, 'given.bin')
  writeFileSync(file, bytes)
  const { from, to } = parties()
  const { json, errors } = await runCommandLine(['send', file, '--from', from, '--to', to, '--json'], {
    env: { INVOICE_EXCHANGE_URL: base, INVOICE_EXCHANGE_API_KEY: trade.supplier.key, XDG_CONFIG_HOME: folder },
  })
  return errors === '' ? documentOf(json[0].id) : refusedWith(JSON.parse(errors).error)
}

const doors: Readonly<Record<string, (bytes: Buffer) => Promise<DoorAnswer>>> = {
  'REST in base64': (bytes) => sendInBase64('auto', bytes),
  'REST as the whole body': (bytes) => sendByItself({}, bytes),
  'a form': (bytes) => sendByForm('auto', bytes),
  'the console': (bytes) => sendByConsole('file', bytes),
  'a line of a bulk send': (bytes) => sendByLine('auto', bytes),
  'the command line': sendByCommandLine,
}

const rawDoors: Readonly<Record<string, (bytes: Buffer) => Promise<DoorAnswer>>> = {
  'REST in base64': (bytes) => sendInBase64('raw', bytes),
  'REST as the whole body': (bytes) => sendByItself({ format: 'raw' }, bytes),
  'a form': (bytes) => sendByForm('raw', bytes),
  'the console': (bytes) => sendByConsole('raw', bytes),
  'a line of a bulk send': (bytes) => sendByLine('raw', bytes),
}

const cii = async (): Promise<{ number: string; xml: string }> => {
  const { sent, number } = await trade.exchange()
  const xml = (await trade.supplier.get(`/v1/documents/${sent}/cii`)).bytes.toString()
  const fresh = norm.invoice().number
  return { number: fresh, xml: xml.replaceAll(number, fresh) }
}

/** Files that are documents, made anew for each door, with the syntax that AFNOR names them by. */
const documents: readonly (readonly [kind: string, syntax: string | null, make: () => Promise<Buffer>])[] = [
  ['UBL', 'UBL', () => Promise.resolve(Buffer.from(norm.invoice().xml))],
  ['CII', 'CII', async () => Buffer.from((await cii()).xml)],
  [
    'a PDF with an invoice inside',
    'Factur-X',
    async () => {
      const { document } = readCii((await cii()).xml)
      // A recipient that is not registered for Factur-X gets it by mail.
      const buyer = { ...document.buyer, contact: { name: 'Accounts', email: 'buyer@example.com' } }
      return Buffer.from(await writeFacturX({ ...document, buyer }, loadFonts()))
    },
  ],
  ['JSON', null, () => Promise.resolve(Buffer.from(`\uFEFF\n${JSON.stringify((trade.body() as Body).document)}`))],
]

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const DOCUMENT = 'an invoice, a credit note'
const INSIDE = 'an invoice in UBL or CII inside the PDF'

/** Files that are none, with the syntax that their sender might claim. */
const others: readonly (readonly [
  kind: string,
  syntax: string,
  bytes: string,
  recognized: string | null,
  missing: string,
])[] = [
  ['XML of another kind', 'UBL', '<a/>', 'XML with the root element "a" in no namespace', DOCUMENT],
  [
    'an invoice in another namespace',
    'UBL',
    '<Invoice xmlns="urn:x"/>',
    'XML with the root element "Invoice" in the namespace "urn:x"',
    `the namespace "${UBL}Invoice-2"`,
  ],
  [
    'an application response',
    'UBL',
    `<ApplicationResponse xmlns="${UBL}ApplicationResponse-2"/>`,
    'an application response',
    DOCUMENT,
  ],
  [
    'a FatturaPA',
    'CII',
    '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2" versione="FPR12"/>',
    'a FatturaPA',
    'the invoice in UBL or CII',
  ],
  [
    'a cXML message',
    'CII',
    '<?xml version="1.0"?><!DOCTYPE cXML SYSTEM "cXML.dtd"><cXML/>',
    'a cXML message',
    DOCUMENT,
  ],
  ['XML that is cut off', 'UBL', `<Invoice xmlns="${UBL}Invoice-2"><ID>1`, 'XML', 'well-formed'],
  ['XML with a document type', 'UBL', '<!DOCTYPE a SYSTEM "a"><a/>', 'XML', 'document type'],
  ['XML in no encoding', 'UBL', '<a>\xff\xfe\xc0</a>', 'XML', 'encoding'],
  [
    'a PDF without an invoice',
    'Factur-X',
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF',
    'a PDF without files inside',
    INSIDE,
  ],
  ['a broken PDF', 'Factur-X', '%PDF-1.7\n1 0 obj\n<</Ty', 'a PDF without files inside', INSIDE],
  ['a PDF of brackets', 'Factur-X', `%PDF-1.7\n1 0 obj\n${'['.repeat(100_000)}`, 'a PDF without files inside', INSIDE],
  ['JSON without an object', 'UBL', '[1]', 'JSON', 'an object'],
  ['an archive', 'UBL', 'PK\x03\x04zip', 'a ZIP archive or an Office document', DOCUMENT],
  ['a picture', 'Factur-X', '\x89PNG\r\n', 'a PNG image', DOCUMENT],
  ['a text', 'UBL', 'anything at all', null, DOCUMENT],
]

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
const storedDocuments = async (): Promise<unknown> => (await trade.supplier.footprint()).documents

/** Each door with each of the rows. */
const atEach = <T>(
  among: typeof doors,
  rows: readonly T[],
): readonly { door: string; send: (typeof doors)[string]; row: T }[] =>
  Object.entries(among).flatMap(([door, send]) => rows.map((row) => ({ door, send, row })))
const titled = <R extends { door: string; row: readonly [kind: string, ...rest: unknown[]] }>(rows: readonly R[]) =>
  rows.map((one) => ({ ...one, kind: one.row[0] }))

test.each(
  // JSON is the whole body at the command line.
  titled(atEach(doors, documents)).filter(({ door, kind }) => door !== 'the command line' || kind !== 'JSON'),
)('a file that is $kind is sent by $door', async ({ send, row: [, , make] }) => {
  expect(await send(await make())).toMatchObject({
    stored: {
      deliveryStatus: expect.stringMatching(/^(pending|delivered)$/),
      channel: expect.stringMatching(/^(peppol|email)$/),
    },
  })
})

test.each(sample(titled(atEach(doors, others)), 1 / 4))(
  'a file that is $kind is refused by $door with what was recognized and what is missing, and not stored',
  async ({ send, row: [, , text, recognized, missing] }) => {
    const before = await storedDocuments()
    expect(await send(bytesOf(text))).toEqual({
      refused: { code: 'UNSUPPORTED_FILE', recognized, missing: expect.stringContaining(missing) },
    })
    expect(await storedDocuments()).toEqual(before)
  },
)

test.each(sample(titled(atEach(rawDoors, others)), 1 / 8))(
  'a file that is $kind is stored as it is where $door calls it raw',
  async ({ send, row: [, , text] }) => {
    const outcome = await send(bytesOf(text))
    expect(outcome).toMatchObject({ stored: { status: 'draft', deliveryStatus: null } })
    const { stored } = outcome as { stored: Body }
    expect((await trade.supplier.get(`/v1/documents/${stored.id}/original`)).bytes).toEqual(bytesOf(text))
  },
)

test.each(sample(others, 1 / 4))(
  'a file that is %s is refused by a check and by a preview too',
  async (_kind, _syntax, text) => {
    const body = { type: 'invoice', format: 'auto', ...parties(), file: bytesOf(text).toString('base64') }
    for (const path of ['validate', 'preview/pdf'])
      expect(await trade.supplier.post(`/v1/documents/${path}`, body)).toMatchObject({
        status: 422,
        body: { error: { code: 'UNSUPPORTED_FILE' } },
      })
  },
)

test('a JSON body with a byte order mark is sent by the command line', async () => {
  expect(await sendByCommandLine(Buffer.from(`\uFEFF\n${JSON.stringify(trade.body())}`))).toMatchObject({
    stored: { deliveryStatus: 'pending' },
  })
})

describe('by a flow of AFNOR', () => {
  test.each(documents.filter(([, syntax]) => syntax !== null))(
    'a file that is %s is sent',
    async (_kind, flowSyntax, make) => {
      const flow = await norm.take(trade.supplier, { flowInfo: { flowSyntax, name: 'f.xml' }, file: await make() })
      expect(flow.acknowledgement).toMatchObject({ status: 'Ok' })
      const [newest] = (await trade.supplier.get('/v1/documents?direction=outgoing&limit=1')).body.data
      expect(newest).toMatchObject({ deliveryStatus: 'delivered', lifecycleStatus: 'issued' })
    },
  )
  test.each(sample(others, 1 / 4))(
    'a file that is %s is refused with what was recognized, and not stored as a document',
    async (_kind, flowSyntax, text, recognized, missing) => {
      const before = await storedDocuments()
      const flow = await norm.take(trade.supplier, { flowInfo: { flowSyntax, name: 'f.xml' }, file: bytesOf(text) })
      expect(flow.acknowledgement).toMatchObject({
        status: 'Error',
        details: [{ reasonMessage: expect.stringContaining(recognized ?? 'neither XML, nor JSON, nor PDF') }],
      })
      expect(missing).not.toBe('')
      expect(await storedDocuments()).toEqual(before)
    },
  )
})
