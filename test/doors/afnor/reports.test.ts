/** E-reporting messages (FRR) as flows: those that are submitted, and those that this platform sends by itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search } from '../../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { paymentsReport, transactionsReport } from '../../support/french-reports.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let french: Trade
let norm: AfnorTrade
let siren: string
beforeAll(async () => {
  app = await startApp({ PPF_PLATFORM_NUMBER: '0777' })
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
  const [company] = (await french.supplier.get('/v1/companies?country=FR')).body.data
  siren = company.vatNumber.slice(4)
})
afterAll(() => app.close())

let made = 0
/** A report of the supplier, under a number of its own. */
const reportOf = (report: string, number = `TX-${++made}`): string =>
  report.replaceAll('403265045', siren).replace('TX-2026-09-1', number)

const frr = { flowSyntax: 'FRR', name: 'declaration.xml' }

describe('an e-reporting message that is submitted', () => {
  test.each([
    ['transactions of both kinds', transactionsReport, 'MultiFlowReport', 'NotApplicable'],
    ['payments of both kinds', paymentsReport, 'MultiFlowReport', 'NotApplicable'],
    [
      'sales abroad',
      transactionsReport.replace(/<Transactions>[^]*<\/Transactions>/, ''),
      'UnitaryCustomerTransactionReport',
      'B2BInt',
    ],
    [
      'sales to consumers',
      transactionsReport.replace(/<Invoice>[^]*<\/Invoice>/, ''),
      'AggregatedCustomerTransactionReport',
      'B2C',
    ],
    [
      'purchases abroad',
      transactionsReport
        .replace(/<Transactions>[^]*<\/Transactions>/, '')
        .replace('<RoleCode>SE</RoleCode>', '<RoleCode>BY</RoleCode>'),
      'UnitarySupplierTransactionReport',
      'B2BInt',
    ],
    [
      'payments of sales abroad',
      paymentsReport.replace(/<Transactions>[^]*<\/Transactions>/, ''),
      'UnitaryCustomerPaymentReport',
      'B2BInt',
    ],
    [
      'payments of consumers',
      paymentsReport.replace(/<Invoice>[^]*<\/Invoice>/, ''),
      'AggregatedCustomerPaymentReport',
      'B2C',
    ],
  ])('with %s is handed to the portal, and found under its kind', async (_name, xml, flowType, processingRule) => {
    const file = reportOf(xml)
    const flow = await norm.take(french.supplier, { flowInfo: frr, file })
    expect(flow).toMatchObject({ flowType, processingRule, acknowledgement: { status: 'Ok' } })
    const found = (await search(french.supplier, { flowType: [flowType] }, { limit: 100 })).body.results
    expect(found.map(({ flowId }: Body) => flowId)).toContain(flow.flowId)
    const original = await french.supplier.get(`${FLOWS}/${flow.flowId}?docType=Original`)
    expect(original.bytes.equals(Buffer.from(file))).toBe(true)
    for (const docType of ['Converted', 'ReadableView'])
      expect(await french.supplier.get(`${FLOWS}/${flow.flowId}?docType=${docType}`)).toMatchObject({ status: 404 })
    expect((await french.buyer.get(`${FLOWS}/${flow.flowId}`)).status).toBe(404)
  })

  test.each<[string, string, string, (xml: string) => string]>([
    ['breaks its schema', 'InvalidSchema', 'Nonsense', (xml) => xml.replace('<TypeCode>IN', '<Nonsense/><TypeCode>IN')],
    ['breaks a rule of the portal', 'InvalidSchema', 'G8.01', (xml) => xml.replace('<TypeCode>IN<', '<TypeCode>XX<')],
    ['is of a company of others', 'OtherTechnicalError', 'TT-13', (xml) => xml.replaceAll(siren, '403265045')],
    ['names another platform', 'OtherTechnicalError', 'TT-8', (xml) => xml.replace('>0777<', '>0778<')],
    ['is refused by the portal', 'OtherTechnicalError', '00025', (xml) => xml.replace(/<Id>TX-\d+/, '<Id>TX-00025')],
    ['is no report', 'FlowTypeError', '', () => '<Declaration/>'],
  ])('and %s ends as an error: %s', async (_why, reasonCode, item, change) => {
    const flow = await norm.take(french.supplier, { flowInfo: frr, file: change(reportOf(paymentsReport)) })
    expect(flow.acknowledgement).toMatchObject({ status: 'Error' })
    const [detail] = flow.acknowledgement.details
    expect(detail).toMatchObject({ level: 'Error', reasonCode })
    expect(`${detail.item} ${detail.reasonMessage}`).toContain(item)
  })

  test('twice is taken once', async () => {
    const file = reportOf(paymentsReport)
    await norm.take(french.supplier, { flowInfo: frr, file })
    const again = await norm.take(french.supplier, { flowInfo: frr, file })
    expect(again.acknowledgement).toMatchObject({ details: [{ reasonCode: 'AlreadyExistingFlow' }] })
  })

  test('needs a key that may report, as at every other door', async () => {
    const key = await french.supplier.keyWith(['send', 'documents.read'])
    const flow = await norm.take(key, { flowInfo: frr, file: reportOf(paymentsReport) })
    expect(flow.acknowledgement).toMatchObject({ status: 'Error', details: [{ item: 'Authorization' }] })
  })
})

describe('a period that this platform reports', () => {
  test('is a flow with the file that the portal has, and its days are not taken from a file as well', async () => {
    const { supplier, from } = french
    const told = await supplier.post('/v1/compliance/e-reporting/transactions', {
      companyId: from.id,
      rows: [{ date: '2026-08-05', category: 'TLB1', vatRate: 20, amount: 100, vatAmount: 20 }],
    })
    app.clock.advance(3_601_000)
    await french.settle()
    const [flow] = (
      await search(supplier, { flowType: ['AggregatedCustomerTransactionReport'], flowDirection: ['In'] })
    ).body.results
    expect(flow).toMatchObject({ flowSyntax: 'FRR', processingRule: 'B2C', acknowledgement: { status: 'Ok' } })
    const original = await supplier.get(`${FLOWS}/${flow.flowId}?docType=Original`)
    expect(original.bytes.toString()).toContain('<TaxExclusiveAmount>100.00</TaxExclusiveAmount>')
    const file = reportOf(transactionsReport)
      .replace('<StartDate>20260901', '<StartDate>20260801')
      .replace('<EndDate>20260910', '<EndDate>20260810')
    const late = await norm.take(supplier, { flowInfo: frr, file })
    expect(late.acknowledgement).toMatchObject({ details: [{ reasonCode: 'AlreadyExistingFlow', item: 'TG-7' }] })
    expect(late.acknowledgement.details[0].reasonMessage).toContain(told.body.periods[0].id)
  })
})
