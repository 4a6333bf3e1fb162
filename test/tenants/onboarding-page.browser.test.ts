/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { Tab } from '../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { freshVat } from '../support/numbers.ts'

const whole = { street: 'Kouter 1', postalCode: '9000', city: 'Gent', name: 'Ada <i>', role: 'Director' }

describe.skipIf(hasNoBrowser)('the onboarding page in Chromium', () => {
  let app: TestApp
  let base: string
  let tab: Tab
  inBrowser.beforeAll(async ({ browser, site }) => {
    ;({ app, base } = site)
    tab = await browser.tab()
  })

  test('somebody fills it in and signs, and the browser complains of nothing', async () => {
    const tenant = await app.tenant()
    const { id } = (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body
    const links = `/v1/platform/companies/${id}/onboarding-links`
    const { url } = (await tenant.post(links)).body
    await tab.open(`${base}${new URL(url).pathname}`)
    for (const [name, value] of Object.entries(whole))
      await tab.value(`document.querySelector('#${name}').value = ${JSON.stringify(value)}`)
    await tab.value(`document.querySelector('input[name=agree]').click()`)
    await tab.leave(`document.querySelector('form button').click()`)
    expect(await tab.value('document.querySelector("h1").textContent')).toBe('Thank you')
    expect(tab.complaints).toEqual([])
    expect((await tenant.get(links)).body.data).toMatchObject([{ signature: { role: 'Director' } }])
  })
})
