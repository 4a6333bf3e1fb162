/** Every failure that a row of `/afnor` can answer, in the codes of XP Z12-013. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afnor } from '../../../afnor/dialect.ts'
import { AppError } from '../../../src/kernel/errors/app-error.ts'
import { type ErrorCode, catalog } from '../../../src/kernel/errors/catalog.ts'
import { statusOf, type Route } from '../../../src/http/route.ts'
import { afnorRows, pathWith, sendAfnor } from '../../support/afnor-rows.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { never } from '../../support/foreign-ids.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const isOfOne = ({ path }: Route): boolean => path.includes(':')
const hasBody = ({ method }: Route): boolean => method === 'POST' || method === 'PATCH'
const pathOf = (route: Route): string => pathWith(route, (name) => never[name] ?? 'x')
const ask = (who: Parameters<typeof sendAfnor>[0], route: Route) => sendAfnor(who, route, never)

const TABLES = ['flows', 'webhooks', 'french_units', 'french_facilities', 'french_routing_codes', 'french_lines']
/** What nobody foresaw: the tables are not there for a while. */
const broken = async (call: () => Promise<Answer>): Promise<Answer> => {
  const { client } = app.platform.db
  for (const table of TABLES) await client.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`)
  const answer = await call()
  for (const table of TABLES) await client.$executeRawUnsafe(`ALTER TABLE ${table}_away RENAME TO ${table}`)
  return answer
}

interface Failure {
  status: number
  errorCode: string
  /** The rows that can answer it. */
  at(route: Route): boolean
  ask(route: Route): Promise<Answer>
}

const every = (): boolean => true
const failures: readonly Failure[] = [
  {
    status: 400,
    errorCode: 'INVALID_REQUEST',
    at: (route) => !hasBody(route),
    ask: (route) => tenant.send(route.method, `${pathOf(route)}?nonsense=1`),
  },
  {
    status: 400,
    errorCode: 'INVALID_REQUEST',
    at: hasBody,
    ask: (route) => tenant.send(route.method, pathOf(route), '{'),
  },
  {
    status: 400,
    errorCode: 'MISSING_REQUIRED_FIELD',
    // Who searches the directory need say nothing.
    at: ({ method, path }) => method === 'POST' && !path.startsWith('/afnor/directory-service/'),
    ask: (route) =>
      route.takesLargeFile
        ? tenant.send(route.method, pathOf(route), '--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' })
        : tenant.send(route.method, pathOf(route), {}),
  },
  { status: 401, errorCode: 'MISSING_TOKEN', at: every, ask: (route) => ask(app.anyone, route) },
  {
    status: 403,
    errorCode: 'FORBIDDEN_ACCESS',
    at: every,
    ask: async (route) => ask(await tenant.keyWith(['stats']), route),
  },
  { status: 404, errorCode: 'MISSING_RESOURCE', at: isOfOne, ask: (route) => ask(tenant, route) },
  {
    status: 413,
    errorCode: 'FILE_SIZE_EXCEEDED',
    at: hasBody,
    ask: (route) =>
      tenant.send(route.method, pathOf(route), 'x', {
        'content-type': route.takesLargeFile ? 'multipart/form-data; boundary=x' : 'application/json',
        'content-length': '200000000',
      }),
  },
  {
    status: 429,
    errorCode: 'TOO_MANY_REQUESTS',
    at: every,
    async ask(route) {
      const hasty = await app.tenant()
      await hasty.post('/v1/sandbox/rate-limit/exhaust', { durationSeconds: 60 })
      return ask(hasty, route)
    },
  },
  { status: 500, errorCode: 'INTERNAL_ERROR', at: every, ask: (route) => broken(() => ask(tenant, route)) },
  { status: 501, errorCode: 'NOT_IMPLEMENTED', at: every, ask: (route) => tenant.send('PUT', pathOf(route)) },
  {
    status: 503,
    errorCode: 'RESOURCE_ERROR',
    at: every,
    async ask(route) {
      app.platform.phase = 'closing'
      const answer = await ask(tenant, route)
      app.platform.phase = 'serving'
      return answer
    },
  },
]

const cases = failures.flatMap(({ at, ...failure }) =>
  afnorRows.filter(([, route]) => at(route)).map(([name, route]) => ({ ...failure, name, route })),
)

describe('a failure has the status and the code of the norm, and leaves nothing behind', () => {
  test.each(cases)('$status $errorCode: $name', async ({ status, errorCode, route, ask: call }) => {
    const counted = async () => {
      const { apiKeys: _keys, ...rest } = await tenant.footprint()
      const where = { organizationId: tenant.organizationId }
      return { ...rest, flows: await app.platform.db.client.flow.count({ where }) }
    }
    const before = await counted()
    const answer = await call(route)
    expect(answer).toMatchObject({
      status,
      body: { errorCode, errorMessage: expect.stringMatching(/./), details: expect.any(String) },
    })
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id'])
    expect(await counted()).toEqual(before)
  })
})

/** Statuses that an answer of `/afnor` may have; 412 and 416 are of HTTP and not of the norm. */
const STATUSES = [400, 401, 403, 404, 408, 410, 412, 413, 416, 429, 500, 501, 503]
const codesOfNorm: Readonly<Record<number, string>> = {
  401: 'MISSING_TOKEN',
  403: 'FORBIDDEN_ACCESS',
  404: 'MISSING_RESOURCE',
  408: 'REQUEST_TIMEOUT',
  413: 'FILE_SIZE_EXCEEDED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'RESOURCE_ERROR',
}

test.each(Object.keys(catalog) as ErrorCode[])(
  '%s has a status that clients of the norm know, and its code',
  (code) => {
    const error = new AppError(code)
    const status = statusOf(afnor, error)
    const { errorCode } = afnor.refusal(error, 'req_1', 'http://a', { dialect: 'catalog' }) as { errorCode: string }
    expect(STATUSES).toContain(status)
    const expected = codesOfNorm[status] ?? (code === 'MISSING_FIELD' ? 'MISSING_REQUIRED_FIELD' : code)
    expect({ status, errorCode }).toEqual({ status, errorCode: expected })
  },
)

test.each<[ErrorCode, number, string]>([
  ['UPSTREAM_TIMEOUT', 408, 'REQUEST_TIMEOUT'],
  ['UPSTREAM_ERROR', 503, 'RESOURCE_ERROR'],
  ['UBL_VALIDATION_FAILED', 400, 'UBL_VALIDATION_FAILED'],
  ['CONFLICT', 400, 'CONFLICT'],
])('%s, which the norm has no status for, is answered with %i %s', (code, status, errorCode) => {
  const error = new AppError(code)
  expect(statusOf(afnor, error)).toBe(status)
  expect(afnor.refusal(error, 'req_1', 'http://a', { dialect: 'catalog' })).toMatchObject({ errorCode })
})

describe('a refusal names what the caller has written, and nothing is made', () => {
  const path = '/afnor/flow-service/v1'
  const address = 'ftp://127.0.0.1/'
  const metadata = { flowType: 'CustomerInvoice', flowDirection: 'Out' }
  test.each<[field: string, ask: () => Promise<Answer>]>([
    ['limit', () => tenant.post(`${path}/flows/search`, { limit: 0, where: { trackingId: '1' } })],
    ['cursor', () => tenant.post(`${path}/flows/search`, { cursor: 7, where: { trackingId: '1' } })],
    ['callbackUrl', () => tenant.post(`${path}/webhooks`, { callbackUrl: address })],
    ['callback.url', () => tenant.post(`${path}/webhooks`, { callback: { url: address }, metadata })],
    [
      'metadata.flowDirection',
      () =>
        tenant.post(`${path}/webhooks`, {
          callback: { url: 'http://127.0.0.1:9/' },
          metadata: { ...metadata, flowDirection: 'Up' },
        }),
    ],
  ])('%s', async (field, ask) => {
    const { status, body } = await ask()
    expect([status, body.error.details.map((one: { field: string }) => one.field)]).toEqual([400, [field]])
    expect(body.errorMessage).toMatch(new RegExp(`^${field}: `))
    expect((await tenant.get(`${path}/webhooks`)).body).toMatchObject({ count: 0 })
  })

  test('an unknown kind of file is answered with every kind, metadata included', async () => {
    const { status, body } = await tenant.get(`${path}/flows/01a2182e-9003-7005-a5e9-38dff9d25516?docType=pdf`)
    expect([status, body.errorCode]).toEqual([400, 'INVALID_ENUM'])
    expect(body.details).toBe('docType: Expected one of: Metadata, Original, Converted, ReadableView.')
  })
})
