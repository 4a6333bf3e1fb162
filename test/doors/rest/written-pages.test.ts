/** Lists whose rows are written from their texts. Every page that any test asks for is compared (`startApp`). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../../rest-compat/routes/index.ts'
import type { Platform } from '../../../src/operation/platform.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { hook } from '../../support/foreign-ids.ts'
import { Trade } from '../../support/trade.ts'
import { WrittenPages } from '../../support/written-pages.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  const trade = await Trade.between(app, 'FR')
  tenant = trade.supplier
  const texts = ['Éclair "100 %"', 'Back\\slash', 'Tab\tand \u2028', '\u{1f600}', 'plain']
  for (const [nth, text] of texts.entries()) {
    const lines = [{ description: text, quantity: 3, unit: 'HUR', vatRate: 20, unitPrice: 0.5 + nth }]
    const metadata = { text, number: '1.50', control: '\u0001' }
    const { sent } = await trade.exchange({ buyerReference: text, lines }, { metadata })
    await tenant.post(`/v1/payments/documents/${sent}/pay`, { amount: 1, date: '2026-11-20' })
  }
  for (const name of ['*', 'document.*', 'company.created'])
    await tenant.post('/v1/webhooks', { ...hook, events: [name] })
  await tenant.patch(`/v1/companies/${trade.from.id}`, { metadata: { texts: texts.join(' ') } })
  await trade.settle()
})
afterAll(() => app.close())

const written = routes.filter(({ rows, operation }) => rows && operation.passesRows)

test.each(written.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s writes its rows as their view presents them, also those that were listed before',
  async (_name, { method, path, rows }) => {
    const compared = (): number => app.writtenPages.compared.get(rows?.name ?? '') ?? 0
    for (const limit of [1, 2, 3, 50, 50, 50, 50]) {
      const before = compared()
      const first = await (method === 'GET' ? tenant.get(`${path}?limit=${limit}`) : tenant.post(path, { limit }))
      expect(first.status).toBe(200)
      expect(first.body.data.length).toBeGreaterThan(0)
      expect(compared()).toBe(before + 1)
      if (!first.body.hasMore) continue
      const { cursor } = first.body
      const next = await (method === 'GET'
        ? tenant.get(`${path}?limit=${limit}&cursor=${cursor}`)
        : tenant.post(path, { limit, cursor }))
      expect([next.status, compared()]).toEqual([200, before + 2])
    }
  },
)

test('a page that is written otherwise than its view presents it is told to the test that asked', async () => {
  const [{ rows: view } = { rows: undefined }] = written
  if (!view) throw new Error('No list is written from the texts of its rows.')
  const platform: Platform = { ...app.platform, writePage: () => '{"data":[],"hasMore":false,"cursor":""}' }
  const pages = new WrittenPages(platform)
  platform.writePage(view, { rows: [], hasNext: false, hasPrevious: false, isBackwards: false, cursorOf: () => '' })
  expect(() => pages.check()).toThrow(`${view.name} is written as`)
  expect(() => pages.check()).not.toThrow()
})
