/** What is made of the contract for other tools: complete, of the same contract, and usable as it is. */
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { routes } from '../../rest-compat/routes/index.ts'
import { pages } from '../../src/docs/map.ts'
import { eventTypes } from '../../src/engine/feed/catalog.ts'
import { sampleData } from '../../src/engine/feed/sample-event.ts'
import { pathOf } from '../../src/http/route.ts'
import { sections } from '../../src/http/sections.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { sample } from '../support/sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const coordinates = routes.map((route) => `${route.method} ${pathOf(route).replace(/\{(\w+)\}/g, ':$1')}`).sort()

test(
  'the Postman collection has every path with its parameters, a body and a recorded answer',
  { tags: 'heavy' },
  async () => {
    const { status, body } = await app.anyone.get('/docs/postman.json')
    expect([status, body.info.schema]).toEqual([200, expect.stringContaining('v2.1.0')])
    const items = body.item.flatMap(({ item }: Body) => item) as Body[]
    const listed = items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`)
    expect(listed.filter((one) => !one.includes('/health/')).sort()).toEqual(coordinates)
    const send = items.find(({ request }) => request.url.raw === '{{baseUrl}}/v1/documents/send')
    expect(JSON.parse(send.request.body.raw)).toMatchObject({ type: 'invoice' })
    expect(JSON.parse(send.response[0].body)).toHaveProperty('id')
    expect(body.variable.map(({ key }: Body) => key)).toEqual(['baseUrl', 'apiKey'])
    const bootstrap = items.find(({ request }) => request.url.raw === '{{baseUrl}}/v1/sandbox/bootstrap')
    expect(bootstrap.request.auth).toEqual({ type: 'noauth' })
  },
)

test('a request of the collection is answered as it stands there', async () => {
  const { body } = await app.anyone.get('/docs/postman.json')
  const items = body.item.flatMap(({ item }: Body) => item) as Body[]
  const { request } = items.find((one) => one.request.url.raw === '{{baseUrl}}/v1/sandbox/bootstrap')
  const answer = await app.anyone.post(`/${request.url.path.join('/')}`, JSON.parse(request.body.raw))
  expect(answer.status).toBe(201)
})

const entriesOf = (file: string): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const entries = new Map<string, string>()
      zip.on('entry', ({ fileName }: yauzl.Entry) => void entries.set(fileName, ''))
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault)
          stream.setEncoding('utf8')
          stream.on('data', (part: string) => entries.set(entry.fileName, `${entries.get(entry.fileName)}${part}`))
          stream.on('end', () => zip.readEntry())
        }),
      )
      zip.on('end', () => resolve(entries))
      zip.readEntry()
    })
  })

test('the Bruno collection is a folder with a file for every path, each in the form that Bruno reads', async () => {
  const { status, bytes } = await app.anyone.get('/docs/bruno.zip')
  expect(status).toBe(200)
  const folder = mkdtempSync(join(tmpdir(), 'bruno-'))
  writeFileSync(join(folder, 'bruno.zip'), bytes)
  const entries = await entriesOf(join(folder, 'bruno.zip'))
  rmSync(folder, { recursive: true })
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining(['bruno.json', 'collection.bru', 'environments/Sandbox.bru']),
  )
  const files = [...entries].filter(([name]) => name.includes('/') && !name.startsWith('environments/'))
  const found = files.map(([, text]) => {
    const [, method, path] = /^(get|post|patch|delete) \{\n {2}url: \{\{baseUrl\}\}([^?\n]*)/m.exec(text) ?? []
    return `${method?.toUpperCase()} ${path}`
  })
  expect(found.filter((one) => !one.includes('/health/')).sort()).toEqual(coordinates)
  // A block ends with a brace at the beginning of a line, and with nothing else.
  for (const [, text] of files) for (const line of text.split('\n')) expect(line).toMatch(/^$|^ {2}|^\}$|^[a-z:]+ \{$/)
})

/** References that lead out of a schema, or nowhere in it. */
const unresolvedIn = (schema: Body): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)]
    .map(([, ref = '']) => ref)
    .filter((ref) => {
      const [start, ...parts] = ref.split('/')
      return start !== '#' || parts.reduce<Body>((at, part) => at?.[part], schema) === undefined
    })

/** There are some hundred of these schemas: a part of them in each run. */
const PARTS = 4
const parts = sample([...Array(PARTS).keys()], 1 / PARTS)
test('every body and every event has a JSON Schema that stands by itself', { tags: 'heavy' }, async () => {
  const { body } = await app.anyone.get('/docs/schemas')
  const names = body.schemas.map(({ name }: Body) => name) as string[]
  expect(names).toEqual(expect.arrayContaining(['sendDocument', 'registerCompany', ...eventTypes]))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const name of names.filter((_name, nth) => parts.includes(nth % PARTS))) {
    const { status, body: schema } = await app.anyone.get(`/docs/schemas/${name}.json`)
    expect([status, schema.$schema]).toEqual([200, expect.stringContaining('2020-12')])
    expect([name, ajv.validateSchema(schema), unresolvedIn(schema)]).toEqual([name, true, []])
  }
})

test('the JSON Schemas of a body and of an event stand by themselves, and hold for what is sent', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const schemaOf = async (name: string) => (await app.anyone.get(`/docs/schemas/${name}.json`)).body
  const isEvent = ajv.compile(await schemaOf('document.sent'))
  const event = {
    id: 'evt_1',
    seq: 1,
    type: 'document.sent',
    livemode: false,
    createdAt: '2026-11-21T10:00:00.000Z',
    apiVersion: '2026-11-01',
    companyId: null,
    data: sampleData('document.sent'),
  }
  expect([isEvent(event), isEvent({ ...event, seq: 'one' })]).toEqual([true, false])
  expect(ajv.compile(await schemaOf('registerCompany'))({ vatNumber: 5 })).toBe(false)
  expect((await app.anyone.get('/docs/schemas/no-such.json')).status).toBe(404)
})

test(
  'the GraphQL schema is served as a text that other tools read, and /llms.txt names everything',
  { tags: 'heavy' },
  async () => {
    const { status, bytes } = await app.anyone.get('/docs/schema.graphql')
    expect(status).toBe(200)
    expect(buildSchema(bytes.toString()).getMutationType()?.getFields()).toHaveProperty('sendDocument')
    const text = (await app.anyone.get('/llms.txt')).bytes.toString()
    const links = [...text.matchAll(/\(?(http[^\s)]*\/(?:docs|openapi)[^\s)]*)/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
    expect(links).toEqual(expect.arrayContaining(['/docs/postman.json', '/docs/bruno.zip', '/docs/schemas']))
    for (const path of links) expect([path, (await app.anyone.get(path)).status]).toEqual([path, 200])
    // Each page and each part of REST has its title and what it is about.
    const named = [...text.matchAll(/^- \[[^\]]+\]\(\S+\/docs\/([\w/-]+)\): \S.+/gm)].map(([, slug]) => slug)
    expect(named).toEqual([
      ...pages.filter(({ made }) => !made).map(({ slug }) => slug),
      ...Object.keys(sections).map((name) => `api/${name.toLowerCase().replaceAll(' ', '-')}`),
    ])
  },
)
