/** @module-tag browser */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages, pages } from '../../src/docs/map.ts'
import { ConsolePage } from '../console/page.ts'
import type { TestApp } from '../support/app.ts'
import type { Browser } from '../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { sample } from '../support/sample.ts'
/** Where pictures of every page go, for somebody who wants to look at them. */
const pictures = process.env['DOCS_PICTURES']

/** `DOCS_PAGES=events,live` looks at these pages alone. */
const only = process.env['DOCS_PAGES']?.split(',')
const slugs = ['', ...pages.map(({ slug }) => slug), 'api/send', 'graphql/Document'].filter(
  (slug) => only?.includes(slug) ?? true,
)
const looks = languages.flatMap((language) =>
  ['light', 'dark'].flatMap((theme) => [1440, 390].map((width) => ({ language, theme, width }))),
)
/** Every second page in one of the looks; all pages in all of them for pictures, or with EXHAUSTIVE=1. */
const seen = sample(
  slugs.flatMap((slug) => looks.map((look) => ({ slug, ...look }))),
  pictures ? 1 : 1 / (2 * looks.length),
)

const keepPicture = async (page: ConsolePage, name: string): Promise<void> => {
  const { data } = await page.tab.call('Page.captureScreenshot', { format: 'png' })
  mkdirSync(String(pictures), { recursive: true })
  writeFileSync(join(String(pictures), `${name}.png`), Buffer.from(data, 'base64'))
}

describe.skipIf(hasNoBrowser)('the documentation in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  inBrowser.beforeAll(({ browser: own, site }) => {
    ;({ app, base } = site)
    browser = own
  })

  const open = async (path: string): Promise<ConsolePage> => {
    const page = await ConsolePage.start(browser, base)
    await page.tab.open(`${base}${path}`)
    return page
  }

  describe('pages', () => {
    let page: ConsolePage
    inBrowser.beforeAll(async () => {
      page = await open('/docs/')
    })

    test.each(seen)(
      '/docs/$slug is free of faults of axe, in the language "$language", $theme, $width wide, and asks nobody else',
      async ({ slug, language, theme, width }) => {
        await page.size(width, width > 600 ? 900 : 844)
        await page.tab.value(`localStorage.setItem('theme', '${theme}')`)
        await page.tab.open(`${base}/docs/${language === 'fr' ? 'fr/' : ''}${slug}`)
        expect(await page.tab.value('document.documentElement.lang')).toBe(language)
        expect(await page.faults()).toEqual([])
        expect(await page.tab.value('document.documentElement.scrollWidth > innerWidth')).toBe(false)
        expect(page.tab.complaints).toEqual([])
        expect(page.requests().filter(({ url }) => !url.startsWith(base) && !url.startsWith('data:'))).toEqual([])
        if (pictures) await keepPicture(page, `${language}-${slug.replaceAll('/', '-') || 'home'}-${theme}-${width}`)
      },
    )
  })

  test('a reader makes a sandbox with a button, and every sample has its key', async () => {
    const page = await open('/docs/start')
    await page.press('Your key')
    await page.press('Make a sandbox and its key')
    await page.tab.when(String.raw`/key=svc_\w+_test_/.test(document.body.innerText)`)
    const words = await page.words()
    expect(words).not.toContain('svc_test_…')
    const [, key = ''] = /key=(svc_[\w-]+)/.exec(words) ?? []
    expect((await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/me')).status).toBe(200)
    await page.tab.open(`${base}/docs/api/companies`)
    expect(await page.words()).toContain(key)
    await page.press('Your key')
    await page.press('Forget it')
    await page.lose(key)
    expect(page.tab.complaints).toEqual([])
  })

  test('a reader tries a path with the key, and sees what is answered', async () => {
    const tenant = await app.tenant()
    const page = await open('/docs/api/companies')
    await page.tab.value(`sessionStorage.setItem('docs.key', '${tenant.key}')`)
    await page.tab.open(`${base}/docs/api/companies`)
    const place = `document.querySelector('#listCompanies .try')`
    await page.tab.value(`${place}.querySelector('summary').click()`)
    await page.tab.when(`${place}.querySelector('form')`)
    await page.tab.value(`${place}.querySelector('form').requestSubmit()`)
    await page.tab.when(`${place}.querySelector('output').textContent.includes('"data"')`)
    expect(await page.tab.value(`${place}.querySelector('output').textContent`)).toMatch(/^200 OK\n\{/)
    expect(await page.faults({ within: '#listCompanies .try' })).toEqual([])
  })

  test('the explorer asks with the key of the reader, which is in no address and not kept by the browser', async () => {
    const tenant = await app.tenant()
    const page = await open('/docs/graphql')
    await page.tab.value(`sessionStorage.setItem('docs.key', '${tenant.key}')`)
    await page.tab.leave(`document.querySelector('a[href="/graphql"]').click()`)
    const isReady = `document.querySelector('.graphiql-execute-button')`
    await page.tab.when(isReady)
    const question = `{ companies(first: 1) { nodes { peppolId } } }`
    await page.tab.open(`${base}/graphql?query=${encodeURIComponent(question)}`)
    await page.tab.when(isReady)
    await page.press('Execute query')
    // Monaco shows other spaces.
    await page.tab.when(`document.querySelector('.graphiql-response')?.textContent.includes('${tenant.peppolId}')`)
    // The next visit finds the question again, and not the headers beside it.
    await page.tab.value(`document.querySelector('.graphiql-query-editor .monaco-editor [role=textbox], ' +
      '.graphiql-query-editor textarea').focus()`)
    await page.type('# mine ')
    await page.tab.when(`localStorage.getItem('graphiql:tabState')?.includes('mine')`)
    const seen = await page.tab.value(`location.href + JSON.stringify(localStorage) + document.cookie`)
    expect(seen).toContain('peppolId')
    expect(seen).not.toContain(tenant.key)
    expect(page.requests().filter(({ url }) => url.includes(tenant.key))).toEqual([])
    expect(page.tab.complaints).toEqual([])
  })

  test('the explorer of a sandbox makes a key for whoever has none, with a first operation and what its fields mean', async () => {
    const page = await open('/graphql')
    await page.see('Begin with a key')
    expect(await page.faults({ within: 'dialog.key' })).toEqual([])
    await page.press('Make a sandbox and its key')
    await page.tab.when(`document.querySelector('.graphiql-execute-button')`)
    await page.tab.when(`document.querySelector('.graphiql-doc-explorer')?.textContent.includes('Mutation')`)
    await page.press('Execute query')
    await page.tab.when(`document.querySelector('.graphiql-response')?.textContent.includes('vatNumber')`)
    const kept = await page.tab.value(`JSON.stringify([localStorage, sessionStorage]) + document.cookie`)
    expect(kept).toContain('Companies')
    expect(kept).not.toContain('svc_')
    expect(page.tab.complaints).toEqual([])
  })

  test('the explorer takes a key that is pasted, and opens without one', async () => {
    const tenant = await app.tenant()
    const page = await open('/graphql')
    await page.fill('or paste one that you have', tenant.key)
    await page.key('Enter')
    await page.press('Execute query')
    await page.tab.when(`document.querySelector('.graphiql-response')?.textContent.includes('${tenant.peppolId}')`)
    await page.tab.open(`${base}/graphql`)
    await page.press('Open the explorer')
    await page.press('Execute query')
    await page.tab.when(`document.querySelector('.graphiql-response')?.textContent.includes('errors')`)
    expect(await page.tab.value('JSON.stringify([localStorage, sessionStorage])')).not.toContain(tenant.key)
  })

  test.each([
    ['en', '/docs/', 'idempotency', 'Idempotency'],
    ['en', '/docs/', 'senddocumentinput', 'SendDocumentInput'],
    ['fr', '/docs/fr/', 'evenements', 'Événements'],
  ])(
    'the search in %s at %s finds %s, and leads there',
    async (_language, path, question, title) => {
      const page = await open(path)
      await page.key('/')
      await page.tab.when('document.querySelector("dialog[open] input")')
      await page.type(question)
      await page.tab.when('document.querySelector(".found a")')
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
    // In every place of another page too; a language that it does not have leaves each place its first one.
    await page.tab.open(`${base}/docs/guides/send`)
    const chosen = (): Promise<unknown> =>
      page.tab.value(`[...document.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => tab.textContent)`)
    expect(new Set((await chosen()) as string[])).toEqual(new Set(['Python']))
    await page.tab.value(`localStorage.setItem('docs.language', 'Go')`)
    await page.tab.open(`${base}/docs/guides/send`)
    expect(new Set((await chosen()) as string[])).toEqual(new Set(['curl', 'TypeScript']))
  })
})
