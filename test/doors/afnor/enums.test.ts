/** Every word of XP Z12-013, in the editions that are served: taken where it is said, and shown where it is answered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search, submit } from '../../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { Trade } from '../../support/trade.ts'

const WEBHOOKS = '/afnor/flow-service/v1/webhooks'
const LATER = { 'x-afnor-version': '1.3' }

const words = {
  flowSyntax: ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR'],
  flowProfile: ['Basic', 'CIUS', 'Extended-CTC-FR', 'Undefined'],
  processingRule: [
    'B2B',
    'B2BInt',
    'B2C',
    'B2G',
    'B2GInt',
    'OutOfScope',
    'B2GOutOfScope',
    'ArchiveOnly',
    'NotApplicable',
    'Undefined',
  ],
  flowDirection: ['In', 'Out'],
  flowType: [
    'CustomerInvoice',
    'SupplierInvoice',
    'StateInvoice',
    'CustomerInvoiceLC',
    'SupplierInvoiceLC',
    'StateCustomerInvoiceLC',
    'StateSupplierInvoiceLC',
    'AggregatedCustomerTransactionReport',
    'UnitaryCustomerTransactionReport',
    'AggregatedCustomerPaymentReport',
    'UnitaryCustomerPaymentReport',
    'UnitarySupplierTransactionReport',
    'MultiFlowReport',
    'StateCustomerInvoice',
    'StateSupplierInvoice',
    'StateTransactionReport',
    'StateTransactionReportLC',
    'StatePaymentReport',
    'StatePaymentReportLC',
    'Undefined',
  ],
  ackStatus: ['Pending', 'Ok', 'Error'],
  level: ['Error', 'Warning'],
  docType: ['Metadata', 'Original', 'Converted', 'ReadableView'],
  reasonCode: [
    'EmptyAttachement',
    'AttachmentTypeError',
    'EmptyFlow',
    'OtherTechnicalError',
    'InvalidSchema',
    'FileSizeExceeded',
    'FlowTypeError',
    'AlreadyExistingFlow',
    'VirusFound',
    'ChecksumMismatch',
    'InvoiceLCInvalidStatus',
    'InvoiceLCStatusError',
    'InvoiceLCRuleError',
    'InvoiceLCAccessDenied',
    'InvoiceLCAmountError',
  ],
} as const

/** What edition 1.2 calls `StateInvoice`. */
const STATE_COPIES = ['StateCustomerInvoice', 'StateSupplierInvoice']

let app: TestApp
let french: Trade
let norm: AfnorTrade
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
})
afterAll(() => app.close())

const hookOf = (metadata: object) => ({ callback: { url: 'http://127.0.0.1:9/' }, metadata })

describe('what is said of a flow is shown as it was said', () => {
  test.each(words.flowSyntax)('flowSyntax %s', async (flowSyntax) => {
    const { status, body } = await submit(french.supplier, { flowInfo: { name: 'f', flowSyntax }, file: '<nothing/>' })
    expect([status, body.flowSyntax]).toEqual([202, flowSyntax])
  })
  test.each(words.flowProfile)('flowProfile %s', async (flowProfile) => {
    const flowInfo = { name: 'f', flowSyntax: 'UBL', flowProfile }
    const { status, body } = await submit(french.supplier, { flowInfo, file: '<nothing/>' }, LATER)
    expect([status, body.flowProfile]).toEqual([202, flowProfile])
  })
  test.each(words.processingRule)('processingRule %s', async (processingRule) => {
    const flowInfo = { name: 'f', flowSyntax: 'UBL', processingRule }
    const submitted = await submit(french.supplier, { flowInfo, file: '<nothing/>' }, LATER)
    const { body } = await french.supplier.get(`${FLOWS}/${submitted.body.flowId}`, LATER)
    const processingRuleSource = processingRule === 'Undefined' ? 'Computed' : 'Input'
    expect(body).toMatchObject({ processingRule, processingRuleSource })
  })
})

describe('what flows are searched by finds no others', () => {
  test.each([
    ...words.flowType.map((word) => ['flowType', word] as const),
    ...words.flowDirection.map((word) => ['flowDirection', word] as const),
    ...words.processingRule.map((word) => ['processingRule', word] as const),
  ])('%s %s', async (name, word) => {
    const { status, body } = await search(french.supplier, { [name]: [word] }, {}, LATER)
    expect(status).toBe(200)
    const shown = new Set(body.results.map((flow: Body) => flow[name]))
    const fitting = word === 'StateInvoice' ? STATE_COPIES : [word]
    expect([...shown].filter((one) => !fitting.includes(String(one)))).toEqual([])
  })
  test.each(words.ackStatus)('ackStatus %s', async (ackStatus) => {
    const { status, body } = await search(french.supplier, { ackStatus })
    expect(status).toBe(200)
    expect(body.results.filter((flow: Body) => flow.acknowledgement.status !== ackStatus)).toEqual([])
  })
})

test.each(words.docType)('docType %s of an invoice is answered', async (docType) => {
  const { flowId } = await norm.take(french.supplier, {
    flowInfo: { name: 'f.xml', flowSyntax: 'UBL' },
    file: norm.invoice().xml,
  })
  expect(await french.supplier.get(`${FLOWS}/${flowId}?docType=${docType}`)).toMatchObject({ status: 200 })
})

describe('what a subscription is about is shown as it was said', () => {
  test.each([
    ...words.flowType.map((word) => ['flowType', word] as const),
    ...words.flowDirection.map((word) => ['flowDirection', word] as const),
    ...words.processingRule.map((word) => ['processingRule', word] as const),
    ...words.ackStatus.map((word) => ['ackStatus', word] as const),
  ])('%s %s', async (name, word) => {
    const metadata = { flowType: 'SupplierInvoice', flowDirection: 'In', [name]: word }
    const made = await french.supplier.post(WEBHOOKS, hookOf(metadata))
    expect([made.status, name, word]).toEqual([201, name, word])
    const { body } = await french.supplier.get(`${WEBHOOKS}/${made.body.webhookId}`)
    expect(body.metadata).toMatchObject({ [name]: STATE_COPIES.includes(word) ? 'StateInvoice' : word })
    await french.supplier.delete(`${WEBHOOKS}/${made.body.webhookId}`)
  })
})

test('a subscription to copies for the state has the words of both editions', async () => {
  const { body } = await french.supplier.post(WEBHOOKS, hookOf({ flowType: 'StateInvoice', flowDirection: 'In' }))
  expect(body).toMatchObject({ flowTypes: STATE_COPIES, metadata: { flowType: 'StateInvoice' } })
})

describe('a word that is not on the list is refused, and nothing is stored', () => {
  const flowInfo = { name: 'f', flowSyntax: 'UBL' }
  test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ...(['flowSyntax', 'flowProfile', 'processingRule'] as const).map((name): [string, () => Promise<Body>] => [
      name,
      () => submit(french.supplier, { flowInfo: { ...flowInfo, [name]: 'nonsense' }, file: '<a/>' }),
    ]),
    ...(['flowType', 'flowDirection', 'processingRule'] as const).map((name): [string, () => Promise<Body>] => [
      `${name} of a search`,
      () => search(french.supplier, { [name]: ['nonsense'] }),
    ]),
    ['ackStatus', () => search(french.supplier, { ackStatus: 'nonsense' })],
    ['docType', () => french.supplier.get(`${FLOWS}/0191a2b3-0000-7000-8000-000000000001?docType=nonsense`)],
    [
      'flowType of a subscription',
      () => french.supplier.post(WEBHOOKS, hookOf({ flowType: 'nonsense', flowDirection: 'Out' })),
    ],
  ])('%s', async (_name, call) => {
    const { client } = app.platform.db
    const counted = async () => [
      await client.flow.count({ where: { fileHash: { not: null } } }),
      await client.webhook.count(),
    ]
    const before = await counted()
    expect(await call()).toMatchObject({ status: 400, body: { errorCode: 'INVALID_ENUM' } })
    expect(await counted()).toEqual(before)
  })
})

test('the description names the same words, and no others', async () => {
  const { body } = await app.anyone.get('/afnor/flow-service/openapi.json')
  const described = JSON.stringify(body)
  for (const [name, list] of Object.entries(words))
    for (const word of list) expect([name, word, described.includes(`"${word}"`)]).toEqual([name, word, true])
  const lists = [...described.matchAll(/"enum":(\[[^\]]*\])/g)].map(([, text = '[]']) => JSON.parse(text) as string[])
  const known = new Set<string>(Object.values(words).flat())
  const named = lists.filter((list) => list.some((word) => known.has(word))).flat()
  expect([...new Set(named)].filter((word) => !known.has(word))).toEqual([])
})
