/** Orders and the answers to them, as Peppol's rules T01 and T76 want them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { profilesFor } from '../../src/rules/profiles-for.ts'
import { validate } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { type Answer, type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

const line = (more: object = {}): object => ({
  description: 'Consulting',
  quantity: 3,
  unit: 'HUR',
  unitPrice: 100,
  ...more,
})
/** Answers `x.to` to an order of `x.from`, or orders. */
const bodyOf = (type: string, document: object): object =>
  x.invoice({ dueDate: undefined, lines: undefined, ...document }, { type })
const answered = (document: object): object => bodyOf('sales-order', { orderReference: 'PO-1', ...document })
const post = (given: object): Promise<Answer> => x.sender.post('/v1/documents/send', given)
const sent = async (given: object): Promise<{ xml: string; body: Body }> => {
  const answer = await post(given)
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 201, error: undefined })
  return { xml: (await x.sender.get(`/v1/documents/${answer.body.id}/xml`)).bytes.toString(), body: answer.body }
}
const untold = ({ validation: { warnings } }: Body): string[] =>
  warnings.filter(({ rule }: Body) => rule === 'NOT_CARRIED').map(({ path }: Body) => path)
const faultsOf = (xml: string): string[] => {
  const root = readXml(xml)
  const findings = [...schemaFindings(root), ...validate(root, profilesFor(root)).flatMap((one) => one.findings)]
  return findings.map(({ rule, message }) => `${rule} ${message}`)
}
const refused = async (given: object): Promise<string[]> => {
  const before = await x.sender.footprint()
  const answer = await post(given)
  expectRefusal(answer, 'UBL_VALIDATION_FAILED')
  expect(await x.sender.footprint()).toEqual(before)
  return answer.body.error.details
    .filter(({ severity }: Body) => severity === 'fatal')
    .map(({ field, rule }: Body) => `${field} ${rule}`)
}

describe('the answer to an order', () => {
  test.each(['AP', 'AB', 'RE'])('with the code %s has no lines, and keeps the schema and the rules', async (code) => {
    const { xml, body } = await sent(answered({ responseCode: code, note: 'Seen' }))
    expect(xml).toContain(`<cbc:OrderResponseCode>${code}</cbc:OrderResponseCode>`)
    expect(faultsOf(xml)).toEqual([])
    expect(untold(body)).toEqual([])
    expect(body.validation).toMatchObject({ profile: 'peppol-t76', valid: true })
  })
  test('accepts the order where it states no code, and says that lines are not carried', async () => {
    const { xml, body } = await sent(answered({ lines: [line()] }))
    expect(xml).toContain('<cbc:OrderResponseCode>AP</cbc:OrderResponseCode>')
    expect(xml).not.toContain('OrderLine')
    expect(faultsOf(xml)).toEqual([])
    expect(untold(body)).toEqual(['document.lines'])
  })
  test('with the code CA says of each line what becomes of it, and keeps the schema and the rules', async () => {
    const { xml, body } = await sent(
      answered({
        responseCode: 'CA',
        requestedDelivery: { start: '2026-12-01', end: '2026-12-31' },
        lines: [
          line({ itemCode: 'A-1', buyerItemCode: 'B-1', standardItemId: { value: '05704066204093', scheme: '0160' } }),
          line({ lineStatus: '3', quantity: 2, unitPrice: 90, period: { start: '2026-12-05' }, backorderQuantity: 1 }),
          line({ lineStatus: '7', orderLineReference: '9' }),
          line({ lineStatus: '1', priceQuantity: 10, note: 'As a gift' }),
          line({ lineStatus: '42', unitPrice: undefined }),
        ],
      }),
    )
    expect(faultsOf(xml)).toEqual([])
    expect(untold(body)).toEqual([])
    expect([...xml.matchAll(/<cbc:LineStatusCode>(\d+)</g)].map(([, code]) => code)).toEqual(['5', '3', '7', '1', '42'])
    expect([...xml.matchAll(/<cbc:LineID>(\d+)</g)].map(([, id]) => id)).toEqual(['1', '2', '9', '4', '5'])
    const { document } = (await x.sender.get(`/v1/documents/${body.id}/structured`)).body
    expect(document).toMatchObject({
      responseCode: 'CA',
      requestedDelivery: { start: '2026-12-01', end: '2026-12-31' },
      lines: [
        { lineStatus: '5', itemCode: 'A-1' },
        { lineStatus: '3', quantity: 2, unitPrice: 90, period: { start: '2026-12-05' }, backorderQuantity: 1 },
        { lineStatus: '7', orderLineReference: '9' },
        { lineStatus: '1', note: 'As a gift' },
        { lineStatus: '42' },
      ],
    })
  })
  test('what it has no place for is told, and left out', async () => {
    const { xml, body } = await sent(
      answered({
        responseCode: 'CA',
        validUntil: '2026-12-24',
        contractReference: 'C-1',
        buyerAccountingReference: 'K-1',
        paymentTerms: '30 days',
        delivery: { date: '2026-12-01' },
        attachments: [{ reference: 'A' }],
        allowances: [{ amount: 5, vatRate: 21 }],
        charges: [{ amount: 5, vatRate: 21 }],
        lines: [line({ vatRate: 21, longDescription: 'Long', charges: [{ amount: 1, reason: 'Freight' }] })],
      }),
    )
    expect(faultsOf(xml)).toEqual([])
    expect(untold(body).toSorted()).toEqual(
      ['allowances', 'attachments', 'buyerAccountingReference', 'charges', 'contractReference', 'delivery']
        .concat('lines[0].charges', 'lines[0].longDescription', 'lines[0].vatRate', 'paymentTerms', 'validUntil')
        .map((field) => `document.${field}`),
    )
  })
  test('a finding names the field of the body', async () => {
    expect(await refused(answered({ responseCode: 'CA' }))).toEqual(['document.responseCode PEPPOL-T76-R007'])
    const wrong = {
      responseCode: 'CA',
      requestedDelivery: { start: '2026-12-31', end: '2026-12-01' },
      lines: [line({ id: '1' }), line({ id: '1', unit: 'XXX', standardItemId: '4711' })],
    }
    expect((await refused(answered(wrong))).toSorted()).toEqual([
      'document.lines[0].id PEPPOL-T76-R003',
      'document.lines[1].id PEPPOL-T76-R003',
      'document.lines[1].standardItemId PEPPOL-T76-B06401',
      'document.lines[1].unit PEPPOL-T76-B04302',
      'document.requestedDelivery PEPPOL-T76-R004',
    ])
  })
  test('XML with lines under a code that has none is refused', async () => {
    const { xml } = await sent(answered({ responseCode: 'CA', lines: [line()] }))
    for (const [code, rule] of [
      ['AP', 'PEPPOL-T76-R008'],
      ['RE', 'PEPPOL-T76-R009'],
      ['AB', 'PEPPOL-T76-R010'],
    ] as const)
      expect(
        await refused({
          type: 'sales-order',
          from: x.from,
          to: x.to,
          format: 'ubl-xml',
          xml: xml.replace('>CA<', `>${code}<`).replace(/<cbc:ID>X-/, `<cbc:ID>${code}-`),
        }),
      ).toEqual([`/OrderResponse/cbc:OrderResponseCode ${rule}`])
  })
})

describe('an order', () => {
  const file = (mimeType: string): object => ({
    attachments: [{ reference: 'A', content: 'AAAA', mimeType, filename: 'a.bin' }],
    lines: [line()],
  })
  test.each(['image/tiff', 'application/acad', 'application/dwg', 'drawing/dwg', 'application/pdf'])(
    'may carry a file of the type %s',
    async (mimeType) =>
      expect(faultsOf((await sent(bodyOf('purchase-order', file(mimeType)))).xml)).toEqual([
        expect.stringContaining('PEPPOL-T01-R002'),
      ]),
  )
  test('may not carry what only invoices may, and the finding names the field', async () => {
    expect(await refused(bodyOf('purchase-order', file('text/csv')))).toEqual([
      'document.attachments[0].mimeType PEPPOL-T01-B02702',
    ])
  })
  test.each<[string, object, string]>([
    ['a unit that is none', { lines: [line(), line({ unit: 'XXX' })] }, 'document.lines[1].unit PEPPOL-T01'],
    ['a negative quantity', { lines: [line({ quantity: -1 })] }, 'document.lines[0].quantity PEPPOL-T01-R004'],
  ])('a rule that is broken by %s names the field', async (_what, document, fault) =>
    expect(await refused(bodyOf('purchase-order', document))).toContainEqual(expect.stringContaining(fault)),
  )
  test('says when each line is wanted, and that it has no place for the words of an answer', async () => {
    const { xml, body } = await sent(
      bodyOf('purchase-order', { lines: [line({ period: { end: '2026-12-05' }, lineStatus: '5' })] }),
    )
    expect(xml).toContain('<cac:RequestedDeliveryPeriod><cbc:EndDate>2026-12-05</cbc:EndDate>')
    expect(untold(body)).toEqual(['document.lines[0].lineStatus'])
  })
})
