/** Listing and registering companies: the product and PostGraphile against raw Fastify and pg. */
import { deepStrictEqual, ok } from 'node:assert/strict'
import { complianceOf } from '../../../src/companies/reporting-standing.ts'
import { startPostgres } from '../../support/servers.ts'
import type { Bench, Group } from './support/bench.ts'
import { type Variant, compare } from './support/load.ts'
import { anyPageOf } from './support/pages.ts'
import type { Request } from './support/peers.ts'
import { startPostgraphile, startProduct, startRaw } from './support/processes.ts'
import { UNPUBLISHED, bearer, connect, seedCompanies, seedTenant } from './support/seed.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const LISTED = 20
const COMPANIES = 20_000

const SCALARS =
  'id organizationId externalId name legalName slug vatNumber taxNumber registrationNumber country peppolId ' +
  'legalAddressId isPublic dataProviderType dataProviderSyncDate status smpRegistered smpRegisteredAt ' +
  'documentsPerMonth storageMegabytes requestsPerMinute receivesDocuments settings metadata createdAt updatedAt'
const ADDRESS = '{ street streetLine2 city postalCode country }'
const PAGE = 'pageInfo { hasNextPage endCursor }'

const graphqlOf = (query: string): string => JSON.stringify({ query })
const FIELDS =
  `nodes { ${SCALARS} publication { status step lastError nextTryAt } ` +
  'ownership { status reason message proof grantedAt methods } suspension { reason } requirements { code due fix } ' +
  'compliance { platform status registeredAt directoryLine lastReportAt lastError { code } } ' +
  'additionalIdentifiers { scheme value } capabilities { send receive } stats { sent received } address ' +
  `${ADDRESS} } ${PAGE}`
const query = graphqlOf(`{ companies(first: ${LISTED}) { ${FIELDS} } }`)
const anyPageQuery = `query ($after: String) { companies(first: ${LISTED}, after: $after) { ${FIELDS} } }`
const theirs = (organizationId: string): string =>
  graphqlOf(
    `{ allCompanies(first: ${LISTED}, condition: { organizationId: "${organizationId}" }, orderBy: ` +
      `PRIMARY_KEY_DESC) { nodes { ${SCALARS.replace(/\bid\b/, 'rowId')} compliance smpStatus smpStep smpError ` +
      'smpNextTryAt ownershipStatus ownershipReason ownershipProof ownershipGrantedAt additionalIdentifiers ' +
      'capabilities documentsSent documentsReceived ' +
      `addressByOrganizationIdAndLegalAddressId ${ADDRESS} } ${PAGE} } }`,
  )

// Answers of four servers, compared as they come.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const ask = async (url: string, { path, method = 'GET', headers = {}, body }: Request): Promise<Json> => {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  ok(answer.ok, `${url}${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

const wireName = (name: string): string => name.toLowerCase().replace(/_/g, '-')
const ofOurs = ({ publication, ownership, compliance, requirements, ...row }: Json): Json => ({
  ...row,
  compliance: compliance ? { [row.country]: { ...compliance, status: wireName(compliance.status) } } : {},
  requirements: requirements.map(({ code, ...one }: Json) => ({ code: wireName(code), ...one })),
  status: wireName(row.status),
  smp: { ...publication, status: wireName(publication.status) },
  ownership: { ...ownership, status: wireName(ownership.status) },
  capabilities: { send: row.capabilities.send.map(wireName), receive: row.capabilities.receive.map(wireName) },
})
const instant = (value: string | null): string | null => value && new Date(value).toISOString()
/** What PostGraphile shows is the table: `compliance` as it is stored. */
const ofTheirs = ({
  rowId,
  addressByOrganizationIdAndLegalAddressId,
  documentsSent,
  documentsReceived,
  smpStatus,
  smpStep,
  smpError,
  smpNextTryAt,
  ownershipStatus,
  ownershipReason,
  ownershipProof,
  ownershipGrantedAt,
  ...row
}: Json): Json => ({
  ...row,
  id: rowId,
  address: addressByOrganizationIdAndLegalAddressId,
  status: wireName(row.status),
  stats: { sent: documentsSent, received: documentsReceived },
  smp: { status: wireName(smpStatus), step: smpStep, lastError: smpError, nextTryAt: instant(smpNextTryAt) },
  ownership: {
    status: wireName(ownershipStatus),
    reason: ownershipReason,
    message: null,
    proof: ownershipProof,
    grantedAt: instant(ownershipGrantedAt),
    methods: [],
  },
  suspension: null,
  requirements: UNPUBLISHED,
  compliance: complianceOf(row),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
  dataProviderSyncDate: instant(row.dataProviderSyncDate),
})

/** Every page of a list, read by the keys in turn. */
const pagesOf = async (url: string, firsts: readonly Request[]): Promise<Request[]> => {
  const pages: Request[] = []
  for (let cursor = ''; ;) {
    const first = firsts[pages.length % firsts.length] as Request
    const page = { ...first, path: first.path + cursor }
    const { cursor: next } = await ask(url, page)
    pages.push(page)
    if (next === null) return pages
    cursor = `&cursor=${next}`
  }
}

// The first thousand numbers hold those for which the registry of the sandbox feigns a fault.
let registered = 1_000
const registration = (path: string, keys: readonly string[]) => (): Request => {
  const vatNumber = `DE${String(++registered).padStart(9, '0')}`
  return {
    method: 'POST',
    path,
    headers: {
      ...bearer(keys[registered % keys.length] ?? ''),
      ...JSON_TYPE,
      'idempotency-key': `bench-${registered}`,
    },
    body: JSON.stringify({ vatNumber }),
  }
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const product = await use(() => startProduct({ databaseUrl: database.url }))
  const session = await connect(database.url)
  const tenant = await seedTenant(session, 'org_reader')
  await seedCompanies(session, tenant, COMPANIES)
  const writers = await seedTenant(session, 'org_writer')
  const raw = await use(() => startRaw(database.url, 'org_reader'))
  const rawWriter = await use(() => startRaw(database.url, 'org_writer'))
  const postgraphile = await use(() => startPostgraphile(database.url))

  const rawList: Request = { path: `/companies?limit=${LISTED}` }
  const rest = tenant.keys.map((key): Request => ({ path: `/v1/companies?limit=${LISTED}`, headers: bearer(key) }))
  const graphql = tenant.keys.map((key): Request => ({
    method: 'POST',
    path: '/graphql',
    headers: { ...bearer(key), ...JSON_TYPE },
    body: query,
  }))
  const graphile: Request = {
    method: 'POST',
    path: '/graphql',
    headers: JSON_TYPE,
    body: theirs(tenant.organizationId),
  }
  const peer: Variant = {
    name: 'PostGraphile 5.1.5, same query, same table',
    server: postgraphile,
    database,
    requests: [graphile],
  }

  say('comparing the answers')
  const expected = await ask(raw.url, rawList)
  ok(expected.data.length === LISTED && expected.hasMore)
  deepStrictEqual({ ...(await ask(product.url, rest[0] as Request)), cursor: '' }, { ...expected, cursor: '' })
  const fromOurs = (await ask(product.url, graphql[0] as Request)).data.companies
  deepStrictEqual([fromOurs.nodes.map(ofOurs), fromOurs.pageInfo.hasNextPage], [expected.data, true])
  const fromTheirs = (await ask(postgraphile.url, graphile)).data.allCompanies
  deepStrictEqual([fromTheirs.nodes.map(ofTheirs), fromTheirs.pageInfo.hasNextPage], [expected.data, true])

  say('reading every page')
  const pages = await pagesOf(product.url, rest)
  const anyPage = (): Request => pages[Math.floor(Math.random() * pages.length)] as Request
  const anyByGraphql = await anyPageOf(product, tenant.keys, { field: 'companies', query: anyPageQuery })

  say('listing')
  const lists = await compare(
    [
      {
        name: `raw Fastify + pg: ${LISTED} companies with address, one JOIN`,
        server: raw,
        database,
        requests: [rawList],
      },
      { name: `REST GET /v1/companies?limit=${LISTED}`, server: product, database, requests: rest, least: 0.8 },
      { name: `REST, any page of ${COMPANIES} companies`, server: product, database, requests: anyPage },
      {
        name: `GraphQL companies(first: ${LISTED}), same fields`,
        server: product,
        database,
        requests: graphql,
        least: 1.5,
        against: peer,
      },
      { name: `GraphQL, any page of ${COMPANIES} companies`, server: product, database, requests: anyByGraphql },
      peer,
    ],
    { rounds: 5, seconds: 3, warmSeconds: 4, connections: 32 },
  )

  say('registering')
  const [plain, checked] = [registration('/companies', ['']), registration('/v1/companies', writers.keys)]
  deepStrictEqual(Object.keys(await ask(product.url, checked())), Object.keys(await ask(rawWriter.url, plain())))
  const posts: Variant[] = [
    { name: 'raw Fastify + pg: the same inserts in one transaction', server: rawWriter, database, requests: plain },
    { name: 'REST POST /v1/companies with Idempotency-Key', server: product, database, requests: checked, least: 0.5 },
  ]
  await compare(posts, { rounds: 0, seconds: 0, warmSeconds: 3, connections: 32 })
  await session.script('VACUUM ANALYZE')
  const writes = await compare(posts, { rounds: 5, seconds: 3, warmSeconds: 1, connections: 32 })
  return [
    { title: 'List of companies on PostgreSQL', lines: lists },
    { title: 'Registering a company on PostgreSQL', lines: writes },
  ]
}
