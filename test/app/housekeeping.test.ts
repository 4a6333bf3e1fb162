/** @module-tag services */
/** What is old enough is removed, however much of it there is: no statement has more time than others. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { tidy } from '../../src/app/housekeeping.ts'
import { type TestApp, startApp } from '../support/app.ts'

const DAY_MS = 24 * 3_600_000
const MOST = 10

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
}, 60_000)
afterAll(() => app.close())

const run = (sql: string): Promise<number> => app.platform.db.client.$executeRawUnsafe(sql)

/** Meanwhile the database ends each deletion of which this holds, as at the time limit of a statement. */
const tooLong = async (condition: string, when: string, body: () => Promise<unknown>): Promise<void> => {
  await run(`CREATE FUNCTION takes_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF ${condition} THEN RAISE 'It took too long.' USING ERRCODE = '57014'; END IF; RETURN OLD; END $$`)
  try {
    await run(`CREATE TRIGGER takes_long ${when} EXECUTE FUNCTION takes_long()`)
    await body()
  } finally {
    await run('DROP FUNCTION takes_long CASCADE')
  }
}

// Citus takes no triggers on tables of tenants.
describe.skipIf(inject('nodes').length > 1)('where a statement has little time', () => {
  test('old rows that are too many for one statement are deleted by several, and younger ones stay', async () => {
    const { organizationId } = await app.tenant()
    const now = app.platform.clock.now().getTime()
    const young = new Date(now - DAY_MS)
    const data = [...Array.from({ length: 60 }, (_, index) => new Date(now - (100 + 7 * index) * DAY_MS)), young].map(
      (startedAt, index) => ({
        organizationId,
        id: `req_old_${index}`,
        method: 'GET',
        path: '/',
        status: 200,
        startedAt,
        durationMs: 1,
        upstreamCalls: [],
        validation: [],
      }),
    )
    const where = { id: { startsWith: 'req_old_' } }
    await app.platform.db.client.requestLog.createMany({ data })
    await tooLong(
      `(SELECT count(*) FROM gone) > ${MOST}`,
      'AFTER DELETE ON request_logs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT',
      () => tidy(app.platform, 1),
    )
    const left = await app.platform.db.client.requestLog.findMany({ where, select: { startedAt: true } })
    expect(left).toEqual([{ startedAt: young }])
  })

  test('files that nothing names are removed in portions, and those that something names stay', async () => {
    const { organizationId } = await app.tenant()
    const { client } = app.platform.db
    const old = new Date(app.platform.clock.now().getTime() - 8 * DAY_MS)
    await client.$executeRaw`
      INSERT INTO stored_files ("organizationId", hash, bytes, "createdAt")
      SELECT ${organizationId}, lpad(to_hex(nth), 64, '0'), 'x'::bytea, ${old} FROM generate_series(1, 2500) AS nth`
    const named = '1'.padStart(64, '0')
    const operation = { organizationId, id: 'bulk_named', kind: 'send', format: 'jsonl', caller: {} } as const
    const times = { createdAt: old, updatedAt: old, createdBy: 'Somebody' }
    await client.bulkOperation.create({ data: { ...operation, ...times } })
    const portion = { operationId: operation.id, isResult: false, number: 0, size: 1, bytesBefore: 0, linesBefore: 0 }
    await client.bulkPortion.create({ data: { organizationId, ...portion, fileHash: named } })
    await tooLong(
      '(SELECT count(*) FROM gone) > 1000',
      'AFTER DELETE ON stored_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT',
      () => tidy(app.platform, 0),
    )
    const left = await client.storedFile.findMany({ where: { organizationId }, select: { hash: true } })
    expect(left).toEqual([{ hash: named }])
  })

  test('a sandbox that has more than one statement deletes is removed like others, with everything it has', async () => {
    const [large, small] = [await app.tenant(), await app.tenant()]
    const ids = [large, small].map(({ organizationId }) => organizationId)
    const { client } = app.platform.db
    const columns = {
      organizationId: large.organizationId,
      type: 'company.updated',
      data: {},
      createdAt: app.clock.now(),
    }
    await client.event.createMany({
      data: Array.from({ length: 3 * MOST }, (_, index) => ({ ...columns, id: `evt_large_${index}` })),
    })
    const expiresAt = new Date(app.platform.clock.now().getTime() - 2 * DAY_MS)
    await client.organization.updateMany({ where: { id: { in: ids } }, data: { expiresAt } })
    await tooLong(
      `(SELECT count(*) FROM events WHERE "organizationId" = OLD.id) > ${MOST}`,
      'BEFORE DELETE ON organizations FOR EACH ROW',
      () => tidy(app.platform, 1),
    )
    expect(await client.organization.count({ where: { id: { in: ids } } })).toBe(0)
    expect(await client.event.count({ where: { id: { startsWith: 'evt_large_' } } })).toBe(0)
  })
})
