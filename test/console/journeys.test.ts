import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt053 } from '../support/bank-files.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Browser, chromium, startBrowser } from '../support/chromium.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { until } from '../support/until.ts'
import { ConsolePage } from './page.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'

/** The components show what loading looks like, for ever. */
const settled =
  'document.querySelector("main h1") !== null && (location.pathname.endsWith("/components") || !document.querySelector(".skeleton"))'

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
]

describe.skipIf(chromium === undefined && !isNeeded)('the console in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let buyer: Tenant
  let seller: Tenant
  const pages: ConsolePage[] = []
  beforeAll(async () => {
    app = await startApp()
    base = await app.listen()
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const visit = async (): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    pages.push(page)
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
    await until(async () => /Would be sent|Nothing is sent/.test(await page.words()))
    const [sent] = (await seller.get('/v1/documents?direction=outgoing&number=J-1')).body.data
    expect(sent.lifecycleStatus).not.toBe('approved')
    await page.press('Confirm')
    await until(async () => {
      const [{ lifecycleStatus }] = (await buyer.get('/v1/documents?direction=incoming&number=J-1')).body.data
      return lifecycleStatus === 'approved'
    })
    await page.press('Paid in part')
    await page.fill('Amount paid', '100')
    await page.press('See what would be sent')
    await page.press('Confirm')
    await until(async () => {
      const [{ lifecycleStatus }] = (await seller.get('/v1/documents?direction=outgoing&number=J-1')).body.data
      return lifecycleStatus === 'partially_paid'
    })
    await page.see('Partially paid')
  })

  test('an invoice is composed with live totals, sent, delivered and seen by the other side', async () => {
    const page = await visit()
    await page.signIn(seller.key)
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
    await until(async () => (await buyer.get('/v1/documents?direction=incoming&number=C-1')).body.data.length === 1)
    expect(await page.tab.value('JSON.stringify({ ...localStorage })')).not.toContain('C-1')
  })

  test('all is reached by the keyboard alone: search, rows, palette, help, and back by Escape', async () => {
    await sendTo('K-1')
    const page = await visit()
    await page.signIn(buyer.key)
    await page.see('K-1')
    await page.key('?')
    await page.see('Keyboard shortcuts')
    await page.key('Escape')
    await page.lose('Keyboard shortcuts')
    await page.key('j')
    await until(async () => /[JCK]-1/.test(await page.focused()))
    await page.key('Enter')
    await page.see('What you can do')
    await page.key('Escape')
    await page.lose('What you can do')
    await page.key('/')
    expect(await page.tab.value('document.activeElement.type')).toBe('search')
    await page.tab.value('document.activeElement.blur()')
    await page.key('g')
    await page.key('o')
    await until(async () => (await page.tab.value('location.pathname')) === '/console/outbox')
    await page.press('Search or jump to…')
    await page.tab.type('hook')
    await page.key('Enter')
    await until(async () => (await page.tab.value('location.pathname')) === '/console/webhooks')
  })

  test('a bank file is read, its sure match recorded, and companies are onboarded from a file row by row', async () => {
    await sendTo('BANK-2026-1')
    const [invoice] = (await seller.get('/v1/documents?direction=outgoing&number=BANK-2026-1')).body.data
    const page = await visit()
    await page.signIn(seller.key)
    await page.go('/payments')
    await page.see('Nothing is recorded before')
    await page.drop('.drop', 'camt.xml', camt053([{ amount: '361.19', text: 'BANK-2026-1' }]))
    await page.see('Proposal')
    await page.see('Sure match')
    expect((await seller.get(`/v1/documents/${invoice.id}`)).body.lifecycleStatus).not.toBe('paid')
    await page.press('Record')
    await until(async () => (await seller.get(`/v1/documents/${invoice.id}`)).body.lifecycleStatus === 'paid')
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

  test('a key is made, shown once, and revoked', async () => {
    const page = await visit()
    await page.signIn(seller.key)
    await page.go('/keys')
    await page.press('Make a key')
    await page.fill('Name', 'Ledger')
    await page.press('Add')
    await page.see('shown once')
    const made: string = await page.tab.value(`document.querySelector('.once code').textContent`)
    const whoever = app.anyone.with({ authorization: `Bearer ${made}` })
    expect((await whoever.get('/v1/documents')).status).toBe(200)
    await page.press('Close')
    await page.lose('shown once')
    await page.press('Revoke: Ledger')
    await page.press('Revoke')
    await page.see('Revoked')
    expectRefusal(await whoever.get('/v1/documents'), 'REVOKED_KEY')
  })

  test('one click opens a sandbox of samples of every kind and state, for whoever has no key', async () => {
    const page = await visit()
    await page.open('/inbox')
    expect(await page.faults()).toEqual([])
    await page.press('Open a sandbox with sample documents')
    // Samples that come while the list is there are counted, and shown when somebody asks for them.
    await until(async () => {
      await page.tab.value('document.querySelector(".pill")?.click()')
      return (await page.words()).includes('S-5001')
    })
    const { key } = await page.tab.value('JSON.parse(sessionStorage.getItem("session"))')
    const { body } = await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/documents?limit=100')
    const found = (field: string): unknown[] => [...new Set(body.data.map((one: Body) => one[field]))].toSorted()
    expect(found('type')).toEqual(
      'credit-note debit-note event invoice purchase-order purchase-request quote sales-order'.split(' '),
    )
    for (const status of 'received under_review approved disputed rejected partially_paid paid'.split(' '))
      expect(found('lifecycleStatus')).toContain(status)
    expect(found('deliveryStatus')).toEqual(expect.arrayContaining(['delivered', 'pending', 'rejected']))
  })

  test('a key that may read alone is shown neither what it may not see nor what it may not do', async () => {
    const { key } = await buyer.keyWith(['documents.read'])
    const page = await visit()
    await page.signIn(key)
    await page.see('J-1')
    for (const name of ['Compose', 'Payments', 'API keys', 'Tenants']) expect(await page.words()).not.toContain(name)
    await page.go('/keys')
    await page.see('This key may not see this page.')
    await page.go('/inbox')
    await page.press('J-1')
    await page.see('Nothing can be changed')
  })

  test('a key that is revoked while somebody works is told so, with the way to sign in', async () => {
    const { key, keyId } = await buyer.keyWith(['documents.read'])
    const page = await visit()
    await page.signIn(key)
    await page.see('J-1')
    await buyer.delete(`/v1/api-keys/${keyId}`)
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
    await page.see('J-1')
    expect(await page.tab.value('location.href')).not.toContain(token)
  })

  test('every page is free of what axe knows as a fault, in both languages, light, dark and of high contrast, wide and narrow', async () => {
    const page = await visit()
    await page.signIn(buyer.key)
    for (const [width, language, theme, rules] of [
      [1440, 'en', 'light', undefined],
      [390, 'fr', 'dark', ['color-contrast', 'scrollable-region-focusable', 'html-has-lang']],
      // Of high contrast, every text has seven times the light of what it stands on.
      [1024, 'en', 'contrast', ['color-contrast-enhanced']],
    ] as const) {
      await page.size(width, 900)
      await page.tab.value(`localStorage.setItem('language', '${language}'), localStorage.setItem('theme', '${theme}')`)
      await page.open('/inbox')
      const found: Record<string, string[]> = {}
      const [{ id }] = (await buyer.get('/v1/documents?direction=incoming&number=J-1')).body.data
      for (const path of [...everyPage, `/documents/${id}`, `/inbox?open=${id}`]) {
        await page.go(path)
        await until(() => page.tab.value(settled))
        const faults = await page.faults(rules)
        if (faults.length > 0) found[path] = faults
        const wide = await page.tab.value('document.documentElement.scrollWidth')
        if (wide > width) found[`${path} is too wide`] = [`${wide} of ${width}`]
      }
      expect(found).toEqual({})
    }
  }, 180_000)

  test('no policy is broken, nothing leaves the host, every document is on the list, and no key is kept or shown', async () => {
    const known = new Set(
      JSON.parse(
        readFileSync(join(import.meta.dirname, '../../src/generated/console/operations.json'), 'utf8'),
      ) as string[],
    )
    const secrets = [buyer.key, seller.key]
    let asked = 0
    for (const page of pages) {
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
