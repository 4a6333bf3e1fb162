/** XML is held to its schema wherever it comes in, before anything is done with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFatturaPa } from '../../src/formats/fatturapa/invoice.ts'
import { readEnvelope, writeEnvelope } from '../../src/formats/sbdh/envelope.ts'
import { readUbl } from '../../src/formats/ubl/invoice.ts'
import type { ErrorCode } from '../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type TestApp, startApp } from '../support/app.ts'
import { smallCiiInvoice } from '../support/documents.ts'
import { type Exchange, enveloped, NETWORK_SECRET, startExchange, statusXml } from '../support/exchange.ts'
import { formOf } from '../support/forms.ts'
import { expectRefusal } from '../support/refusals.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'

let app: TestApp
let x: Exchange
let valid: string
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startExchange(app)
  const { body } = await x.sender.post('/v1/documents/send', x.invoice())
  valid = (await x.sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
  await x.settle()
})
afterAll(() => app.close())

let made = 0
/** The invoice with a number of its own, and one thing changed. */
const changed = (from: string | RegExp, to: string): string => {
  const fresh = valid.replace(/<cbc:ID>X-\d+</, `<cbc:ID>S-${++made}<`)
  expect(fresh).toMatch(from)
  return fresh.replace(from, to)
}
const DUE = '<cbc:DueDate>2026-12-20</cbc:DueDate>'
const faults: [what: string, change: () => string, at: string, said: RegExp][] = [
  [
    'elements in another order',
    () => changed(new RegExp(`(<cbc:IssueDate>[^<]*</cbc:IssueDate>)${DUE}`), `${DUE}$1`),
    '/Invoice/cbc:IssueDate',
    /cbc:IssueDate is not expected here: it must stand before cbc:DueDate/,
  ],
  [
    'an unknown name',
    () => changed(DUE, `<cbc:Due>2026-12-20</cbc:Due>`),
    '/Invoice/cbc:Due',
    /cbc:Due is not expected here.*Expected: .*cbc:DueDate/,
  ],
  [
    'something required that is missing',
    () => changed(/<cac:Country>.*?<\/cac:Country>/, '<cac:TaxScheme/>'),
    '/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cac:TaxScheme',
    /Expected: .*cac:Country/,
  ],
  ['a single element twice', () => changed(DUE, DUE + DUE), '/Invoice/cbc:DueDate[2]', /at most 1 of it/],
  [
    'a text of another type',
    () => changed(DUE, '<cbc:DueDate>20.12.2026</cbc:DueDate>'),
    '/Invoice/cbc:DueDate',
    /has the value "20\.12\.2026"\. Expected a date such as 2026-11-20/,
  ],
  [
    'an unknown attribute',
    () => changed('<cbc:DueDate>', '<cbc:DueDate format="102">'),
    '/Invoice/cbc:DueDate/@format',
    /attribute format, which the schema does not know/,
  ],
  [
    'an attribute that is missing',
    () => changed(/ currencyID="EUR"/, ''),
    '/Invoice/cac:TaxTotal/cbc:TaxAmount',
    /no attribute currencyID/,
  ],
  [
    'a name of another namespace',
    () => changed(DUE, '<cac:DueDate>2026-12-20</cac:DueDate>'),
    '/Invoice/cac:DueDate',
    /its namespace is .*CommonAggregateComponents-2 and must be .*CommonBasicComponents-2/,
  ],
]
const sent = (xml: string, format = 'ubl-xml'): object => ({ type: 'invoice', from: x.from, to: x.to, format, xml })
const cii = smallCiiInvoice.replaceAll('0403170701', '0403019261')
const ofSchema = ({ body }: Answer): Body[] => body.error.details.filter(({ rule }: Body) => rule === 'XSD')

describe('what callers send', () => {
  test.each(faults)('XML with %s is refused with the place and what is expected', async (_what, change, at, said) => {
    const xml = change()
    const before = await x.sender.footprint()
    const answer = await x.sender.post('/v1/documents/send', sent(xml))
    expectRefusal(answer, 'UBL_VALIDATION_FAILED')
    expect(await x.sender.footprint()).toEqual(before)
    const [first] = answer.body.error.details
    expect(first).toMatchObject({ rule: 'XSD', field: at, xpath: at, severity: 'fatal' })
    expect(first.message).toMatch(said)
    const found = (await x.sender.post('/v1/documents/validate', sent(xml))).body
    expect(found).toMatchObject({ valid: false })
    expect(found.errors[0]).toMatchObject({ rule: 'XSD', profile: 'xsd', xpath: at, line: first.line })
  })
  test('line and column are those of the file that was sent, by GraphQL as by REST', async () => {
    const xml = changed(DUE, '\n\n   <cbc:DueDate>soon</cbc:DueDate>')
    const line = xml.slice(0, xml.indexOf('<cbc:DueDate>soon')).split('\n').length
    const answer = await x.sender.post('/v1/documents/validate', sent(xml))
    expect(answer.body.errors[0]).toMatchObject({ rule: 'XSD', line, column: 4 })
    const { data } = await x.sender.graphql(
      `query($from: PeppolId!, $to: PeppolId!, $xml: String!) {
        validateDocument(type: INVOICE, from: $from, to: $to, content: {ubl: $xml}) {
          validation { errors { rule line column profile } } } }`,
      { from: x.from, to: x.to, xml },
    )
    expect(data.validateDocument.validation.errors[0]).toEqual({ rule: 'XSD', line, column: 4, profile: 'xsd' })
  })
  test('CII is held to its schema, whose editions may both be kept', async () => {
    const broken = cii.replace('<ram:TypeCode>380</ram:TypeCode>', '<ram:Kind>380</ram:Kind>')
    const answer = await x.sender.post('/v1/documents/validate', sent(broken, 'cii-xml'))
    expect(answer.body.errors[0]).toMatchObject({ rule: 'XSD', message: expect.stringContaining('ram:Kind') })
    const good = await x.sender.post('/v1/documents/validate', sent(cii, 'cii-xml'))
    expect(good.body.errors.filter(({ rule }: Body) => rule === 'XSD')).toEqual([])
    // An element that came with D22B: it is not in D16B.
    const newer = cii.replace(
      '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>',
      '</ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:InvoiceReferencedDocument><ram:IssuerAssignedID>1' +
        '</ram:IssuerAssignedID></ram:InvoiceReferencedDocument><ram:InvoiceReferencedDocument><ram:IssuerAssignedID>' +
        '2</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>',
    )
    const both = await x.sender.post('/v1/documents/validate', sent(newer, 'cii-xml'))
    expect(both.body.errors.filter(({ rule }: Body) => rule === 'XSD')).toEqual([])
  })
  test('the XML inside a hybrid PDF is held to its schema', async () => {
    const xml = cii.replace('<ram:TypeCode>380</ram:TypeCode>', '<ram:Kind>380</ram:Kind>')
    const pdf =
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Names<</EmbeddedFiles<</Names[(factur-x.xml) 2 0 R]>>>>>>\nendobj\n' +
      '2 0 obj\n<</Type/Filespec/F(factur-x.xml)/EF<</F 3 0 R>>>>\nendobj\n' +
      `3 0 obj\n<</Type/EmbeddedFile/Length ${Buffer.byteLength(xml)}>>\nstream\n${xml}\nendstream\nendobj\n` +
      'trailer\n<</Root 1 0 R>>\n%%EOF\n'
    expect(ofSchema(await file(new Blob([pdf]), 'invoice.pdf'))[0]).toMatchObject({
      message: expect.stringContaining('ram:Kind'),
    })
  })
  test('a FatturaPA that is sent as a file is refused with what it is and what it lacks, and nothing is stored', async () => {
    const { document } = readUbl(valid)
    const address = { street: 'Rue Haute 1', city: 'Namur', postalCode: '5000', country: 'BE' }
    const sample = writeFatturaPa({ ...document, buyer: { ...document.buyer, address } })
    const answer = await file(new Blob([sample]), 'IT1.xml', 'UNSUPPORTED_FILE')
    expect(answer.body.error.details).toMatchObject([
      { field: 'file', recognized: 'a FatturaPA', missing: expect.stringContaining('UBL or CII') },
    ])
  })
})

const file = async (blob: Blob, name: string, code: ErrorCode = 'UBL_VALIDATION_FAILED'): Promise<Answer> => {
  const form = await formOf({ type: 'invoice', format: 'auto', from: x.from, to: x.to, file: new File([blob], name) })
  const before = await x.sender.footprint()
  const answer = await x.sender.send('POST', '/v1/documents/send', form.payload, form.headers)
  expectRefusal(answer, code)
  expect(await x.sender.footprint()).toEqual(before)
  return answer
}

describe('what the network brings', () => {
  test('a document that breaks its schema is kept and marked, and its sender is told', async () => {
    const payload = changed(DUE, DUE + DUE)
    const answer = await x.knock(
      enveloped({
        payload,
        sender: '9930:DE123456789',
        receiver: x.to,
        kind: 'invoice',
        mlsTo: '0242:000001',
        mlsType: 'FAILURE_ONLY',
      }),
    )
    expect(answer.status).toBe(201)
    await x.settle()
    const path = `/v1/documents/${answer.body.documentId}`
    const { data } = await x.receiver.graphql(
      `{ document(id: "${answer.body.documentId}") { validation { valid errors { rule xpath line } } } }`,
    )
    expect(data.document.validation).toMatchObject({
      valid: false,
      errors: [{ rule: 'XSD', xpath: '/Invoice/cbc:DueDate[2]', line: 1 }],
    })
    const [status] = (await x.receiver.get(`${path}/message-statuses`)).body.data
    expect(status).toMatchObject({
      code: 'RE',
      issues: [{ place: '/Invoice/cbc:DueDate[2]', reason: 'SV', message: expect.stringContaining('XSD') }],
    })
  })
  test('a message status that breaks its schema is refused, and nothing is changed', async () => {
    const { body } = await x.sender.post('/v1/documents/send', x.invoice())
    await x.settle()
    const status = statusXml(await x.instanceOf(body.id), { code: 'RE' })
    const before = await x.sender.footprint()
    const answer = await x.knock(
      enveloped({
        payload: status.replace('<cbc:IssueDate>2026-11-21<', '<cbc:IssueDate>today<'),
        sender: '0242:000001',
        receiver: '0242:000000',
        kind: 'mls',
      }),
    )
    expectRefusal(answer, 'INVALID_REQUEST')
    expect(ofSchema(answer)).toMatchObject([{ message: expect.stringContaining('a date such as'), line: 1 }])
    expect(await x.sender.footprint()).toEqual(before)
  })
  test.each(['BE', 'FR'] as const)(
    'a decision of a buyer in %s that breaks its schema moves nothing',
    async (country) => {
      const trade = await Trade.between(app, country)
      const { sent: id, received } = await trade.exchange()
      await trade.move(trade.buyer, received, { status: 'under_review' })
      await trade.settle()
      const message = await app.platform.db.client.lifecycleMessage.findFirstOrThrow({
        where: { documentId: id, direction: 'incoming' },
        orderBy: { id: 'desc' },
      })
      const { document: header, payload } = readEnvelope(await storedBytes(app, message))
      const broken = Buffer.from(payload)
        .toString()
        .replace(/(<\/cbc:ID>|<\/ram:ID>)/, '-2$1<extra xmlns="urn:example"/>')
      const before = [await trade.log(trade.supplier, id), await trade.supplier.footprint()]
      const answer = await x.knock(
        Buffer.from(writeEnvelope({ ...header, instanceId: `broken-${country}` }, Buffer.from(broken))),
      )
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(ofSchema(answer)[0]).toMatchObject({ message: expect.stringContaining('extra is not expected here') })
      expect([await trade.log(trade.supplier, id), await trade.supplier.footprint()]).toEqual(before)
    },
  )
})
