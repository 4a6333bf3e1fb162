import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Browser, chromium, startBrowser } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { ConsolePage } from './page.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'
const DOMAIN = 'pay.atelier.test'
/** Just dark enough to be taken: 4.54 to white. */
const PRIMARY = '#767676'
const settled = 'document.querySelector("main h1") !== null && !document.querySelector(".skeleton")'

describe.skipIf(chromium === undefined && !isNeeded)('the console at the domain of a tenant, in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let tenant: Tenant
  beforeAll(async () => {
    app = await startApp()
    base = (await app.listen()).replace('127.0.0.1', DOMAIN)
    tenant = await app.tenant('white_label')
    const colors = { primary: PRIMARY, background: '#ffffff', text: '#222222' }
    const branding = { name: 'Maison Facture', colors }
    await tenant.patch('/v1/platform/settings', { branding })
    await tenant.post('/v1/platform/domains', { domain: DOMAIN })
    await app.platform.runner?.settle()
    const other = await app.tenant('platform')
    const lines = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }]
    const document = { number: 'T-1', issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1', lines }
    await other.post('/v1/documents/send', { type: 'invoice', from: other.peppolId, to: tenant.peppolId, document })
    browser = await startBrowser(DOMAIN)
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  test('has its name and its colour, in which every text can be read, and nothing of ours', async () => {
    const page = await ConsolePage.start(browser, base)
    await page.open('/inbox')
    await page.see('Maison Facture')
    expect(await page.words()).not.toContain('Invoice Exchange')
    await page.signIn(tenant.key)
    await page.see('T-1')
    const colour = `getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()`
    expect(await page.tab.value(colour)).toBe(PRIMARY)
    const [{ id }] = (await tenant.get('/v1/documents?number=T-1')).body.data
    const found: Record<string, string[]> = {}
    for (const path of [`/inbox?open=${id}`, `/documents/${id}`, '/compose', '/webhooks', '/insight', '/branding']) {
      await page.go(path)
      await until(() => page.tab.value(settled))
      const faults = await page.faults(['color-contrast'])
      if (faults.length > 0) found[path] = faults
    }
    expect(found).toEqual({})
    for (const theme of ['dark', 'contrast']) {
      await page.tab.value(`document.documentElement.dataset.theme = '${theme}'`)
      expect(await page.tab.value(colour)).not.toBe(PRIMARY)
    }
  })
})
