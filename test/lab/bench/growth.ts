/**
 * What an organization of 10,000 documents waits for, alone in its database and beside 999 others like it: lists,
 * searches, a send, the feed and figures. `ORGANIZATIONS=100` for a short run.
 */
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { monthsFrom } from '../../../src/kernel/database/partitions.ts'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { idsSince } from '../../../src/values/ids.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { type Tenant, connect, seedDocuments } from './support/seed.ts'
import { type Senders, ask, seedSenders, sending } from './support/sending.ts'

const ORGANIZATIONS = Number(process.env['ORGANIZATIONS'] ?? 1_000)
const EACH = 10_000
const REPETITIONS = 200
const WARM = 20
const MOST_TIMES_AS_SLOW = 1.5
const settings = { WORKERS: 'off' }
/** Rows that are made anew need no log that others could follow. */
const POSTGRES = {
  shared_buffers: '2GB',
  max_wal_size: '32GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  maintenance_work_mem: '1GB',
}

const questions: readonly (readonly [what: string, path: string, body?: object])[] = [
  ['a list', '/v1/documents?limit=20'],
  ['a list in a state that few have', '/v1/documents?limit=20&status=rejected'],
  ['a list of one company', '/v1/documents?limit=20&companyId=comp_01000000000000000000000007'],
  ['a search for a word that few have', '/v1/documents?limit=20&q=harbour'],
  ['a search for two words', '/v1/documents?limit=20&q=invoice+word7'],
  ['a search by a number', '/v1/documents?limit=20&number=B-4711'],
  [
    'a search, ordered by amount',
    '/v1/documents/search',
    { limit: 20, sort: [{ field: 'grossAmount', order: 'desc' }] },
  ],
  ['the feed, from its middle', `/v1/events?after=${EACH / 2}&limit=100`],
  ['figures of the month', '/v1/stats?period=month'],
  ['figures of a year, in depth', '/v1/stats/insight?period=year'],
]

/** As many events and figures as so many documents leave. The events are in the partitions of three months. */
const seedRest = async (session: SqlSession, { organizationId }: Tenant): Promise<void> => {
  const months = monthsFrom(new Date()).filter(({ table }) => table === 'events')
  const begins = months.map(({ month }) => `'${idsSince('event', month)}'`)
  await session.query(
    `INSERT INTO events ("organizationId", id, seq, type, "companyId", data, "createdAt")
     SELECT $1, (ARRAY[${begins.join()}])[1 + n * ${months.length} / ${EACH + 1}] || lpad(to_hex(n), 16, '0'), n,
       'document.sent', 'comp_01' || lpad(to_hex(1 + n % 200), 24, '0'),
       jsonb_build_object('documentId', 'doc_01' || lpad(to_hex(n), 24, '0'), 'number', 'B-' || n,
         'from', '0225:' || lpad((1 + n % 200)::text, 9, '0'), 'to', '0208:0417497106'), now()
     FROM generate_series(1, ${EACH}) AS n`,
    [organizationId],
  )
  await session.query(`INSERT INTO event_sequences ("organizationId", last) VALUES ($1, ${EACH})`, [organizationId])
  for (const company of [`''`, `"companyId"`])
    await session.query(
      `INSERT INTO daily_statistics ("organizationId", "companyId", day, type, country, sent, received, delivered, failed)
       SELECT $1, ${company}, "issueDate", type, 'BE', count(*) FILTER (WHERE direction = 'outgoing'),
         count(*) FILTER (WHERE direction = 'incoming'), count(*) FILTER (WHERE status = 'delivered'),
         count(*) FILTER (WHERE status = 'rejected')
       FROM documents WHERE "organizationId" = $1 GROUP BY 2, 3, 4`,
      [organizationId],
    )
}

/** What each of the others has as the first one has it; of its partners a tenth, which is what so many documents have. */
const COPIED: Readonly<Record<string, string>> = {
  organizations: 'id',
  addresses: 'organizationId',
  companies: 'organizationId',
  partners: 'organizationId',
  documents: 'organizationId',
  document_tags: 'organizationId',
  open_documents: 'organizationId',
  events: 'organizationId',
  event_sequences: 'organizationId',
  daily_statistics: 'organizationId',
}
const OF_TEN: Readonly<Record<string, string>> = { partners: `AND right(id, 1) = '7'` }

/** Indexes of large tables are made at once behind the rows: row by row they would take most of the time. */
const withoutIndexes = async (session: SqlSession, body: () => Promise<void>): Promise<void> => {
  const indexes = await session.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes
     WHERE schemaname = 'public' AND tablename = ANY($1) AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
    [['documents', 'events', 'companies', 'partners']],
  )
  for (const { name } of indexes) await session.script(`DROP INDEX "${name}"`)
  await body()
  // In each partition as well.
  for (const { made } of indexes) await session.script(made.replace(' ON ONLY ', ' ON '))
}

/** Others like it: foreign keys and triggers are not looked at, because all that they would look at is copied too. */
const seedOthers = (session: SqlSession, { organizationId }: Tenant, say: Bench['say']): Promise<void> =>
  withoutIndexes(session, async () => {
    await session.script('SET session_replication_role = replica')
    for (const [table, owner] of Object.entries(COPIED)) {
      say(`copying ${table}`)
      const columns = await session.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      )
      const names = columns.map(({ name }) => `"${name}"`)
      const values = names.map((name) => (name === `"${owner}"` ? `'org_g' || lpad(n::text, 6, '0')` : name))
      await session.query(
        `INSERT INTO "${table}" (${names.join()}) SELECT ${values.join()}
         FROM generate_series(1, $2::int) AS n, "${table}" WHERE "${owner}" = $1 ${OF_TEN[table] ?? ''}`,
        [organizationId, ORGANIZATIONS - 1],
      )
    }
    await session.script('SET session_replication_role = DEFAULT')
    say('making indexes')
  })

interface Side {
  databaseUrl: string
  session: SqlSession
  tenant: Senders
}

/** A database of its own on the server, with one such organization. */
const makeSide = async (server: Server, name: string): Promise<Side> => {
  await (await connect(server.url)).script(`CREATE DATABASE ${name}`)
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const session = await connect(databaseUrl)
  await migrate(session)
  const tenant = await seedSenders(session)
  await seedDocuments(session, tenant, EACH)
  await seedRest(session, tenant)
  return { databaseUrl, session, tenant }
}

type Taken = Map<string, number[]>

/** Both in turn, so that whatever else the machine does happens to both. */
const compare = async ({ use }: Bench, sides: readonly Side[]): Promise<Taken[]> => {
  const asked = []
  for (const { databaseUrl, tenant } of sides) {
    const product = await use(() => startProduct({ databaseUrl, settings }))
    const send = sending('/v1/documents/send', tenant)
    asked.push({ tenant, product, read: reader<object>(product), send, taken: new Map<string, number[]>() })
  }
  for (let round = -WARM; round < REPETITIONS; round++)
    for (const { tenant, product, read, send, taken } of asked) {
      const note = (what: string, ms: number): void => {
        if (round >= 0) taken.set(what, [...(taken.get(what) ?? []), ms])
      }
      for (const [what, path, body] of questions) note(what, (await read(tenant, path, body)).ms)
      const began = performance.now()
      await ask(product, send())
      note('a send', performance.now() - began)
    }
  return asked.map(({ taken }) => taken)
}

const p95Of = (taken: readonly number[]): number => percentile(Float64Array.from(taken).sort(), 0.95)

export default async (bench: Bench): Promise<Group[]> => {
  const server = await bench.use(() => startPostgres(POSTGRES))
  const [alone, beside] = [await makeSide(server, 'alone'), await makeSide(server, 'beside')]
  const began = performance.now()
  await seedOthers(beside.session, beside.tenant, bench.say)
  bench.say(`made in ${Math.round((performance.now() - began) / 1_000)} s`)
  for (const { session } of [alone, beside]) await session.script('VACUUM ANALYZE')
  bench.say('asking')
  const [before = new Map(), after = new Map()] = await compare(bench, [alone, beside])
  const others = (ORGANIZATIONS - 1).toLocaleString('en')
  const lines = [...before].flatMap(([what, own]): Line[] => {
    const shared = after.get(what) ?? []
    const ratio = p95Of(shared) / p95Of(own)
    const base = { name: `${what}: alone`, ratio: 1, p50: median(own), p95: p95Of(own) }
    const reached = ratio <= MOST_TIMES_AS_SLOW
    const [p50, target] = [median(shared), `≤ ${MOST_TIMES_AS_SLOW}`]
    return [base, { name: `${what}: beside ${others} others`, ratio, p50, p95: p95Of(shared), target, reached }]
  })
  return [{ title: `One organization of ${EACH.toLocaleString('en')} documents`, lines }]
}
