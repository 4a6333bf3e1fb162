/**
 * Directory and partners: the first page among 1,000,000, found by a number, by the beginning of a name, by a part of
 * it. `ROWS=100000` for a short run.
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
import { type Tenant, connect, seedDirectory, seedPartners, seedTenant } from './support/seed.ts'

// oxlint-disable-next-line node/no-process-env
const ROWS = Number(process.env['ROWS'] ?? 1_000_000)
const REPETITIONS = 60
const WARM = 5

/** What an answer may take, by how it is found. */
const MOST_MS = { exact: 50, prefix: 50, substring: 150 } as const

interface Question {
  what: string
  found: keyof typeof MOST_MS
  path: string
}

const directory = (what: string, found: keyof typeof MOST_MS, query: string): Question => ({
  what: `directory: ${what}`,
  found,
  path: `/v1/directory/search?limit=20&${query}`,
})
const partners = (what: string, found: keyof typeof MOST_MS, query: string): Question => ({
  what: `partners: ${what}`,
  found,
  path: `/v1/partners?limit=20&${query}`,
})

const questions: Question[] = [
  directory('a SIREN', 'exact', 'q=000004711'),
  directory('a VAT number', 'exact', 'vatNumber=FR40000004711'),
  directory('the beginning of a name', 'prefix', 'country=FR&q=harbour+4711'),
  directory('a beginning that all names have', 'prefix', 'country=FR&q=harbour'),
  directory('a part that all names have', 'substring', 'country=FR&q=trading'),
  directory('a part that one in sixty-four has', 'substring', 'country=FR&q=word7+'),
  directory('a part that one in a thousand has', 'substring', 'country=FR&q=lantern'),
  directory('a part that one name has', 'substring', 'country=FR&q=bour+4712+t'),
  directory('a part that none has', 'substring', 'country=FR&q=xylophone'),
  directory('a part, in one town', 'substring', 'country=FR&q=trading&city=Town+77'),
  partners('all', 'exact', ''),
  partners('of a country', 'exact', 'country=FR'),
  partners('with a tag that few have', 'exact', 'tags=lantern'),
  partners('by name, those active', 'exact', 'sortBy=name&order=asc&hasActivity=true'),
  partners('in the order of activity', 'exact', 'sortBy=lastActivityAt'),
  partners('the beginning of a name', 'prefix', 'search=harbour+4711'),
  partners('a part that all names have', 'substring', 'search=trading'),
  partners('a part that all names have, by name', 'substring', 'search=trading&sortBy=name&order=asc'),
  partners('a part that one in sixty-four has', 'substring', 'search=word7+'),
  partners('a part that one in a thousand has', 'substring', 'search=lantern'),
  partners('a part that one in a thousand has, by name', 'substring', 'search=lantern&sortBy=name&order=asc'),
  partners('a part that one name has', 'substring', 'search=bour+4712+t'),
  partners('a part that none has', 'substring', 'search=xylophone'),
]

interface Body {
  data: unknown[]
}

const measure = async (server: Server, tenant: Tenant): Promise<Line[]> => {
  const read = reader<Body>(server)
  const lines: Line[] = []
  for (const { what, found, path } of questions) {
    const times: number[] = []
    let rows = 0
    for (let round = -WARM; round < REPETITIONS; round++) {
      const { ms, body } = await read(tenant, path)
      rows = body.data.length
      if (round >= 0) times.push(ms)
    }
    const p95 = percentile(Float64Array.from(times).sort(), 0.95)
    const most = MOST_MS[found]
    lines.push({
      name: `${what} (${rows} rows)`,
      ratio: p95 / most,
      p50: median(times),
      p95,
      target: `p95 ≤ ${most} ms`,
      reached: p95 <= most,
    })
  }
  return lines
}

const settings = { WORKERS: 'off' }

const onPostgres = async ({ use, say }: Bench): Promise<Line[]> => {
  const database = await use(() =>
    startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' }),
  )
  const product = await use(() => startProduct({ databaseUrl: database.url, settings }))
  const session = await connect(database.url)
  say(`inserting ${ROWS.toLocaleString('en')} participants and partners into PostgreSQL`)
  const tenant = await seedTenant(session, 'org_known')
  await seedDirectory(session, ROWS)
  await seedPartners(session, tenant, ROWS)
  say('asking')
  return measure(product, tenant)
}

const onEmbedded = async ({ use, say }: Bench): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  try {
    say(`inserting ${ROWS.toLocaleString('en')} participants and partners into the embedded database`)
    const embedded = await openEmbedded(folder)
    const session = embeddedSession(embedded.pglite)
    await migrate(session)
    const tenant = await seedTenant(session, 'org_known')
    await seedDirectory(session, ROWS)
    await seedPartners(session, tenant, ROWS)
    await embedded.close()
    const product = await use(() => startProduct({ dataFolder: folder, settings }))
    say('asking')
    return await measure(product, tenant)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async (bench: Bench): Promise<Group[]> => [
  { title: `First pages among ${ROWS.toLocaleString('en')} on the embedded database`, lines: await onEmbedded(bench) },
  { title: `First pages among ${ROWS.toLocaleString('en')} on PostgreSQL`, lines: await onPostgres(bench) },
]
