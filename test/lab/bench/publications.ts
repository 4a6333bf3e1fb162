/** Companies that are registered and published meanwhile by the same process; then publications alone, counted. */
import { setTimeout as wait } from 'node:timers/promises'
import { mapLimited } from '../../../src/kernel/concurrency.ts'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { type Tenant, bearer, connect, seedTenant } from './support/seed.ts'

const COUNT = 1_000
const AT_ONCE = 16
const LONGEST_MS = 300_000
const LEAST_PER_SECOND = 200
const MOST_STATEMENTS = 8
/** PostgreSQL does not count them where they are prepared. */
const BEGIN_AND_COMMIT = 2

const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum: 'off',
  shared_preload_libraries: 'pg_stat_statements',
}

/** Outside of the kinds of numbers for which the registry of the sandbox feigns a fault. */
const NUMBERS = {
  Germany: (nth: number) => `DE${String(1_000 + nth).padStart(9, '0')}`,
  France: (nth: number) => {
    const siren = String(700_000_000 + nth)
    return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  },
} as const

let registered = 0
const register = async ({ url }: Server, { keys }: Tenant, country: keyof typeof NUMBERS): Promise<void> => {
  const nth = ++registered
  const answer = await fetch(`${url}/v1/companies`, {
    method: 'POST',
    headers: { ...bearer(keys[nth % keys.length] ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify({ vatNumber: NUMBERS[country](nth) }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
}

const left = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query<{ left: number }>(
    `SELECT /* bench */ count(*)::int AS left FROM work WHERE kind = 'company.publish'`,
  )
  return row?.left ?? 0
}

const untilPublished = async (session: SqlSession): Promise<void> => {
  const until = performance.now() + LONGEST_MS
  while ((await left(session)) > 0) {
    if (performance.now() > until) throw new Error('There are still publications left.')
    await wait(50)
  }
}

/** How many statements each needs, without those that number what it announces, and without BEGIN and COMMIT. */
const counted = async (session: SqlSession, url: string): Promise<number> => {
  await session.script('SELECT /* bench */ pg_stat_statements_reset()')
  const server = await startProduct({ databaseUrl: url, settings: { ROLE: 'worker' } })
  await untilPublished(session)
  await server.stop()
  const [row] = await session.query<{ statements: number }>(
    `SELECT /* bench */ sum(calls)::int AS statements FROM pg_stat_statements WHERE query NOT LIKE '%/* bench */%'`,
  )
  if (process.env['BENCH_STATEMENTS'] !== undefined)
    for (const { text } of await session.query<{ text: string }>(
      `SELECT /* bench */ round(calls::numeric / $1, 2) || ' times: ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 120) AS text
       FROM pg_stat_statements WHERE query NOT LIKE '%/* bench */%' AND calls * 50 >= $1 ORDER BY calls DESC LIMIT 30`,
      [COUNT],
    ))
      process.stderr.write(`  ${text}\n`)
  return (row?.statements ?? Number.NaN) / COUNT
}

const all = (server: Server, tenant: Tenant, country: keyof typeof NUMBERS): Promise<unknown> =>
  mapLimited(Array.from({ length: COUNT }), AT_ONCE, () => register(server, tenant, country))

const alone = async (
  { use, say }: Bench,
  session: SqlSession,
  url: string,
  tenant: Tenant,
  country: keyof typeof NUMBERS,
): Promise<Line> => {
  const registering = await use(() => startProduct({ databaseUrl: url, settings: { WORKERS: 'off' } }))
  say(`registering ${COUNT} of ${country}`)
  await all(registering, tenant, country)
  await registering.stop()
  say('publishing them')
  const statements = await counted(session, url)
  const name = `a publication of a company of ${country}`
  return {
    name,
    statements,
    target: `≤ ${MOST_STATEMENTS} statements`,
    reached: statements + BEGIN_AND_COMMIT <= MOST_STATEMENTS,
  }
}

const beside = async ({ use, say }: Bench, session: SqlSession, url: string, tenant: Tenant): Promise<Line> => {
  const server = await use(() => startProduct({ databaseUrl: url }))
  say('registering and publishing')
  await all(server, tenant, 'Germany')
  await untilPublished(session)
  const began = performance.now()
  await all(server, tenant, 'Germany')
  await untilPublished(session)
  const rate = COUNT / ((performance.now() - began) / 1_000)
  const target = `≥ ${LEAST_PER_SECOND}/s`
  return { name: 'registered and published', requestsPerSecond: rate, target, reached: rate >= LEAST_PER_SECOND }
}

export default async (bench: Bench): Promise<Group[]> => {
  const database = await bench.use(() => startPostgres(SETTINGS))
  const session = await connect(database.url)
  // The first server makes the tables.
  await (await bench.use(() => startProduct({ databaseUrl: database.url }))).stop()
  await session.script('CREATE EXTENSION pg_stat_statements')
  const tenant = await seedTenant(session, 'org_registrar')
  const lines: Line[] = []
  for (const country of ['Germany', 'France'] as const)
    lines.push(await alone(bench, session, database.url, tenant, country))
  lines.push(await beside(bench, session, database.url, tenant))
  return [{ title: `Publications on PostgreSQL, over ${COUNT}`, lines }]
}
