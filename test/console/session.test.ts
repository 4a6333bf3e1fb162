/** @module-tag browser */
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import type { Browser } from '../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { expectRefusal } from '../support/refusals.ts'
import { ConsolePage } from './page.ts'

const text = (value: unknown): string => JSON.stringify(value)

describe.skipIf(hasNoBrowser)('a session of the console in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let tenant: Tenant
  inBrowser.beforeAll(async ({ browser: own }) => {
    browser = own
    // A token that lives for two minutes is renewed while the test looks on.
    app = await startApp({ OAUTH_TOKEN_SECONDS: '120' })
    base = await app.listen()
    tenant = await app.tenant('platform')
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  /** Presses what leads to another page, and waits until it is there. */
  const leave = async (page: ConsolePage, selector: string): Promise<void> => {
    await page.tab.when(`document.querySelector(${text(selector)}) !== null`)
    await page.tab.leave(`document.querySelector(${text(selector)}).click()`)
  }
  const kept = (page: ConsolePage): Promise<{ key: string; refreshToken?: string; endsAt?: number }> =>
    page.tab.value('JSON.parse(sessionStorage.getItem("session"))')
  const begin = async (path: string): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    await page.open(path)
    await page.press('Sign in with your organization')
    await page.tab.when(`location.pathname.startsWith('/oauth/consent/')`)
    return page
  }
  const consent = async (page: ConsolePage, decision: 'allow' | 'refuse'): Promise<void> => {
    await page.tab.when('document.querySelector("#key") !== null')
    expect(await page.words()).toContain('The console of this service.')
    await page.tab.value(`document.querySelector('#key').value = ${text(tenant.key)}`)
    await leave(page, 'form[action*="sign-in"] button')
    await leave(page, `button[value=${decision}]`)
  }
  const signedIn = async (path: string): Promise<ConsolePage> => {
    const page = await begin(path)
    await consent(page, 'allow')
    await page.see('Inbox')
    return page
  }

  test('whoever signs in by consent comes back to where they were, with a token that is in the tab alone', async () => {
    const page = await signedIn('/keys')
    await page.see('API keys')
    expect(await page.tab.value('location.pathname + location.search')).toBe('/console/keys')
    const { key, refreshToken } = await kept(page)
    const elsewhere = await page.tab.value('JSON.stringify([document.cookie, { ...localStorage }, location.href])')
    const addresses = page.requests().map(({ url }) => url)
    for (const secret of [key, String(refreshToken), tenant.key]) {
      expect(elsewhere).not.toContain(secret)
      for (const address of addresses) expect(address).not.toContain(secret)
    }
    const code = addresses.map((address) => new URL(address).searchParams.get('code')).find((one) => one !== null)
    expect(elsewhere).not.toContain(String(code))
    await app.platform.requestLog.flush()
    const logged = JSON.stringify(await app.platform.db.client.requestLog.findMany())
    for (const secret of [key, String(refreshToken), String(code)]) expect(logged).not.toContain(secret)
    expect(page.tab.complaints.filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
  })

  test('a token that ends soon is renewed before the next question, and the page stays as it is', async () => {
    const page = await signedIn('/inbox')
    const before = await kept(page)
    await page.press('Compose')
    await page.fill('Number', 'KEPT-1')
    // As after a minute and a half: what is kept says that it ends in half a minute.
    await page.tab.value(
      `sessionStorage.setItem('session', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('session')), endsAt: Date.now() + 30000 }))`,
    )
    await page.press('Search or jump to…')
    await page.type('KEPT')
    await page.tab.when(`JSON.parse(sessionStorage.getItem('session')).key !== ${text(before.key)}`)
    const after = await kept(page)
    expect(after.refreshToken).not.toBe(before.refreshToken)
    const asker = (key: string) => app.anyone.with({ authorization: `Bearer ${key}` })
    expectRefusal(await asker(before.key).get('/v1/me'), 'INVALID_TOKEN')
    expect((await asker(after.key).get('/v1/me')).status).toBe(200)
    await page.key('Escape')
    expect(await page.tab.value('document.querySelector("input[value=KEPT-1]") !== null')).toBe(true)
  })

  test('a tab that was duplicated renews nothing, so the access of the first one goes on', async () => {
    const page = await signedIn('/inbox')
    const held = await kept(page)
    const twin = await ConsolePage.start(browser, base, page.tab)
    await twin.open('/inbox')
    await twin.tab.value(
      `sessionStorage.setItem('session', ${text(JSON.stringify({ ...held, endsAt: systemClock.now().getTime() }))}), location.reload()`,
    )
    // The menu is there once the server has said who asks.
    await twin.see('Compose')
    expect((await kept(twin)).key).toBe(held.key)
    expect((await app.anyone.with({ authorization: `Bearer ${held.key}` }).get('/v1/me')).status).toBe(200)
  })

  test('whoever signs out ends the token that consent gave', async () => {
    const page = await signedIn('/inbox')
    const { key } = await kept(page)
    const whoever = app.anyone.with({ authorization: `Bearer ${key}` })
    expect((await whoever.get('/v1/me')).status).toBe(200)
    await page.press('Language and appearance')
    await page.press('Sign out')
    await page.see('Open a sandbox')
    expect((await whoever.get('/v1/me')).status).toBe(401)
    expect(await page.tab.value('sessionStorage.length')).toBe(0)
  })

  test('whoever refuses, or comes with the answer to another question, is told that nobody is signed in', async () => {
    const page = await begin('/inbox')
    await consent(page, 'refuse')
    await page.see('You were not signed in')
    expect(await page.tab.value('location.search')).toBe('')
    const stranger = await ConsolePage.start(browser, base)
    await stranger.open('/?code=oac_forged&state=forged')
    await stranger.see('You were not signed in')
    expect(await stranger.tab.value('location.href')).not.toContain('forged')
    expect(await stranger.tab.value('sessionStorage.getItem("session")')).toBe(null)
  })

  test('while the server cannot be reached a banner says so, and it goes when the server is back', async () => {
    const page = await ConsolePage.signedIn(browser, base, tenant.key, '/inbox')
    const network = (offline: boolean): Promise<unknown> =>
      page.tab.call('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    await network(true)
    await page.see('The server cannot be reached.')
    await page.go('/outbox')
    await page.see('This did not work')
    expect(await page.faults()).toEqual([])
    await page.leaveFor('/partners')
    await network(false)
    await page.lose('The server cannot be reached.')
    await page.see('Partners appear with the first document.')
    await page.go('/outbox')
    await page.lose('This did not work')
  })

  test('a page that a key may not see, and one that is not there, say what can be done', async () => {
    const { key } = await tenant.keyWith(['documents.read'])
    const page = await ConsolePage.signedIn(browser, base, key, '/tenants')
    await page.see('Ask whoever manages your organization')
    expect(await page.faults()).toEqual([])
    await page.go('/nowhere')
    await page.see('The address may be mistyped')
    await page.press('Go to the inbox')
    await page.at('/inbox')
  })
})
