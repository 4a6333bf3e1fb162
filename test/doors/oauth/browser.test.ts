/** @module-tag browser */
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/axe.ts'
import type { Browser, Tab } from '../../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../../support/pages.ts'
import { sample } from '../../support/sample.ts'
import { askFor } from '../../support/visitor.ts'

const languages = ['en', 'fr'] as const
const pages = [
  'sign-in',
  'sign-in with a fault',
  'consent',
  'consent with a fault',
  'code',
  'over',
  'refused',
  'fault',
  'device',
  'device with a fault',
  'consent of a device',
  'device allowed',
  'handoff',
  'handoff redeemed',
  'handoff over',
]
/** Each page in one language, or in both with EXHAUSTIVE=1. */
const seen = new Set(
  sample(
    pages.flatMap((page) => languages.map((lang) => `${page} (${lang})`)),
    1 / languages.length,
  ),
)

/** In a real browser: policies, cookies and redirects are what it makes of them. */
describe.skipIf(hasNoBrowser)('the consent page in Chromium', () => {
  let app: TestApp
  let tenant: Tenant
  let base: string
  let browser: Browser
  /** The program that asks; it is an attacker in some tests. */
  let program: Server
  let theirs: string
  let pageOfTheirs = ''
  inBrowser.beforeAll(async ({ browser: own }) => {
    browser = own
    app = await startApp()
    base = await app.listen()
    tenant = await app.tenant('platform')
    program = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>theirs</title>${pageOfTheirs}`),
    ).listen(0, '127.0.0.1')
    await once(program, 'listening')
    theirs = `http://127.0.0.1:${(program.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser.close()
    program.close()
    await app.close()
  })

  const click = (tab: Tab, selector: string): Promise<void> =>
    tab.leave(`document.querySelector(${JSON.stringify(selector)}).click()`)
  const text = (tab: Tab): Promise<string> => tab.value('document.body.innerText')
  const signInWith = async (tab: Tab, key: string): Promise<void> => {
    await tab.value(`document.querySelector('#key').value = ${JSON.stringify(key)}`)
    await click(tab, 'form[action*="sign-in"] button')
  }
  const signedIn = async ({ key = tenant.key, lang = 'en', ...body }: { key?: string; lang?: string } = {}) => {
    const { requestId, verifier } = await askFor(app, { redirect_uri: `${theirs}/cb`, state: 'x', ...body })
    const tab = await browser.tab()
    await tab.open(`${base}/oauth/consent/${requestId}?lang=${lang}`)
    await signInWith(tab, key)
    return { tab, requestId, verifier }
  }
  const exchange = async (tab: Tab, verifier: string) => {
    const code = new URL(await tab.value('location.href')).searchParams.get('code')
    const given = { grant_type: 'authorization_code', code, code_verifier: verifier }
    return (await app.anyone.post('/v1/oauth/token', given)).body
  }

  test('somebody unticks a scope and allows the rest; the browser brings the code to the program', async () => {
    const { tab, verifier } = await signedIn()
    expect(await tab.value('document.querySelectorAll("input[type=checkbox]").length')).toBe(2)
    await tab.value(`document.querySelector('input[value="send"]').click()`)
    await tab.leave(`document.querySelector('button[value="allow"]').click()`)
    const told = new URL(await tab.value('location.href'))
    expect(told.origin).toBe(theirs)
    const { body } = await app.anyone.post('/v1/oauth/token', {
      grant_type: 'authorization_code',
      code: told.searchParams.get('code'),
      code_verifier: verifier,
    })
    expect(body.scopes).toEqual(['documents.read'])
    expect(tab.complaints.filter((text) => !text.includes('favicon'))).toEqual([])
  })

  test('somebody refuses, and the program is told', async () => {
    const { tab } = await signedIn()
    await tab.leave(`document.querySelector('button[value="refuse"]').click()`)
    expect(await tab.value('location.href')).toContain(`${theirs}/cb?error=access_denied&state=x`)
  })

  test('one click makes a sandbox', async () => {
    const { requestId } = await askFor(app)
    const tab = await browser.tab()
    await tab.open(`${base}/oauth/consent/${requestId}`)
    await tab.leave(`document.querySelector('form[action*="sandbox"] button').click()`)
    await tab.leave(`document.querySelector('button[value="allow"]').click()`)
    expect(await tab.value('document.querySelector(".code").textContent')).toMatch(/^oac_/)
  })

  test('with the key of another organization, the program gets that organization and nothing of the first', async () => {
    const other = await app.tenant('platform')
    const { tab, verifier } = await signedIn({ key: other.key })
    const companies = await tab.value(`[...document.querySelectorAll('#company option')].map((one) => one.value)`)
    expect(companies).toEqual(['', other.companyId])
    // Somebody writes the company of others into the page.
    await tab.value(`document.querySelector('#company option:last-child').value = '${tenant.companyId}'`)
    await tab.value(`document.querySelector('#company').selectedIndex = 1`)
    const before = await tenant.footprint()
    await click(tab, 'button[value="allow"]')
    expect(await tab.value('location.href')).toContain('/decision')
    expect(await tenant.footprint()).toEqual(before)
    await tab.open(String(await tab.value(`location.href.replace('/decision', '')`)))
    await click(tab, 'button[value="allow"]')
    const token = await exchange(tab, verifier)
    expect(token.organization_id).toBe(other.organizationId)
    const agent = app.anyone.with({ authorization: `Bearer ${token.access_token}` })
    expect((await agent.get('/v1/me')).body.organizationIds).toEqual([other.organizationId])
  })

  test('who unticks everything is told to choose, and gives nothing', async () => {
    const { tab, requestId } = await signedIn()
    await tab.value(`document.querySelectorAll('input[type=checkbox]').forEach((one) => one.click())`)
    await click(tab, 'button[value="allow"]')
    expect(await tab.value(`document.querySelector('[role=alert]').textContent`)).toContain('Choose at least one')
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })

  test('who decides after ten minutes is told that the request is over, and the program gets nothing', async () => {
    const { tab } = await signedIn()
    const before = await tenant.footprint()
    app.clock.advance(10 * 60_000 + 1)
    await click(tab, 'button[value="allow"]')
    expect(new URL(await tab.value('location.href')).origin).toBe(base)
    expect(await text(tab)).toContain('This request is no longer open')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('the language that somebody chose stays from form to form', async () => {
    const { tab } = await signedIn({ lang: 'fr' })
    expect(await tab.value('document.documentElement.lang')).toBe('fr')
    await tab.value(`document.querySelectorAll('input[type=checkbox]').forEach((one) => one.click())`)
    await click(tab, 'button[value="allow"]')
    expect(await tab.value('document.documentElement.lang')).toBe('fr')
  })

  test('by the keyboard alone, somebody signs in, unticks a scope and allows the rest', async () => {
    const { requestId, verifier } = await askFor(app, { redirect_uri: `${theirs}/cb` })
    const tab = await browser.tab()
    await tab.open(`${base}/oauth/consent/${requestId}`)
    /** Goes on with the tabulator until something has the focus, and shows where the focus is all the way. */
    const goTo = async (selector: string): Promise<void> => {
      for (let step = 0; step < 20; step++) {
        await tab.press('Tab')
        const at = await tab.value(`({
          there: document.activeElement.matches(${JSON.stringify(selector)}),
          outline: getComputedStyle(document.activeElement).outlineStyle })`)
        expect(at.outline).not.toBe('none')
        if (at.there) return
      }
      throw new Error(`The focus does not come to ${selector}.`)
    }
    await goTo('#key')
    await tab.type(tenant.key)
    await tab.press('Enter', 'leaving')
    await goTo('input[value="send"]')
    await tab.press('Space')
    await goTo('button[value="allow"]')
    await tab.press('Enter', 'leaving')
    expect((await exchange(tab, verifier)).scopes).toEqual(['documents.read'])
  })

  test.each(languages)('axe finds no violation on any page (%s)', async (lang) => {
    const found: string[] = []
    const visited: string[] = []
    const check = async (tab: Tab, page: string): Promise<void> => {
      expect(`${page} ${await tab.value('document.documentElement.lang')}`).toBe(`${page} ${lang}`)
      visited.push(page)
      if (!seen.has(`${page} (${lang})`)) return
      for (const fault of await faultsOf(tab)) found.push(`${page}: ${fault}`)
    }
    const { requestId } = await askFor(app, { scopes: ['send', 'documents.read', 'payments'] })
    const consent = `${base}/oauth/consent/${requestId}?lang=${lang}`
    const tab = await browser.tab()
    await tab.open(consent)
    await check(tab, 'sign-in')
    await signInWith(tab, `svc_plat_test_${'x'.repeat(43)}`)
    await check(tab, 'sign-in with a fault')
    await signInWith(tab, (await tenant.keyWith(['send', 'companies.read'])).key)
    await check(tab, 'consent')
    await tab.value(`document.querySelectorAll('input[type=checkbox]').forEach((one) => one.click())`)
    await click(tab, 'button[value="allow"]')
    await check(tab, 'consent with a fault')
    await click(tab, 'button[value="allow"]')
    await check(tab, 'code')
    await tab.open(consent)
    await check(tab, 'over')
    const refused = await askFor(app)
    await tab.open(`${base}/oauth/consent/${refused.requestId}?lang=${lang}`)
    await signInWith(tab, tenant.key)
    await click(tab, 'button[value="refuse"]')
    await check(tab, 'refused')
    await tab.open(`${base}/oauth/authorize?client_id=client_x&lang=${lang}`)
    await check(tab, 'fault')
    const { body: device } = await app.anyone.post('/v1/oauth/device', { client_name: 'Printer', scopes: ['send'] })
    await tab.open(`${base}/oauth/device?lang=${lang}`)
    await check(tab, 'device')
    await tab.value(`document.querySelector('#code').value = 'BCDF-BCDF'`)
    await click(tab, 'form button')
    await check(tab, 'device with a fault')
    await tab.value(`document.querySelector('#code').value = '${device.user_code}'`)
    await click(tab, 'form button')
    await signInWith(tab, tenant.key)
    await check(tab, 'consent of a device')
    await click(tab, 'button[value="allow"]')
    await check(tab, 'device allowed')
    const app_uri = 'com.example.ledger:/callback'
    const { body: client } = await app.anyone.post('/v1/oauth/register', {
      client_name: 'Ledger',
      redirect_uris: [app_uri],
    })
    const { body: handoff } = await tenant.post('/v1/oauth/handoff', { label: 'Ada', client_id: client.client_id })
    await tab.open(`${base}/oauth/handoff/${handoff.handoff_token}?lang=${lang}`)
    await check(tab, 'handoff')
    await click(tab, 'form button')
    await check(tab, 'handoff redeemed')
    await tab.open(`${base}/oauth/handoff/${handoff.handoff_token}?lang=${lang}`)
    await check(tab, 'handoff over')
    expect(found).toEqual([])
    expect(visited).toEqual(pages)
  })

  test('every field has a label, every page one heading and a language', async () => {
    const { tab } = await signedIn()
    const faults = await tab.value(`[
      ...[...document.querySelectorAll('input:not([type=hidden]), select')].filter((one) => one.labels.length === 0),
      ...(document.querySelectorAll('h1').length === 1 ? [] : ['headings']),
      ...(document.documentElement.lang === 'en' ? [] : ['language']),
      ...(document.querySelectorAll('main').length === 1 ? [] : ['main']),
    ].length`)
    expect(faults).toBe(0)
  })

  test('the page does not show in a frame of others', async () => {
    const { tab, requestId } = await signedIn()
    pageOfTheirs = `<iframe src="${base}/oauth/consent/${requestId}"></iframe>`
    await tab.open(`${theirs}/frame`)
    const [frame] = await tab.frames()
    expect(frame.unreachableUrl ?? frame.url).toMatch(/^chrome-error:|\/oauth\/consent\//)
    expect(tab.complaints.join()).toMatch(/frame-ancestors|X-Frame-Options/)
  })

  test('a form of another page, sent by the browser of who is signed in, decides nothing', async () => {
    const { tab, requestId } = await signedIn()
    pageOfTheirs =
      `<form method="post" action="${base}/oauth/consent/${requestId}/decision">` +
      '<input name="decision" value="allow"><input name="scope" value="send"><button>x</button></form>'
    await tab.open(`${theirs}/forged`)
    await tab.leave(`document.querySelector('button').click()`)
    expect(await tab.value('location.href')).toContain('/decision')
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })
})
