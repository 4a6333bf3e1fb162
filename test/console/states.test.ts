import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Browser, chromium, startBrowser } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { ConsolePage } from './page.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'
const settled = 'document.querySelector("main h1, main h2") !== null && !document.querySelector(".skeleton")'

/** Where it is, what is pressed there, and what is seen then. */
const dialogs: readonly (readonly [path: string, press: string, seen: string])[] = [
  ['/inbox', 'Columns', 'Partner'],
  ['/inbox', 'Language and appearance', 'Français'],
  ['/inbox', 'As code', 'your key is not in it'],
  ['/keys', 'Make a key', 'What it may do'],
  ['/webhooks', 'Add a webhook', 'All events'],
  ['/webhooks', 'Remove', 'Nothing is delivered to this address any more.'],
  ['/companies', 'Add a company', 'VAT number'],
  ['/companies', 'Letterhead', 'Invoice 2026-001'],
  ['/companies', 'Edit', 'Postal code'],
  ['/companies', 'Give the account', 'Name of the holder'],
  ['/tenants', 'Onboard a company', 'The registry says the rest'],
  ['/tenants', 'Onboard from a CSV file', 'Columns:'],
  ['/tenants', 'Onboarding link', 'Onboarding link'],
  ['/tenants', 'Suspend', 'neither sends nor receives'],
  ['/domains', 'Claim a domain', 'Domain'],
  ['/sandbox', 'Empty the sandbox', 'are deleted'],
  ['/components', 'Confirm', 'Every part of which pages are made.'],
  ['/requests', 'POST /v1/webhooks', 'Trace'],
  ['/live', 'Inspect', '"type": "'],
]
const moves = ['Review', 'Approve', 'Reject', 'Dispute']
const empty = [
  '/inbox',
  '/outbox',
  '/partners',
  '/payments',
  '/compliance',
  '/insight',
  '/webhooks',
  '/live',
  '/domains',
]

describe.skipIf(chromium === undefined && !isNeeded)('states of the console in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let buyer: Tenant
  let document: Body
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
    base = await app.listen()
    buyer = await app.tenant('platform')
    const seller = await app.tenant('platform')
    const lines = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }]
    const body = { number: 'S-1', issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1', lines }
    await seller.post('/v1/documents/send', {
      type: 'invoice',
      from: seller.peppolId,
      to: buyer.peppolId,
      document: body,
    })
    await buyer.post('/v1/webhooks', { url: `${base}/nowhere`, events: ['document.received'] })
    const list = async (): Promise<Body[]> => (await buyer.get('/v1/documents?direction=incoming&number=S-1')).body.data
    await until(async () => (await list()).length === 1)
    document = (await list())[0]
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const visit = async ({ key }: Tenant): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    await page.signIn(key)
    return page
  }
  /** By all rules in light, and by those of colours in dark. */
  const faultsOf = async (page: ConsolePage): Promise<string[]> => {
    const light = await page.faults()
    await page.tab.value(`document.documentElement.dataset.theme = 'dark'`)
    const dark = await page.faults(['color-contrast'])
    await page.tab.value(`document.documentElement.dataset.theme = 'light'`)
    return [...light, ...dark]
  }
  /** What is shown while the server has not answered, and what its answers are then. */
  const hold = (page: ConsolePage): Promise<Body> =>
    page.tab.call('Fetch.enable', { patterns: [{ urlPattern: '*/graphql' }] })

  test('every dialog and menu is free of what axe knows as a fault, and Escape closes it', async () => {
    const page = await visit(buyer)
    const found: Record<string, string[]> = {}
    for (const [path, press, seen] of dialogs) {
      await page.open(path)
      await page.press(press)
      await page.opened()
      await page.see(seen)
      const faults = await faultsOf(page)
      if (faults.length > 0) found[`${path} ${press}`] = faults
      await page.escape()
    }
    expect(found).toEqual({})
  }, 240_000)

  test('Escape in a menu closes the menu alone: the document below stays, and the focus is where it was', async () => {
    const page = await visit(buyer)
    await page.open(`/documents/${document.id}`)
    await page.see('S-1')
    await page.press('Language and appearance')
    await page.opened()
    await page.key('Escape')
    await page.closed()
    expect(await page.isFocused('Language and appearance')).toBe(true)
    expect(await page.tab.value('location.pathname')).toBe(`/console/documents/${document.id}`)
    await page.key('Escape')
    await until(async () => (await page.tab.value('location.pathname')) === '/console/inbox')
  }, 120_000)

  test('the palette, the help and each step of a document are free of what axe knows as a fault', async () => {
    const page = await visit(buyer)
    const found: Record<string, string[]> = {}
    const look = async (name: string): Promise<void> => {
      const faults = await faultsOf(page)
      if (faults.length > 0) found[name] = faults
    }
    await page.shortcut('k')
    await until(() => page.tab.value(`document.querySelector('[role=option]') !== null`))
    await look('palette')
    await page.tab.type('nothing is called so')
    await until(() => page.tab.value(`document.querySelector('[role=option]') === null`))
    await look('palette without a match')
    await page.open('/inbox')
    await page.see('S-1')
    await page.key('?')
    await page.see('Keyboard shortcuts')
    await look('help')
    for (const move of moves) {
      await page.open(`/documents/${document.id}`)
      await page.press(move)
      await page.see('See what would be sent')
      await look(move)
    }
    expect(found).toEqual({})
  }, 240_000)

  test('a page without anything says so, free of what axe knows as a fault', async () => {
    const page = await visit(await app.tenant('platform'))
    const found: Record<string, string[]> = {}
    for (const path of empty) {
      await page.go(path)
      await until(() => page.tab.value(settled))
      const faults = await faultsOf(page)
      if (faults.length > 0) found[path] = faults
    }
    expect(found).toEqual({})
  }, 240_000)

  test('a page that waits shows where its rows will be, and one that failed what happened, and by what it is found', async () => {
    const page = await visit(buyer)
    await hold(page)
    await page.go('/partners')
    await until(() => page.tab.value(`document.querySelector('.skeleton') !== null`))
    expect(await faultsOf(page)).toEqual([])
    await page.tab.call('Fetch.disable')
    await page.lose('Loading')
    await until(() => page.tab.value(settled))
    await hold(page)
    const held = (): Body[] => page.tab.told('Fetch.requestPaused')
    const before = held().length
    await page.go('/audit')
    await until(() =>
      held()
        .slice(before)
        .some(({ request }) => String(request.postData).includes('query Audit')),
    )
    const error = { message: 'Something broke here.', extensions: { code: 'INTERNAL_ERROR', requestId: 'req_1' } }
    for (const { requestId } of held().slice(before))
      await page.tab.call('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify({ data: null, errors: [error] })).toString('base64'),
      })
    await page.see('This did not work')
    await page.see('Something broke here.')
    await page.see('req_1')
    expect(await faultsOf(page)).toEqual([])
  })
})
