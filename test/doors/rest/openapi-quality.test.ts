import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import examples from '../../../rest-compat/examples.json' with { type: 'json' }
import { routes } from '../../../rest-compat/routes/index.ts'
import { openapi } from '../../../src/doors/reference/openapi/document.ts'
import { pathOf } from '../../../src/http/route.ts'
import type { Body } from '../../support/app.ts'
import { strict } from '../../support/strict-schema.ts'

const document: Body = openapi(routes, 'https://exchange.example.com')
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(strict(document), 'document')

const named = routes.map((route) => [`${route.method} ${pathOf(route)}`, route] as const)

const targetOf = ($ref: string): Body =>
  $ref
    .slice(2)
    .split('/')
    .reduce<Body>((at, part) => at?.[part], document)

const isDescribed = ({ description, $ref, anyOf = [] }: Body): boolean =>
  Boolean(description) || ($ref ? isDescribed(targetOf($ref)) : anyOf.some(isDescribed))

/** Every property of every schema, with its place in the document. */
const propertiesIn = function* (node: Body, place = ''): Generator<[place: string, schema: Body]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && typeof node.properties === 'object')
    for (const [name, schema] of Object.entries(node.properties)) yield [`${place}/ ${name}`, schema]
  for (const [key, inner] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') yield* propertiesIn(inner, `${place}/${key}`)
}

describe('the document', () => {
  test('describes every property of every schema', () => {
    const properties = [...propertiesIn(document)]
    expect(properties.length).toBeGreaterThan(1_000)
    const silent = properties.filter(([, schema]) => !isDescribed(schema)).map(([place]) => place)
    expect(silent).toEqual([])
  })

  test('tells of every page how many rows it has where none are asked for', () => {
    const limits = named.flatMap(([name]) => {
      const [method = '', path = ''] = name.split(' ')
      const parameters: Body[] = document.paths[path]?.[method.toLowerCase()]?.parameters ?? []
      return parameters.filter((one) => one.name === 'limit').map((one) => [name, one.schema.default])
    })
    expect(limits.length).toBeGreaterThan(20)
    expect(limits.filter(([name, rows]) => rows !== (name === 'GET /v1/companies/search' ? 10 : 20))).toEqual([])
  })

  test('shows an example of every answer in JSON', () => {
    const without = named.filter(([name, { shape, answersFile, answersStream }]) => {
      return shape && !answersFile && !answersStream && !Object.hasOwn(examples, name)
    })
    expect(without.map(([name]) => name)).toEqual([])
  })

  test('has no example of what is not answered', () => {
    const names = new Set<string>(named.map(([name]) => name))
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([])
  })
})

test.each(named.filter(([name]) => Object.hasOwn(examples, name)))(
  'the example of %s fits its schema, and stands in the document',
  (_name, route) => {
    const { responses } = document.paths[pathOf(route)][route.method.toLowerCase()]
    const { example } = responses[route.status].content['application/json']
    const place = ['paths', pathOf(route), route.method.toLowerCase(), 'responses', String(route.status), 'content']
    const pointer = [...place, 'application/json', 'schema'].map((part) =>
      encodeURIComponent(part.replaceAll('/', '~1')),
    )
    const validate = ajv.compile({ $ref: `document#/${pointer.join('/')}` })
    expect(validate(example) ? [] : validate.errors).toEqual([])
    expect(example).toBeDefined()
  },
)
