/** @module-tag services */
/** Every worker keeps house, at no agreed time: two that do it at once, and one that dies at it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { tidy } from '../../src/app/housekeeping.ts'
import { openDatabase, transactionsOf } from '../../src/kernel/database/open.ts'
import { makeMonths, monthsFrom } from '../../src/kernel/database/partitions.ts'
import { newIdAt } from '../../src/values/ids.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 3_600_000
const PATIENCE_MS = 180_000
/** More than one statement takes along. */
const SANDBOXES = 24
/** Companies of sandboxes that end, whose participants somebody else waits for. */
const CONTESTED = 4

let url: string
let apps: [TestApp, TestApp]
let heir: Tenant
let ended: string[]
let contested: string[]
let complaints: object[]

const client = () => apps[0].platform.db.client
const daysAgo = (days: number): Date => new Date(apps[0].clock.now().getTime() - days * DAY_MS)
const months = (at: Date): string[] => monthsFrom(at).map(({ name }) => name)

/** One round, with whatever its log complains of. */
const keepHouse = ({ platform }: TestApp): Promise<void> => {
  const log = pino({ level: 'warn' }, { write: (line) => void complaints.push(JSON.parse(line)) })
  return tidy({ ...platform, log })
}

/** A sandbox whose time is over; `heir` waits for the company of one that is contested. */
const endedSandbox = async (isContested: boolean): Promise<string> => {
  const tenant = await apps[0].tenant()
  const vatNumber = freshVat()
  if (isContested)
    for (const one of [tenant, heir]) {
      const { body } = await one.post('/v1/companies', { vatNumber })
      if (one === heir) contested.push(body.id)
    }
  return tenant.organizationId
}

const requestLog = (startedAt: Date, nth: number) => ({
  organizationId: heir.organizationId,
  id: `req_of_test_${nth}`,
  method: 'GET',
  path: '/',
  status: 200,
  startedAt,
  durationMs: 1,
  upstreamCalls: [],
  validation: [],
})
const registryAnswer = (at: Date, nth: number) => ({
  question: `question ${nth}`,
  fetchedAt: at,
  freshUntil: at,
  keptUntil: at,
})
const storedFile = (createdAt: Date, nth: number) => ({
  organizationId: heir.organizationId,
  hash: String(nth).padStart(64, '0'),
  bytes: Buffer.from('x'),
  createdAt,
})

/** Of each kind that has its time three old rows, and a young one; months that are over, and none that come. */
const fill = async (): Promise<void> => {
  heir = await apps[0].tenant('white_label')
  for (let nth = 0; nth < SANDBOXES; nth++) ended.push(await endedSandbox(nth < CONTESTED))
  await client().organization.updateMany({ where: { id: { in: ended } }, data: { expiresAt: daysAgo(2) } })
  await makeMonths(transactionsOf(apps[0].platform.db), daysAgo(500))
  const ages = [daysAgo(490), daysAgo(480), daysAgo(400), daysAgo(-1)]
  await client().requestLog.createMany({ data: ages.map(requestLog) })
  await client().registryAnswer.createMany({ data: ages.map(registryAnswer) })
  await client().storedFile.createMany({ data: ages.map(storedFile) })
  const coming = months(daysAgo(0))
    .filter((name) => name.startsWith('request_logs'))
    .slice(1)
  await client().$executeRawUnsafe(`DROP TABLE ${coming.join()}`)
}

const partitions = async (): Promise<string[]> => {
  const rows = await client().$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON oid = inhparent WHERE relkind = 'p'`
  return rows.map(({ name }) => name).filter((name) => !name.endsWith('_rest'))
}

/** Whether a statement waits for a row that a test holds. */
const heldUp = (statement: string): Promise<unknown[]> =>
  client().$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ ${statement}`

const expectKept = async (): Promise<void> => {
  // One at a time drops months, and none that somebody holds at the moment: those go in a round that follows.
  await until(
    async () => {
      await keepHouse(apps[0])
      return (await partitions()).toSorted()
    },
    months(daysAgo(0)).toSorted(),
  )
  expect(complaints).toEqual([])
  const where = { organizationId: { in: ended } }
  expect(await client().organization.count({ where: { id: { in: ended } } })).toBe(0)
  for (const left of [client().company.count({ where }), client().event.count({ where })]) expect(await left).toBe(0)
  const young = { id: { startsWith: 'req_of_test_' } }
  expect(await client().requestLog.findMany({ where: young, select: { id: true } })).toEqual([{ id: 'req_of_test_3' }])
  expect(await client().registryAnswer.count({ where: { question: { startsWith: 'question' } } })).toBe(1)
  expect(await client().storedFile.count({ where: { hash: { startsWith: '0000' } } })).toBe(1)
  // What somebody waited for is theirs, and each was told once.
  await apps[0].platform.relay.drain()
  const { body } = await heir.get('/v1/events?type=company.ownership_granted&limit=100')
  const told = body.data.map(({ data }: Body) => data.companyId)
  expect(told.filter((id: string) => contested.includes(id)).toSorted()).toEqual(contested.toSorted())
}

// Citus takes no partitions that are made by hand.
describe.skipIf(inject('postgres') === '' || inject('nodes').length > 1)('housekeeping', () => {
  beforeEach(async () => {
    ;[ended, contested, complaints] = [[], [], []]
    url = await emptyDatabase('tidy')
    const open = (): Promise<TestApp> =>
      startApp({ WORKERS: 'off' }, { database: openDatabase({ url, countQueries: true }) })
    apps = await Promise.all([open(), open()])
    await fill()
  }, PATIENCE_MS)
  afterEach(async () => {
    for (const app of apps) await app.close()
  })

  test(
    'by two instances at once removes what is old and nothing else, hands on what is free once, and fails nothing',
    { timeout: PATIENCE_MS },
    async () => {
      await Promise.all(apps.map(keepHouse))
      await expectKept()
    },
  )

  test(
    'that is killed in the middle of a removal is brought to its end by the next',
    { timeout: PATIENCE_MS },
    async () => {
      const holder = new pg.Client({ connectionString: url })
      await holder.connect()
      await holder.query('BEGIN')
      await holder.query('SELECT FROM organizations WHERE id = ANY($1) FOR UPDATE', [ended])
      const child = spawn(process.execPath, [join(import.meta.dirname, '../support/tidying.ts')], {
        env: { PATH: process.env['PATH'], DATABASE_URL: url, WORKERS: 'off', LOG_LEVEL: 'silent' },
      })
      const gone = once(child, 'exit')
      try {
        await until(async () => (await heldUp('^DELETE FROM .*"organizations"')).length)
      } finally {
        child.kill('SIGKILL')
        await gone
      }
      // Of the first sandboxes something is gone, and they are there.
      expect(await client().participant.count({ where: { organizationId: { in: ended } } })).toBeLessThan(SANDBOXES)
      expect(await client().organization.count({ where: { id: { in: ended } } })).toBe(SANDBOXES)
      await holder.query('ROLLBACK')
      await holder.end()
      await keepHouse(apps[1])
      expect(await client().organization.count({ where: { id: { in: ended } } })).toBe(0)
      await expectKept()
    },
  )

  test(
    'goes on where another instance removes an organization whose events it has just found',
    { timeout: PATIENCE_MS },
    async () => {
      const two = ended.slice(0, 2)
      const event = { type: 'partner.created', data: {}, seq: 900n, createdAt: daysAgo(400) }
      for (const organizationId of two) {
        await client().event.create({ data: { organizationId, id: newIdAt('event', new Date(0)), ...event } })
        await client().eventSequence.update({ where: { organizationId }, data: { last: 900n, forgotten: 900n } })
      }
      const other = new pg.Client({ connectionString: url })
      await other.connect()
      await other.query('BEGIN')
      await other.query('DELETE FROM organizations WHERE id = ANY($1)', [two])
      const round = keepHouse(apps[1])
      await until(async () => (await heldUp('DELETE FROM events_rest')).length)
      await other.query('COMMIT')
      await other.end()
      await round
      await expectKept()
    },
  )
})
