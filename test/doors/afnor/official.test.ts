/** The official descriptions of XP Z12-013, held against what is described here and against what is answered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search, submit } from '../../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { hasOfficial, normOf, official } from '../../support/official-client.ts'
import { shared } from '../../support/shared.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let french: Trade
let norm: AfnorTrade
let ours: Body
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
  ours = (await app.anyone.get('/afnor/flow-service/openapi.json')).body
})
afterAll(() => app.close())

test('each service describes itself, and every reference in its description leads somewhere', async () => {
  for (const service of ['flow-service', 'directory-service']) {
    const { status, body } = await app.anyone.get(`/afnor/${service}/openapi.json`)
    expect([status, body.openapi]).toEqual([200, '3.1.0'])
    for (const [, path = ''] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect([path, typeof path.split('/').reduce((node: Body, name) => node?.[name], body)]).toEqual([path, 'object'])
  }
})

const operations = (version: string): [string, string][] =>
  Object.entries(official(version).paths as object).flatMap(([path, item]) =>
    ['get', 'post', 'patch', 'delete']
      .filter((method) => method in item)
      .map((method): [string, string] => [method, path]),
  )

describe.skipIf(!hasOfficial).each(['1.1.0', '1.3.0'])('edition %s', (version) => {
  test('has no path, method or parameter that is not described here', () => {
    for (const [method, path] of operations(version)) {
      const here = ours.paths[path]?.[method]
      expect([method, path, typeof here]).toEqual([method, path, 'object'])
      const names = here.parameters.map((one: Body) => (one.$ref ? one.$ref.split('/').at(-1) : one.name))
      const { parameters = [] } = official(version).paths[path][method]
      const wanted = parameters.map((one: Body): string =>
        one.$ref ? official(version).components.parameters[one.$ref.split('/').at(-1)].name : one.name,
      )
      expect(names).toEqual(expect.arrayContaining(wanted.filter((name: string) => name !== 'Accept-Language')))
    }
  })

  test.each([
    'Flow',
    'FullFlowInfo',
    'SearchFlowContent',
    'Error',
    'FlowInfo',
    'SearchFlowParams',
    'SearchFlowFilters',
  ])('has no property of %s that is not described here', (name) => {
    const { schemas } = official(version).components
    const propertiesOf = (schema: Body): string[] => [
      ...Object.keys(schema.properties ?? {}),
      ...(schema.allOf ?? []).flatMap((one: Body) =>
        propertiesOf(one.$ref ? schemas[one.$ref.split('/').at(-1)] : one),
      ),
    ]
    expect(Object.keys(ours.components.schemas[name].properties)).toEqual(
      expect.arrayContaining(propertiesOf(schemas[name])),
    )
  })

  test('has no value of an enum that is refused here', async () => {
    const { schemas } = official(version).components
    for (const [name, enumeration] of [
      ['processingRule', 'ProcessingRule'],
      ['flowType', 'FlowType'],
      ['flowDirection', 'FlowDirection'],
    ] as const)
      expect(await search(french.supplier, { [name]: schemas[enumeration].enum })).toMatchObject({ status: 200 })
    for (const status of schemas.FlowAckStatus.enum)
      expect(await search(french.supplier, { ackStatus: status })).toMatchObject({ status: 200 })
  })

  test(
    'describes every answer of a story: submitted, polled, searched, rejected and refused',
    { tags: 'heavy' },
    async () => {
      const ajv = normOf(version)
      const fits = (name: string, value: unknown): void => {
        const validate = ajv.getSchema(`norm#/components/schemas/${name}`)
        validate?.(value)
        expect({ name, value, errors: validate?.errors }).toEqual({ name, value, errors: null })
      }
      const headers: Record<string, string> = version === '1.3.0' ? { 'x-afnor-version': '1.3' } : {}
      const flowInfo = { flowSyntax: 'UBL', name: 'f.xml', trackingId: 'T' }
      for (const file of [
        norm.invoice().xml,
        '<broken',
        norm.invoice((xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.77')).xml,
      ]) {
        const { status, body } = await submit(french.supplier, { flowInfo, file }, headers)
        expect(status).toBe(202)
        fits('FullFlowInfo', body)
        fits('Flow', (await french.supplier.get(`${FLOWS}/${body.flowId}`, headers)).body)
        await french.settle()
        fits('Flow', (await french.supplier.get(`${FLOWS}/${body.flowId}`, headers)).body)
      }
      for (const who of [french.supplier, french.buyer])
        fits(
          'SearchFlowContent',
          (await search(who, { updatedAfter: '2020-01-01T00:00:00Z' }, { limit: 100 }, headers)).body,
        )
      fits('Error', (await search(french.supplier, {}, {}, headers)).body)
      fits('Error', (await french.supplier.get(`${FLOWS}/nothing`, headers)).body)
    },
  )
})

test.skipIf(!hasOfficial)('a subscription fits edition 1.3', async () => {
  const ajv = normOf('1.3.0')
  const { body } = await french.supplier.post('/afnor/flow-service/v1/webhooks', {
    callbackUrl: 'http://127.0.0.1:9/hook',
    flowTypes: ['SupplierInvoice'],
    flowDirection: 'In',
    ackStatus: 'Ok',
  })
  const validate = ajv.getSchema('norm#/components/schemas/Webhook')
  validate?.(body)
  expect({ body, errors: validate?.errors }).toEqual({ body, errors: null })
})

const directoryFile = (version: string): string => join(shared, `afnor/directory-service-${version}.json`)
const directoryOf = (version: string): Body =>
  hasOfficial ? JSON.parse(readFileSync(directoryFile(version), 'utf8')) : { paths: {} }

/** Values of the norm's own enums are longer than it allows: `Disabled` has eight letters of seven. */
const consistent = ({ schemas, ...others }: Body): Body => ({
  ...others,
  schemas: Object.fromEntries(
    Object.entries<Body>(schemas).map(([name, { maxLength, ...schema }]) => [
      name,
      schema.enum || maxLength === undefined ? schema : { ...schema, maxLength },
    ]),
  ),
})

/** Edition 1.2 has taken away what 1.1 wrote, and its own identifiers. */
const isStill = (method: string, path: string): boolean =>
  !path.includes('id-instance') && (method === 'get' || path.endsWith('/search'))

describe.skipIf(!hasOfficial).each(['1.1.0', '1.3.0'])('the directory of edition %s', (version) => {
  const { paths, components = {} } = directoryOf(version)
  const resolved = (one: Body): Body => (one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one)

  test('has no path, method or parameter that is not described here', async () => {
    const here = (await app.anyone.get('/afnor/directory-service/openapi.json')).body
    for (const [path, item] of Object.entries<Body>(paths))
      for (const method of ['get', 'post', 'patch', 'put', 'delete'].filter((one) => one in item)) {
        if (!isStill(method, path)) continue
        const described = here.paths[path]?.[method]
        expect([method, path, typeof described]).toEqual([method, path, 'object'])
        const names = described.parameters.map((one: Body) => (one.$ref ? one.$ref.split('/').at(-1) : one.name))
        const wanted = (item[method].parameters ?? []).map((one: Body): string => resolved(one).name)
        expect([path, names]).toEqual([
          path,
          expect.arrayContaining(wanted.filter((name: string) => name !== 'Accept-Language')),
        ])
      }
  })

  test('has no field that cannot be asked for, and describes what is answered', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addFormat('int32', true)
    ajv.addSchema({ $id: 'norm', components: consistent(components) })
    const fits = (path: string, method: string, body: unknown): void => {
      const { schema } = paths[path][method].responses['200'].content['application/json']
      const validate = ajv.compile({ $ref: `norm${schema.$ref}` })
      validate(body)
      expect({ path, body, errors: validate.errors }).toEqual({ path, body, errors: null })
    }
    const base = '/afnor/directory-service'
    const relations: Record<string, string[]> = {
      siren: [],
      siret: ['siren'],
      'routing-code': ['siren', 'siret'],
      'directory-line': ['siren', 'siret', 'routingCode'],
    }
    const fieldsOf = {
      siren: 'siren',
      siret: 'siret',
      'routing-code': 'routingCode',
      'directory-line': 'directoryLine',
    }
    const first: Record<string, Body> = {}
    for (const [kind, include] of Object.entries(relations)) {
      const fields: string[] = components.schemas[`${fieldsOf[kind as keyof typeof fieldsOf]}Field`].enum
      const order = version === '1.1.0' ? 'sortingOrder' : 'order'
      const sorting = fields.slice(0, 5).map((field) => ({ field, [order]: 'descending' }))
      const asked = { fields, sorting, ...(include.length > 0 && { include }), limit: 100 }
      const { status, body } = await french.supplier.post(`${base}/v1/${kind}/search`, asked)
      expect([kind, status]).toEqual([kind, 200])
      expect(body.results.length).toBeGreaterThan(0)
      fits(`/v1/${kind}/search`, 'post', body)
      first[kind] = (await french.supplier.post(`${base}/v1/${kind}/search`, {})).body.results[0]
    }
    const read = async (path: string, values: Record<string, string>): Promise<void> => {
      const url = path.replace(/\{([\w-]+)\}/g, (_all, name) => encodeURIComponent(values[name] ?? ''))
      const { status, body } = await french.supplier.get(`${base}${url}`)
      expect([path, status]).toEqual([path, 200])
      fits(path, 'get', body)
    }
    await read('/v1/siren/code-insee:{siren}', { siren: first['siren'].siren })
    await read('/v1/siret/code-insee:{siret}', { siret: first['siret'].siret })
    const { siret, routingIdentifier } = first['routing-code']
    await read('/v1/routing-code/siret:{siret}/code:{routing-identifier}', {
      siret,
      'routing-identifier': routingIdentifier,
    })
    const { addressingIdentifier } = first['directory-line']
    await read('/v1/directory-line/code:{addressing-identifier}', { 'addressing-identifier': addressingIdentifier })
  })
})
