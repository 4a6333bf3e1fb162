/** @module-tag services */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFlow } from '../../src/flows/take-flow.ts'
import { AfnorTrade, FLOWS, submit } from '../support/afnor.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { workOneAtATime } from '../support/one-at-a-time.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  workOneAtATime(app)
})
afterAll(() => app.close())

test('an invoice that two servers take at the same moment is sent once, and rejected by neither', async () => {
  const trade = await Trade.between(app, 'FR')
  const { supplier } = trade
  const { xml, number } = (await AfnorTrade.of(trade)).invoice()
  const { body } = await submit(supplier, { flowInfo: { flowSyntax: 'UBL', name: 'f.xml' }, file: xml })
  const work = await app.platform.db.client.work.findFirstOrThrow({ where: { kind: 'flow.take' } })
  await Promise.all([takeFlow(app.platform, work), takeFlow(app.platform, work)])
  await trade.settle()
  expect((await supplier.get(`${FLOWS}/${body.flowId}`)).body.acknowledgement).toEqual({ status: 'Ok' })
  const sent = await supplier.get(`/v1/documents?number=${number}`)
  expect(sent.body.data).toMatchObject([{ status: 'delivered' }])
})
