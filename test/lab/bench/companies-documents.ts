/** A list of documents, each with its company and its partner, by GraphQL: the product against PostGraphile. */
import { deepStrictEqual } from 'node:assert/strict'
import { startPostgres } from '../../support/servers.ts'
import type { Bench, Group } from './support/bench.ts'
import { compare } from './support/load.ts'
import { anyPageOf } from './support/pages.ts'
import type { Request } from './support/peers.ts'
import { startPostgraphile, startProduct } from './support/processes.ts'
import { bearer, connect, seedCompanies, seedDocuments, seedTenant } from './support/seed.ts'

const LISTED = 20
const DOCUMENTS = 10_000
const WORDS = ['type', 'direction', 'status', 'deliveryStatus', 'lifecycleStatus']
const AMOUNTS = ['grossAmount', 'netAmount', 'vatAmount', 'amountDue']
const OTHERS = 'number issueDate dueDate currency senderPeppolId receiverPeppolId orderReference archived read'
const FIELDS = [...WORDS, ...AMOUNTS, OTHERS].join(' ')
const PAGE = 'pageInfo { hasNextPage endCursor }'

const ROWS =
  `nodes { id ${FIELDS} company { id name vatNumber peppolId country } ` +
  `partner { id name peppolId country } } ${PAGE}`
const ours = `{ documents(first: ${LISTED}) { ${ROWS} } }`
const anyPage = `query ($after: String) { documents(first: ${LISTED}, after: $after) { ${ROWS} } }`
const theirs = (organizationId: string): string =>
  `{ documents: allDocuments(first: ${LISTED}, condition: { organizationId: "${organizationId}" }, orderBy: ` +
  `PRIMARY_KEY_DESC) { nodes { id: rowId ${FIELDS} ` +
  'company: companyByOrganizationIdAndCompanyId { id: rowId name vatNumber peppolId country } ' +
  `partner: partnerByOrganizationIdAndPartnerId { id: rowId name peppolId country } } ${PAGE} } }`

type Row = Readonly<Record<string, unknown>>
interface Answer {
  data: { documents: { nodes: Row[]; pageInfo: { hasNextPage: boolean } } }
}

/** Each server has its own spelling of words and decimals. */
const alike = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries(WORDS.map((name) => [name, String(row[name]).toLowerCase().replaceAll('-', '_')])),
  ...Object.fromEntries(AMOUNTS.map((name) => [name, Number(row[name])])),
})

const read = async (url: string, { path, ...request }: Request): Promise<[Row[], boolean]> => {
  const { data } = (await (await fetch(url + path, request)).json()) as Answer
  return [data.documents.nodes.map(alike), data.documents.pageInfo.hasNextPage]
}

const asking = (query: string, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
})

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const product = await use(() => startProduct({ databaseUrl: database.url }))
  const session = await connect(database.url)
  const tenant = await seedTenant(session, 'org_reader')
  await seedCompanies(session, tenant, 200)
  await seedDocuments(session, tenant, DOCUMENTS)
  const postgraphile = await use(() => startPostgraphile(database.url))
  const requests = tenant.keys.map((key) => asking(ours, bearer(key)))
  const graphile = asking(theirs(tenant.organizationId))

  say('comparing the answers')
  deepStrictEqual(await read(product.url, requests[0] as Request), await read(postgraphile.url, graphile))

  say('reading every page')
  const anyByGraphql = await anyPageOf(product, tenant.keys, { field: 'documents', query: anyPage })

  say('listing')
  const lines = await compare(
    [
      { name: `PostGraphile 5.1.5: ${LISTED} documents`, server: postgraphile, database, requests: [graphile] },
      { name: `GraphQL documents(first: ${LISTED}), same fields`, server: product, database, requests, least: 1.5 },
      { name: `GraphQL, any page of ${DOCUMENTS} documents`, server: product, database, requests: anyByGraphql },
    ],
    { rounds: 5, seconds: 3, warmSeconds: 4, connections: 32 },
  )
  return [{ title: 'List of documents with company and partner on PostgreSQL', lines }]
}
