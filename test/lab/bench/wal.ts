/**
 * What a send and a delivery cost PostgreSQL, counted: statements, bytes of the write-ahead log, entries of indexes, how
 * many updates stay in their page, and what is kept. None of it depends on the speed of the machine, but the CPU does.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { mapLimited } from '../../../src/kernel/concurrency.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { cpuOfTree, startProduct } from './support/processes.ts'
import { connect } from './support/seed.ts'
import { type Senders, ask, seedSenders, sending } from './support/sending.ts'

const COUNT = 1_000
const AT_ONCE = 16
/** What is written from a buffer follows within this time. */
const QUIET_MS = 1_500
const LONGEST_MS = 300_000
const MOST_STATEMENTS = 12
const MOST_WAL_KB = 8

const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
}

interface Counted {
  statements: number
  databaseCpu: number
  bytes: number
  farBytes: number
  indexEntries: number
  updates: number
  hotUpdates: number
  rows: number
  kept: number
}

const CHANGES = `
  SELECT sum(n_tup_upd)::int AS updates, sum(n_tup_hot_upd)::int AS "hotUpdates", sum(n_tup_ins - n_tup_del)::int AS rows
  FROM pg_stat_user_tables`

/** Tables with their indexes, and what is stored beside them. */
const SIZE = 'SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_stat_user_tables'

/** The statements of the bench are told by their comment, and left out. */
const STATEMENTS = `
  SELECT coalesce(sum(calls), 0)::int AS statements FROM pg_stat_statements WHERE query NOT LIKE '%/* bench */%'`

/** Joins a record of the log with the table or index that it changes. */
const CHANGES_RELATION = `relfilenode = substring(block_ref FROM 'rel \\d+/\\d+/(\\d+)')::oid`

/**
 * Every entry of a B-tree, a hash, a GIN list or a BRIN summary is a record of the log. What the simulated access points
 * have taken over stands for another server, and is told apart.
 */
const LOG = `
  SELECT pg_wal_lsn_diff($2::pg_lsn, $1::pg_lsn)::float8 AS bytes, (
    SELECT coalesce(sum(record_length), 0)::float8 FROM pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn)
    JOIN pg_class ON ${CHANGES_RELATION} AND relname ~ '^simulated_messages'
  ) AS "farBytes", (
    SELECT coalesce(sum(count), 0)::int FROM pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true)
    WHERE "resource_manager/record_type" ~ '^(Btree/INSERT|Gin/(INSERT|UPDATE_META)|BRIN/(INSERT|SAMEPAGE|UPDATE))'
  ) AS "indexEntries"`

const one = async <T extends object>(session: SqlSession, text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await session.query<T>(`/* bench */ ${text.trim()}`, values)
  if (!row) throw new Error('No row came back.')
  return row
}

/** The dearest statements of all that were counted. */
const dearest = (session: SqlSession, count: number): Promise<{ text: string }[]> =>
  session.query(
    `SELECT /* bench */ round(calls::numeric / $1, 2) || ' times, ' || round(wal_bytes / $1) || ' bytes, ' ||
       round(rows::numeric / $1, 2) || ' rows: ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 150) AS text
     FROM pg_stat_statements WHERE query NOT LIKE '%/* bench */%' AND calls * 50 >= $1
     ORDER BY wal_bytes DESC, calls DESC LIMIT 60`,
    [count],
  )

/** The tables and indexes that the log grew by most. */
const byRelation = (session: SqlSession, count: number, from: string, to: string): Promise<{ text: string }[]> =>
  session.query(
    `SELECT round(count(*)::numeric / $3, 2) || ' records, ' || sum(bytes) / $3 || ' bytes: ' || relation || ' ' ||
       resource_manager || ' ' || record_type AS text
     FROM (
       SELECT record_length AS bytes, resource_manager, record_type, coalesce(relname::text, '') AS relation
       FROM pg_get_wal_records_info($1, $2)
       LEFT JOIN pg_class ON ${CHANGES_RELATION}
     ) AS records
     GROUP BY relation, resource_manager, record_type HAVING count(*) * 20 >= $3 ORDER BY sum(bytes) DESC LIMIT 90`,
    [from, to, count],
  )

interface Watched {
  bench: Bench
  session: SqlSession
  database: Server
}

const counting = async (
  { bench: { say }, session, database }: Watched,
  count: number,
  work: () => Promise<unknown>,
): Promise<Counted> => {
  await session.script('SELECT /* bench */ pg_stat_reset(), pg_stat_statements_reset()')
  const { bytes: before } = await one<{ bytes: number }>(session, SIZE)
  const { lsn: from } = await one<{ lsn: string }>(session, 'SELECT pg_current_wal_insert_lsn()::text AS lsn')
  const cpuBefore = cpuOfTree(database.pid)
  await work()
  const databaseCpu = cpuOfTree(database.pid) - cpuBefore
  const { lsn: to } = await one<{ lsn: string }>(session, 'SELECT pg_current_wal_flush_lsn()::text AS lsn')
  const [statements, log] = [
    await one<Pick<Counted, 'statements'>>(session, STATEMENTS),
    await one<Pick<Counted, 'bytes' | 'farBytes' | 'indexEntries'>>(session, LOG, [from, to]),
  ]
  if (process.env['BENCH_STATEMENTS'] !== undefined)
    for (const { text } of [...(await dearest(session, count)), ...(await byRelation(session, count, from, to))])
      say(`  ${text}`)
  const changes = await one<Pick<Counted, 'updates' | 'hotUpdates' | 'rows'>>(session, CHANGES)
  const { bytes: after } = await one<{ bytes: number }>(session, SIZE)
  return { ...statements, databaseCpu, ...log, ...changes, kept: after - before }
}

/** Waits until nothing of this is left. */
const untilNone = async (session: SqlSession, what: string): Promise<void> => {
  const until = performance.now() + LONGEST_MS
  while ((await one<{ left: number }>(session, `SELECT count(*)::int AS left FROM ${what}`)).left > 0) {
    if (performance.now() > until) throw new Error(`There is still something left of ${what}.`)
    await wait(200)
  }
}

const sendAll = async (session: SqlSession, server: Server, tenant: Senders): Promise<void> => {
  const next = sending('/v1/documents/send', tenant)
  await mapLimited(Array.from({ length: COUNT }), AT_ONCE, () => ask(server, next()))
  await wait(QUIET_MS)
  await session.script('SELECT /* bench */ pg_stat_force_next_flush()')
}

const lineOf = (name: string, count: number, counted: Counted): Line => ({
  name,
  statements: counted.statements / count,
  databaseCpu: counted.databaseCpu / count,
  walKb: counted.bytes / count / 1_000,
  farKb: counted.farBytes / count / 1_000,
  indexEntries: counted.indexEntries / count,
  updates: counted.updates / count,
  hot: counted.hotUpdates / counted.updates,
  rows: counted.rows / count,
  keptKb: counted.kept / count / 1_000,
})

const judged = (line: Line): Line => ({
  ...line,
  target: `≤ ${MOST_STATEMENTS} statements, ≤ ${MOST_WAL_KB} kB`,
  reached: (line.statements ?? Infinity) <= MOST_STATEMENTS && (line.walKb ?? Infinity) <= MOST_WAL_KB,
})

/** What nothing follows from but the delivery: its reports are put aside. */
const REPORTS = `FROM work WHERE kind LIKE 'compliance.%'`

const measured = async (watched: Watched, tenant: Senders): Promise<Line[]> => {
  const { bench, session, database } = watched
  const { use, say } = bench
  const { url } = database
  const send = async (country: string): Promise<Counted> => {
    await session.query('UPDATE companies SET country = $1', [country])
    const accepting = await use(() => startProduct({ databaseUrl: url, settings: { WORKERS: 'off' } }))
    say('warming')
    await sendAll(session, accepting, tenant)
    await session.script('DELETE FROM work')
    await session.script('VACUUM ANALYZE')
    say(`sending ${COUNT} from ${country}`)
    const sent = await counting(watched, COUNT, () => sendAll(session, accepting, tenant))
    // It would number events beside the one that delivers.
    await accepting.stop()
    return sent
  }
  const deliver = async (): Promise<Counted> => {
    await session.script('VACUUM ANALYZE')
    say('delivering them')
    return counting(watched, COUNT, async () => {
      const server = await startProduct({ databaseUrl: url })
      await untilNone(session, `work WHERE kind IN ('document.deliver', 'compliance.report', 'compliance.collect')`)
      await untilNone(session, 'events WHERE seq IS NULL')
      await wait(QUIET_MS)
      await server.stop()
    })
  }
  const sent = await send('BE')
  await session.script(`DELETE ${REPORTS}`)
  const delivered = await deliver()
  const sentFromFrance = await send('FR')
  const deliveredFromFrance = await deliver()
  return [
    lineOf('a send from Belgium', COUNT, sent),
    judged(lineOf('its delivery, with the message level status', COUNT, delivered)),
    lineOf('a send from France, with its status', COUNT, sentFromFrance),
    lineOf('its delivery, with two statuses and e-reporting', COUNT, deliveredFromFrance),
  ]
}

export default async (bench: Bench): Promise<Group[]> => {
  const database = await bench.use(() => startPostgres(SETTINGS))
  const session = await connect(database.url)
  // The first server makes the tables.
  await (await bench.use(() => startProduct({ databaseUrl: database.url }))).stop()
  await session.script('CREATE EXTENSION pg_stat_statements; CREATE EXTENSION pg_walinspect')
  const tenant = await seedSenders(session)
  return [
    {
      title: `A document of ten lines on PostgreSQL, counted over ${COUNT}`,
      lines: await measured({ bench, session, database }, tenant),
    },
  ]
}
