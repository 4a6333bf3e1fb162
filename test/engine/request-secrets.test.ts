/** Secrets of inputs: which they are, and that the request log keeps none of them, whichever door they come through. */
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestLog } from '../../src/generated/prisma/client.ts'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { isSecret } from '../../src/kernel/secret-input.ts'
import type { Route } from '../../src/http/route.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { pathWith } from '../support/afnor-rows.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { roots, rows } from '../support/every-operation.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

/** The places of secrets by the operation that reads them. */
const secrets: Readonly<Record<string, readonly string[]>> = {
  confirmOwnership: ['code'],
  createFlowWebhook: ['authentication', 'headers[].headerValue', 'signature.key'],
  createShop: ['parameters[].value', 'senders[].sharedSecret', 'sharedSecret'],
  createWebhook: ['secret'],
  exchangeHandoff: ['handoffToken'],
  exchangeToken: ['clientSecret', 'code', 'codeVerifier', 'deviceCode', 'refreshToken'],
  getHandoff: ['handoffToken'],
  introspectToken: ['token'],
  onboardCompanies: ['items[].webhook.secret'],
  onboardCompany: ['webhook.secret'],
  redeemMigrationKey: ['migrationKey'],
  revokeToken: ['token'],
  updateFlowWebhook: ['authentication', 'headers[].headerValue', 'signature.key'],
  updateShop: ['parameters[].value', 'senders[].sharedSecret', 'sharedSecret'],
}

/** Names and descriptions of what may be a secret. */
const SOUNDS = /secret|passw|token|credential|verifier|\bkey$|[a-z]Key$|code$|encrypted/i
/** Fields that sound so and hold none, with the reason. */
const noSecrets: Readonly<Record<string, string>> = {
  'address.postalCode': 'a place',
  apiKey: 'what a key may do: its value is made here',
  code: 'the short name of a tag',
  countryCode: 'a country',
  'filters.postalCode': 'a place',
  'items[].address.postalCode': 'a place',
  'items[].apiKey': 'what a key may do: its value is made here',
  'items[].countryCode': 'a country',
  postalCode: 'a place',
  reasonCode: 'a reason of a list',
  rotateSecret: 'yes or no',
  suspensionReasonCode: 'a reason of a list',
  tokenEndpointAuthMethod: 'the name of a method',
  'updates[].reasonCode': 'a reason of a list',
  'updates[].suspensionReasonCode': 'a reason of a list',
}

interface Parts {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  element?: z.core.$ZodType
  shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** Every field of an input with its place. */
const fieldsOf = (schema: z.core.$ZodType, place = '', seen: readonly unknown[] = []): [string, z.core.$ZodType][] => {
  if (seen.includes(schema)) return []
  const around = [...seen, schema]
  const { innerType, in: input, out, options, element, shape } = schema._zod.def as Parts
  if (isSecret(schema)) return [[place, schema]]
  const wrapped = innerType ? [innerType] : input && out ? [input, out] : (options ?? [])
  const below = [
    ...wrapped.flatMap((one) => fieldsOf(one, place, around)),
    ...(element ? fieldsOf(element, `${place}[]`, around) : []),
    ...Object.entries(shape ?? {}).flatMap(([name, one]) => fieldsOf(one, place ? `${place}.${name}` : name, around)),
  ]
  return wrapped.length > 0 || !place ? below : [[place, schema], ...below]
}

const operations = new Map<string, Operation>([
  ...roots.flatMap(({ operation }) => (operation ? [[operation.name, operation] as const] : [])),
  ...rows.map(([, { operation }]) => [operation.name, operation] as const),
])

const soundsSecret = (place: string, { description = '' }: z.ZodType): boolean =>
  SOUNDS.test(place.split('.').at(-1) ?? '') || /encrypted|never shown/.test(description)

const marked = [...operations].flatMap(([name, { input }]) =>
  fieldsOf(input).flatMap(([place, schema]) => (isSecret(schema) ? [[name, place] as const] : [])),
)

describe('the mark of a secret', () => {
  test('is on the values of exactly these places', () => {
    const places = Object.keys(secrets).map((name) => [
      name,
      [...new Set(marked.flatMap(([operation, place]) => (operation === name ? [place] : [])))].sort(),
    ])
    expect(Object.fromEntries(places)).toEqual(secrets)
    expect(new Set(marked.map(([operation]) => operation))).toEqual(new Set(Object.keys(secrets)))
  })

  test('is missing at no field that sounds like a secret, but at those that hold none', () => {
    const sounding = [...operations.values()]
      .flatMap(({ input }) => fieldsOf(input))
      .filter(([place, schema]) => !isSecret(schema) && soundsSecret(place, schema as z.ZodType))
      .map(([place]) => place)
    expect([...new Set(sounding)].sort()).toEqual(Object.keys(noSecrets).sort())
  })
})

const CANARY = 'hunter2-in-the-log'

/** An input with the canary in a place. */
const inputWith = (place: string, value: unknown = CANARY): Record<string, unknown> => {
  const build = (parts: readonly string[]): unknown => {
    const [part, ...rest] = parts
    if (part === undefined) return value
    const name = part.replace('[]', '')
    return { [name]: part.endsWith('[]') ? [build(rest)] : build(rest) }
  }
  return build(place.split('.')) as Record<string, unknown>
}

/** As a row has its names on the wire; a name with dots stands inside of others. */
const spelled = ({ names = {} }: Route, input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const [outer, ...inner] = (names[name] ?? name).split('.')
      return [String(outer), inner.reduceRight((one: unknown, part) => ({ [part]: one }), value)]
    }),
  )

const places = Object.entries(secrets).flatMap(([name, list]) => list.map((place) => [name, place] as const))

/** The entry of a request without the canary; undefined of a query that was answered, which leaves none. */
const entryOf = async (answer: Answer): Promise<RequestLog | undefined> => {
  await app.platform.requestLog.flush()
  const id = String(answer.headers['x-request-id'])
  const entry = await app.platform.db.client.requestLog.findFirst({ where: { id } })
  if (!entry) {
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined })
    return undefined
  }
  expect(JSON.stringify(entry)).not.toContain(CANARY)
  return entry
}

const READ_ONLY = new Set(['introspectToken', 'getHandoff'])

const withWrongName = (place: string): string => place.replace(/(\[\])?$/, 's')

describe('the request log keeps no secret', () => {
  test.each(places)('of %s in %s, by its row, by its name and by one that is written wrongly', async (name, place) => {
    const taking = rows.filter(([, { operation, method }]) => operation.name === name && method !== 'GET')
    for (const [, route] of taking) {
      const path = pathWith(route, () => 'x')
      const sent = (where: string, value?: unknown): Promise<Answer> =>
        tenant.send(route.method, path, spelled(route, inputWith(where, value)))
      const entries = [
        await entryOf(await sent(place)),
        await entryOf(await sent(withWrongName(place))),
        await entryOf(await sent(place, { [CANARY.slice(0, 4)]: CANARY })),
        await entryOf(await sent(place, [CANARY])),
      ].filter((entry) => entry !== undefined)
      expect(entries.length).toBeGreaterThanOrEqual(READ_ONLY.has(name) ? 3 : 4)
      for (const entry of entries)
        expect(entry).toMatchObject({
          operation: name,
          requestBody: expect.stringMatching(/\[secret\]|\[unknown\]/),
        })
    }
    expect(taking.length).toBeGreaterThan(0)
  })

  test.each(places)('of %s in %s, by GraphQL: in a variable of any kind, and in the document', async (name, place) => {
    const [root] = roots.filter(({ operation }) => operation?.name === name)
    const { kind, field } = root as (typeof roots)[number]
    const isMutation = kind === 'mutation'
    const call = (value: string): string => {
      const given = literal(place, value)
      return `${field.name}(${isMutation ? `input: {${given}}` : given}) { __typename }`
    }
    const input = isMutation
      ? await tenant.post('/graphql', {
          query: `mutation ($input: ${String(field.args[0]?.type)}) { ${field.name}(input: $input) { __typename } }`,
          variables: { input: inputWith(place), other: CANARY },
        })
      : undefined
    const answers = [
      ...(input ? [input] : []),
      await tenant.post('/graphql', {
        query: `${kind} ($given: String!) { ${call('$given')} }`,
        variables: { given: CANARY },
      }),
      await tenant.post('/graphql', { query: `${kind} { ${call(`"${CANARY}"`)} } # ${CANARY}` }),
      await tenant.post('/graphql', { query: `${kind} { ${call(CANARY.replaceAll('-', '_'))} }` }),
    ]
    for (const answer of answers) {
      const entry = await entryOf(answer)
      if (!entry) continue
      expect(entry.requestBody).not.toContain(CANARY.replaceAll('-', '_'))
      expect(entry.requestBody).toContain(field.name)
    }
  })

  test('that an assistant gives a tool which takes none', async () => {
    const message = (given: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_companies', arguments: given },
    })
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await tenant.send('POST', '/mcp', message({ first: 0, sharedSecret: CANARY }), headers)
    const entry = await entryOf(answer)
    expect(entry?.requestBody).toContain('"sharedSecret":"[unknown]"')
    expect(entry?.requestBody).toContain('"first":0')
  })

  test('of a shop and of a webhook of flows that are made', async () => {
    const partner = await tenant.post('/v1/partners', { peppolId: '0208:0417497106', name: 'Workchairs' })
    const shop = await tenant.post('/v1/procurement/shops', {
      partnerId: partner.body.id,
      name: 'Office supplies',
      protocol: 'oci',
      url: 'https://shop.example.com/punchout',
      parameters: [{ name: 'PASSWORD', value: CANARY }],
    })
    expect(shop.status).toBe(201)
    expect(await entryOf(shop)).toMatchObject({
      requestBody: expect.stringContaining('"parameters":[{"name":"PASSWORD","value":"[secret]"}]'),
    })
    const webhook = await tenant.post('/afnor/flow-service/v1/webhooks', {
      callback: {
        url: 'http://127.0.0.1:9/flows',
        headers: [{ headerName: 'X-Tenant', headerValue: CANARY }],
        authentication: { authType: 'BASIC', userId: CANARY, userPassword: CANARY },
      },
      metadata: { flowType: 'SupplierInvoice', flowDirection: 'In' },
    })
    expect(webhook.status).toBe(201)
    expect(await entryOf(webhook)).toMatchObject({
      operation: 'createFlowWebhook',
      requestBody: expect.stringContaining('"headerName":"X-Tenant","headerValue":"[secret]"'),
    })
  })

  test('that is sent where nothing reads it: to an unknown path, or by a caller without the scope', async () => {
    const key = await tenant.keyWith(['stats'])
    for (const answer of [
      await tenant.post('/v1/procurement/shop', { sharedSecret: CANARY, name: CANARY }),
      await key.post('/v1/procurement/shops', { sharedSecret: CANARY }),
    ])
      expect(await entryOf(answer)).toMatchObject({ errorCode: expect.any(String) })
  })
})

/** `{a: [{b: value}]}` as GraphQL writes it, without the outer braces. */
const literal = (place: string, value: string): string =>
  place.split('.').reduceRight((inner, part) => {
    const text = inner.startsWith('\u0000') ? inner.slice(1) : `{${inner}}`
    return `${part.replace('[]', '')}: ${part.endsWith('[]') ? `[${text}]` : text}`
  }, `\u0000${value}`)

describe('bodies of the request log from before', () => {
  const [migration] = readMigrations().filter(({ name }) => name.endsWith('_request_logs_without_secrets'))
  const row = (operation: string | null, requestBody: string) => ({
    id: `kept-${operation}-${requestBody.length}`,
    organizationId: tenant.organizationId,
    method: 'POST',
    path: '/x',
    status: 201,
    durationMs: 1,
    startedAt: app.clock.now(),
    operation,
    requestBody,
  })

  test('lose what may be a secret, and nothing else', async () => {
    const { client } = app.platform.db
    const shop = `{"parameters":[{"name":"PASSWORD","value":"${CANARY}"}]}`
    const lost = [
      row('createShop', shop),
      row('createFlowWebhook', `{"callback":{"headers":[{"headerValue":"${CANARY}"}]}}`),
      row('registerCompany', `{"query":"mutation { createShop registerCompany }","variables":{"v":"${CANARY}"}}`),
      row(null, `{"colour":"${CANARY}"}`),
    ]
    const kept = [row('registerCompany', '{"vatNumber":"DE811000001"}')]
    await client.requestLog.createMany({ data: [...lost, ...kept] })
    await client.$executeRawUnsafe(String(migration?.sql))
    const found = await client.requestLog.findMany({
      where: { id: { in: [...lost, ...kept].map(({ id }) => id) } },
      select: { id: true, requestBody: true },
    })
    expect(new Map(found.map(({ id, requestBody }) => [id, requestBody]))).toEqual(
      new Map([...lost.map(({ id }) => [id, null] as const), ...kept.map((one) => [one.id, one.requestBody] as const)]),
    )
  })
})
