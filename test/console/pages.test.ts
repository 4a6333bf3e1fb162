import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Browser, chromium, startBrowser } from '../support/chromium.ts'
import { freshVat } from '../support/numbers.ts'
import { png } from '../support/pictures.ts'
import { expectRefusal } from '../support/refusals.ts'
import { until } from '../support/until.ts'
import { ConsolePage } from './page.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'

describe.skipIf(chromium === undefined && !isNeeded)('pages of the console in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let tenant: Tenant
  let other: Tenant
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
    base = await app.listen()
    tenant = await app.tenant('platform')
    other = await app.tenant('platform')
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const visit = async (path: string): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    await page.signIn(tenant.key)
    await page.go(path)
    return page
  }
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
    await until(async () => !(await own()).capabilities.receive.includes('quote'))
    const { capabilities } = await own()
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
    await until(async () =>
      String(await page.tab.value('document.querySelector(".letterhead").style.cssText')).includes('#7a0019'),
    )
    expect((await own()).settings.letterhead).toBeUndefined()
    await page.give('[role=dialog] input[type=file]', 'logo.png', png())
    await until(() => page.tab.value('document.querySelector(".letterhead img") !== null'))
    expect(await page.faults()).toEqual([])
    await page.press('Save')
    await until(async () => (await own()).settings.letterhead !== undefined)
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
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
    const page = await visit('/insight')
    await page.see('Invoiced')
    await page.see('Delivery times in seconds')
    await page.see('Most active partners')
    const plots = (): Promise<number> => page.tab.value('document.querySelectorAll(".plot canvas").length')
    await until(async () => (await plots()) === 3)
    await page.press('As a table')
    await until(async () => (await plots()) === 2)
    const before = await page.tab.value('location.search')
    await page.press('Earlier')
    await until(async () => (await page.tab.value('location.search')) !== before)
    await page.see('Nothing in this period.')
    expect(await page.faults()).toEqual([])
  })

  test('every ending of the sandbox is a button that says what came of it, and is copied without the key', async () => {
    const page = await visit('/sandbox')
    await page.see('Companies that fail on purpose')
    await page.press('DE000000404')
    await page.see('What you can do')
    await page.press('Register an Italian company')
    await until(async () => (await tenant.get('/v1/companies?country=IT')).body.data.length === 1)
    await page.tab.value('window.copied = []')
    await page.tab.value('navigator.clipboard.writeText = (text) => (window.copied.push(text), Promise.resolve())')
    await page.press('As code')
    await page.see('AddCompany')
    await page.press('Copy as curl')
    await page.press('Copy as GraphQL')
    await until(async () => (await page.tab.value('window.copied.length')) === 2)
    const [curl, graphql]: string[] = await page.tab.value('window.copied')
    expect(curl).toMatch(/^curl .*\/graphql -H "Authorization: Bearer \$KEY"/)
    expect(graphql).toMatch(/^(query|mutation) /)
    expect(`${curl}${graphql}`).not.toContain(tenant.key)
    expect(await page.faults()).toEqual([])
  })

  test('a company is onboarded step by step, and its key and secret are shown once', async () => {
    const vatNumber = freshVat()
    const page = await visit('/tenants')
    await page.press('Onboard a company')
    await page.fill('VAT number', vatNumber)
    await page.press('Continue')
    await page.fill('Documents in a month', '500')
    await page.press('Continue')
    await page.fill('Name of an API key', 'ERP')
    await page.fill('Address', 'http://127.0.0.1:9/hook')
    expect(await page.faults()).toEqual([])
    await page.press('Onboard a company')
    await page.see('Onboarded')
    await page.see('The secret is shown once.')
    const key: string = await page.tab.value('document.querySelector(".once code").textContent')
    const { body } = await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/companies')
    expect(body.data).toMatchObject([{ vatNumber, documentsPerMonth: 500 }])
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
