/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { sample } from '../support/sample.ts'
import { until } from '../support/until.ts'
import { ConsolePage } from './page.ts'

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
const moves = [['Review'], ['Approve'], ['Reject'], ['Dispute']] as const
const empty = [
  ['/inbox'],
  ['/outbox'],
  ['/partners'],
  ['/payments'],
  ['/compliance'],
  ['/insight'],
  ['/webhooks'],
  ['/live'],
  ['/domains'],
] as const
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Every second of them in one theme, or all in both with EXHAUSTIVE=1. */
const inSomeTheme = <T extends readonly string[]>(rows: readonly T[]): readonly (readonly [Theme, ...T])[] =>
  sample(
    rows.flatMap((row) => themes.map((theme) => [theme, ...row] as const)),
    1 / (2 * themes.length),
  )

describe.skipIf(hasNoBrowser)('states of the console in Chromium', () => {
  let page: ConsolePage
  /** Of somebody who has no documents yet. */
  let newcomer: ConsolePage
  let document: Body
  inBrowser.beforeAll(async ({ browser, site: { app, base } }) => {
    const buyer = await app.tenant('platform')
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
    await app.settle()
    document = (await buyer.get('/v1/documents?direction=incoming&number=S-1')).body.data[0]
    page = await ConsolePage.signedIn(browser, base, buyer.key, '/inbox')
    newcomer = await ConsolePage.signedIn(browser, base, (await app.tenant('platform')).key, '/inbox')
  })

  const faultsIn = async (theme: Theme, seen = page): Promise<string[]> => {
    await seen.tab.value(`document.documentElement.dataset.theme = '${theme}'`)
    return seen.faults()
  }
  /** What is shown while the server has not answered, and what its answers are then. */
  const hold = (): Promise<Body> => page.tab.call('Fetch.enable', { patterns: [{ urlPattern: '*/graphql' }] })

  test.each(inSomeTheme(dialogs))(
    'in %s, what opens at %s by "%s" is free of what axe knows as a fault, and Escape closes it',
    async (theme, path, press, seen) => {
      await page.go(path)
      await page.press(press)
      await page.opened()
      await page.see(seen)
      expect(await faultsIn(theme)).toEqual([])
      await page.escape()
    },
  )

  test('Escape in a menu closes the menu alone: the document below stays, and the focus is where it was', async () => {
    await page.go(`/documents/${document.id}`)
    await page.see('S-1')
    await page.press('Language and appearance')
    await page.opened()
    await page.key('Escape')
    await page.closed()
    expect(await page.isFocused('Language and appearance')).toBe(true)
    expect(await page.tab.value('location.pathname')).toBe(`/console/documents/${document.id}`)
    await page.key('Escape')
    await page.at('/inbox')
  })

  test.each(inSomeTheme(moves))(
    'in %s, the step "%s" of a document is free of what axe knows as a fault',
    async (theme, move) => {
      await page.go(`/documents/${document.id}`)
      await page.press(move)
      await page.see('See what would be sent')
      expect(await faultsIn(theme)).toEqual([])
      await page.escape()
    },
  )

  test('the palette, without a match too, and the help are free of what axe knows as a fault', async () => {
    await page.go('/inbox')
    const option = `document.querySelector('[role=option]')`
    await page.shortcut('k')
    await page.tab.when(`${option} !== null`)
    expect(await faultsIn('light')).toEqual([])
    await page.type('nothing is called so')
    await page.tab.when(`${option} === null`)
    expect(await faultsIn('dark')).toEqual([])
    await page.escape()
    await page.key('?')
    await page.see('Keyboard shortcuts')
    expect(await faultsIn('dark')).toEqual([])
    await page.escape()
  })

  test.each(inSomeTheme(empty))(
    'in %s, %s says that it has nothing, free of what axe knows as a fault',
    async (theme, path) => {
      await newcomer.go(path)
      await newcomer.loaded()
      expect(await faultsIn(theme, newcomer)).toEqual([])
    },
  )

  test('a page that waits shows where its rows will be, and one that failed what happened, and by what it is found', async () => {
    await page.go('/inbox')
    await hold()
    await page.leaveFor('/partners')
    await page.tab.when(`document.querySelector('.skeleton') !== null`)
    expect(await faultsIn('light')).toEqual([])
    expect(await faultsIn('dark')).toEqual([])
    await page.tab.call('Fetch.disable')
    await page.lose('Loading')
    await page.loaded()
    await hold()
    const held = (): readonly Body[] => page.tab.told('Fetch.requestPaused')
    const before = held().length
    await page.leaveFor('/audit')
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
    expect(await faultsIn('light')).toEqual([])
    expect(await faultsIn('dark')).toEqual([])
    await page.tab.call('Fetch.disable')
  })
})
