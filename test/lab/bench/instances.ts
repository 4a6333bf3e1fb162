/**
 * Sends to one, two and four instances on one PostgreSQL, of one organization and of several. Where instances and
 * database share few cores, what tells whether more of them would help is that a send costs the database the same, and
 * that nobody waits for a lock. Each instance has eight callers. `ROUNDS=1` for a short run.
 */
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { type LoadOptions, compare } from './support/load.ts'
import { LOG_OF_LOCKS, type Watched, nothingWatched, watching } from './support/locks.ts'
import type { Request } from './support/peers.ts'
import { startProduct } from './support/processes.ts'
import { connect } from './support/seed.ts'
import { ask, seedSenders, sending } from './support/sending.ts'

const MOST = 4
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const LOAD: LoadOptions = { rounds: ROUNDS, seconds: 4, warmSeconds: ROUNDS > 1 ? 8 : 4, connections: 8 }
const ORGANIZATIONS = 20
const OF_EACH = { keys: 20, companies: 10 }
const FLAT = 1.15
const LEAST_WAITING = 0.02
const SHOWN = 12

const inTurn = (requests: readonly (() => Request)[]): (() => Request) => {
  let turn = 0
  return () => (requests[turn++ % requests.length] as () => Request)()
}

interface Measured extends Bench {
  servers: readonly [Server, ...Server[]]
  database: Server
}

const judged = (line: Line, { databaseCpu: base = Number.NaN }: Line, mostWaiting: number | undefined): Line => {
  const { databaseCpu = Number.NaN, waiting = Number.NaN } = line
  const cost = databaseCpu / base
  const isShort = mostWaiting === undefined || waiting <= mostWaiting
  const limit = mostWaiting === undefined ? '' : `, waiting ≤ ${mostWaiting * 100} %`
  return {
    ...line,
    target: `database CPU ≤ ${FLAT} times${limit}: ${cost.toFixed(2)}`,
    reached: cost <= FLAT && isShort,
  }
}

const tell = (say: Bench['say'], name: string, { waits, looks, seen }: Watched): void => {
  say(`${name}: ${looks} looks`)
  for (const [what, each] of waits)
    say(`  ${each.length} waits of ${each.reduce((sum, ms) => sum + ms, 0).toFixed()} ms in all: ${what}`)
  const most = [...seen].sort(([, one], [, other]) => other - one).slice(0, SHOWN)
  for (const [text, times] of most) say(`  seen ${times} times: ${text}`)
}

const measure = async (
  { servers, database, say }: Measured,
  title: string,
  requests: () => Request,
  mostWaiting?: number,
): Promise<Group> => {
  const [first, ...others] = servers
  const session = await connect(database.url)
  for (const server of servers) await ask(server, requests())
  const watched = new Map<string, Watched>()
  say(title)
  const lines = await compare(
    [1, 2, MOST].map((count) => ({
      name: count === 1 ? 'one instance' : `${count} instances`,
      server: first,
      others: others.slice(0, count - 1),
      connections: LOAD.connections * count,
      database,
      requests,
    })),
    {
      ...LOAD,
      warmed: () => session.script('ANALYZE'),
      beside({ name }, round) {
        const own = watched.get(name) ?? nothingWatched()
        watched.set(name, own)
        return watching(session, own, round)
      },
    },
  )
  for (const [name, own] of watched) tell(say, name, own)
  const told = lines.map((line): Line => {
    const { waiting, working } = watched.get(line.name) ?? nothingWatched()
    return { ...line, waiting: waiting / working }
  })
  const [base = { name: 'none' }] = told
  return { title, lines: told.map((line) => judged(line, base, mostWaiting)) }
}

export default async (bench: Bench): Promise<Group[]> => {
  const { use } = bench
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB', ...LOG_OF_LOCKS }))
  const start = (role: string) => () =>
    startProduct({ databaseUrl: database.url, settings: { ROLE: role, DATABASE_POOL: '8' } })
  const first = await use(start('server,relay'))
  const others: Server[] = []
  for (let nth = 1; nth < MOST; nth++) others.push(await use(start('server')))
  const measured: Measured = { ...bench, servers: [first, ...others], database }
  const session = await connect(database.url)
  const alone = await seedSenders(session)
  const several: (() => Request)[] = []
  for (let nth = 0; nth < ORGANIZATIONS; nth++) {
    const others = alone.companies + nth * OF_EACH.companies
    const senders = await seedSenders(session, { organizationId: `org_sender_${nth}`, ...OF_EACH, others })
    several.push(sending('/v1/documents/send', senders))
  }
  return [
    await measure(measured, 'Sends of one organization', sending('/v1/documents/send', alone)),
    await measure(measured, `Sends of ${ORGANIZATIONS} organizations`, inTurn(several), LEAST_WAITING),
  ]
}
