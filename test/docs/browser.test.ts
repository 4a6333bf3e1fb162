import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages, pages } from '../../src/docs/map.ts'
import { ConsolePage } from '../console/page.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { type Browser, chromium, startBrowser } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const isNeeded = process.env['NEEDS_CHROMIUM'] === '1'
/** Where pictures of every page go, for somebody who wants to look at them. */
const pictures = process.env['DOCS_PICTURES']

/** `DOCS_PAGES=events,live` looks at these pages alone. */
const only = process.env['DOCS_PAGES']?.split(',')
const slugs = ['', ...pages.map(({ slug }) => slug), 'api/send', 'graphql/Document'].filter(
  (slug) => only?.includes(slug) ?? true,
)
const allLooks = (['light', 'dark'] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })))
const [LIGHT_AND_WIDE, DARK_AND_NARROW] = [allLooks.slice(0, 1), allLooks.slice(3)]
/** A page that is wide and light in one language is narrow and dark in the other; for pictures all four. */
const looksOf = (slug: string, language: Language): typeof allLooks => {
  if (pictures) return allLooks
  return slugs.indexOf(slug) % 2 === languages.indexOf(language) ? LIGHT_AND_WIDE : DARK_AND_NARROW
}

const keepPicture = async (page: ConsolePage, name: string): Promise<void> => {
  const { data } = await page.tab.call('Page.captureScreenshot', { format: 'png' })
  mkdirSync(String(pictures), { recursive: true })
  writeFileSync(join(String(pictures), `${name}.png`), Buffer.from(data, 'base64'))
}

describe.skipIf(chromium === undefined && !isNeeded)('the documentation in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  beforeAll(async () => {
    app = await startApp()
    base = await app.listen()
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const open = async (path: string): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    await page.tab.open(`${base}${path}`)
    return page
  }

  test.each(languages)(
    'every page in %s is without faults of axe, wide and light or narrow and dark, and asks nobody else',
    async (language) => {
      const page = await open('/docs/')
      const wrong: object[] = []
      for (const slug of slugs)
        for (const { theme, width } of looksOf(slug, language)) {
          const path = `/docs/${language === 'fr' ? 'fr/' : ''}${slug}`
          await page.size(width, width > 600 ? 900 : 844)
          await page.tab.value(`localStorage.setItem('theme', '${theme}')`)
          await page.tab.open(`${base}${path}`)
          const faults = await page.faults()
          const isTooWide = await page.tab.value('document.documentElement.scrollWidth > innerWidth')
          if (faults.length > 0 || isTooWide) wrong.push({ path, theme, width, faults, isTooWide })
          if (pictures) await keepPicture(page, `${language}-${slug.replaceAll('/', '-') || 'home'}-${theme}-${width}`)
        }
      expect(wrong).toEqual([])
      expect(page.tab.complaints).toEqual([])
      const elsewhere = page.requests().filter(({ url }) => !url.startsWith(base) && !url.startsWith('data:'))
      expect(elsewhere).toEqual([])
    },
    900_000,
  )

  test('a reader makes a sandbox with a button, and every sample has its key', async () => {
    const page = await open('/docs/start')
    await page.press('Your key')
    await page.press('Make a sandbox and its key')
    await until(async () => /key=svc_\w+_test_/.test(await page.words()))
    const words = await page.words()
    expect(words).not.toContain('svc_test_…')
    const [, key = ''] = /key=(svc_[\w-]+)/.exec(words) ?? []
    expect((await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/me')).status).toBe(200)
    await page.tab.open(`${base}/docs/api/companies`)
    expect(await page.words()).toContain(key)
    await page.press('Your key')
    await page.press('Forget it')
    await until(async () => !(await page.words()).includes(key))
    expect(page.tab.complaints).toEqual([])
  }, 60_000)

  test('a reader tries a path with the key, and sees what is answered', async () => {
    const tenant = await app.tenant()
    const page = await open('/docs/api/companies')
    await page.tab.value(`sessionStorage.setItem('docs.key', '${tenant.key}')`)
    await page.tab.open(`${base}/docs/api/companies`)
    const place = `document.querySelector('#listCompanies .try')`
    await page.tab.value(`${place}.querySelector('summary').click()`)
    await until(() => page.tab.value(`Boolean(${place}.querySelector('form'))`))
    await page.tab.value(`${place}.querySelector('form').requestSubmit()`)
    await until(async () =>
      String(await page.tab.value(`${place}.querySelector('output').textContent`)).includes('"data"'),
    )
    expect(await page.tab.value(`${place}.querySelector('output').textContent`)).toMatch(/^200 OK\n\{/)
    expect(await page.faults()).toEqual([])
  }, 60_000)

  test('the explorer asks with the key of the reader, which is in no address and not kept by the browser', async () => {
    const tenant = await app.tenant()
    const page = await open('/docs/graphql')
    await page.tab.value(`sessionStorage.setItem('docs.key', '${tenant.key}')`)
    await page.tab.leave(`document.querySelector('a[href="/graphql"]').click()`)
    const isReady = `Boolean(document.querySelector('.graphiql-execute-button'))`
    await until(() => page.tab.value(isReady))
    const question = `{ companies(first: 1) { nodes { peppolId } } }`
    await page.tab.open(`${base}/graphql?query=${encodeURIComponent(question)}`)
    await until(() => page.tab.value(isReady))
    await page.press('Execute query')
    // What Monaco shows has other spaces.
    const shown = `document.querySelector('.graphiql-response')?.textContent ?? ''`
    await until(async () => String(await page.tab.value(shown)).includes(String(tenant.peppolId)))
    // What is written is kept for the next visit; the headers beside it are not.
    await page.tab.value(`document.querySelector('.graphiql-query-editor .monaco-editor [role=textbox], ' +
      '.graphiql-query-editor textarea').focus()`)
    await page.tab.type('# mine ')
    await until(() => page.tab.value(`(localStorage.getItem('graphiql:tabState') ?? '').includes('mine')`))
    const seen = await page.tab.value(`location.href + JSON.stringify(localStorage) + document.cookie`)
    expect(seen).toContain('peppolId')
    expect(seen).not.toContain(tenant.key)
    expect(page.requests().filter(({ url }) => url.includes(tenant.key))).toEqual([])
    expect(page.tab.complaints).toEqual([])
  }, 60_000)

  test.each([
    ['en', '/docs/', 'idempotency', 'Idempotency'],
    ['en', '/docs/', 'senddocumentinput', 'SendDocumentInput'],
    ['fr', '/docs/fr/', 'evenements', 'Événements'],
  ])(
    'the search in %s at %s finds %s, and leads there',
    async (_language, path, question, title) => {
      const page = await open(path)
      await page.key('/')
      await until(() => page.tab.value('Boolean(document.querySelector("dialog[open] input"))'))
      await page.tab.type(question)
      await until(() => page.tab.value('Boolean(document.querySelector(".found a"))'))
      expect(await page.tab.value('document.querySelector(".found b").textContent')).toBe(title)
      expect(await page.faults()).toEqual([])
      await page.tab.leave('document.querySelector(".found a").click()')
      expect(await page.tab.value('document.querySelector("h1").textContent')).toBe(title)
      expect(page.tab.complaints).toEqual([])
    },
    60_000,
  )

  test('blocks of several languages are tabs, and the chosen one is remembered', async () => {
    const page = await open('/docs/guides/webhooks')
    expect(await page.words()).toContain("from 'node:http'")
    expect(await page.words()).not.toContain('import hashlib')
    await page.press('Python')
    expect(await page.words()).toContain('import hashlib')
    await page.tab.open(`${base}/docs/fr/guides/webhooks`)
    expect(await page.words()).toContain('import hashlib')
  }, 60_000)
})
