import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../rest-compat/routes/index.ts'
import type { Route } from '../../src/http/route.ts'
import { type Scope, grants, scopeNames } from '../../src/auth/scopes.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal, withoutRequestId } from '../support/refusals.ts'

const hook = { url: 'http://127.0.0.1:1/', events: ['*'] }

/** The event of a company that was made, once it has its number. */
const eventOf = async (stranger: Tenant): Promise<string> => {
  await stranger.post('/v1/companies', { vatNumber: freshVat() })
  await app.platform.relay.drain()
  return (await stranger.get('/v1/events?limit=1')).body.data[0].id
}

/**
 * How another tenant comes to an id of each name that a path, a body or an argument takes. A new name needs a row here.
 */
const foreign: Record<string, (stranger: Tenant) => Promise<string> | string> = {
  companyId: async (stranger) => (await stranger.post('/v1/companies', { vatNumber: freshVat() })).body.id,
  keyId: async (stranger) => (await stranger.keyWith(['stats'])).keyId,
  requestId: async (stranger) =>
    String((await stranger.post('/v1/companies/import/batch', { items: [{ siret: 'x' }] })).headers['x-request-id']),
  documentId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-1' } }))
      .body.id,
  relatedDocumentId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-2' } }))
      .body.id,
  eventId: eventOf,
  purchaseOrderId: async (stranger) =>
    (
      await stranger.post('/v1/documents/send', {
        type: 'purchase-order',
        from: stranger.peppolId,
        to: '0208:0417497106',
        document: {
          number: 'PO-1',
          issueDate: '2026-11-20',
          lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
        },
      })
    ).body.id,
  attachmentId: async (stranger) => {
    const document = {
      number: 'A-1',
      issueDate: '2026-11-20',
      buyerReference: 'x',
      lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      attachments: [
        { reference: 'a', mimeType: 'text/csv', filename: 'a.csv', content: Buffer.from('x').toString('base64') },
      ],
    }
    const { body } = await stranger.post('/v1/documents/send', {
      type: 'invoice',
      from: stranger.peppolId,
      to: '0208:0417497106',
      document,
    })
    return (await stranger.get(`/v1/documents/${body.id}/attachments`)).body.data[0].id
  },
  number: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-3' } }))
      .body.number,
  webhookId: async (stranger) => (await stranger.post('/v1/webhooks', hook)).body.id,
  // The name of a test leads nowhere, so the delivery is a failed one at once.
  deliveryId: async (stranger) =>
    (await stranger.post(`/v1/webhooks/${(await stranger.post('/v1/webhooks', hook)).body.id}/test`)).body.id,
  // Only users ask to join, and there is no identity provider here.
  joinRequestId: async ({ organizationId, companyId }) =>
    (
      await app.platform.db.client.joinRequest.create({
        data: {
          organizationId,
          id: 'jreq_01kafm4h7vf8xbkrs9q2m3c5df',
          companyId,
          userId: 'eve',
          createdAt: app.clock.now(),
        },
      })
    ).id,
  partnerId: async (stranger) => (await stranger.post('/v1/partners', { peppolId: '0208:0403019261' })).body.id,
  duplicateId: async (stranger) => (await stranger.post('/v1/partners', { peppolId: '0208:0417497106' })).body.id,
  groupId: async (stranger) => (await stranger.post('/v1/categorization/groups', { name: 'Account' })).body.id,
  tagId: async (stranger) => {
    const { body: group } = await stranger.post('/v1/categorization/groups', { name: 'Cost centre' })
    return (await stranger.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Lyon' })).body.id
  },
  objectId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-3' } }))
      .body.id,
  // Participants belong to nobody: one that is not registered is the same to all.
  participantId: () => '0208:1000000404',
  peppolId: () => '0208:1000000404',
  exportId: async (stranger) => {
    const { client } = stranger.app.platform.db
    const row = {
      organizationId: stranger.organizationId,
      id: 'pexp_01kafm4h7vf8xbkrs9q2m3c5dz',
      companyId: stranger.companyId,
      edition: '09',
      debtorName: 'A',
      debtorIban: 'BE68539007547034',
      executionDate: new Date(),
      batchBooking: true,
      count: 0,
      total: 0,
      createdBy: 'x',
      createdAt: new Date(),
    }
    return (await client.paymentExport.create({ data: row })).id
  },
  id: (stranger) => stranger.companyId,
  ids: (stranger) => stranger.companyId,
}
/** Identifiers of the right form that stand for nothing. */
const never: Record<string, string> = {
  groupId: 'tgrp_01kafm4h7vf8xbkrs9q2m3c5de',
  tagId: 'tag_01kafm4h7vf8xbkrs9q2m3c5de',
  objectId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  eventId: 'evt_01kafm4h7vf8xbkrs9q2m3c5de',
  purchaseOrderId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  attachmentId: 'att_01kafm4h7vf8xbkrs9q2m3c5de',
  companyId: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
  keyId: 'key_01kafm4h7vf8xbkrs9q2m3c5de',
  requestId: 'req_01kafm4h7vf8xbkrs9q2m3c5de',
  documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  relatedDocumentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  number: 'E-0',
  webhookId: 'wh_01kafm4h7vf8xbkrs9q2m3c5de',
  deliveryId: 'dlv_01kafm4h7vf8xbkrs9q2m3c5de',
  joinRequestId: 'jreq_01kafm4h7vf8xbkrs9q2m3c5de',
  partnerId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
  duplicateId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
  participantId: '9930:DE000000405',
  peppolId: '9930:DE000000405',
  exportId: 'pexp_01kafm4h7vf8xbkrs9q2m3c5de',
  id: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
  ids: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
}

/** What else an operation requires before it looks at an id. */
const required: Record<string, object> = {
  createTag: { name: 'x' },
  assignTag: { objectType: 'document', tagId: 'tag_01kafm4h7vf8xbkrs9q2m3c5de' },
  suggestTags: { objectType: 'document' },
  actOnDocument: { action: 'link' },
  sendDocument: { type: 'event', from: '0208:0123456749' },
  validateDocument: { type: 'event', from: '0208:0123456749' },
  createApiKey: { name: 'x' },
  createWebhook: hook,
  advanceClock: { by: '1h' },
  updateLifecycle: { status: 'under_review' },
  updateLifecycleByNumber: { status: 'under_review' },
  registerCompany: { vatNumber: 'DE111111111' },
  resolveCompany: { countryCode: 'FR', registrationNumber: '303265045' },
  resetSandbox: { confirm: 'yes' },
  startOwnershipProof: { method: 'operator' },
  searchCompanies: { q: 'ab' },
  createPartner: { peppolId: '0208:0403019261' },
  mergePartners: { duplicateId: 'part_01kafm4h7vf8xbkrs9q2m3c5de' },
  findPartnerByAccount: { value: '4711' },
  searchDirectory: { vatNumber: 'DE811569869' },
  verifyParticipant: { documentType: 'INVOICE' },
  recordPayment: { amount: 1, date: '2026-11-20' },
  exportPayments: {
    documentIds: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'],
    debtor: { name: 'A', iban: 'BE68539007547034' },
    executionDate: '2099-12-31',
  },
  importBankFile: { file: '' },
}

let app: TestApp
let tenant: Tenant
let strangers: Record<string, string>
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant('white_label')
  const stranger = await app.tenant('white_label')
  strangers = Object.fromEntries(
    await Promise.all(Object.entries(foreign).map(async ([name, make]) => [name, await make(stranger)] as const)),
  )
})
afterAll(() => app.close())

/** Fields of an operation's input that are identifiers: those that GraphQL shows as ID. */
const idFields = (operation: Operation): string[] => {
  const properties = (z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })['properties'] ??
    {}) as Record<string, Body>
  const isId = (node: Body): boolean => node.graphql === 'ID' || (node.anyOf ?? []).some(isId)
  return Object.entries(properties)
    .filter(([, node]) => isId(node))
    .map(([name]) => name)
}
const inPath = (route: Route): string[] => [...route.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))

const send = (caller: Caller, route: Route, ids: Record<string, string>): Promise<Answer> => {
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'x')
  const rest = {
    ...required[route.operation.name],
    ...Object.fromEntries(Object.entries(ids).filter(([name]) => !inPath(route).includes(name))),
  }
  return route.method === 'GET' || route.method === 'DELETE'
    ? caller.send(route.method, `${path}?${new URLSearchParams(rest as Record<string, string>)}`)
    : caller.send(route.method, path, rest)
}

const rows = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const takingIds = rows.filter(([, route]) => inPath(route).length > 0 || idFields(route.operation).length > 0)

interface Root {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  field: GraphQLField<unknown, unknown>
  operation: Operation | undefined
}
const roots: Root[] = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as [Root['kind'], GraphQLObjectType][]
).flatMap(([kind, type]) =>
  Object.values(type.getFields()).map((field) => ({
    name: `${kind} ${field.name}`,
    kind,
    field,
    operation: field.extensions['operation'] as Operation | undefined,
  })),
)

/** A value of the type: the given id where one is asked for, and otherwise the smallest that the schema takes. */
const valueFor = (type: GraphQLInputType, name: string, ids: Record<string, string>): unknown => {
  const inner = getNullableType(type)
  if (isListType(inner)) return [valueFor(inner.ofType, name, ids)]
  if (isInputObjectType(inner))
    return Object.fromEntries(
      Object.values(inner.getFields())
        .filter((field) => isNonNullType(field.type) || field.name in ids)
        .map((field) => [field.name, valueFor(field.type, field.name, ids)]),
    )
  if (isEnumType(inner)) return inner.getValues()[0]?.name
  if (inner.name === 'ID') return ids[name] ?? 'x'
  return inner.name === 'Int'
    ? 1
    : inner.name === 'Boolean'
      ? true
      : (Object.values(required)
          .flatMap(Object.entries)
          .find(([one]) => one === name)?.[1] ?? 'x')
}

const idArguments = ({ field }: Root): string[] =>
  field.args.flatMap(({ name, type }: GraphQLArgument) => {
    const inner = getNullableType(type)
    const named = isListType(inner) ? getNullableType(inner.ofType) : inner
    return isInputObjectType(named)
      ? Object.values(named.getFields())
          .filter((one) => isLeafType(getNullableType(one.type)) && String(getNullableType(one.type)) === 'ID')
          .map((one) => one.name)
      : String(named) === 'ID'
        ? [name]
        : []
  })

const execute = async (caller: Caller, { kind, field }: Root, ids: Record<string, string> = {}): Promise<Body> => {
  const given = field.args.filter(({ type, name }) => isNonNullType(type) || name in ids)
  const variables = Object.fromEntries(given.map(({ name, type }) => [name, valueFor(type, name, ids)]))
  const heading = given.length > 0 ? `(${given.map(({ name, type }) => `$${name}: ${String(type)}`).join()})` : ''
  const call = given.length > 0 ? `(${given.map(({ name }) => `${name}: $${name}`).join()})` : ''
  const type = getNullableType(field.type)
  const selection = isLeafType(type)
    ? ''
    : isObjectType(type) && type.getFields()['nodes']
      ? '{ nodes { __typename } }'
      : '{ __typename }'
  const answer = await caller.send(
    'POST',
    '/graphql',
    { query: `${kind}${heading} { ${field.name}${call} ${selection} }`, variables },
    kind === 'subscription' ? { accept: 'text/event-stream' } : {},
  )
  const first = typeof answer.body === 'string' ? /^data: (\{.*\})$/m.exec(answer.body)?.[1] : undefined
  return first === undefined ? answer.body : JSON.parse(first)
}
const refusalOf = (body: Body): Body => ({
  code: body.errors?.[0].extensions.code,
  status: body.errors?.[0].extensions.status,
  text: JSON.stringify(body).replaceAll(String(body.errors?.[0].extensions.requestId), 'req'),
})

const rootRows = roots.map((root) => [root.name, root] as const)
const rootsTakingIds = rootRows.filter(([, root]) => idArguments(root).length > 0)

describe('the walk', () => {
  test('the sweep knows how another tenant gets each kind of id that is taken anywhere', () => {
    const taken = new Set([
      ...takingIds.flatMap(([, route]) => [...inPath(route), ...idFields(route.operation)]),
      ...rootsTakingIds.flatMap(([, root]) => idArguments(root)),
    ])
    expect([...taken].filter((name) => !(name in foreign) || !(name in never))).toEqual([])
    expect([...taken].sort()).toEqual(Object.keys(foreign).sort())
  })
  test('the sweep meets every route and every root field', () => {
    expect(rows).toHaveLength(routes.length)
    expect(takingIds.length).toBeGreaterThanOrEqual(6)
    expect(rootsTakingIds.length).toBeGreaterThanOrEqual(10)
  })
})

/** Lists of what cites something that need not be stored here: for an unknown one they are empty. */
const EMPTY_FOR_UNKNOWN: Readonly<Record<string, unknown>> = {
  'GET /v1/purchase-orders/:purchaseOrderId/invoices': { data: [], hasMore: false, cursor: null },
  'query purchaseOrderInvoices': { purchaseOrderInvoices: { nodes: [] } },
}

describe('ids of another tenant', () => {
  test.each(takingIds)('%s answers an id of another tenant like one that never was', async (name, route) => {
    for (const field of new Set([...inPath(route), ...idFields(route.operation)])) {
      const before = await tenant.footprint()
      const [theirs, nobodys] = [
        await send(tenant, route, { [field]: String(strangers[field]) }),
        await send(tenant, route, { [field]: String(never[field]) }),
      ]
      const empty = EMPTY_FOR_UNKNOWN[name]
      expect({ field, status: theirs.status }).toEqual({ field, status: empty ? 200 : 404 })
      expect(theirs.body).toEqual(empty ?? theirs.body)
      expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys))
      expect({
        ...theirs.headers,
        'x-request-id': '',
        'x-ratelimit-remaining': '',
        'x-ratelimit-reset': '',
        date: '',
      }).toEqual({
        ...nobodys.headers,
        'x-request-id': '',
        'x-ratelimit-remaining': '',
        'x-ratelimit-reset': '',
        date: '',
      })
      expect(await tenant.footprint()).toEqual(before)
    }
  })

  test.each(rootsTakingIds)('%s answers an id of another tenant like one that never was', async (_name, root) => {
    for (const field of idArguments(root)) {
      const before = await tenant.footprint()
      const [theirs, nobodys] = [
        refusalOf(await execute(tenant, root, { [field]: String(strangers[field]) })),
        refusalOf(await execute(tenant, root, { [field]: String(never[field]) })),
      ]
      const empty = EMPTY_FOR_UNKNOWN[root.name]
      expect({ field, status: theirs.status, isUnknown: String(theirs.code).endsWith('_NOT_FOUND') }).toEqual({
        field,
        status: empty ? undefined : 404,
        isUnknown: empty === undefined,
      })
      expect(theirs.text).toBe(empty ? JSON.stringify({ data: empty }) : theirs.text)
      expect(theirs.text).toBe(nobodys.text)
      expect(await tenant.footprint()).toEqual(before)
    }
  })

  test('the sweep changes nothing of the other tenant', async () => {
    expect(
      await app.platform.db.client.company.count({ where: { id: String(strangers['companyId']), status: 'active' } }),
    ).toBe(1)
    expect(
      await app.platform.db.client.apiKey.count({ where: { id: String(strangers['keyId']), revokedAt: null } }),
    ).toBe(1)
  })
})

/** A key with every scope but those that open the operation. */
const keysWithout = new Map<string, Promise<Caller>>()
const keyWithout = (access: string): Promise<Caller> => {
  const scopes = scopeNames.filter((scope) => !grants(new Set<Scope>([scope]), access as Exclude<Scope, '*'>))
  const known = keysWithout.get(access) ?? tenant.keyWith(scopes, { name: `without ${access}` })
  keysWithout.set(access, known)
  return known
}
const needsScope = (operation: Operation | undefined): boolean =>
  operation !== undefined && operation.scope !== 'anyone' && operation.scope !== 'authenticated'

describe('missing scopes', () => {
  test.each(rows.filter(([, { operation }]) => needsScope(operation)))(
    '%s is 403 without the scope that it needs',
    async (_name, route) => {
      const before = await (await keyWithout(route.operation.scope), tenant).footprint()
      expectRefusal(
        await send(await keyWithout(route.operation.scope), route, { companyId: tenant.companyId }),
        'INSUFFICIENT_SCOPE',
        route.dialect,
      )
      expect(await tenant.footprint()).toEqual(before)
    },
  )
  test.each(rootRows.filter(([, { operation }]) => needsScope(operation)))(
    '%s is 403 without the scope that it needs',
    async (_name, root) => {
      const key = await keyWithout(String(root.operation?.scope))
      const before = await tenant.footprint()
      expect(refusalOf(await execute(key, root, { companyId: tenant.companyId }))).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        status: 403,
      })
      expect(await tenant.footprint()).toEqual(before)
    },
  )
  test('node and nodes find nothing for a key that may not read it', async () => {
    const key = await keyWithout('companies.read')
    for (const query of [
      `{ node(id: "${tenant.companyId}") { id } }`,
      `{ nodes(ids: ["${tenant.companyId}"]) { id } }`,
    ])
      expect((await key.graphql(query)).errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
  })
})

describe('missing credentials', () => {
  test.each(rows.filter(([, { operation }]) => operation.scope !== 'anyone'))(
    '%s is 401 without credentials',
    async (_name, route) => {
      expectRefusal(await send(app.anyone, route, { companyId: tenant.companyId }), 'MISSING_AUTH', route.dialect)
    },
  )
  test.each(rootRows.filter(([, { operation }]) => operation?.scope !== 'anyone'))(
    '%s is 401 without credentials',
    async (_name, root) => {
      expect(refusalOf(await execute(app.anyone, root, { id: tenant.companyId, ids: tenant.companyId }))).toMatchObject(
        {
          code: 'MISSING_AUTH',
          status: 401,
        },
      )
    },
  )
  test('the bootstrap is open to anyone, and nothing else is', () => {
    expect(rows.filter(([, { operation }]) => operation.scope === 'anyone').map(([name]) => name)).toEqual([
      'POST /v1/sandbox/bootstrap',
    ])
    expect(rootRows.filter(([, { operation }]) => operation?.scope === 'anyone').map(([name]) => name)).toEqual([
      'mutation bootstrapSandbox',
    ])
  })
})
