/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Tenant } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { ConsolePage } from './page.ts'

const DOMAIN = 'pay.atelier.test'
/** Just dark enough to be taken: 4.54 to white. */
const PRIMARY = '#767676'

describe.skipIf(hasNoBrowser)('the console at the domain of a tenant, in Chromium', () => {
  let page: ConsolePage
  let tenant: Tenant
  inBrowser.beforeAll(async ({ browser, site: { app, base } }) => {
    page = await ConsolePage.start(browser, base.replace('127.0.0.1', DOMAIN))
    tenant = await app.tenant('white_label')
    const colors = { primary: PRIMARY, background: '#ffffff', text: '#222222' }
    const branding = { name: 'Maison Facture', colors }
    await tenant.patch('/v1/platform/settings', { branding })
    await tenant.post('/v1/platform/domains', { domain: DOMAIN })
    await app.settle()
    const other = await app.tenant('platform')
    const lines = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }]
    const document = { number: 'T-1', issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1', lines }
    await other.post('/v1/documents/send', { type: 'invoice', from: other.peppolId, to: tenant.peppolId, document })
    await app.settle()
  })

  test('has its name and its colour, in which every text can be read, and nothing of ours', async () => {
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
      await page.loaded()
      const faults = await page.faults({ rules: ['color-contrast'] })
      if (faults.length > 0) found[path] = faults
    }
    expect(found).toEqual({})
    for (const theme of ['dark', 'contrast']) {
      await page.tab.value(`document.documentElement.dataset.theme = '${theme}'`)
      expect(await page.tab.value(colour)).not.toBe(PRIMARY)
    }
  })
})
