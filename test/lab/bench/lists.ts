/**
 * A page deep in a long list costs what the first one costs: 1,000,000 rows on PostgreSQL, 100,000 on the embedded
 * database.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/kernel/database/embedded.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { embeddedSession } from '../../../src/kernel/database/open.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { type Tenant, connect, seedCompanies, seedTenant } from './support/seed.ts'

const PAGE = 500
const REPETITIONS = 1_500
const WARM = 300

interface Body {
  data: { id: string }[]
  hasMore: boolean
  cursor: string | null
}

const comparePages = async (server: Server, tenant: Tenant, total: number): Promise<Line[]> => {
  const ask = reader<Body>(server)
  const read = (path: string) => ask(tenant, path)
  const first = '/v1/companies?limit=20'
  let deep = first
  for (let page = 1; page < PAGE; page++) {
    const { cursor } = (await read(deep)).body
    if (cursor === null) throw new Error(`The list ends on page ${page}.`)
    deep = `${first}&cursor=${cursor}`
  }
  const { data } = (await read(deep)).body
  const expected = `comp_01${(total - 20 * (PAGE - 1)).toString(16).padStart(24, '0')}`
  if (data.length !== 20 || data[0]?.id !== expected)
    throw new Error(`Page ${PAGE} begins with ${data[0]?.id}, not with ${expected}.`)
  const times: [number[], number[]] = [[], []]
  for (let round = -WARM; round < REPETITIONS; round++)
    for (const [nth, path] of [first, deep].entries()) {
      const { ms } = await read(path)
      if (round >= 0) times[nth]?.push(ms)
    }
  const base = median(times[0])
  return times.map((taken, nth) => {
    const sorted = Float64Array.from(taken).sort()
    const ratio = median(taken) / base
    return {
      name: `page ${nth === 0 ? 1 : PAGE} of ${total.toLocaleString('en')} rows: time of an answer`,
      ratio,
      p50: median(taken),
      p99: percentile(sorted, 0.99),
      ...(nth === 1 && { target: '0.80 to 1.20', reached: ratio >= 0.8 && ratio <= 1.2 }),
    }
  })
}

const onPostgres = async ({ use, say }: Bench, total: number): Promise<Line[]> => {
  const database = await use(() =>
    startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' }),
  )
  const product = await use(() => startProduct({ databaseUrl: database.url }))
  const session = await connect(database.url)
  say(`inserting ${total.toLocaleString('en')} companies into PostgreSQL`)
  const tenant = await seedTenant(session, 'org_long')
  await seedCompanies(session, tenant, total)
  say('reading pages')
  return comparePages(product, tenant, total)
}

const onEmbedded = async ({ use, say }: Bench, total: number): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  try {
    say(`inserting ${total.toLocaleString('en')} companies into the embedded database`)
    const embedded = await openEmbedded(folder)
    const session = embeddedSession(embedded.pglite)
    await migrate(session)
    const tenant = await seedTenant(session, 'org_long')
    await seedCompanies(session, tenant, total)
    await embedded.close()
    const product = await use(() => startProduct({ dataFolder: folder }))
    say('reading pages')
    return await comparePages(product, tenant, total)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async (bench: Bench): Promise<Group[]> => [
  { title: 'Pages of a long list on PostgreSQL', lines: await onPostgres(bench, 1_000_000) },
  { title: 'Pages of a long list on the embedded database', lines: await onEmbedded(bench, 100_000) },
]
