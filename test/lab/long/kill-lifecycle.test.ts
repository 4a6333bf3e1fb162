/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * kill -9 while batches of updates are applied. `npm run test:long -- kill-lifecycle` does it 200 times on each
 * database.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { type Client, type Database, openDatabase } from '../../../src/kernel/database/open.ts'
import { CHRONOLOGY } from '../../../src/lifecycle/record/record-status.ts'
import { newId } from '../../../src/values/ids.ts'
import { type Body, type Tenant, startApp } from '../../support/app.ts'
import { type Started, call, serverProcesses } from '../../support/processes.ts'
import { emptyDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const KILLS = Number(process.env['KILLS'] ?? 1)
const LONG = KILLS > 10
const WRITERS = 2
/** More than are written in one transaction: a batch can be cut in two. */
const DOCUMENTS_OF_A_WRITER = 120
const MOST_BATCHES = 5
const MOMENT_MS = 200
const PATIENCE_MS = 60_000

const processes = serverProcesses()
afterAll(() => processes.end())

const settingsFor = async (): Promise<{ url?: string; folder?: string; settings: Record<string, string> }> => {
  const folder = processes.dataFolder('data')
  // What tells the other side is written, and delivered by nobody: the statuses are what this is about.
  if (inject('postgres') === '') return { folder, settings: { DATA_DIR: folder, WORKERS: 'off' } }
  const url = await emptyDatabase('kill_lifecycle')
  return { url, settings: { DATABASE_URL: url, WORKERS: 'off' } }
}

/** Invoices that came over the network and wait for a decision. */
const receive = async (
  client: Client,
  { organizationId, companyId, peppolId }: Tenant,
  count: number,
): Promise<string[]> => {
  const now = new Date()
  const rows = Array.from({ length: count }, (_, index) => ({
    organizationId,
    id: newId('document'),
    companyId,
    type: 'invoice',
    direction: 'incoming' as const,
    number: `R-${index}`,
    currency: 'EUR',
    grossAmount: 121,
    amountDue: 121,
    status: 'delivered' as const,
    lifecycleStatus: 'received' as const,
    senderPeppolId: '0208:0123456749',
    receiverPeppolId: peppolId,
    instanceId: randomUUID(),
    format: 'network',
    searchText: '',
    createdAt: now,
    updatedAt: now,
  }))
  await client.document.createMany({ data: rows })
  return rows.map(({ id }) => id)
}

/** What was acknowledged: document and the remark that its update carried. */
interface Ledger {
  acknowledged: Set<string>
  batches: number
}

/** To and fro. An update that repeats one whose answer was lost is refused, and the next is legal again. */
const moves = [{ status: 'under_review' }, { status: 'disputed', reasonCode: 'QTY' }]

const apply = async ({ base, key }: Started, ids: readonly string[], ledger: Ledger): Promise<boolean> => {
  const batch = ++ledger.batches
  const note = `batch ${batch}`
  const answer = await call(base, key, '/v1/documents/lifecycle/batch', {
    updates: ids.map((documentId) => ({ documentId, note, ...moves[Math.floor(batch / WRITERS) % moves.length] })),
  }).catch(() => undefined)
  if (answer === undefined) return false
  expect(answer.status).toBe(200)
  for (const { documentId, ok, error } of answer.body.results) {
    if (ok) ledger.acknowledged.add(`${documentId} ${note}`)
    else expect(error.code).toBe('invalid_transition')
  }
  return true
}

test(
  `servers killed ${KILLS} times in batches of updates keep what they acknowledged, one event a status`,
  { timeout: PATIENCE_MS * (KILLS + 4) },
  async () => {
    const { settings, ...place } = await settingsFor()
    const database = (): Promise<Database> => openDatabase(place)
    const app = await startApp({ WORKERS: 'off' }, { database: database() })
    const tenant = await app.tenant('white_label')
    const ids = await receive(app.platform.db.client, tenant, WRITERS * DOCUMENTS_OF_A_WRITER)
    await app.close()

    const ledger: Ledger = { acknowledged: new Set(), batches: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const server: Started = { ...(await processes.start(settings)), key: tenant.key }
      let left = randomInt(1, MOST_BATCHES + 1)
      const killed = Promise.withResolvers<void>()
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        const own = ids.filter((_id, index) => index % WRITERS === writer)
        while (await apply(server, own, ledger))
          if (--left === 0) setTimeout(() => killed.resolve(void server.child.kill('SIGKILL')), randomInt(MOMENT_MS))
      })
      await Promise.all([killed.promise, ...writers])
      expect(await server.ended).toBeNull()
    }

    const after = await database()
    try {
      // What the killed server had sent off, PostgreSQL still ends.
      await until(
        () =>
          after.client.$queryRaw`SELECT query FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
        [],
      )
      await verify(after.client, tenant.organizationId, ids, ledger)
    } finally {
      await after.close()
    }
  },
)

const verify = async (
  client: Client,
  organizationId: string,
  ids: readonly string[],
  { acknowledged, batches }: Ledger,
): Promise<void> => {
  const where = { organizationId }
  const entries = Map.groupBy(
    await client.lifecycleEntry.findMany({ where, orderBy: [...CHRONOLOGY] }),
    ({ documentId }) => documentId,
  )
  const messages = Map.groupBy(await client.lifecycleMessage.findMany({ where }), ({ documentId }) => documentId)
  const events = Map.groupBy(
    await client.event.findMany({ where: { ...where, type: 'lifecycle.updated' }, orderBy: { position: 'asc' } }),
    ({ data }) => (data as Body).documentId as string,
  )
  const work = await client.work.findMany({ where: { ...where, kind: 'lifecycle.send' } })
  const documents = new Map((await client.document.findMany({ where })).map((document) => [document.id, document]))
  const stored = new Set([...entries.values()].flat().map(({ documentId, note }) => `${documentId} ${note}`))
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
  expect(
    [...acknowledged].filter((one) => !stored.has(one)),
    'what was acknowledged is there',
  ).toEqual([])
  expect(stored.size, 'and nothing twice').toBe([...entries.values()].flat().length)
  for (const id of ids) {
    const own = entries.get(id) ?? []
    const moved = own.map(({ status }, index) => ({ from: own[index - 1]?.status ?? 'received', to: status }))
    const { lifecycleStatus, lifecycleVersion } = documents.get(id) ?? {}
    expect({ lifecycleStatus, lifecycleVersion }, 'the document stands where its last status says').toEqual({
      lifecycleStatus: own.at(-1)?.status ?? 'received',
      lifecycleVersion: own.length,
    })
    expect(
      (events.get(id) ?? []).map(({ data }) => ({
        from: (data as Body).previousStatus,
        to: (data as Body).currentStatus,
      })),
      'each status has one event, in their order',
    ).toEqual(moved)
    expect((messages.get(id) ?? []).map(({ entryId }) => entryId).toSorted(), 'and one message').toEqual(
      own.map((entry) => entry.id).toSorted(),
    )
  }
  const told = [...messages.values()].flat()
  expect(work.map(({ subjectId }) => subjectId).toSorted(), 'with the work of sending it').toEqual(
    told.map(({ id }) => id).toSorted(),
  )
  if (LONG)
    process.stdout.write(
      `${KILLS} kills: ${batches} batches, ${acknowledged.size} updates acknowledged, ${stored.size} ` +
        'stored, each with one event and one message\n',
    )
}
