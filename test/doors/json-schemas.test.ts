/** The contract for other tools: complete, of the same contract, and usable as it is. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '../../src/docs/map.ts'
import { eventTypes } from '../../src/engine/feed/catalog.ts'
import { sampleData } from '../../src/engine/feed/sample-event.ts'
import { sections } from '../../src/http/sections.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { sample } from '../support/sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

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
    expect(links).toEqual(expect.arrayContaining(['/openapi.json', '/docs/schemas']))
    for (const path of links) expect([path, (await app.anyone.get(path)).status]).toEqual([path, 200])
    // Each page and each part of REST has its title and what it is about.
    const named = [...text.matchAll(/^- \[[^\]]+\]\(\S+\/docs\/([\w/-]+)\): \S.+/gm)].map(([, slug]) => slug)
    expect(named).toEqual([
      ...pages.filter(({ made }) => !made).map(({ slug }) => slug),
      ...Object.keys(sections).map((name) => `api/${name.toLowerCase().replaceAll(' ', '-')}`),
    ])
  },
)
