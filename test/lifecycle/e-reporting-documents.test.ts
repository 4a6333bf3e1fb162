/** What e-reporting collects by itself: trade abroad, sales to consumers, and what was collected of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { AfnorTrade, FLOWS, search } from '../support/afnor.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { Trade } from '../support/trade.ts'

const ROOM = '/v1/compliance/e-reporting'

let app: TestApp
let belgian: Trade
beforeAll(async () => {
  app = await startApp({ PPF_PLATFORM_NUMBER: '0777' })
  belgian = await Trade.between(app, 'BE')
})
afterAll(() => app.close())

const periodsOf = async (tenant: Tenant): Promise<Body[]> => {
  const { data } = (await tenant.get(`${ROOM}/periods`)).body
  return data.toReversed()
}

const contentOf = async (tenant: Tenant, { id }: Body): Promise<Body> =>
  (await tenant.get(`${ROOM}/periods/${id}`)).body

/** An hour later, when what is told late is due. */
const reported = async (trade: Trade): Promise<void> => {
  app.clock.advance(3_601_000)
  await trade.settle()
  await trade.settle()
}

/** The files that the portal has, oldest first; each keeps its schema and the rules. */
const files = async (tenant: Tenant): Promise<string[]> => {
  const types = [
    'UnitaryCustomerTransactionReport',
    'UnitarySupplierTransactionReport',
    'UnitaryCustomerPaymentReport',
    'AggregatedCustomerTransactionReport',
    'AggregatedCustomerPaymentReport',
  ]
  const { body } = await search(tenant, { flowType: types, flowDirection: ['In'] }, { limit: 100 })
  const { results } = body
  if (!results) throw new Error(JSON.stringify(body))
  const found = await Promise.all(
    results.map(async ({ flowId }: Body) => (await tenant.get(`${FLOWS}/${flowId}?docType=Original`)).bytes.toString()),
  )
  for (const xml of found) {
    expect(schemaFindings(readXml(xml))).toEqual([])
    expect(validate(readXml(xml), ['fr-flux10']).flatMap(({ findings }) => findings)).toEqual([])
  }
  return found
}

const abroad = async (
  french: Trade,
  document: object = {},
  to = belgian.to.peppolId,
  type = 'invoice',
): Promise<Body> => {
  const { status, body } = await french.supplier.post(
    '/v1/documents/send',
    french.body(
      { businessProcess: undefined, taxPointCode: '432', issueDate: '2026-09-05', ...document },
      { to, type },
    ),
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  await french.settle()
  await french.settle()
  return body
}

test('an invoice to a company abroad is told once, in the decade of its day, and valid', async () => {
  const french = await Trade.between(app, 'FR')
  const sent = await abroad(french)
  const [period, ...others] = await periodsOf(french.supplier)
  expect(others).toEqual([])
  expect(period).toMatchObject({ kind: 'transactions', firstDay: '2026-09-01', lastDay: '2026-09-10', status: 'open' })
  expect(await contentOf(french.supplier, period)).toMatchObject({ lines: [], invoices: 1, leftOut: [] })
  await reported(french)
  const [xml, ...more] = await files(french.supplier)
  expect(more).toEqual([])
  expect(xml).toContain(`<ID>${sent.number}</ID>`)
  expect(xml).toContain('<CompanyId schemeId="0223">BE')
  expect((await periodsOf(french.supplier)).map(({ status }) => status)).toEqual(['reported'])
  // Nothing of it is told as an invoice in France as well.
  const reports = (await french.supplier.get(`/v1/compliance/reports?documentId=${sent.id}`)).body.data ?? []
  expect(reports.filter(({ documentId }: Body) => documentId === sent.id)).toEqual([])
})

test('an invoice within France is not told: its data and statuses are', async () => {
  const french = await Trade.between(app, 'FR')
  await french.exchange()
  expect(await periodsOf(french.supplier)).toEqual([])
  expect(await periodsOf(french.buyer)).toEqual([])
})

test('what was collected for services is told by invoice and rate, and a reversal takes it back', async () => {
  const french = await Trade.between(app, 'FR')
  const { id, number } = await abroad(french)
  const paid = await french.supplier.post(`/v1/payments/documents/${id}/pay`, { amount: 600, date: '2026-09-10' })
  expect(paid.status).toBe(201)
  await french.settle()
  await french.settle()
  const payments = async (): Promise<Body> =>
    (await periodsOf(french.supplier)).find(({ kind }) => kind === 'payments') as Body
  expect(await contentOf(french.supplier, await payments())).toMatchObject({ invoices: 1 })
  await reported(french)
  const [told] = (await files(french.supplier)).filter((xml) => xml.includes('PaymentsReport'))
  expect(told).toContain(`<InvoiceID>${number}</InvoiceID>`)
  expect(told).toContain('<Amount>600.00</Amount>')
  const reversal = await french.supplier.post(`/v1/payments/${paid.body.payment?.id ?? paid.body.id}/reverse`, {})
  if (reversal.status !== 200) throw new Error(JSON.stringify(reversal.body))
  await french.settle()
  await french.settle()
  expect(await payments()).toMatchObject({ isCorrection: true, status: 'open' })
  expect(await contentOf(french.supplier, await payments())).toMatchObject({ invoices: 0 })
})

test('an invoice from a company abroad is told by its buyer, unless VAT of its country was charged', async () => {
  const french = await Trade.between(app, 'FR')
  const free = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 0, vatCategory: 'AE' }]
  for (const document of [{ lines: free }, {}]) {
    const body = belgian.body({ issueDate: '2026-09-05', ...document }, { to: french.to.peppolId })
    expect((await belgian.supplier.post('/v1/documents/send', body)).status).toBe(201)
    await belgian.settle()
    await belgian.settle()
  }
  const [period] = await periodsOf(french.buyer)
  expect(period).toMatchObject({ kind: 'purchases' })
  expect(await contentOf(french.buyer, period as Body)).toMatchObject({ invoices: 1 })
  await reported(french)
  const [xml] = await files(french.buyer)
  expect(xml).toContain('<RoleCode>BY</RoleCode>')
})

test('an invoice that is not accepted is taken back, and a credit note refers to the invoice of which it takes', async () => {
  const french = await Trade.between(app, 'FR')
  const { number } = await abroad(french)
  await abroad(french, { precedingInvoices: [{ number, issueDate: '2026-09-05' }] }, belgian.to.peppolId, 'credit-note')
  // Accepts the message, and then rejects it.
  await abroad(french, {}, '9930:DE000000443')
  const [period] = await periodsOf(french.supplier)
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ invoices: 2, leftOut: [] })
  await reported(french)
  const [xml] = await files(french.supplier)
  expect(xml).toContain(`<ReferencedDocument><ID>${number}</ID>`)
})

test('what is paid of a credit note is left out of the report of payments, which says no negative amount', async () => {
  const french = await Trade.between(app, 'FR')
  const { number } = await abroad(french)
  const preceding = { precedingInvoices: [{ number, issueDate: '2026-09-05' }] }
  const { id: documentId } = await abroad(french, preceding, belgian.to.peppolId, 'credit-note')
  const paid = await french.supplier.post(`/v1/payments/documents/${documentId}/pay`, {
    amount: 600,
    date: '2026-09-10',
  })
  expect(paid.status).toBe(201)
  await french.settle()
  await french.settle()
  const payments = (await periodsOf(french.supplier)).find(({ kind }) => kind === 'payments')
  const { invoices, leftOut } = await contentOf(french.supplier, payments as Body)
  expect({ invoices, leftOut }).toEqual({ invoices: 0, leftOut: [{ documentId, rules: 'G1.16' }] })
  await reported(french)
  expect((await files(french.supplier)).join()).not.toContain('<PaymentsReport>')
})

test('what consumers get back is set off against what they paid at the rate, and what is beyond that is left out', async () => {
  const french = await Trade.between(app, 'FR')
  const norm = await AfnorTrade.of(french)
  const services = { businessProcess: 'S1', taxPointCode: '432', issueDate: '2026-09-05' }
  const precedingInvoices = [{ number: 'T-1', issueDate: '2026-09-04' }]
  const kept = async (type: string, number: string): Promise<string> => {
    const body = french.body({ ...services, precedingInvoices, number: `SENT-${number}` }, { type })
    const { id } = (await french.supplier.post('/v1/documents/send', body)).body
    const sent = String((await french.supplier.get(`/v1/documents/${id}/xml`)).body)
    // A consumer has no VAT number.
    const xml = sent.replace(
      /(<cac:AccountingCustomerParty>.*?)<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/s,
      (_all, before: string) => before,
    )
    expect(xml).not.toBe(sent)
    const flowInfo = { flowSyntax: 'UBL', name: 'ticket.xml', processingRule: 'B2C' }
    await norm.take(french.supplier, { flowInfo, file: xml.replaceAll(`SENT-${number}`, number) })
    await french.settle()
    return (await french.supplier.get(`/v1/documents?number=${number}`)).body.data[0].id
  }
  const pay = async (id: string, amount: number, date: string): Promise<Body> => {
    const path = `/v1/payments/documents/${id}/pay`
    expect((await french.supplier.post(path, { amount, date })).status).toBe(201)
    const { body } = await french.supplier.post(path, { amount: 1, date })
    // What is kept is looked at again when a payment is reversed.
    expect((await french.supplier.post(`/v1/payments/${body.payment?.id ?? body.id}/reverse`, {})).status).toBe(200)
    await french.settle()
    await french.settle()
    const payments = (await periodsOf(french.supplier)).find(({ kind }) => kind === 'payments')
    return contentOf(french.supplier, payments as Body)
  }
  const [sale, refund] = [await kept('invoice', 'B2C-1'), await kept('credit-note', 'B2C-2')]
  await pay(sale, 100, '2026-09-10')
  expect(await pay(refund, 40, '2026-09-12')).toMatchObject({ lines: [{ day: '2026-09-10', amount: 60 }], leftOut: [] })
  const left = { lines: [], leftOut: [{ documentId: refund, rules: 'G1.16' }] }
  expect(await pay(refund, 80, '2026-09-13')).toMatchObject(left)
})

test('a credit note that names no invoice is left out, and says for which rule', async () => {
  const french = await Trade.between(app, 'FR')
  const { id: documentId } = await abroad(french, {}, belgian.to.peppolId, 'credit-note')
  const [period] = await periodsOf(french.supplier)
  const { invoices, leftOut } = await contentOf(french.supplier, period as Body)
  expect({ invoices, leftOut }).toEqual({ invoices: 0, leftOut: [{ documentId, rules: 'G1.32' }] })
})

test('a sale to a consumer is added up with others of its day, and a company that reports nothing collects nothing', async () => {
  const french = await Trade.between(app, 'FR')
  const norm = await AfnorTrade.of(french)
  const flowInfo = { flowSyntax: 'UBL', name: 'ticket.xml', processingRule: 'B2C' }
  await norm.take(french.supplier, { flowInfo, file: norm.invoice().xml })
  await french.settle()
  const [period] = await periodsOf(french.supplier)
  const before = await contentOf(french.supplier, period as Body)
  expect(before).toMatchObject({ invoices: 0, lines: [{ count: 1, category: 'TPS1', vatRate: 20 }] })
  await norm.take(french.supplier, { flowInfo, file: norm.invoice().xml })
  await french.settle()
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({
    lines: [{ count: 2, amount: 2 * before.lines[0].amount }],
  })
  await french.supplier.patch(`/v1/companies/${french.from.id}`, { settings: { autoReporting: false } })
  await norm.take(french.supplier, { flowInfo, file: norm.invoice().xml })
  await french.settle()
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ lines: [{ count: 2 }] })
})

test('a sale that its invoice says is to a consumer (BAR) is added up as one that its signaling says', async () => {
  const french = await Trade.between(app, 'FR')
  const norm = await AfnorTrade.of(french)
  const file = norm.invoice((xml) =>
    xml.replace('<cbc:DocumentCurrencyCode>', '<cbc:Note>#BAR#B2C</cbc:Note><cbc:DocumentCurrencyCode>'),
  ).xml
  await norm.take(french.supplier, { flowInfo: { flowSyntax: 'UBL', name: 'ticket.xml' }, file })
  await french.settle()
  const [period] = await periodsOf(french.supplier)
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ invoices: 0, lines: [{ count: 1 }] })
})

test('what is sent is told by one way, whatever rule its sender has said', { tags: 'heavy' }, async () => {
  const french = await Trade.between(app, 'FR')
  const norm = await AfnorTrade.of(french)
  const take = async (processingRule: string, file: string): Promise<void> => {
    const flowInfo = { flowSyntax: 'UBL', name: 'f.xml', processingRule }
    const flow = await norm.take(french.supplier, { flowInfo, file })
    expect(flow).toMatchObject({ processingRule, acknowledgement: { status: 'Ok' } })
    await french.settle()
    await french.settle()
  }
  // Both sides are in France: the portal has its data and its status.
  const { xml, number } = norm.invoice()
  await take('B2BInt', xml)
  const copies = (await search(french.supplier, { flowType: ['StateInvoice'] }, { limit: 100 })).body.results
  expect(copies.map(({ name }: Body) => name)).toContain(`${number}_F1.xml`)
  expect(await periodsOf(french.supplier)).toEqual([])
  // The buyer is abroad: its period tells it, and nothing else.
  const { id } = await abroad(french, { number: 'ABROAD-1' })
  const again = String((await french.supplier.get(`/v1/documents/${id}/xml`)).body)
  await take('B2B', again.replaceAll('ABROAD-1', 'ABROAD-2'))
  const [period] = await periodsOf(french.supplier)
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ invoices: 2 })
})

test('a period of which all was taken back before it was due is not reported, and goes on with what comes after', async () => {
  const french = await Trade.between(app, 'FR')
  const { id } = await abroad(french)
  const collect = async (): Promise<string> => {
    const paid = await french.supplier.post(`/v1/payments/documents/${id}/pay`, { amount: 600, date: '2026-09-10' })
    expect(paid.status).toBe(201)
    await french.settle()
    await french.settle()
    return paid.body.id
  }
  const payments = async (): Promise<Body> =>
    (await periodsOf(french.supplier)).find(({ kind }) => kind === 'payments') as Body
  const paymentId = await collect()
  expect(await contentOf(french.supplier, await payments())).toMatchObject({ invoices: 1 })
  expect((await french.supplier.post(`/v1/payments/${paymentId}/reverse`, {})).status).toBe(200)
  await french.settle()
  await french.settle()
  expect(await contentOf(french.supplier, await payments())).toMatchObject({ invoices: 0 })
  await reported(french)
  expect(await payments()).toMatchObject({ status: 'open', nextCheckAt: null, attempts: 0 })
  await collect()
  await reported(french)
  expect(await payments()).toMatchObject({ status: 'reported', attempts: 1 })
  expect((await files(french.supplier)).filter((xml) => xml.includes('PaymentsReport'))).toHaveLength(1)
})

test('documents that a reset of the sandbox has wiped are told no more, and what was told by hand stays', async () => {
  const french = await Trade.between(app, 'FR')
  await abroad(french)
  const sale = { date: '2026-09-05', category: 'TLB1', vatRate: 20, amount: 100, vatAmount: 20 }
  const told = await french.supplier.post(`${ROOM}/transactions`, { companyId: french.from.id, rows: [sale] })
  expect(told.status).toBe(200)
  const [period] = await periodsOf(french.supplier)
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ invoices: 1, lines: [{ amount: 100 }] })
  const reset = { confirm: 'yes', scope: 'documents' }
  expect((await french.supplier.post('/v1/sandbox/reset', reset)).status).toBe(200)
  expect(await contentOf(french.supplier, period as Body)).toMatchObject({ invoices: 0, lines: [{ amount: 100 }] })
})

test('which documents are kept as sales to consumers, is asked of an index that has no others', async () => {
  const french = await Trade.between(app, 'FR')
  const norm = await AfnorTrade.of(french)
  const flowInfo = { flowSyntax: 'UBL', name: 'ticket.xml', processingRule: 'B2C' }
  const statements = await app.statements(async () => {
    await norm.take(french.supplier, { flowInfo, file: norm.invoice().xml })
    await french.settle()
  }, 'all')
  const asked = statements.filter((sql) => /FROM flows\s+WHERE.* = ANY\(/s.test(sql))
  expect(asked).toHaveLength(1)
  // Whatever is asked for, and with tables that have a few rows.
  const plan = await app.platform.db.transaction(async (db) => {
    await db.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`
    await db.$executeRaw`SET LOCAL enable_seqscan = off`
    await db.$executeRawUnsafe(`PREPARE asked AS ${asked[0]}`)
    const rows = await db.$queryRaw`EXPLAIN EXECUTE asked('org_1', ARRAY['doc_1'])`
    await db.$executeRaw`DEALLOCATE asked`
    return rows
  })
  expect(JSON.stringify(plan)).toContain('flows_of_consumers_idx')
})
