import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../rest-compat/routes/index.ts'
import type { Route } from '../../../src/http/route.ts'
import { wireName } from '../../../src/http/wire-names.ts'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { sample } from '../../support/sample.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(async () => {
  // Connections whose request was given up half-way would hold the server until their time limit.
  app.server.server.closeAllConnections()
  await app.close()
})

const spellings = new Set(Object.entries(catalog).flatMap(([code, { operationCode }]) => [code, operationCode]))

/** A refusal of the catalog: never a failure of ours, never another form. */
const expectCatalogError = (answer: Answer, what: string): void => {
  expect({
    what,
    status: answer.status,
    known: spellings.has(answer.body?.error?.code),
    id: answer.body?.error?.requestId,
  }).toEqual({
    what,
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    known: true,
    id: answer.headers['x-request-id'],
  })
}

/** Values that no field takes, or only some fields: of every kind that JSON knows. */
const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  'x',
  'ä'.repeat(300),
  '\u0000',
  '\ud800',
  [],
  [null],
  ['x'],
  [[]],
  {},
  { a: 1 },
  { constructor: 1 },
  '2026-13-01',
  '-1',
  '1e400',
  "'; DROP TABLE companies; --",
  '%',
  '{{7*7}}',
]

const fieldsOf = (input: z.ZodType): string[] =>
  Object.keys(
    (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })['properties'] as object | undefined) ?? {},
  )

/** Paths to every field of a body, however deep. */
const deepFields = (schema: Body, defs: Body, path: (string | number)[] = []): (string | number)[][] => {
  const node = schema.$ref
    ? defs[schema.$ref.split('/').at(-1)]
    : (schema.anyOf?.find((one: Body) => one.properties ?? one.items ?? one.$ref) ?? schema)
  if (node !== schema) return [path, ...deepFields(node, defs, path).slice(path.length > 0 ? 1 : 0)]
  const inner = node.properties
    ? Object.entries(node.properties).flatMap(([name, below]) => deepFields(below, defs, [...path, name]))
    : node.items
      ? deepFields(node.items, defs, [...path, 0])
      : []
  return [...(path.length > 0 ? [path] : []), ...inner]
}

interface Attempt {
  route: Route
  field: (string | number)[]
  value: unknown
}
type Attempts = readonly (readonly [name: string, route: Route, attempts: readonly Attempt[]])[]
/** Each field of each route with one of the values, or with all. */
const attemptsOf = (all: readonly Route[], fields: (route: Route) => (string | number)[][]): Attempts => {
  const each = all.flatMap((route) =>
    fields(route).flatMap((field) => strange.map((value): Attempt => ({ route, field, value }))),
  )
  const ofRoute = Map.groupBy(sample(each, 1 / strange.length), ({ route }) => route)
  return all.map((route) => [`${route.method} ${route.path}`, route, ofRoute.get(route) ?? []])
}
/** Stands for what is in the path, beside the names of parameters. */
const PATH = '/'
const namesIn = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))

const withAt = (path: (string | number)[], value: unknown): unknown => {
  const [part, ...rest] = path
  if (part === undefined) return value
  const inner = withAt(rest, value)
  return typeof part === 'number' ? [inner] : { [part]: inner }
}

/** Smallest inputs with which each operation would get as far as looking at another field. */
const base_: Record<string, () => object> = {
  registerCompany: () => ({ vatNumber: freshVat() }),
  createApiKey: () => ({ name: 'x' }),
  resetSandbox: () => ({ confirm: 'yes', scope: 'idempotency' }),
  searchCompanies: () => ({ q: 'ab' }),
  actOnDocument: () => ({ action: 'mark_read' }),
  buildPortabilityMessage: () => ({
    messageType: 'REQUEST',
    state: 'SUBMITTED',
    requestRef: 'R-1',
    taxpayerSiren: '303265045',
  }),
  parsePortabilityMessage: () => ({ subject: 'PORTABILITY;REQUEST;SUBMITTED;R-1;303265045' }),
  sendDocument: () => ({ type: 'event', from: '0208:0123456749' }),
  validateDocument: () => ({ type: 'event', from: '0208:0123456749' }),
  previewDocument: () => ({ type: 'event', from: '0208:0123456749' }),
  updateLifecycle: () => ({ status: 'paid', paymentDate: '2026-11-21' }),
  updateLifecycleByNumber: () => ({ status: 'paid', paymentDate: '2026-11-21' }),
}

describe('a wrong value at every field of every operation', () => {
  const written = routes.filter(
    ({ method, operation }) => (method === 'POST' || method === 'PATCH') && operation.name !== 'bootstrapSandbox',
  )
  const bodyFieldsOf = (route: Route): (string | number)[][] => {
    const schema = z.toJSONSchema(route.operation.input, { io: 'input', unrepresentable: 'any' }) as Body
    return deepFields(schema, schema.$defs ?? {}).filter(([first]) => !namesIn(route).includes(String(first)))
  }
  test.each(attemptsOf(written, bodyFieldsOf))(
    '%s answers strange values in any field with success or a catalog error, never a failure',
    async (name, route, attempts) => {
      const { operation, method } = route
      const own = await app.tenant('white_label')
      const document = route.path.includes(':documentId')
        ? (await own.post('/v1/documents/send', { type: 'event', from: own.peppolId, document: { number: 'E-1' } }))
            .body
        : {}
      const path = route.path
        .replace(/:companyId/, own.companyId)
        .replace(/:documentId/, document.id)
        .replace(/:\w+/g, 'nothing_01kafm4h7vf8xbkrs9q2m3c5de')
      expect(path).not.toContain('undefined')
      for (const [sent, { field, value }] of attempts.entries()) {
        // The limit of the tenant itself is no part of this.
        if (sent % 800 === 799) app.clock.advance(61_000)
        const answer = await own.send(method, path, {
          ...base_[operation.name]?.(),
          ...(withAt(field, value) as object),
        })
        if (answer.status >= 300) expectCatalogError(answer, `${name} ${field.join('.')} = ${JSON.stringify(value)}`)
        if (operation.name === 'exhaustRateLimit' && answer.status === 200)
          app.clock.advance(Number(answer.body.durationSeconds) * 1_000)
      }
    },
  )

  // A stream that is not refused does not end; its own test asks it for strange things.
  const asked = routes.filter(({ method, answersStream }) => method === 'GET' && !answersStream)
  const parametersOf = (route: Route): string[][] => [
    ...(namesIn(route).length > 0 ? [[PATH]] : []),
    ...fieldsOf(route.operation.input)
      .filter((one) => !namesIn(route).includes(one))
      .map((one) => [one]),
  ]
  test.each(attemptsOf(asked, parametersOf))(
    '%s answers strange values in any parameter with success or a catalog error, never a failure',
    async (name, route, attempts) => {
      expect(route.operation.writes).toBe(false)
      app.clock.advance(61_000)
      for (const { field, value } of attempts) {
        const text = encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
        if (field[0] === PATH) {
          if (text === '') continue
          const answer = await tenant.get(route.path.replace(/:\w+/g, text))
          // An order may be stored elsewhere: every number is one.
          if (answer.status >= 300 || route.operation.name !== 'listOrderInvoices')
            expectCatalogError(answer, `${name} ${text}`)
          continue
        }
        const given = base_[route.operation.name]?.() ?? {}
        const query = new URLSearchParams(
          Object.entries(given).filter(([one]) => one !== field[0]) as [string, string][],
        )
        const answer = await tenant.get(
          `${route.path.replace(/:\w+/g, 'x')}?${String(query)}&${wireName(String(field[0]), route)}=${text}`,
        )
        if (answer.status >= 300) expectCatalogError(answer, `${name} ${field[0]} = ${text}`)
      }
    },
  )

  const documents: [string, (value: unknown) => object][] = [
    [
      'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
        'metadata settings } } }',
      (value) => ({ input: { vatNumber: value } }),
    ],
    [
      'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
        'metadata settings } } }',
      (value) => ({ input: { vatNumber: freshVat(), settings: value } }),
    ],
    [
      'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
        'metadata settings } } }',
      (value) => ({ input: { vatNumber: freshVat(), metadata: { a: value } } }),
    ],
    [
      'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }',
      (value) => ({ input: value }),
    ],
    ['query ($v: ID!) { company(id: $v) { id } }', (v) => ({ v })],
    ['query ($v: ID!) { node(id: $v) { id } }', (v) => ({ v })],
    ['query ($v: String) { companies(after: $v) { nodes { id } } }', (v) => ({ v })],
    ['query ($v: CountryCode) { companies(country: $v) { nodes { id } } }', (v) => ({ v })],
    ['query ($v: DateTime) { requestLogs(since: $v) { nodes { id } } }', (v) => ({ v })],
    ['query ($v: Int) { requestLogs(status: $v) { nodes { id } } }', (v) => ({ v })],
  ]
  const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`) as unknown
  const values = [...strange, deep]
  const questions = documents.flatMap(([query, variables]) =>
    values.map((value) => ({ query, variables: () => variables(value) })),
  )
  const someQuestions = sample(questions, 1 / values.length)
  test('GraphQL answers strange values in any variable with success or a catalog error, never a failure', async () => {
    const own = await app.tenant('white_label')
    const send = async (query: string, variables: object) => {
      const answer = await own.post('/graphql', { query, variables })
      expect(answer.status).toBeLessThan(500)
      for (const error of answer.body.errors ?? [])
        expect({ variables, code: error.extensions.code, status: error.extensions.status }).toEqual({
          variables,
          code: expect.toSatisfy((code: string) => spellings.has(code)),
          status: expect.toSatisfy((status: number) => status < 500),
        })
    }
    for (const { query, variables } of someQuestions) await send(query, variables())
  })
})
