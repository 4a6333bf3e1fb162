import { afterAll, beforeAll, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search, submit } from '../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Subscribers, startSubscribers } from '../support/subscribers.ts'
import { Trade } from '../support/trade.ts'
import { until } from '../support/until.ts'

let app: TestApp
let french: Trade
let x: Subscribers
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
  x = await startSubscribers(app)
})
afterAll(async () => {
  await x.leave()
  await app.close()
})

test('sent by AFNOR, seen by a GraphQL subscription, disputed by REST, and the status is fetched by AFNOR', async () => {
  const { supplier, buyer } = french
  const norm = await AfnorTrade.of(french)
  const { received } = await x.followed(
    x.socketFor(buyer.key),
    'subscription { documentReceived { document { id number grossAmount } } }',
  )
  const { xml, number } = norm.invoice()
  const { body: flow } = await submit(supplier, { flowInfo: { name: 'f.xml', flowSyntax: 'UBL' }, file: xml })
  await french.settle()
  await until(() => received.length, 1)
  const { document } = received[0].data.documentReceived
  expect(document).toMatchObject({ number, grossAmount: '1200.00' })

  await french.move(buyer, document.id, { status: 'disputed', reasonCode: 'TX_TVA_ERR', reason: 'Taux de TVA erroné' })
  await french.settle()

  const { updatedAt } = (await supplier.get(`${FLOWS}/${flow.flowId}`)).body
  const { results } = (
    await search(supplier, { updatedAfter: updatedAt, flowType: ['CustomerInvoiceLC'] }, { limit: 100 })
  ).body
  const disputed = results.find(({ name }: Body) => name === `${number}_CDV-207.xml`)
  expect(disputed).toMatchObject({ flowDirection: 'In', flowSyntax: 'CDAR', acknowledgement: { status: 'Ok' } })
  const file = (await supplier.get(`${FLOWS}/${disputed.flowId}?docType=Original`)).bytes.toString()
  expect(file).toContain('<ram:ProcessConditionCode>207</ram:ProcessConditionCode>')
  expect(file).toContain('TX_TVA_ERR')
  expect(file).toContain(number)

  // GraphQL sees the same flows.
  const { data } = await supplier.graphql(
    '{ flows(flowDirection: [OUT], first: 100) { totalCount nodes { id name ' +
      'flowType flowDirection acknowledgement { status details { reasonCode } } } } }',
  )
  expect(data?.flows.nodes).toContainEqual(expect.objectContaining({ name: 'f.xml', flowDirection: 'OUT' }))
})
