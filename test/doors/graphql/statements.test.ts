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
import { freshVat } from '../../support/numbers.ts'
import { Trade } from '../../support/trade.ts'

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
  if (answer.status >= 300) console.log('NOT MADE', path, JSON.stringify(answer.body).slice(0, 300)) // TEMP
  if (answer.status >= 900) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Twenty of everything, each with what may stand below it. */
const fill = async (tenant: Tenant): Promise<void> => {
  const note = { reference: 'a', mimeType: 'text/csv', filename: 'a.csv', content: Buffer.from('x').toString('base64') }
  const sent = await times(() => trade.exchange({ attachments: [note] }))
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
  const companies = await times(() => made(tenant, 'companies', { vatNumber: freshVat() }))
  await times((nth) => made(tenant, 'partners', { peppolId: `9930:DE8110000${String(nth).padStart(2, '0')}` }))
  await times((nth) => tenant.keyWith(['stats'], { companyId: companies[nth].id }))
  await times(() => made(tenant, 'webhooks', hook))
  await trade.settle()
  for (const [type, list] of Object.entries(lists)) ids[type] = await idsOf(tenant, list)
  about['webhookId'] = webhook.id
  const documentId = sent[0]?.sent ?? ''
  about['documentId'] = documentId
  for (const { sent: relatedDocumentId } of sent.slice(1))
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
}, 120_000)
afterAll(() => app.close())

type Field = GraphQLField<unknown, unknown>

const requiredOf = ({ args }: Field): string[] =>
  args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined).map(({ name }) => name)

const isPage = (field: Field): boolean => getNamedType(field.type).name.endsWith('Connection')

/** A page inside a list has two rows: more would make the question too large, and not less true. */
const argumentsOf = (field: Field): string => (isPage(field) ? '(first: 2)' : '')

const fieldsOf = (type: unknown): Field[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).filter((field) => requiredOf(field).length === 0)
    : []

/** A field with everything below it, so many levels deep; undefined where nothing is left of it. */
const selectionOf = (field: Field, depth: number): string | undefined => {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return field.name
  if (depth === 0) return undefined
  // A page and its rows are one level.
  const below = isPage(field) ? depth : depth - 1
  const inner = fieldsOf(type).flatMap((one) => selectionOf(one, one.name === 'edges' ? 0 : below) ?? [])
  return `${field.name}${argumentsOf(field)} { ${inner.length > 0 ? inner.join(' ') : '__typename'} }`
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

const pages = root.filter(isPage).map((field): List => {
  const given = (): string =>
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

/** Lists that have fewer rows here, each with the reason. */
const SHORT: Record<string, string> = {}

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
      expect([name, rowsIn(whole)]).toEqual([name, name in SHORT ? rowsIn(whole) : MOST])
      const growing: string[] = []
      for (const field of fieldsOf(list.row)) {
        const selection = selectionOf(field, DEPTH)
        if (selection === undefined) continue
        const counts = await countsOf(list, selection)
        if (Math.max(...counts) > (counts[0] ?? 0)) growing.push(`${name}.${field.name}: ${counts.join(', ')}`)
      }
      expect(growing.filter((one) => !(one.split(':', 1)[0] ?? '' in EXCEPTIONS))).toEqual([])
    },
    120_000,
  )
})
