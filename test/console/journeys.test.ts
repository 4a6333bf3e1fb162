/** @module-tag browser */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant, TestApp } from '../support/app.ts'
import { camt053 } from '../support/bank-files.ts'
import type { Browser } from '../support/chromium.ts'
import { freshVat } from '../support/numbers.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { sample } from '../support/sample.ts'
import { ConsolePage, Visits } from './page.ts'

const everyPage = [
  '/inbox',
  '/outbox',
  '/compose',
  '/live',
  '/companies',
  '/capabilities',
  '/partners',
  '/directory?q=bakery&open=0208:0123456789',
  '/payments',
  '/compliance',
  '/insight',
  '/webhooks',
  '/keys',
  '/requests',
  '/references',
  '/sandbox',
  '/components',
  '/tenants',
  '/branding',
  '/domains',
  '/members',
  '/audit',
  '/nowhere',
  '/documents/ID',
  '/inbox?open=ID',
]

const looks = ['en', 'fr'].flatMap((language) =>
  ['light', 'dark', 'contrast'].flatMap((theme) => [1440, 1024, 390].map((width) => [language, theme, width] as const)),
)
/** Every second page in one of the looks, or every page in all of them with EXHAUSTIVE=1. */
const seen = sample(
  everyPage.flatMap((path) => looks.map((look) => [path, ...look] as const)),
  1 / (2 * looks.length),
)

describe.skipIf(hasNoBrowser)('the console in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let visits: Visits
  let buyer: Tenant
  let seller: Tenant
  const others: ConsolePage[] = []
  inBrowser.beforeAll(async ({ browser: own, site }) => {
    ;({ app, base } = site)
    browser = own
    visits = new Visits(browser, base)
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
  })

  const visit = async (): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    others.push(page)
    return page
  }
  const sendTo = async (number: string): Promise<void> => {
    const { status } = await seller.post('/v1/documents/send', {
      type: 'invoice',
      from: seller.peppolId,
      to: buyer.peppolId,
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO-77',
        lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
      },
    })
    expect(status).toBeLessThan(300)
    await app.settle()
  }
  const statusOf = async (tenant: Tenant, number: string): Promise<string> => {
    await app.settle()
    return (await tenant.get(`/v1/documents?number=${number}`)).body.data[0].lifecycleStatus
  }

  test('an invoice comes live into the inbox, is read, approved with a dry run before, and paid', async () => {
    const page = await visit()
    await page.signIn(buyer.key)
    await sendTo('J-1')
    await page.see('J-1')
    await page.press('J-1')
    await page.see('What you can do')
    await page.see('361.19')
    await page.press('Approve')
    await page.press('See what would be sent')
    expect(await page.words()).toMatch(/Would be sent|Nothing is sent/)
    expect(await statusOf(seller, 'J-1')).not.toBe('approved')
    await page.press('Confirm')
    expect(await statusOf(buyer, 'J-1')).toBe('approved')
    await page.press('Paid in part')
    await page.fill('Amount paid', '100')
    await page.press('See what would be sent')
    await page.press('Confirm')
    expect(await statusOf(seller, 'J-1')).toBe('partially_paid')
    await page.see('Partially paid')
  })

  test('an invoice is composed with live totals, sent, delivered and seen by the other side', async () => {
    const page = await visits.visit(seller, '/inbox')
    await page.press('Compose')
    await page.see('Totals')
    await page.fill('Number', 'C-1')
    await page.fill('Buyer reference', 'PO-1')
    await page.fill('To', buyer.peppolId)
    await page.fill('Description', 'Chairs')
    await page.fill('Unit price', '100,50')
    await page.see('Can receive it.')
    await page.see('121.61')
    await page.see('Ready to send')
    await page.press('Send')
    await page.see('What it says')
    await page.see('C-1')
    await app.settle()
    expect((await buyer.get('/v1/documents?direction=incoming&number=C-1')).body.data).toHaveLength(1)
    expect(await page.tab.value('JSON.stringify({ ...localStorage })')).not.toContain('C-1')
  })

  test('all is reached by the keyboard alone: search, rows, palette, help, and back by Escape', async () => {
    await sendTo('K-1')
    const page = await visits.visit(buyer, '/inbox')
    await page.see('K-1')
    await page.key('?')
    await page.see('Keyboard shortcuts')
    await page.key('Escape')
    await page.lose('Keyboard shortcuts')
    await page.key('j')
    expect(await page.focused()).toMatch(/-1$/)
    await page.key('Enter')
    await page.see('What you can do')
    await page.key('Escape')
    await page.lose('What you can do')
    await page.key('/')
    expect(await page.tab.value('document.activeElement.type')).toBe('search')
    await page.tab.value('document.activeElement.blur()')
    await page.key('g')
    await page.key('o')
    await page.at('/outbox')
    await page.press('Search or jump to…')
    await page.type('hook')
    await page.key('Enter')
    await page.at('/webhooks')
  })

  test('a bank file is read, its sure match recorded, and companies are onboarded from a file row by row', async () => {
    await sendTo('BANK-2026-1')
    const [invoice] = (await seller.get('/v1/documents?direction=outgoing&number=BANK-2026-1')).body.data
    const page = await visits.visit(seller, '/payments')
    await page.see('Nothing is recorded before')
    await page.drop('.drop', 'camt.xml', camt053([{ amount: '361.19', text: 'BANK-2026-1' }]))
    await page.see('Proposal')
    await page.see('Sure match')
    expect((await seller.get(`/v1/documents/${invoice.id}`)).body.lifecycleStatus).not.toBe('paid')
    await page.press('Record')
    expect((await seller.get(`/v1/documents/${invoice.id}`)).body.lifecycleStatus).toBe('paid')
    await page.go('/tenants')
    await page.press('Onboard from a CSV file')
    await page.see('Columns:')
    await page.drop(
      '[role=dialog] .drop',
      'new.csv',
      `vatNumber;name\n${freshVat()};"Dupont; fils"\nDE000000404;Nobody\n`,
    )
    await page.see('Dupont; fils')
    await page.press('Onboard')
    await page.see('Onboarded')
    await page.see('VAT_NOT_FOUND')
  })

  describe('with a document', () => {
    beforeAll(() => sendTo('HERE-1'))

    test('a key that may read alone is shown neither what it may not see nor what it may not do', async () => {
      const page = await visits.visit(await buyer.keyWith(['documents.read']), '/inbox')
      await page.see('HERE-1')
      for (const name of ['Compose', 'Payments', 'API keys', 'Tenants']) expect(await page.words()).not.toContain(name)
      await page.go('/keys')
      await page.see('This key may not see this page.')
      await page.go('/inbox')
      await page.press('HERE-1')
      await page.see('Nothing can be changed')
    })

    test('a key that is revoked while somebody works is told so, with the way to sign in', async () => {
      const key = await buyer.keyWith(['documents.read'])
      const page = await visits.visit(key, '/inbox')
      await page.see('HERE-1')
      await buyer.delete(`/v1/api-keys/${key.keyId}`)
      await page.open('/inbox')
      await page.see('This key is not valid, or it was revoked.')
      await page.press('Sign in')
      await page.see('Open a sandbox')
      expect(await page.tab.value('sessionStorage.length')).toBe(0)
    })

    test('a link of a handoff signs in once, and leaves neither the address nor the history with its token', async () => {
      const { body } = await buyer.post('/v1/oauth/handoff', { scopes: ['documents.read'] })
      const token = body.handoff_token ?? body.handoffToken
      const page = await visit()
      await page.open(`/inbox#handoff=${token}`)
      await page.see('HERE-1')
      expect(await page.tab.value('location.href')).not.toContain(token)
    })

    test.each(seen)(
      '%s is free of what axe knows as a fault and as wide as the screen, in the language "%s", %s, %i wide',
      async (path, language, theme, width) => {
        const [{ id }] = (await buyer.get('/v1/documents?direction=incoming&number=HERE-1')).body.data
        const page = await visits.visit(buyer, path.replace('ID', id), { language, theme, width })
        await page.loaded()
        expect(await page.tab.value('[document.documentElement.lang, document.documentElement.dataset.theme]')).toEqual(
          [language, theme],
        )
        // Of high contrast, every text has seven times the light of what it stands on.
        const more = theme === 'contrast' ? await page.faults({ rules: ['color-contrast-enhanced'] }) : []
        expect([...(await page.faults()), ...more]).toEqual([])
        expect(await page.tab.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      },
    )
  })

  test('no policy is broken, nothing leaves the host, every document is on the list, and no key is kept or shown', async () => {
    const known = new Set(
      JSON.parse(
        readFileSync(join(import.meta.dirname, '../../src/generated/console/operations.json'), 'utf8'),
      ) as string[],
    )
    const secrets = [buyer.key, seller.key]
    let asked = 0
    for (const page of [...others, ...visits.pages.values()]) {
      expect(page.tab.complaints.filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
      const asks = page.requests()
      const elsewhere = ({ url }: { url: string }): boolean => /^(?:http|ws)s?:/.test(url) && !url.startsWith(base)
      expect(asks.filter(elsewhere)).toEqual([])
      for (const { url, postData } of asks) {
        for (const secret of secrets) expect(url).not.toContain(secret)
        if (!url.endsWith('/graphql') || !postData?.startsWith('{')) continue
        asked += 1
        expect(known).toContain((JSON.parse(postData) as { query: string }).query)
      }
      const kept = await page.tab.value('JSON.stringify([document.cookie, { ...localStorage }, location.href])')
      for (const secret of secrets) expect(kept).not.toContain(secret)
    }
    expect(asked).toBeGreaterThan(50)
  })
})
