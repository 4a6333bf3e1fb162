import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDocs } from '../../prisma/build-docs.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { languages, pages } from '../../src/docs/map.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import { pathOf } from '../../src/http/route.ts'
import { sections } from '../../src/http/sections.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'
import { sample } from '../support/sample.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await startApp()
  address = await app.listen()
})
afterAll(() => app.close())

const textAt = async (path: string): Promise<string> => (await app.anyone.get(path)).bytes.toString()
const sectionSlugs = Object.keys(sections).map((name) => name.toLowerCase().replaceAll(' ', '-'))
const slugs = [
  '',
  ...pages.map(({ slug }) => slug),
  ...sectionSlugs.map((slug) => `api/${slug}`),
  'graphql/Query',
  'graphql/Document',
  'graphql/SendDocumentInput',
  // Types that inputs take.
  'graphql/AddressInput',
  'graphql/SortDirection',
]
const everyPath = languages.flatMap((language) =>
  slugs.map((slug) => `/docs/${language === 'en' ? '' : `${language}/`}${slug}`),
)
const hrefsIn = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the pages of the documentation', () => {
  test.each(everyPath)('%s is there, in its language, and runs nothing but the script of the site', async (path) => {
    const { status, headers, bytes } = await app.anyone.get(path)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    const html = bytes.toString()
    expect(html).toContain(`<html lang="${path.startsWith('/docs/fr/') ? 'fr' : 'en'}">`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/<script(?![^>]* src="\/docs\/assets\/)|<[^>]+ (?:style|on\w+)="/)
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    for (const part of ["default-src 'none'", "script-src 'self';", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part)
  })

  test.each([
    ['/docs', 'de-DE,en;q=0.8', '/docs/'],
    ['/docs', 'fr-FR,fr;q=0.9,en;q=0.8', '/docs/fr/'],
    ['/docs/rest', 'fr', '/docs/api'],
    ['/docs/fr/reference', 'fr', '/docs/fr/api'],
    ['/docs/quickstart', 'en', '/docs/start'],
  ])('%s leads a reader of "%s" to %s', async (path, language, there) => {
    const { status, headers } = await app.anyone.get(path, { 'accept-language': language })
    expect([301, 302]).toContain(status)
    expect(headers['location']).toBe(there)
    expect((await app.anyone.get(there)).status).toBe(200)
  })

  /** There are two thousand links: those of a part of the pages in each run, and of these a part. */
  const PARTS = 5
  const parts = sample([...Array(PARTS).keys()], 1 / PARTS)
  const linking = sample(everyPath, 1 / 2)
  test('every link leads to a page of ours, and to a place that it has', { tags: 'heavy' }, async () => {
    const known = new Map<string, Promise<{ status: number; html: string; ids: Set<string> }>>()
    const load = async (path: string) => {
      const { status, bytes } = await app.anyone.get(path, { accept: 'text/html' })
      const html = bytes.toString()
      return { status, html, ids: new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)) }
    }
    const pageAt = (path: string) => {
      const page = known.get(path) ?? load(path)
      known.set(path, page)
      return page
    }
    const wanted = new Set<string>()
    for (const path of linking)
      for (const href of hrefsIn((await pageAt(path)).html)) wanted.add(new URL(href, `http://x${path}`).href)
    const wrong: string[] = []
    for (const href of [...wanted].filter((_href, nth) => parts.includes(nth % PARTS))) {
      const { host, pathname, hash, protocol } = new URL(href)
      if (protocol === 'data:') continue
      const page = host === 'x' ? await pageAt(pathname) : undefined
      const hasPlace = hash === '' || !pathname.startsWith('/docs/') || page?.ids.has(decodeURIComponent(hash.slice(1)))
      if (page?.status !== 200 || !hasPlace) wrong.push(href)
    }
    expect(wrong).toEqual([])
    expect(wanted.size).toBeGreaterThan(500)
  })

  test.each(['nothing', 'fr/nothing', 'api/nothing', 'graphql/Nothing', 'graphql/__Type', 'guides/', 'fr/fr/start'])(
    '/docs/%s is no page, and not there',
    async (path) => expectRefusal(await app.anyone.get(`/docs/${path}`), 'RESOURCE_NOT_FOUND'),
  )

  test.each(['nothing.js', '..%2ftexts.json', '%2e%2e/texts.json', '.stamp', ''])(
    '/docs/assets/%s leads to no file',
    async (path) => {
      const answer = await fetch(`${address}/docs/assets/${path}`)
      expect({ status: answer.status, code: (await answer.json()).error.code }).toEqual({
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
      })
    },
  )

  test('every page but those of REST loads within 150 kB, compressed, with style and scripts', async () => {
    const html = await textAt('/docs/start')
    const assets = hrefsIn(html.replaceAll(' src=', ' href=')).filter((href) => href.startsWith('/docs/assets/'))
    expect(assets).toHaveLength(3)
    const folder = join(import.meta.dirname, '../../src/generated/docs')
    const sizes = assets.map((path) => readFileSync(join(folder, `${path.replace('/docs/', '')}.gz`)).length)
    const shared = sizes.reduce((sum, size) => sum + size, 0)
    expect(shared).toBeLessThan(20_000)
    for (const path of everyPath.filter((one) => !one.includes('/api')))
      expect({ path, isSmall: gzipSync(await textAt(path)).length + shared <= 150_000 }).toEqual({
        path,
        isSmall: true,
      })
  })

  test('styles and scripts travel compressed, and are kept for a year', async () => {
    for (const path of hrefsIn((await textAt('/docs/')).replaceAll(' src=', ' href=')).filter((one) =>
      one.includes('/assets/'),
    )) {
      const [plain, ...others] = await Promise.all(
        ['identity', 'gzip', 'br'].map((encoding) =>
          fetch(`${address}${path}`, { headers: { 'Accept-Encoding': encoding } }),
        ),
      )
      const text = await plain?.text()
      expect(text).not.toBe('')
      for (const answer of others) {
        expect(answer.headers.get('content-encoding')).toMatch(/^(?:gzip|br)$/)
        expect(answer.headers.get('cache-control')).toContain('immutable')
        expect(await answer.text()).toBe(text)
      }
    }
  })
})

describe('the reference', () => {
  test('of REST has every path with its field, a sample and what it may refuse', async () => {
    for (const [index, section] of Object.keys(sections).entries()) {
      const html = await textAt(`/docs/api/${sectionSlugs[index]}`)
      for (const route of routes.filter((one) => one.section === section)) {
        expect(html).toContain(`<code>${pathOf(route)}</code>`)
        expect(html).toContain(`<code>${route.field}</code>`)
      }
    }
  })

  test('of REST tells the form of a field in words that are right for one and for many', async () => {
    const html = await textAt('/docs/api/documents')
    expect(html).toContain('list of these, at least 1 entry, at most 8 entries')
    expect(html).not.toMatch(/ 1 (?:entries|characters)|list of one of[,<]/)
  })

  test('of REST has its parts and headings in French, which are read as French between what the product says', async () => {
    const html = await textAt('/docs/fr/api')
    for (const name of ['Entreprises', 'Envoyer', 'Déclarations aux administrations', 'Journal des requêtes'])
      expect(html).toContain(`<span lang="fr">${name}</span>`)
    const titles = [...html.matchAll(/<h2 id="[^"]+"><a [^>]+><span lang="fr">([^<]+)/g)].map(([, title]) => title)
    expect(titles).toHaveLength(Object.keys(sections).length)
    const page = await textAt('/docs/fr/api/send')
    expect(page).toContain('<h1 lang="fr">Envoyer</h1>')
    for (const title of ['Corps', 'Réponse', 'Refus']) expect(page).toContain(`<span lang="fr">${title}</span>`)
    expect(page).toContain('href="/docs/fr/errors#')
  })

  test('of GraphQL has a page for each type, with its fields', async () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
    for (const type of types.filter((_, index) => index % 10 === 0)) {
      const html = await textAt(`/docs/graphql/${type.name}`)
      for (const field of 'getFields' in type ? Object.keys(type.getFields()) : [])
        expect(html).toContain(`<code>${field}</code>`)
    }
  })

  test('is named by what people do, and never by sections of a specification', async () => {
    const { body } = await app.anyone.get('/openapi.json')
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(Object.keys(sections))
    expect(body.tags.map(({ name }: { name: string }) => name).join()).not.toMatch(/\d/)
  })
})

test('the search of each language has pages, paths, events, errors and types, in little room', async () => {
  for (const language of languages) {
    const { body, bytes } = await app.anyone.get(`/docs/search-${language}.json`)
    const hrefs: string[] = body.map(([href]: string[]) => href)
    const before = language === 'en' ? '/docs/' : '/docs/fr/'
    for (const one of [
      'guides/webhooks',
      'api/send#sendDocument',
      'events#document.sent',
      'errors#MISSING_FIELD',
      'graphql/Document',
    ])
      expect(hrefs).toContain(`${before}${one}`)
    expect(gzipSync(bytes).length).toBeLessThan(100_000)
  }
})

test('nothing is built where nothing changed', async () => {
  expect(await buildDocs()).toBe(false)
})

test('every text is there in both languages, and no other file', () => {
  const folder = join(import.meta.dirname, '../../src/docs')
  for (const language of languages)
    expect(
      readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.replace(/\.md$/, ''))
        .sort(),
    ).toEqual(
      pages
        .filter(({ made }) => !made)
        .map(({ slug }) => slug)
        .sort(),
    )
  expect(readFileSync(join(folder, 'fr/start.md'), 'utf8')).toContain('bac à sable')
})
