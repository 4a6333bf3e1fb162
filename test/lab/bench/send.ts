/** Sending an invoice of ten lines: reading, checking, storing, and the work that will deliver it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/kernel/database/embedded.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { embeddedSession } from '../../../src/kernel/database/open.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { type LoadOptions, type Variant, compare } from './support/load.ts'
import { startProduct, startRaw, startRawEmbedded } from './support/processes.ts'
import { connect } from './support/seed.ts'
import { ask, seedSenders, sending } from './support/sending.ts'

const LOAD: LoadOptions = { rounds: 5, seconds: 4, warmSeconds: 20, connections: 32 }
const LONGEST_P99_MS = 150

/** Of the rate of the bare server, and the longest wait that is borne. */
const judged = (line: Line, least: number): Line => ({
  ...line,
  target: `≥ ${least.toFixed(2)}, p99 ≤ ${LONGEST_P99_MS} ms`,
  reached: (line.ratio ?? 0) >= least && (line.p99 ?? Infinity) <= LONGEST_P99_MS,
})

const onPostgres = async ({ use, say }: Bench): Promise<Line[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const alone = await use(() => startProduct({ databaseUrl: database.url, settings: { WORKERS: 'off' } }))
  const session = await connect(database.url)
  const tenant = await seedSenders(session)
  await ask(alone, sending('/v1/documents/send', tenant)())
  const raw = await use(() => startRaw(database.url, tenant.organizationId))
  await ask(raw, sending('/documents', tenant)())
  // The server does so by itself within a minute.
  const warmed = (): Promise<void> => session.script('ANALYZE')
  say('sending on PostgreSQL')
  const product = (name: string, server: Server): Variant => ({
    name,
    server,
    database,
    requests: sending('/v1/documents/send', tenant),
  })
  const variants = [
    {
      name: 'raw Fastify + pg: the same rows in one transaction',
      server: raw,
      database,
      requests: sending('/documents', tenant),
    },
    product('POST /v1/documents/send, delivered afterwards', alone),
    {
      ...product('the same with an Idempotency-Key', alone),
      requests: sending('/v1/documents/send', tenant, true),
    },
  ]
  const [base, accepting, keyed] = await compare(variants, { ...LOAD, warmed })
  say('one after the other')
  const [oneBase, one, oneKeyed] = await compare(variants, { ...LOAD, warmSeconds: 2, connections: 1 })
  say('sending and delivering on PostgreSQL')
  await session.script('DELETE FROM work')
  const both = await use(() => startProduct({ databaseUrl: database.url }))
  const [delivering] = await compare(
    [product('POST /v1/documents/send, delivered by the same process meanwhile', both)],
    { ...LOAD, warmed },
  )
  if (!base || !accepting || !keyed || !oneBase || !one || !oneKeyed || !delivering)
    throw new Error('A line is missing.')
  return [
    base,
    judged(accepting, 0.5),
    keyed,
    { ...oneBase, name: `${oneBase.name}, one after the other` },
    judged({ ...one, name: `${one.name}, one after the other` }, 0.35),
    { ...oneKeyed, name: `${oneKeyed.name}, one after the other` },
    { ...delivering, ratio: (delivering.requestsPerSecond ?? 0) / (base.requestsPerSecond ?? 1) },
  ]
}

const onEmbedded = async ({ use, say }: Bench): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  const [ours, bare] = [join(folder, 'ours'), join(folder, 'bare')]
  try {
    const embedded = await openEmbedded(ours)
    const session = embeddedSession(embedded.pglite)
    await migrate(session)
    const tenant = await seedSenders(session)
    await embedded.close()
    const start = (): Promise<Server> => startProduct({ dataFolder: ours, settings: { WORKERS: 'off' } })
    const first = await use(start)
    await ask(first, sending('/v1/documents/send', tenant)())
    await first.stop()
    cpSync(ours, bare, { recursive: true })
    const [server, raw] = [await use(start), await use(() => startRawEmbedded(bare, tenant.organizationId))]
    say('sending on the embedded database')
    const [base, line] = await compare(
      [
        {
          name: 'raw Fastify + PGlite: the same rows in one transaction',
          server: raw,
          requests: sending('/documents', tenant),
        },
        { name: 'POST /v1/documents/send', server, requests: sending('/v1/documents/send', tenant) },
      ],
      LOAD,
    )
    return base && line ? [base, judged(line, 1)] : []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async (bench: Bench): Promise<Group[]> => [
  { title: 'Sending an invoice of ten lines on PostgreSQL', lines: await onPostgres(bench) },
  { title: 'Sending an invoice of ten lines on the embedded database', lines: await onEmbedded(bench) },
]
