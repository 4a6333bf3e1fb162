/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/kernel/errors/unavailable.ts'
import { constraintOf } from '../../src/kernel/database/open.ts'
import { onboardCompanies } from '../../src/tenants/onboard-companies.ts'
import { limits } from '../../src/values/limits.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { atLeast, until } from '../support/until.ts'

/** Tables that belong to no tenant, and why. */
const globalTables: Readonly<Record<string, string>> = {
  organizations: 'The tenant itself.',
  api_key_hashes: 'A key is found by its hash before its tenant is known.',
  oauth_clients: 'Programs that registered themselves belong to nobody.',
  oauth_requests: 'What a program asks for belongs to nobody until somebody allows it.',
  oauth_refresh_tokens: 'A refresh token is found by its hash before its tenant is known.',
  handoff_hashes: 'A handoff is found by the hash of its token before its tenant is known.',
  participants: 'One owner of all organizations; incoming documents are routed by it, before their tenant is known.',
  directory_entries: 'What the public directory tells of participants, who belong to nobody.',
  french_units: 'What the French directory tells of companies, whoever asks.',
  french_facilities: 'What the French directory tells of establishments.',
  french_routing_codes: 'What the French directory tells of services.',
  french_lines: 'What the French directory tells of addresses.',
  french_copy: 'How far the copy of the French directory is.',
  registry_answers: 'What national registries tell of companies, whoever asked.',
  simulated_messages: 'What the far end of the simulated network has taken over.',
  instances: 'The processes that do due work.',
  deployment_settings: 'Secrets that all instances of one deployment share.',
  _prisma_migrations: 'The history of the schema.',
  simulated_sdi_files: 'What the simulated interchange system has taken over.',
}

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const sql = <Row>(text: string): Promise<Row[]> => app.platform.db.client.$queryRawUnsafe<Row[]>(text)

describe('every table', () => {
  test('every table has a primary key that starts with organizationId, or is on the list of global ones', async () => {
    const rows = await sql<{ table: string; first: string | null }>(`
      SELECT c.relname::text AS table, (SELECT a.attname::text FROM pg_constraint k JOIN pg_attribute a ON a.attrelid =
      c.oid AND a.attnum = k.conkey[1] WHERE k.conrelid = c.oid AND k.contype = 'p') AS first
      FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ table, first }) => first !== 'organizationId' && !(table in globalTables))).toEqual([])
    expect(Object.keys(globalTables).filter((name) => !rows.some(({ table }) => table === name))).toEqual([])
  })

  test('every foreign key between tables of tenants starts with organizationId on both sides', async () => {
    const rows = await sql<{ name: string; own: string; target: string; theirs: string }>(`
      SELECT k.conname::text AS name, a.attname::text AS own, k.confrelid::regclass::text AS target, b.attname::text AS
      theirs
      FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] JOIN pg_attribute
      b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(8)
    expect(
      rows.filter(
        ({ own, target, theirs }) =>
          own !== 'organizationId' || theirs !== (target === 'organizations' ? 'id' : 'organizationId'),
      ),
    ).toEqual([])
  })

  test('every table keeps instants with their zone', async () => {
    expect(
      await sql(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ` +
          `AND data_type = 'timestamp without time zone'`,
      ),
    ).toEqual([])
  })
})

describe('a row of one tenant', () => {
  test('a row of one tenant cannot point at a row of another: the database refuses', async () => {
    const { client } = app.platform.db
    const stranger = await app.tenant()
    const { organizationId } = tenant
    const { body: theirs } = await stranger.post('/v1/companies', { vatNumber: freshVat() })
    const before = await tenant.footprint()
    const now = app.clock.now()
    const attempts = [
      () =>
        client.apiKey.create({
          data: {
            organizationId,
            id: 'key_x',
            name: 'x',
            type: 'platform',
            testMode: true,
            keyPrefix: 'x',
            scopes: [],
            companyId: theirs.id,
            createdAt: now,
          },
        }),
      () =>
        client.event.create({
          data: {
            organizationId,
            id: 'evt_x',
            type: 'company.created',
            companyId: theirs.id,
            data: {},
            createdAt: now,
          },
        }),
      () =>
        client.work.create({
          data: {
            organizationId,
            id: 'work_x',
            kind: 'company.refresh',
            companyId: theirs.id,
            subjectId: 'x',
            target: 'x',
            dueAt: now,
            createdAt: now,
          },
        }),
      () =>
        client.company.update({
          where: { organizationId_id: { organizationId, id: tenant.companyId } },
          data: { legalAddressId: theirs.legalAddressId },
        }),
    ]
    for (const attempt of attempts)
      expect(
        constraintOf(
          await attempt().then(
            () => undefined,
            (error: unknown) => error,
          ),
        ),
      ).toMatch(/organizationId/)
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('instants', () => {
  test('instants come back as they were written, in UTC, whatever the zone of the machine', async () => {
    const { client } = app.platform.db
    const instants = ['2026-03-29T01:30:00.123Z', '1999-12-31T23:59:59.999Z', '2028-02-29T00:00:00.000Z']
    for (const text of instants) {
      await client.organization.update({
        where: { id: tenant.organizationId },
        data: { rateLimitedUntil: new Date(text) },
      })
      expect(
        (
          await client.organization.findUniqueOrThrow({ where: { id: tenant.organizationId } })
        ).rateLimitedUntil?.toISOString(),
      ).toBe(text)
      const [raw] = await sql<{ at: Date; text: string }>(
        `SELECT "rateLimitedUntil" AS at, to_char("rateLimitedUntil", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ` +
          `AS text FROM organizations WHERE id = '${tenant.organizationId}'`,
      )
      expect([new Date(raw?.at ?? 0).toISOString(), raw?.text]).toEqual([text, text])
    }
    await client.organization.update({ where: { id: tenant.organizationId }, data: { rateLimitedUntil: null } })
    expect(await sql('SHOW TimeZone')).toEqual([
      expect.toSatisfy((row: object) => /^(UTC|Etc\/UTC)$/.test(String(Object.values(row)[0]))),
    ])
  })
})

test('statistics of the planner follow by themselves when a table is filled', async () => {
  await app.platform.db.client.$executeRaw`INSERT INTO deployment_settings (name, value)
        SELECT 'setting ' || n, 'x' FROM generate_series(1, 500) AS n`
  const known = `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'deployment_settings'`
  const rows = await app.platform.db.client.deploymentSetting.count()
  expect(await until(async () => (await sql<{ rows: number }>(known))[0]?.rows ?? 0, atLeast(500))).toBe(rows)
})

describe('a transaction', () => {
  const rename = (name: string, timeoutMs: number | undefined): Promise<unknown> =>
    app.platform.db.transaction(async (db) => {
      await db.organization.update({ where: { id: tenant.organizationId }, data: { name } })
      await db.$queryRaw`SELECT 1 FROM pg_sleep(0.4)`
      await db.$queryRaw`SELECT 1`
    }, timeoutMs)
  const name = async (): Promise<string> => (await tenant.get('/v1/organization')).body.name

  test(
    'is undone when it takes longer than it may, and goes on where one call may take as long as many',
    { tags: 'heavy' },
    async () => {
      const before = await name()
      await expect(rename('too slow', 100)).rejects.toBeInstanceOf(DatabaseUnavailable)
      expect(await name()).toBe(before)
      await rename('in time', 60_000)
      expect(await name()).toBe('in time')
    },
  )

  test('of a whole batch of companies may take a tenth of a second for each', () => {
    expect(onboardCompanies.transactionMs).toBeGreaterThanOrEqual(limits.batchOnboardings * 100)
  })
})
