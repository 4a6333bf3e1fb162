/** @module-tag browser */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConsolePage } from '../../console/page.ts'
import { chromium } from '../../support/chromium.ts'
import { inBrowser } from '../../support/pages.ts'

/** `npm run test:long -- pictures`: every page of the console as a picture, to be looked at; some with `PICTURES_OF`. */
const FOLDER = process.env['PICTURES']
const ONLY = process.env['PICTURES_OF']?.split(',')
const WIDTHS = [1440, 1024, 390]
const LOOKS = [
  ['en', 'light'],
  ['fr', 'dark'],
  ['en', 'dark'],
  ['fr', 'light'],
  ['en', 'contrast'],
] as const
const pages = `inbox outbox inbox?least=999999 live compose companies capabilities partners
  directory?q=log&country=FR&open=0208:0123456789 payments compliance insight webhooks keys requests references sandbox components
  tenants branding domains members audit nowhere`.split(/\s+/)

describe.skipIf(FOLDER === undefined || chromium === undefined)('pictures of the console', () => {
  let page: ConsolePage
  inBrowser.beforeAll(async ({ browser, site: { app, base } }) => {
    page = await ConsolePage.start(browser, base)
    await page.open('/inbox')
    await page.press('Open a sandbox with sample documents')
    await page.see('Inbox')
    await app.settle()
    await page.open('/inbox')
    await page.see('S-5001')
    const key: string = await page.tab.value(`Object.values(sessionStorage).join().match(/svc_\\w+/)[0]`)
    const own = app.anyone.with({ authorization: `Bearer ${key}` })
    // Nobody turns pages as fast as this: the plan with most requests.
    await app.platform.db.client.organization.updateMany({ data: { plan: 'white_label' } })
    await app.platform.db.client.apiKey.updateMany({ data: { type: 'white_label' } })
    for (const { id } of await app.platform.db.client.organization.findMany())
      app.platform.wakeUps.publish('credentials', id)
    const { body: hook } = await own.post('/v1/webhooks', { url: `${base}/nowhere`, events: ['*'] })
    await own.post(`/v1/webhooks/${hook.id}/test`)
  })

  const still = async (): Promise<void> => {
    await page.loaded()
    await page.tab.rest()
  }
  const take = async (name: string): Promise<void> => {
    if (ONLY && !ONLY.some((one) => name.startsWith(one))) return
    await still()
    writeFileSync(join(String(FOLDER), `${name}.png`), await page.picture())
  }

  test('are taken of every page, wide and narrow, light and dark, in both languages', async () => {
    mkdirSync(String(FOLDER), { recursive: true })
    const documents: string[] = await page.tab.value(
      `[...document.querySelectorAll('[data-row-link]')].map((one) => one.pathname.replace('/console', ''))`,
    )
    for (const [language, theme] of LOOKS)
      for (const width of WIDTHS) {
        const look = `${language}-${theme}-${width}`
        await page.size(width, 900)
        await page.tab.value(
          `localStorage.setItem('language', '${language}'), localStorage.setItem('theme', '${theme}')`,
        )
        await page.open('/inbox')
        for (const [index, path] of [...pages, ...documents.slice(0, 2)].entries()) {
          const name = path.startsWith('/') ? `document${index}` : path.split(/[=&]/)[0]?.replace('?', '-')
          await page.go(path.startsWith('/') ? path : `/${path}`)
          await take(`${name}-${look}`)
        }
        await page.go(`/inbox?open=${documents[0]?.split('/').at(-1)}`)
        await take(`split-${look}`)
        await page.go('/webhooks')
        await still()
        await page.press(language === 'en' ? 'Deliveries' : 'Livraisons')
        await take(`deliveries-${look}`)
        await page.press(language === 'en' ? 'Inspect' : 'Inspecter')
        await take(`delivery-${look}`)
        await page.key('Escape')
      }
    expect(documents.length).toBeGreaterThan(2)
  }, 1_200_000)
})
