import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Browser, chromium, startBrowser } from '../../support/chromium.ts'
import { askFor } from '../../support/visitor.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'

/** In a real browser: policies, cookies and redirects are what it makes of them. */
describe.skipIf(chromium === undefined && !isNeeded)('the consent page in Chromium', () => {
  let app: TestApp
  let tenant: Tenant
  let base: string
  let browser: Browser
  /** The program that asks; it is an attacker in some tests. */
  let program: Server
  let theirs: string
  let pageOfTheirs = ''
  beforeAll(async () => {
    app = await startApp()
    base = await app.listen()
    tenant = await app.tenant('platform')
    program = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>theirs</title>${pageOfTheirs}`),
    ).listen(0, '127.0.0.1')
    await once(program, 'listening')
    theirs = `http://127.0.0.1:${(program.address() as AddressInfo).port}`
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    program.close()
    await app.close()
  })

  const signedIn = async () => {
    const { requestId, verifier } = await askFor(app, { redirect_uri: `${theirs}/cb`, state: 'x' })
    const tab = await browser.tab()
    await tab.open(`${base}/oauth/consent/${requestId}`)
    await tab.value(`document.querySelector('#key').value = ${JSON.stringify(tenant.key)}`)
    await tab.leave(`document.querySelector('form[action$="sign-in"] button').click()`)
    return { tab, requestId, verifier }
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
    await tab.leave(`document.querySelector('form[action$="sandbox"] button').click()`)
    await tab.leave(`document.querySelector('button[value="allow"]').click()`)
    expect(await tab.value('document.querySelector(".code").textContent')).toMatch(/^oac_/)
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
