/**
 * Sends to one, two and four instances on one PostgreSQL. Where instances and database share few cores, what tells
 * whether more of them would help is that a send costs the database the same, and that nobody waits for a lock.
 */
import type { SqlSession } from '../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { type LoadOptions, compare } from './support/load.ts'
import { startProduct } from './support/processes.ts'
import { connect } from './support/seed.ts'
import { ask, seedSenders, sending } from './support/sending.ts'

const MOST = 4
const LOAD: LoadOptions = { rounds: 5, seconds: 4, warmSeconds: 8, connections: 16 }
const LOOK_MS = 20
const FLAT = 1.15

interface Looks {
  looks: number
  waiting: number
  working: number
}

/** Looks again and again, until it is stopped, how many are at work in the database, and how many of them wait for a lock. */
const watchLocks = (session: SqlSession): (() => Promise<Looks>) => {
  const seen: Looks = { looks: 0, waiting: 0, working: 0 }
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      const [row] = await session.query<{ waiting: number; working: number }>(
        `SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting, count(*)::int AS working
         FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
      )
      seen.looks += 1
      seen.waiting += row?.waiting ?? 0
      seen.working += row?.working ?? 0
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })()
  return async () => {
    stopped = true
    await watching
    return seen
  }
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const start = (role: string) => () =>
    startProduct({ databaseUrl: database.url, settings: { ROLE: role, DATABASE_POOL: '8' } })
  const first = await use(start('server,relay'))
  const others: Server[] = []
  for (let nth = 1; nth < MOST; nth++) others.push(await use(start('server')))
  const session = await connect(database.url)
  const tenant = await seedSenders(session)
  const requests = sending('/v1/documents/send', tenant)
  for (const server of [first, ...others]) await ask(server, requests())
  say('sending')
  const stop = watchLocks(await connect(database.url))
  const lines = await compare(
    [1, 2, MOST].map((count) => ({
      name: count === 1 ? 'one instance' : `${count} instances`,
      server: first,
      others: others.slice(0, count - 1),
      database,
      requests,
    })),
    { ...LOAD, warmed: () => session.script('ANALYZE') },
  )
  const { looks, waiting, working } = await stop()
  say(`${looks} looks: ${working} statements at work, ${waiting} of them waiting for a lock`)
  const base = lines[0]?.databaseCpu ?? Number.NaN
  const judged = lines.map((line): Line => {
    const cost = (line.databaseCpu ?? Number.NaN) / base
    return { ...line, target: `database CPU ≤ ${FLAT} times: ${cost.toFixed(2)}`, reached: cost <= FLAT }
  })
  return [{ title: 'Sends to several instances', lines: judged }]
}
