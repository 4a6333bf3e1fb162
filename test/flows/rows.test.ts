/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
let french: Trade
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
})
afterAll(() => app.close())

const flowsOf = async ({ organizationId }: Tenant): Promise<Body[]> =>
  app.platform.db.client.flow.findMany({ where: { organizationId }, orderBy: { updatedAt: 'asc' } })
const shown = ({ direction, type, syntax, name, ackStatus, processingRule }: Body): string =>
  [direction, type, syntax, name.replace(/^.*_/, ''), ackStatus, processingRule].join(' ')

test('an invoice, its statuses and what the state is told are flows of both sides, whichever door they took', async () => {
  const { received, number } = await french.exchange()
  await french.move(french.buyer, received, { status: 'disputed', reasonCode: 'TX_TVA_ERR', reason: 'Taux erroné' })
  await french.settle()
  const [sold, bought] = [await flowsOf(french.supplier), await flowsOf(french.buyer)]
  expect(sold.map(shown).toSorted()).toEqual(
    [
      `outgoing CustomerInvoice UBL ${number}.xml ok B2B`,
      'incoming CustomerInvoiceLC CDAR CDV-200.xml ok B2B',
      'incoming StateCustomerInvoiceLC CDAR CDV-200.xml ok B2B',
      'incoming StateCustomerInvoice UBL F1.xml ok B2B',
      ...['201', '202', '203', '207'].map((code) => `incoming CustomerInvoiceLC CDAR CDV-${code}.xml ok B2B`),
    ].toSorted(),
  )
  expect(bought.map(shown).toSorted()).toEqual(
    [
      `incoming SupplierInvoice UBL ${number}.xml ok B2B`,
      'incoming SupplierInvoiceLC CDAR CDV-202.xml ok B2B',
      'incoming SupplierInvoiceLC CDAR CDV-203.xml ok B2B',
      'outgoing SupplierInvoiceLC CDAR CDV-207.xml ok B2B',
    ].toSorted(),
  )
})

test('every flow gets a moment of its own, and a later one when the portal has answered', async () => {
  await app.platform.relay.drain()
  for (const who of [french.supplier, french.buyer]) {
    const flows = await flowsOf(who)
    const moments = flows.map(({ updatedAt }) => updatedAt?.getTime())
    expect(moments.every((moment) => typeof moment === 'number')).toBe(true)
    expect(new Set(moments).size).toBe(moments.length)
    for (const { submittedAt, updatedAt } of flows)
      expect(updatedAt.getTime()).toBeGreaterThanOrEqual(submittedAt.getTime())
  }
  const told = (await flowsOf(french.supplier)).filter(({ reportId }) => reportId !== null)
  expect(told).toHaveLength(2)
})

test('a document that stays where it is, and an order, are no flows', async () => {
  const before = (await flowsOf(french.supplier)).length
  const stays = { type: 'invoice', format: 'raw', from: french.from.peppolId, to: french.to.peppolId }
  expect(
    await french.supplier.post('/v1/documents/send', { ...stays, file: Buffer.from('a picture').toString('base64') }),
  ).toMatchObject({ status: 201 })
  await french.settle()
  expect(await flowsOf(french.supplier)).toHaveLength(before)
})

describe('what flows cost a send', () => {
  test.each([
    ['FR', 4],
    ['BE', 1],
  ] as const)(
    'in %s %i rows in the statement that writes the document, of 400 bytes at most',
    async (country, rows) => {
      const trade = country === 'FR' ? french : await Trade.between(app, country)
      await trade.exchange()
      const { client } = app.platform.db
      let id = ''
      const statements = await app.statements(async () => {
        id = (await trade.supplier.post('/v1/documents/send', trade.body())).body.id
      })
      const writing = statements.filter((text) => /INSERT INTO "?flows/i.test(text))
      expect([writing.length, /INSERT INTO "?documents/i.test(writing.join())]).toEqual([1, true])
      const written = await client.$queryRaw<{ bytes: number }[]>`
      SELECT pg_column_size(flows.*) AS bytes FROM flows
      JOIN documents ON documents."organizationId" = flows."organizationId" AND documents.id = flows."documentId"
      WHERE documents.id = ${id} AND flows."submittedAt" = documents."createdAt"`
      expect(written).toHaveLength(rows)
      expect(Math.max(...written.map(({ bytes }) => bytes))).toBeLessThan(400)
    },
  )
})
