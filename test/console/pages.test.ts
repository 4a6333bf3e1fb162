/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { png } from '../support/pictures.ts'
import { expectRefusal } from '../support/refusals.ts'
import { type ConsolePage, Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('pages of the console in Chromium', () => {
  let app: TestApp
  let base: string
  let visits: Visits
  let tenant: Tenant
  let other: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    ;({ app, base } = site)
    visits = new Visits(browser, base)
    tenant = await app.tenant('platform')
    other = await app.tenant('platform')
  })

  const visit = (path: string): Promise<ConsolePage> => visits.visit(tenant, path)
  const own = async (): Promise<Body> => (await tenant.get(`/v1/companies/${tenant.companyId}`)).body
  const send = async (number: string, more: object = {}): Promise<void> => {
    const { status, body } = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: tenant.peppolId,
      to: other.peppolId,
      document: {
        number,
        issueDate: '2026-01-02',
        dueDate: '2026-01-20',
        buyerReference: 'PO-77',
        lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 1000, vatRate: 21 }],
        ...more,
      },
    })
    expect({ status, error: body.error }).toEqual({ status: 201 })
  }

  test('what a company takes is chosen by boxes, and saved for that company', async () => {
    const page = await visit('/capabilities')
    await page.see('What others on the network see')
    await page.press('Receives: Quote')
    await page.press('Save')
    const { capabilities } = await own()
    expect(capabilities.receive).not.toContain('quote')
    expect(capabilities.receive).toContain('invoice')
    expect(capabilities.send).toContain('quote')
    expect(await page.faults()).toEqual([])
  })

  test('a letterhead is seen before it is saved, and leaves all other settings as they are', async () => {
    await tenant.patch(`/v1/companies/${tenant.companyId}`, { settings: { defaultCurrency: 'SEK' } })
    const page = await visit('/companies')
    await page.press('Letterhead')
    await page.see('Invoice 2026-001')
    await page.choose('Main colour', '#7a0019')
    expect(await page.tab.value('document.querySelector(".letterhead").style.cssText')).toContain('#7a0019')
    expect((await own()).settings.letterhead).toBeUndefined()
    await page.give('[role=dialog] input[type=file]', 'logo.png', png())
    await page.tab.when('document.querySelector(".letterhead img") !== null')
    expect(await page.faults()).toEqual([])
    await page.press('Save')
    expect((await own()).settings).toEqual({
      defaultCurrency: 'SEK',
      letterhead: { color: '#7a0019', logo: expect.stringMatching(/^data:image\/png;base64,/) },
    })
  })

  test('the scopes of a key are changed while it works', async () => {
    const { keyId, ...key } = await tenant.keyWith(['documents.read', 'stats'])
    const caller = app.anyone.with({ authorization: `Bearer ${key.key}` })
    expect((await caller.get('/v1/stats')).status).toBe(200)
    const page = await visit('/keys')
    await page.press('Edit: documents.read,stats')
    await page.press('stats')
    expect(await page.faults()).toEqual([])
    await page.press('Save')
    await page.lose('Changes hold at once.')
    expectRefusal(await caller.get('/v1/stats'), 'INSUFFICIENT_SCOPE')
    expect((await caller.get('/v1/documents')).status).toBe(200)
    const again = await visit('/keys')
    await again.see('listDocuments')
    expect((await tenant.get('/v1/api-keys')).body.data.find(({ id }: Body) => id === keyId).scopes).toEqual([
      'documents.read',
    ])
  })

  test('open amounts are shown by currency and age as the server adds them up, without decimals in yen', async () => {
    await send('AGE-1', { currency: 'EUR' })
    await send('AGE-2', { currency: 'JPY' })
    const page = await visit('/payments')
    await page.see('More than 90 days late')
    await page.see('€3,630.00')
    await page.see('¥3,630')
    expect(await page.words()).not.toContain('¥3,630.00')
    await page.choose('Open amounts by age', 'PAYABLE')
    await page.see('Nothing is open.')
  })

  test('insight shows what was invoiced, how fast it went, and to whom; each plot has its table', async () => {
    await send('INS-1')
    await app.settle()
    const page = await visit('/insight')
    await page.see('Invoiced')
    await page.see('Delivery times in seconds')
    await page.see('Most active partners')
    const plots = 'document.querySelectorAll(".plot canvas").length'
    await page.tab.when(`${plots} === 3`)
    await page.press('As a table')
    await page.tab.when(`${plots} === 2`)
    const before = await page.tab.value('location.search')
    await page.press('Earlier')
    await page.tab.when(`location.search !== ${JSON.stringify(before)}`)
    await page.see('Nothing in this period.')
    expect(await page.faults()).toEqual([])
  })

  test('every ending of the sandbox is a button that says what came of it, and is copied without the key', async () => {
    const page = await visit('/sandbox')
    await page.see('Companies that fail on purpose')
    await page.press('DE000000404')
    await page.see('What you can do')
    await page.press('Register an Italian company')
    expect((await tenant.get('/v1/companies?country=IT')).body.data).toHaveLength(1)
    await page.tab.value('window.copied = []')
    await page.tab.value('navigator.clipboard.writeText = (text) => (window.copied.push(text), Promise.resolve())')
    await page.press('As code')
    await page.see('AddCompany')
    await page.press('Copy as curl')
    await page.press('Copy as GraphQL')
    await page.tab.when('window.copied.length === 2')
    const [curl, graphql]: string[] = await page.tab.value('window.copied')
    expect(curl).toMatch(/^curl .*\/graphql -H "Authorization: Bearer \$KEY"/)
    expect(graphql).toMatch(/^(query|mutation) /)
    expect(`${curl}${graphql}`).not.toContain(tenant.key)
    expect(await page.faults()).toEqual([])
  })

  test('a webhook is made for the events that were chosen, and for all where none was', async () => {
    const page = await visit('/webhooks')
    const events = async (url: string): Promise<string[]> =>
      (await tenant.get('/v1/webhooks')).body.data.find((one: Body) => one.url === url)?.events
    for (const chosen of [['document.received', 'lifecycle.updated'], []]) {
      const url = `${base}/for-${chosen.length}`
      await page.press('Add a webhook')
      await page.fill('Address', url)
      for (const event of chosen) await page.press(event)
      expect(await page.faults()).toEqual([])
      await page.press('Add')
      await page.see('The secret is shown once.')
      expect(await events(url)).toEqual(chosen.length > 0 ? chosen : ['*'])
      await page.press('Close')
      await page.lose('The secret is shown once.')
      await page.see(chosen.join(', ') || 'All events')
      await tenant.delete(`/v1/webhooks/${(await tenant.get('/v1/webhooks')).body.data[0].id}`)
    }
  })

  test('a webhook tells why it is paused, and how many of its attempts went well', async () => {
    const { body } = await tenant.post('/v1/webhooks', { url: `${base}/nowhere`, events: ['document.received'] })
    const page = await visit('/webhooks')
    await page.press('Send a test')
    await page.see('Attempts that went well: 0% (of the last 1)')
    await page.press('Inspect')
    await page.see('"type": "webhook.test"')
    await page.see('X-Service-Delivery: dlv_')
    await page.see('Answer to attempt 1')
    await page.see('The endpoint answered 404.')
    expect(await page.words()).not.toMatch(/signature/i)
    expect(await page.faults()).toEqual([])
    await page.press('Close')
    await page.press('Pause')
    await page.see('Paused by somebody')
    expect((await tenant.get(`/v1/webhooks/${body.id}`)).body.pauseReason).toBe('caller')
    expect(await page.faults()).toEqual([])
  })
})
