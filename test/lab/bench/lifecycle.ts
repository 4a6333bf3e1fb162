/** Updates of the business status in batches of 500, against a bare transaction for each that writes the same rows. */
import { ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/kernel/database/embedded.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { embeddedSession } from '../../../src/kernel/database/open.ts'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median } from './support/bench.ts'
import { cpuOf, cpuOfTree, startProduct, startRaw } from './support/processes.ts'
import { type Tenant, bearer, connect, seedCompanies, seedReceived, seedTenant } from './support/seed.ts'

const DOCUMENTS = 10_000
const BATCH = 500
const ROUNDS = 3

/** To and fro between two states that follow each other, so that every round moves every document. */
const moves = [{ status: 'under_review' }, { status: 'disputed', reasonCode: 'QTY' }] as const

interface Variant {
  name: string
  server: Server
  path: string
  tenant: Tenant
  ids: string[]
  session: SqlSession
  database?: Server
  rounds: number
}
interface Round {
  rate: number
  cpu: number
  databaseCpu: number
}

const ask = async ({ server, path, tenant }: Variant, updates: object[], nth: number): Promise<void> => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...bearer(tenant.keys[nth % tenant.keys.length] ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify({ updates }),
  })
  const text = await answer.text()
  ok(answer.ok, `${path}: ${answer.status} ${text}`)
  const { applied } = JSON.parse(text) as { applied: number }
  ok(applied === updates.length, `${path}: ${applied} of ${updates.length} were applied: ${text.slice(0, 500)}`)
}

/** All documents once, two batches under way at a time. */
const round = async (variant: Variant): Promise<Round> => {
  const { server, database, ids } = variant
  const move = moves[variant.rounds++ % moves.length]
  const batches = Array.from({ length: ids.length / BATCH }, (_, nth) =>
    ids.slice(nth * BATCH, (nth + 1) * BATCH).map((documentId) => ({ documentId, ...move })),
  )
  const before = { cpu: cpuOf(server.pid), database: database ? cpuOfTree(database.pid) : 0, at: performance.now() }
  let next = 0
  const client = async (): Promise<void> => {
    for (let nth = next++; nth < batches.length; nth = next++) await ask(variant, batches[nth] ?? [], nth)
  }
  await Promise.all([client(), client()])
  const seconds = (performance.now() - before.at) / 1_000
  return {
    rate: ids.length / seconds,
    cpu: (cpuOf(server.pid) - before.cpu) / ids.length,
    databaseCpu: database ? (cpuOfTree(database.pid) - before.database) / ids.length : 0,
  }
}

/** Each update has left one status, one event and one message, and no document was moved oftener than it was asked. */
const requireAll = async ({ session, tenant, rounds, name }: Variant): Promise<void> => {
  const [left] = await session.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM lifecycle_entries WHERE "organizationId" = $1) AS entries, (SELECT count(*)::int
      FROM lifecycle_messages WHERE "organizationId" = $1) AS messages,
       (SELECT count(*)::int FROM events WHERE "organizationId" = $1 AND type = 'lifecycle.updated') AS events, (SELECT
       sum("lifecycleVersion")::int FROM documents WHERE "organizationId" = $1) AS versions`,
    [tenant.organizationId],
  )
  const all = rounds * DOCUMENTS
  ok(
    Object.values(left ?? {}).every((count) => count === all),
    `${name}: of ${all} updates there are ${JSON.stringify(left)}`,
  )
}

const compare = async (variants: readonly Variant[], say: Bench['say']): Promise<Line[]> => {
  for (const variant of variants) await round(variant)
  const measured = new Map<Variant, Round[]>(variants.map((variant) => [variant, []]))
  for (let nth = 0; nth < ROUNDS; nth++) for (const [variant, rounds] of measured) rounds.push(await round(variant))
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
  const of = (variant: Variant, what: keyof Round): number =>
    median((measured.get(variant) ?? []).map((one) => one[what]))
  const base = variants[0] ? of(variants[0], 'rate') : Number.NaN
  return variants.map((variant) => ({
    name: variant.name,
    ratio: of(variant, 'rate') / base,
    requestsPerSecond: of(variant, 'rate'),
    cpu: of(variant, 'cpu'),
    ...(variant.database && { databaseCpu: of(variant, 'databaseCpu') }),
  }))
}

const judged = (line: Line, least: number): Line => ({
  ...line,
  target: `≥ ${least}/s`,
  reached: (line.requestsPerSecond ?? 0) >= least,
})

const seed = async (
  session: SqlSession,
  organizationId: string,
): Promise<Pick<Variant, 'tenant' | 'ids' | 'session' | 'rounds'>> => {
  const tenant = await seedTenant(session, organizationId)
  await seedCompanies(session, tenant, 200)
  return { tenant, ids: await seedReceived(session, tenant, DOCUMENTS), session, rounds: 0 }
}

const onPostgres = async ({ use, say }: Bench): Promise<Line[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const product = await use(() => startProduct({ databaseUrl: database.url, settings: { WORKERS: 'off' } }))
  const session = await connect(database.url)
  const [bare, ours] = [await seed(session, 'org_bare'), await seed(session, 'org_ours')]
  const raw = await use(() => startRaw(database.url, bare.tenant.organizationId))
  say(`${DOCUMENTS} updates in batches of ${BATCH} on PostgreSQL`)
  const variants: Variant[] = [
    {
      name: 'raw Fastify + pg: the same rows, a transaction for each update',
      server: raw,
      path: '/lifecycle',
      database,
      ...bare,
    },
    {
      name: 'POST /v1/documents/lifecycle/batch',
      server: product,
      path: '/v1/documents/lifecycle/batch',
      database,
      ...ours,
    },
  ]
  const [base, line] = await compare(variants, say)
  for (const variant of variants) await requireAll(variant)
  return base && line ? [base, judged(line, 700)] : []
}

const onEmbedded = async ({ use, say }: Bench): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  try {
    const embedded = await openEmbedded(folder)
    const session = embeddedSession(embedded.pglite)
    await migrate(session)
    const ours = await seed(session, 'org_ours')
    await embedded.close()
    const server = await use(() => startProduct({ dataFolder: folder, settings: { WORKERS: 'off' } }))
    say(`${DOCUMENTS} updates in batches of ${BATCH} on the embedded database`)
    const variant: Variant = {
      name: 'POST /v1/documents/lifecycle/batch',
      server,
      path: '/v1/documents/lifecycle/batch',
      ...ours,
    }
    const [line] = await compare([variant], say)
    await server.stop()
    const after = await openEmbedded(folder)
    await requireAll({ ...variant, session: embeddedSession(after.pglite) })
    await after.close()
    return line ? [judged(line, 300)] : []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async (bench: Bench): Promise<Group[]> => [
  { title: `${DOCUMENTS} updates in batches of ${BATCH} on PostgreSQL`, lines: await onPostgres(bench) },
  { title: `${DOCUMENTS} updates in batches of ${BATCH} on the embedded database`, lines: await onEmbedded(bench) },
]
