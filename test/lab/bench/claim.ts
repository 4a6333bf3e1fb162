/**
 * What a claim of due work costs PostgreSQL while 100,000 pieces wait: the time of its statements, as the server counts
 * it. What was claimed is removed, and as much comes to the end of the queue.
 */
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Database, openDatabase } from '../../../src/kernel/database/open.ts'
import { claimWork } from '../../../src/engine/work/claim.ts'
import type { Claim } from '../../../src/engine/work/due-work.ts'
import { startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { connect } from './support/seed.ts'

const WAITING = 100_000
const REPETITIONS = 200
const WARM = 20
const MOST_MS = 0.3

const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  shared_preload_libraries: 'pg_stat_statements',
}

interface Way {
  name: string
  queuesByTarget: boolean
  targets: number
  /** How many of what waits belong to one more target, which has no slot left: the oldest. */
  ofFull?: number
}

const ways: readonly Way[] = [
  ...[1, 50, 500].map((targets) => ({ name: 'the oldest of all', queuesByTarget: false, targets })),
  ...[1, 50, 500].map((targets) => ({ name: 'by target', queuesByTarget: true, targets })),
  { name: 'by target, behind 99,000 of one without a slot', queuesByTarget: true, targets: 50, ofFull: 99_000 },
]

let made = 0
const append = async (session: SqlSession, count: number, targetOf: string, targets: number): Promise<void> => {
  await session.query(
    `INSERT /* bench */ INTO work ("organizationId", id, kind, "subjectId", target, "dueAt", "createdAt")
     SELECT 'org_waiting', 'work_' || lpad(n::text, 26, '0'), 'webhook.deliver', 'subject_' || n,
       $3 || hashint8(n) % $4, now() - interval '1 day' + n * interval '1 millisecond', now()
     FROM generate_series($1::bigint, $1::bigint + $2::int - 1) AS n`,
    [made, count, targetOf, targets],
  )
  made += count
}

const statementTime = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query<{ ms: number }>(
    `SELECT /* bench */ sum(total_exec_time)::float8 AS ms FROM pg_stat_statements
     WHERE query NOT LIKE '%/* bench */%'`,
  )
  return row?.ms ?? Number.NaN
}

const measure = async (db: Database, session: SqlSession, way: Way, count: number): Promise<Line> => {
  const { name, queuesByTarget, targets, ofFull = 0 } = way
  const claim: Claim = {
    kind: 'webhook.deliver',
    instanceId: null,
    now: new Date(),
    timeoutMs: 10_000,
    count,
    perTarget: targets === 1 ? count : 8,
    freeByTarget: ofFull > 0 ? [['full 0', 0]] : [],
    queuesByTarget,
  }
  const times: number[] = []
  for (let round = -WARM; round < REPETITIONS; round++) {
    await session.script('SELECT /* bench */ pg_stat_statements_reset()')
    const { work } = await claimWork(db, claim)
    if (round >= 0) times.push(await statementTime(session))
    if (work.length !== count) throw new Error(`${work.length} were claimed, not ${count}.`)
    await session.query('DELETE /* bench */ FROM work WHERE id = ANY($1)', [work.map(({ id }) => id)])
    await append(session, count, 'target ', targets)
  }
  const p50 = median(times)
  const p95 = percentile(Float64Array.from(times).sort(), 0.95)
  const line = { name: `${name}, of ${targets}: ${count}`, p50, p95 }
  if (count > 1 || ofFull > 0) return line
  return { ...line, target: `p50 ≤ ${MOST_MS} ms`, reached: p50 <= MOST_MS }
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const { url } = await use(() => startPostgres(SETTINGS))
  const db = await openDatabase({ url, pool: 2 })
  const session = await connect(url)
  await session.script('CREATE EXTENSION pg_stat_statements')
  await session.script(
    `INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_waiting', 'waiting', 'white_label', now())`,
  )
  const lines: Line[] = []
  for (const way of ways) {
    const { name, targets, ofFull = 0 } = way
    say(`${name}, of ${targets}`)
    await session.script('TRUNCATE work')
    if (ofFull > 0) await append(session, ofFull, 'full ', 1)
    await append(session, WAITING - ofFull, 'target ', targets)
    await session.script('VACUUM ANALYZE work')
    for (const count of [1, 8, 32]) lines.push(await measure(db, session, way, count))
  }
  await db.close()
  return [{ title: `Claims of due work on PostgreSQL, ${WAITING.toLocaleString('en')} waiting`, lines }]
}
