/** @module-tag heavy */
/** How many statements a list costs, for every list and every field below it, made from the schema. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { hook } from '../../support/foreign-ids.ts'
import { idleOperation } from '../../support/bulk.ts'
import { fillByRows } from '../../support/long-lists.ts'
import { sample } from '../../support/sample.ts'
import { Trade, vatNumberIn } from '../../support/trade.ts'
import { postOci, shopOf, visitTo } from '../../support/shops.ts'

const MOST = 4
const DEPTH = 3

let app: TestApp
let trade: Trade
/** What the lists that are about one thing are asked for, and who asks. */
const about: Record<string, string> = {}
const ids: Record<string, string[]> = {}
const times = <T>(make: (nth: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: MOST }, (_none, nth) => nth).reduce<Promise<T[]>>(
    async (before, nth) => [...(await before), await make(nth)],
    Promise.resolve([]),
  )
const idsOf = async (tenant: Tenant, list: string): Promise<string[]> =>
  (await tenant.graphql(`{ ${list}(first: ${MOST}) { nodes { id } } }`)).data[list].nodes.map(({ id }: Body) => id)
const made = async (tenant: Tenant, path: string, body: object = {}): Promise<Body> => {
  const answer = await tenant.post(`/v1/${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The order that all documents cite, which is stored elsewhere. */
const ORDER = 'ORDER-1'

/** Some of everything, each with what may stand below it. */
const fill = async (tenant: Tenant): Promise<void> => {
  // First, since the newest documents are to be those with everything below them.
  const companies = await times(() => made(tenant, 'companies', { vatNumber: vatNumberIn('FR') }))
  await times((nth) => tenant.keyWith(['stats'], { companyId: companies[nth].id }))
  await fillByRows(
    app,
    tenant,
    companies.map(({ id }) => id),
  )
  const { companyId } = tenant
  const shop = (await times((nth) => shopOf(tenant, 'oci', { name: `Shop ${nth}`, companyId }))).at(-1)
  await times(async () => {
    const visit = await visitTo(tenant, shop, { companyId })
    return postOci(app.anyone, visit.buyerCookie)
  })
  for (const [nth, id] of (await idsOf(tenant, 'carts')).entries())
    await made(tenant, `procurement/carts/${id}/order`, { number: `PO-${nth}` })
  const note = { reference: 'a', mimeType: 'text/csv', filename: 'a.csv', content: Buffer.from('x').toString('base64') }
  const cited = { attachments: [note], orderReference: ORDER }
  const [first, ...sent] = [await trade.exchange(cited), ...(await times(() => trade.exchange(cited)))]
  const group = await made(tenant, 'categorization/groups', { name: 'Cost centre' })
  const tag = await made(tenant, `categorization/groups/${group.id}/tags`, { name: 'Lyon' })
  const webhook = await made(tenant, 'webhooks', hook)
  for (const { sent: documentId, received } of sent) {
    await made(trade.buyer, `documents/${received}/lifecycle`, { status: 'approved' })
    await made(tenant, `documents/${documentId}/actions`, { action: 'note', note: 'x' })
    await made(tenant, `payments/documents/${documentId}/pay`, { amount: 1, date: '2026-11-20' })
    await made(tenant, `categorization/objects/${documentId}/tags`, { objectType: 'document', tagId: tag.id })
    await made(tenant, `webhooks/${webhook.id}/test`)
  }
  await times((nth) => made(tenant, 'partners', { peppolId: `9930:DE8110000${String(nth).padStart(2, '0')}` }))
  const subscribed = await times(() =>
    tenant.graphql(`mutation { createFlowWebhook(input: {url: "${hook.url}"}) { signingKey } }`),
  )
  expect(subscribed.at(-1).errors).toBeUndefined()
  await times((nth) => made(tenant, 'webhooks', { ...hook, companyId: companies[nth].id }))
  await times(() => made(tenant, 'oauth/handoff', { scopes: ['stats'] }))
  await times(() => idleOperation(app, tenant.organizationId))
  const [{ id: frenchId }] = (await tenant.get('/v1/companies?country=FR')).body.data
  await made(tenant, 'compliance/e-reporting/transactions', {
    companyId: frenchId,
    // Each in a decade of its own.
    rows: await times(async (nth) => ({
      date: `2026-0${1 + Math.floor(nth / 3)}-${5 + (nth % 3) * 10}`.replace(/-5$/, '-05'),
      category: 'TLB1',
      vatRate: 20,
      amount: 1,
      vatAmount: 0.2,
    })),
  })
  await times((nth) => {
    const subject = `PORTABILITY;REQUEST;SUBMITTED;R-${nth};303265045`
    return made(tenant, 'portability/received-messages', { subject })
  })
  await trade.settle()
  for (const [type, list] of Object.entries(lists)) ids[type] = await idsOf(tenant, list)
  about['webhookId'] = webhook.id
  about['companyId'] = companies[0].id
  await times(() => made(tenant, `platform/companies/${companies[0].id}/onboarding-links`))
  await times((nth) => made(tenant, 'platform/domains', { domain: `n${nth}.atelier.test` }))
  const documentId = first.sent
  about['documentId'] = documentId
  about['purchaseOrderId'] = ORDER
  for (const { sent: relatedDocumentId } of sent)
    await made(tenant, `documents/${documentId}/actions`, { action: 'link', relatedDocumentId })
  const { data } = await tenant.graphql(`{ document(id: "${documentId}") { partner { id } } }`)
  about['partnerId'] = data.document.partner.id
}

/** Objects that are found by their identifiers, and where the identifiers are. */
const lists = {
  Company: 'companies',
  Document: 'documents',
  Partner: 'partners',
  Webhook: 'webhooks',
  Request: 'requestLogs',
}

beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  trade = await Trade.between(app, 'FR')
  await fill(trade.supplier)
  // The requests of this minute are not counted with those of the tests.
  app.clock.advance(61_000)
})
afterAll(() => app.close())

type Field = GraphQLField<unknown, unknown>

const requiredOf = ({ args }: Field): string[] =>
  args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined).map(({ name }) => name)

const isPage = (field: Field): boolean => getNamedType(field.type).name.endsWith('Connection')

const fieldsOf = (type: unknown): Field[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).filter((field) => requiredOf(field).length === 0)
    : []

/** The texts and numbers of a type, and of what is below only that it is there. */
const leavesOf = (type: unknown): string => {
  const leaves = fieldsOf(type).filter((field) => isLeafType(getNamedType(field.type)))
  return leaves.length > 0 ? leaves.map(({ name }) => name).join(' ') : '__typename'
}

/** The rows of a page stand in it; everything else is what it is. */
const heldBy = (field: Field): { type: GraphQLObjectType; select(inner: string): string } => {
  const type = getNamedType(field.type) as GraphQLObjectType
  return isPage(field)
    ? { type: rowOf(field), select: (inner) => `${field.name}(first: 2) { totalCount nodes { ${inner} } }` }
    : { type, select: (inner) => `${field.name} { ${inner} }` }
}

interface List {
  name: string
  row: GraphQLObjectType
  /** The question for so many rows with this selection. */
  ask(rows: number, selection: string): string
}

const root = Object.values(schema.getQueryType()?.getFields() ?? {})

const rowOf = (field: Field): GraphQLObjectType =>
  getNamedType(fieldsOf(getNamedType(field.type)).find(({ name }) => name === 'nodes')?.type) as GraphQLObjectType

/** What a list is asked for, where it is about something. */
const GIVEN: Record<string, () => string> = {
  searchDirectory: () => ', q: "aa", country: "BE"',
  // Others are not about a document.
  events: () => ', types: [DOCUMENT_SENT], includeAcked: true',
  platformEvents: () => ', types: [DOCUMENT_SENT]',
}

const pages = root.filter(isPage).map((field): List => {
  const given = (): string =>
    GIVEN[field.name]?.() ??
    requiredOf(field)
      .map((name) => `, ${name}: "${about[name]}"`)
      .join('')
  return {
    name: field.name,
    row: rowOf(field),
    ask: (rows, selection) => `{ ${field.name}(first: ${rows}${given()}) { nodes { ${selection} } } }`,
  }
})

const nodes = Object.keys(lists).map((name): List => ({
  name: `nodes of ${name}`,
  row: schema.getType(name) as GraphQLObjectType,
  ask: (rows, selection) =>
    `{ nodes(ids: ${JSON.stringify(ids[name]?.slice(0, rows))}) { ... on ${name} { ${selection} } } }`,
}))

/** Objects below the rows of a list: names of the fields that lead to them, and a question that selects them. */
interface Place {
  path: readonly string[]
  type: GraphQLObjectType
  select(inner: string): string
}

const placesIn = ({ path, type, select }: Place): Place[] =>
  fieldsOf(type)
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => {
      const held = heldBy(field)
      return { path: [...path, field.name], type: held.type, select: (inner) => select(held.select(inner)) }
    })

/** Below another list than the first one, which has no objects there, or few fields of them. */
const OPENED_BELOW: Record<string, string> = { Document: 'payments' }

/**
 * All fields of the rows of each list, and below them each type once, where it is least deep. Chosen from the schema
 * alone: a list is asked the same things whichever lists are asked before it.
 */
const placesOf = new Map<List, Place[]>()
const opened = new Set<string>()
const isOpenedBelow = (list: List, { name }: GraphQLObjectType): boolean =>
  !opened.has(name) && (OPENED_BELOW[name] ?? list.name) === list.name
let level = [...pages, ...nodes].map((list) => {
  const rows: Place = { path: [], type: list.row, select: (inner) => inner }
  placesOf.set(list, [rows])
  return { list, place: rows }
})
for (let depth = 1; depth <= DEPTH; depth++)
  level = level.flatMap(({ list, place }) => {
    if (depth > 1 && !isOpenedBelow(list, place.type)) return []
    if (depth > 1) opened.add(place.type.name)
    const places = placesIn(place)
    placesOf.get(list)?.push(...places)
    return places.map((one) => ({ list, place: one }))
  })

/** Rows of a table, or objects with further objects below them. */
const mayBeLookedUp = (place: Place): boolean =>
  Boolean(place.type.extensions['pothosPrismaModel']) || placesIn(place).length > 0

const PART_OF_ROW = 'Stored in the row itself.'
/** Places that have no more objects in many rows than in one, each with the reason. */
const EMPTY: Record<string, string> = {
  'documents.structured.delivery': PART_OF_ROW,
  'events.partner': 'An event about a document is about no partner.',
  'flowWebhooks.webhook.company': 'A subscription to flows is for all companies.',
  'platformEvents.partner': 'An event about a document is about no partner.',
  'requestLogs.validation': PART_OF_ROW,
  'nodes of Request.validation': PART_OF_ROW,
}

const nameOf = (list: string, { path }: Place): string => [list, ...path].join('.')

const rowsIn = ({ data }: Body): number => {
  const [list] = Object.values(data ?? {}) as Body[]
  return Array.isArray(list) ? list.length : (list?.nodes?.length ?? 0)
}

const reads = (sql: string[]): string[] => sql.filter((one) => /^\s*(SELECT|WITH)/i.test(one))

/** How many objects an answer has at a place. */
const objectsAt = (value: Body, path: readonly string[]): number => {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + objectsAt(one, path), 0)
  if (typeof value !== 'object' || value === null) return 0
  if (value.nodes) return objectsAt(value.nodes, path)
  const [field, ...below] = path
  return field === undefined ? 1 : objectsAt(value[field], below)
}

interface Asked {
  statements: number
  objects: number
}

const asked = async ({ ask }: List, { path, type, select }: Place, rows: number): Promise<Asked> => {
  const query = ask(rows, select(leavesOf(type)))
  let objects = 0
  const counted = await app.statements(async () => {
    const { data, errors } = await trade.supplier.graphql(query)
    expect([query, errors]).toEqual([query, undefined])
    objects = objectsAt(Object.values(data), path)
  })
  return { statements: reads(counted).length, objects }
}

describe('statements of lists', () => {
  test.each([...pages, ...nodes].map((list) => [list.name, list, sample(placesOf.get(list) ?? [], 1 / 3)] as const))(
    `%s and every field below it take as many for ${MOST} rows as for 1`,
    async (name, list, places) => {
      const whole = await trade.supplier.graphql(list.ask(MOST, '__typename'))
      expect([name, whole.errors]).toEqual([name, undefined])
      expect([name, rowsIn(whole)]).toEqual([name, MOST])
      const growing: string[] = []
      const empty: string[] = []
      for (const place of places) {
        const [one, most] = [await asked(list, place, 1), await asked(list, place, MOST)]
        const where = nameOf(name, place)
        if (one.statements !== most.statements) growing.push(`${where}: ${one.statements}, ${most.statements}`)
        // Nothing is looked up below what is not there.
        if (mayBeLookedUp(place) && one.objects >= most.objects) empty.push(where)
      }
      expect(growing).toEqual([])
      const expected = new Set(places.map((place) => nameOf(name, place)))
      expect(empty).toEqual(Object.keys(EMPTY).filter((where) => expected.has(where)))
    },
    120_000,
  )
})
