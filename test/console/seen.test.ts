/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { ConsolePage } from './page.ts'

describe.skipIf(hasNoBrowser)('what people see of samples in Chromium', () => {
  let app: TestApp
  let page: ConsolePage
  inBrowser.beforeAll(async ({ browser, site }) => {
    ;({ app } = site)
    page = await ConsolePage.start(browser, site.base)
    await page.tab.call('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' })
    await page.open('/inbox')
  })

  test('one click opens a sandbox of samples of every kind and state, for whoever has no key', async () => {
    expect(await page.faults()).toEqual([])
    await page.press('Open a sandbox with sample documents')
    await page.see('Inbox')
    await app.settle()
    await page.open('/inbox')
    await page.see('S-5001')
    const { key } = await page.tab.value('JSON.parse(sessionStorage.getItem("session"))')
    const { body } = await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/documents?limit=100')
    const found = (field: string): unknown[] => [...new Set(body.data.map((one: Body) => one[field]))].toSorted()
    expect(found('type')).toEqual(
      'credit-note debit-note event invoice purchase-order purchase-request quote sales-order'.split(' '),
    )
    for (const status of 'received under_review approved disputed rejected partially_paid paid'.split(' '))
      expect(found('lifecycleStatus')).toContain(status)
    expect(page.tab.complaints).toEqual([])
    expect(found('deliveryStatus')).toEqual(expect.arrayContaining(['delivered', 'pending', 'rejected']))
  })

  test.each(['en', 'fr'])('no status of a list is cut, on a wide screen or a narrow one, in "%s"', async (language) => {
    await page.tab.value(`localStorage.setItem('language', '${language}')`)
    for (const width of [1440, 1024, 390])
      for (const [path, number] of [
        ['/outbox', '2026-OUT-105'],
        ['/inbox', 'S-5005'],
      ] as const) {
        await page.size(width, 900)
        await page.open(path)
        await page.see(number)
        const cut = await page.tab.value(`[...document.querySelectorAll('.documents .badge')]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent)`)
        expect({ path, width, cut }).toEqual({ path, width, cut: [] })
      }
    await page.size(1440, 900)
    await page.tab.value(`localStorage.setItem('language', 'en')`)
  })

  test('a moment names the zone that it is told in, and where many things happen its second', async () => {
    await page.open('/live')
    await page.see('document.delivered')
    expect(await page.words()).toMatch(/\d:\d\d:\d\d [AP]M GMT\+[12]\b/)
    await page.open('/keys')
    await page.see('until')
    expect(await page.words()).toMatch(/until .* \d\d?:\d\d [AP]M GMT\+[12]\b/)
  })

  test('shortcuts are told by the key that the keyboard has', async () => {
    const key = () => page.tab.value(`document.querySelector('.jump kbd').textContent`)
    await page.open('/inbox')
    await page.see('S-5001')
    expect(await key()).toBe('Ctrl K')
    const userAgent = await page.tab.value('navigator.userAgent')
    await page.tab.call('Emulation.setUserAgentOverride', { userAgent, platform: 'MacIntel' })
    await page.open('/inbox')
    await page.see('S-5001')
    expect(await key()).toBe('⌘ K')
  })

  test('a document without amounts has none in its head and below its lines', async () => {
    await page.open('/inbox?q=S-REQ-303')
    await page.see('S-REQ-303')
    await page.press('S-REQ-303')
    await page.see('Support by the hour')
    await page.tab.when(`document.querySelector('.document tbody tr') !== null`)
    expect(await page.tab.value(`document.querySelector('.amount')`)).toBeNull()
    expect(await page.tab.value(`document.querySelector('.document tfoot')`)).toBeNull()
  })

  test('a page is printed without its menu, dark on white, whatever the screen looks like', async () => {
    await page.tab.value(`localStorage.setItem('theme', 'dark')`)
    await page.open('/inbox')
    await page.see('S-5001')
    await page.tab.call('Emulation.setEmulatedMedia', { media: 'print' })
    const seen = await page.tab.value(`({
      menu: document.querySelector('.side').checkVisibility(),
      rows: document.querySelector('[data-row-link]').checkVisibility(),
      ink: getComputedStyle(document.documentElement).getPropertyValue('--ink'),
    })`)
    expect(seen).toEqual({ menu: false, rows: true, ink: '#14171f' })
    await page.tab.call('Emulation.setEmulatedMedia', { media: '' })
    await page.tab.value(`localStorage.setItem('theme', 'light')`)
  })

  test('a list beside the menu on a tablet names the partner, and no column lies over another', async () => {
    for (const [path, number] of [
      ['/outbox', '2026-OUT-105'],
      ['/inbox', 'S-5005'],
    ] as const) {
      await page.size(800, 1_000)
      await page.open(path)
      await page.see(number)
      const seen = await page.tab.value(`(() => {
        const table = document.querySelector('.documents')
        const heads = [...table.querySelectorAll('th')].filter((one) => one.checkVisibility())
        return { partner: table.querySelector('th.partner').offsetWidth > 40, fits: table.scrollWidth <= table.parentElement.clientWidth,
          within: heads.every((one) => one.scrollWidth <= one.offsetWidth) }
      })()`)
      expect({ path, ...seen }).toEqual({ path, partner: true, fits: true, within: true })
    }
    await page.size(1440, 900)
  })
})
