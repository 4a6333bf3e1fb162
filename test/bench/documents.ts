/** Lists, searches and full text: the first page of many documents costs what the first page of few costs, and a deep page no more. */
import { type Server, startPostgres } from '../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { type Tenant, connect, seedCompanies, seedDocuments, seedTenant } from './support/seed.ts'

const [FEW, MANY] = [10_000, 1_000_000]
const REPETITIONS = 60
const DEEP_PAGE = 100
const MOST_TIMES_AS_SLOW = 1.5

interface Question { what: string; path: string; body?: object }

const list = (what: string, query: string): Question => ({ what, path: `/v1/documents?limit=20${query}` })
const search = (what: string, body: object): Question => ({ what, path: '/v1/documents/search', body: { limit: 20, ...body } })

const questions: Question[] = [
  list('all', ''),
  list('in a state that few have', '&status=rejected'),
  list('in a state that none has', '&deliveryStatus=failed'),
  list('to one participant', '&receiverPeppolId=0208:0000000077'),
  list('of one company', '&companyId=comp_01000000000000000000000007'),
  list('issued lately', '&from=2025-06-01'),
  list('above an amount', '&amountMin=9000'),
  list('with a word that all have', '&q=invoice'),
  list('with a word that few have', '&q=harbour'),
  list('with two words', '&q=invoice+word7'),
  search('ordered by day', { sort: [{ field: 'issueDate', order: 'desc' }] }),
  search('ordered by amount', { sort: [{ field: 'grossAmount', order: 'desc' }] }),
  search('with a word that all have, ordered by day', { all: [{ q: 'invoice' }], sort: [{ field: 'issueDate', order: 'desc' }] }),
  search('in either of two states', { any: [{ all: [{ status: 'rejected' }] }, { all: [{ lifecycleStatus: 'disputed' }] }] }),
  search('with a part of a name', { all: [{ field: 'receiverName', op: 'contains', value: 'uyer 77' }] }),
]

interface Body { data: { id: string }[]; cursor: string | null }

const compareSizes = async (server: Server, few: Tenant, many: Tenant): Promise<Line[]> => {
  const read = reader<Body>(server)
  const lines: Line[] = []
  for (const { what, path, body } of questions) {
    const page = (tenant: Tenant, cursor?: string | null) => read(tenant, body || !cursor ? path : `${path}&cursor=${cursor}`, body && { ...body, ...(cursor && { cursor }) })
    let deep: string | null = null
    for (let turned = 1; turned < DEEP_PAGE; turned++) {
      const { cursor }: Body = (await page(many, deep)).body
      if (cursor === null) break
      deep = cursor
    }
    const times: Record<'few' | 'many' | 'deep', number[]> = { few: [], many: [], deep: [] }
    for (let round = 0; round < REPETITIONS; round++) {
      times.few.push((await page(few)).ms)
      times.many.push((await page(many)).ms)
      times.deep.push((await page(many, deep)).ms)
    }
    const p95 = (taken: number[]): number => percentile(Float64Array.from(taken).sort(), 0.95)
    const base = p95(times.few)
    const line = (name: string, taken: number[]): Line => ({ name: `${what}: ${name}`, ratio: p95(taken) / base, p50: median(taken), p95: p95(taken) })
    lines.push(line(`first page of ${FEW.toLocaleString('en')}`, times.few), { ...line(`first page of ${MANY.toLocaleString('en')}`, times.many), target: `≤ ${MOST_TIMES_AS_SLOW}`, reached: p95(times.many) <= MOST_TIMES_AS_SLOW * base })
    if (deep !== null) lines.push(line(`page ${DEEP_PAGE}, or the last, of ${MANY.toLocaleString('en')}`, times.deep))
  }
  return lines
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '2GB', max_wal_size: '16GB', maintenance_work_mem: '1GB' }))
  const product = await use(() => startProduct({ databaseUrl: database.url, settings: { WORKERS: 'off' } }))
  const session = await connect(database.url)
  say(`inserting ${MANY.toLocaleString('en')} documents`)
  const tenants: Tenant[] = []
  for (const [organizationId, count] of [['org_few', FEW], ['org_many', MANY]] as const) {
    const tenant = await seedTenant(session, organizationId)
    await seedCompanies(session, tenant, 200)
    await seedDocuments(session, tenant, count)
    tenants.push(tenant)
  }
  const [few, many] = tenants
  if (!few || !many) throw new Error('Two organizations are compared.')
  say('reading pages')
  return [{ title: 'Pages of documents of one organization on PostgreSQL', lines: await compareSizes(product, few, many) }]
}
