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
import { Trade, vatNumberIn } from '../../support/trade.ts'
import { postOci, shopOf, visitTo } from '../../support/shops.ts'

const SIZES = [1, 5, 20] as const
const MOST = SIZES[2]
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

/** Twenty of everything, each with what may stand below it. */
const fill = async (tenant: Tenant): Promise<void> => {
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
  const companies = await times(() => made(tenant, 'companies', { vatNumber: vatNumberIn('FR') }))
  await times((nth) => made(tenant, 'partners', { peppolId: `9930:DE8110000${String(nth).padStart(2, '0')}` }))
  await times((nth) => tenant.keyWith(['stats'], { companyId: companies[nth].id }))
  await times(() => made(tenant, 'webhooks', hook))
  const subscribed = await times(() =>
    tenant.graphql(`mutation { createFlowWebhook(input: {url: "${hook.url}"}) { signingKey } }`),
  )
  expect(subscribed.at(-1).errors).toBeUndefined()
  await times(() => made(tenant, 'oauth/handoff', { scopes: ['stats'] }))
  await times(() => idleOperation(app, tenant.organizationId))
  await fillByRows(
    app,
    tenant,
    companies.map(({ id }) => id),
  )
  const companyId = (await tenant.get('/v1/companies?country=FR')).body.data[0].id
  await made(tenant, 'compliance/e-reporting/transactions', {
    companyId,
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
  const shop = (await times((nth) => shopOf(tenant, 'oci', { name: `Shop ${nth}` }))).at(-1)
  await times(async () => {
    const visit = await visitTo(tenant, shop, { companyId: tenant.companyId })
    return postOci(app.anyone, visit.buyerCookie)
  })
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
}, 120_000)
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

/** What was asked below another list already costs the same here. */
const expanded = new Set<string>()

/**
 * A question for each field that has fields, down to so many levels: with the texts and numbers of what it holds, which
 * are looked up too. Each type is opened once.
 */
function* questionsBelow(
  type: GraphQLObjectType,
  depth: number,
  place = '',
  select: (inner: string) => string = (inner) => inner,
): Generator<[place: string, selection: string]> {
  if (depth === DEPTH) yield [`${type.name}, its values`, select(leavesOf(type))]
  for (const field of fieldsOf(type)) {
    if (isLeafType(getNamedType(field.type))) continue
    const held = heldBy(field)
    const path = place === '' ? field.name : `${place}.${field.name}`
    yield [path, select(held.select(leavesOf(held.type)))]
    if (depth <= 1 || expanded.has(held.type.name)) continue
    expanded.add(held.type.name)
    yield* questionsBelow(held.type, depth - 1, path, (inner) => select(held.select(inner)))
  }
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

/** What takes more statements for more rows, each with the reason. */
const EXCEPTIONS: Record<string, string> = {}

const rowsIn = ({ data }: Body): number => {
  const [list] = Object.values(data ?? {}) as Body[]
  return Array.isArray(list) ? list.length : (list?.nodes?.length ?? 0)
}

const reads = (sql: string[]): string[] => sql.filter((one) => /^\s*(SELECT|WITH)/i.test(one))

/** Statements for each number of rows; the first question of each is not counted, since it fills caches. */
const countsOf = async ({ ask }: List, selection: string): Promise<number[]> => {
  const counts: number[] = []
  for (const rows of SIZES) {
    const query = ask(rows, selection)
    const counted = await app.statements(async () => {
      const answer = await trade.supplier.graphql(query)
      expect([query, answer.errors]).toEqual([query, undefined])
    })
    counts.push(reads(counted).length)
  }
  return counts
}

describe('statements of lists', () => {
  test.each([...pages, ...nodes].map((list) => [list.name, list] as const))(
    '%s and every field below it take as many for 20 rows as for 1',
    async (name, list) => {
      const whole = await trade.supplier.graphql(list.ask(MOST, '__typename'))
      expect([name, whole.errors]).toEqual([name, undefined])
      expect([name, rowsIn(whole)]).toEqual([name, MOST])
      const growing: string[] = []
      for (const [place, selection] of questionsBelow(list.row, DEPTH)) {
        const counts = await countsOf(list, selection)
        if (new Set(counts).size > 1) growing.push(`${name}.${place}: ${counts.join(', ')}`)
      }
      expect(growing.filter((one) => !((one.split(':', 1)[0] ?? '') in EXCEPTIONS))).toEqual([])
    },
    120_000,
  )
})
