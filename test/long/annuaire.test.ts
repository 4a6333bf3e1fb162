import { Client } from 'pg'
import { env, stdout } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'

/** `LINES=1000000` is the long form (`npm run test:long -- annuaire`), which judges how long searches take. */
const LINES = Number(env.LINES ?? 2_000)
const PORTION = 20_000
const ROUNDS = LINES >= 1_000_000 ? 40 : 2
const MOST_MS = 50

/** By a connection of its own: the product waits for no statement as long as an index takes. */
const withoutPatience = async (statements: readonly string[]): Promise<void> => {
  const { DATABASE_URL } = app.platform.env
  if (!DATABASE_URL) {
    for (const statement of statements) await app.platform.db.client.$executeRawUnsafe(statement)
    return
  }
  const connection = new Client({ connectionString: DATABASE_URL })
  await connection.connect()
  await connection.query("SET maintenance_work_mem = '256MB'")
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  const { client } = app.platform.db
  // An index of parts of texts is built much sooner than it is filled.
  const indexes = await client.$queryRawUnsafe<{ indexname: string; indexdef: string }[]>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'french_%' AND indexdef LIKE '%gin_trgm_ops%'",
  )
  for (const { indexname } of indexes) await client.$executeRawUnsafe(`DROP INDEX "${indexname}"`)
  for (let from = 1; from <= LINES; from += PORTION) {
    const series = `generate_series(${from}, ${Math.min(LINES, from + PORTION - 1)}) AS n`
    const siren = "lpad((100000000 + n)::text, 9, '0')"
    await client.$executeRawUnsafe(`INSERT INTO french_units
      ("siren", "businessName", "entityType", "administrativeStatus")
      SELECT ${siren}, 'SOCIETE ' || n, 'PrivateVatRegistered', 'A' FROM ${series}`)
    await client.$executeRawUnsafe(`INSERT INTO french_facilities
      ("siret", "siren", "name", "facilityType", "administrativeStatus", "postalCode", "locality", "addressText")
      SELECT ${siren} || '00017', ${siren}, 'SOCIETE ' || n, 'P', 'A', lpad((n % 95000)::text, 5, '0'),
        'VILLE ' || (n % 30000), n || ' RUE ' || (n % 5000) FROM ${series}`)
    await client.$executeRawUnsafe(`INSERT INTO french_lines
      ("addressingIdentifier", "siren", "siret", "platformType", "startsOn")
      SELECT ${siren} || '_' || ${siren} || '00017', ${siren}, ${siren} || '00017', 'WK', '2026-01-01' FROM ${series}`)
  }
  await withoutPatience(indexes.map(({ indexdef }) => indexdef))
  await client.$executeRawUnsafe('ANALYZE french_units, french_facilities, french_lines')
}, 600_000)
afterAll(() => app.close())

const base = '/afnor/directory-service/v1'
const sirenOf = (round: number): string => String(100_000_001 + ((round * 7_919) % LINES))

/** A look-up by its kind, for one of the companies. */
const lookUps: Readonly<Record<string, (siren: string) => Promise<{ status: number }>>> = {
  'a line by its identifier': (siren) => tenant.get(`${base}/directory-line/code:${siren}_${siren}00017`),
  'the lines of a SIREN': (siren) =>
    tenant.post(`${base}/directory-line/search`, {
      filters: { siren: { op: 'strict', value: siren } },
      include: ['siren', 'siret', 'routingCode'],
    }),
  'a part of an identifier': (siren) =>
    tenant.post(`${base}/directory-line/search`, {
      filters: { addressingIdentifier: { op: 'contains', value: `${siren.slice(3)}00017` } },
    }),
  'a first page without filters': () => tenant.post(`${base}/directory-line/search`, {}),
  'an establishment by its SIRET': (siren) => tenant.get(`${base}/siret/code-insee:${siren}00017?include=siren`),
  'establishments by post code': (siren) =>
    tenant.post(`${base}/siret/search`, { filters: { postalCode: { op: 'strict', value: siren.slice(4) } } }),
  'a legal unit by its SIREN': (siren) => tenant.get(`${base}/siren/code-insee:${siren}`),
}

test.each(Object.entries(lookUps))('%s is found soon among all lines', async (what, lookUp) => {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    expect(await lookUp(sirenOf(round))).toMatchObject({ status: 200 })
    took.push(performance.now() - before)
  }
  const p95 = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0
  stdout.write(`${LINES} lines, ${what}: p95 ${p95.toFixed(1)} ms\n`)
  expect(p95).toBeLessThanOrEqual(LINES >= 1_000_000 ? MOST_MS : Number.POSITIVE_INFINITY)
})
