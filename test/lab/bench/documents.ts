/**
 * Lists, searches and full text: the first page of many documents costs what the first page of few costs, and a deep
 * page no more.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/kernel/database/embedded.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { embeddedSession } from '../../../src/kernel/database/open.ts'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { type Tenant, connect, seedCompanies, seedDocuments, seedTenant } from './support/seed.ts'

const FEW = 10_000
const MANY = { postgresql: 1_000_000, embedded: 100_000 } as const
const REPETITIONS = 60
const WARM = 5
const DEEP_PAGE = 100
const MOST_TIMES_AS_SLOW = 1.5
const settings = { WORKERS: 'off' }

interface Question {
  what: string
  path: string
  body?: object
}

const list = (what: string, query: string): Question => ({ what, path: `/v1/documents?limit=20${query}` })
const search = (what: string, body: object): Question => ({
  what,
  path: '/v1/documents/search',
  body: { limit: 20, ...body },
})

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
  search('with a word that all have, ordered by day', {
    all: [{ q: 'invoice' }],
    sort: [{ field: 'issueDate', order: 'desc' }],
  }),
  search('in either of two states', {
    any: [{ all: [{ status: 'rejected' }] }, { all: [{ lifecycleStatus: 'disputed' }] }],
  }),
  search('with a part of a name', { all: [{ field: 'receiverName', op: 'contains', value: 'uyer 77' }] }),
  list('that came in', '&direction=incoming'),
  list('of a kind that few have', '&type=credit-note'),
  list('of a kind that none has', '&type=purchase-order'),
  list('that came in and are unread', '&direction=incoming&read=false'),
  list('that are archived', '&archived=true'),
  list('in a currency that few have', '&currency=USD'),
  list('in a currency that none has', '&currency=CHF'),
  list('with a number', '&number=B-4711'),
  list('with a tag that all others have', '&tag=checked'),
  list('with a tag that few have', '&tag=urgent'),
  list('issued in a month long past', '&from=2021-03-01&to=2021-03-31'),
  list('issued in a year long past', '&from=2021-01-01&to=2021-12-31'),
  list('issued long ago', '&to=2020-06-30'),
  list('of a state that few have, issued in a year long past', '&status=rejected&from=2021-01-01&to=2021-12-31'),
  list('of one company, in a state that few have', '&companyId=comp_01000000000000000000000008&status=rejected'),
  list('between two amounts', '&amountMin=500&amountMax=501'),
  search('of a partner', { all: [{ partnerId: 'part_01000000000000000000000007' }] }),
  search('made in a month long past', {
    all: [
      { field: 'createdAt', op: 'gte', value: '2021-03-01' },
      { field: 'createdAt', op: 'lt', value: '2021-04-01' },
    ],
  }),
  search('due in a month long past', {
    all: [
      { field: 'dueDate', op: 'gte', value: '2021-03-01' },
      { field: 'dueDate', op: 'lt', value: '2021-04-01' },
    ],
  }),
  search('due and not paid, ordered by what is due first', {
    all: [
      { field: 'dueDate', op: 'lt', value: '2024-01-01' },
      { field: 'lifecycleStatus', op: 'in', value: ['issued', 'disputed'] },
    ],
    sort: [{ field: 'dueDate', order: 'asc' }],
  }),
  search('issued in a month long past, ordered by day', {
    all: [
      { field: 'issueDate', op: 'gte', value: '2021-03-01' },
      { field: 'issueDate', op: 'lt', value: '2021-04-01' },
    ],
    sort: [{ field: 'issueDate', order: 'desc' }],
  }),
  search('with a net amount above', { all: [{ field: 'netAmount', op: 'gte', value: '8333' }] }),
  search('with a number that begins so', { all: [{ field: 'number', op: 'startsWith', value: 'B-77' }] }),
  search('with an order reference', { all: [{ orderReference: 'PO-77' }] }),
  search('in none of two states', {
    all: [
      { field: 'status', op: 'ne', value: 'delivered' },
      { field: 'status', op: 'ne', value: 'sent' },
    ],
  }),
]

interface Body {
  data: { id: string }[]
  cursor: string | null
}

interface Tenants {
  few: Tenant
  many: Tenant
  count: number
}

const compareSizes = async (server: Server, { few, many, count }: Tenants): Promise<Line[]> => {
  const read = reader<Body>(server)
  const lines: Line[] = []
  for (const { what, path, body } of questions) {
    const page = (tenant: Tenant, cursor?: string | null) =>
      read(tenant, body || !cursor ? path : `${path}&cursor=${cursor}`, body && { ...body, ...(cursor && { cursor }) })
    let deep: string | null = null
    for (let turned = 1; turned < DEEP_PAGE; turned++) {
      const { cursor }: Body = (await page(many, deep)).body
      if (cursor === null) break
      deep = cursor
    }
    const times: Record<'few' | 'many' | 'deep', number[]> = { few: [], many: [], deep: [] }
    for (let round = -WARM; round < REPETITIONS; round++) {
      const taken = { few: (await page(few)).ms, many: (await page(many)).ms, deep: (await page(many, deep)).ms }
      if (round >= 0) for (const which of ['few', 'many', 'deep'] as const) times[which].push(taken[which])
    }
    const p95 = (taken: number[]): number => percentile(Float64Array.from(taken).sort(), 0.95)
    const base = median(times.few)
    const line = (name: string, taken: number[]): Line => ({
      name: `${what}: ${name}`,
      ratio: median(taken) / base,
      p50: median(taken),
      p95: p95(taken),
    })
    const all = count.toLocaleString('en')
    lines.push(line(`first page of ${FEW.toLocaleString('en')}`, times.few), {
      ...line(`first page of ${all}`, times.many),
      target: `≤ ${MOST_TIMES_AS_SLOW}`,
      reached: median(times.many) <= MOST_TIMES_AS_SLOW * base,
    })
    if (deep !== null) lines.push(line(`page ${DEEP_PAGE}, or the last, of ${all}`, times.deep))
  }
  return lines
}

const seed = async (session: SqlSession, count: number): Promise<Tenants> => {
  const seeded = async (organizationId: string, documents: number): Promise<Tenant> => {
    const tenant = await seedTenant(session, organizationId)
    await seedCompanies(session, tenant, 200)
    await seedDocuments(session, tenant, documents)
    return tenant
  }
  return { few: await seeded('org_few', FEW), many: await seeded('org_many', count), count }
}

const onPostgres = async ({ use, say }: Bench): Promise<Line[]> => {
  const database = await use(() =>
    startPostgres({ shared_buffers: '2GB', max_wal_size: '16GB', maintenance_work_mem: '1GB' }),
  )
  const product = await use(() => startProduct({ databaseUrl: database.url, settings }))
  say(`inserting ${MANY.postgresql.toLocaleString('en')} documents into PostgreSQL`)
  const tenants = await seed(await connect(database.url), MANY.postgresql)
  say('reading pages')
  return compareSizes(product, tenants)
}

const onEmbedded = async ({ use, say }: Bench): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  try {
    say(`inserting ${MANY.embedded.toLocaleString('en')} documents into the embedded database`)
    const embedded = await openEmbedded(folder)
    await migrate(embeddedSession(embedded.pglite))
    const tenants = await seed(embeddedSession(embedded.pglite), MANY.embedded)
    await embedded.close()
    const product = await use(() => startProduct({ dataFolder: folder, settings }))
    say('reading pages')
    return await compareSizes(product, tenants)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async (bench: Bench): Promise<Group[]> => [
  { title: 'Pages of documents of one organization on PostgreSQL', lines: await onPostgres(bench) },
  { title: 'Pages of documents of one organization on the embedded database', lines: await onEmbedded(bench) },
]
