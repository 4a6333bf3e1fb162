/**
 * The French directory: look-ups and first pages among 1,000,000 lines on PostgreSQL. `ROWS=100000` for a short run.
 */
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { connect, seedTenant } from './support/seed.ts'

// oxlint-disable-next-line node/no-process-env
const ROWS = Number(process.env['ROWS'] ?? 1_000_000)
const REPETITIONS = 200
const WARM = 50
const MOST_MS = 50
const BASE = '/afnor/directory-service/v1'

/** Four lines a company: its SIREN, an establishment, a routing code there, and the address for statuses. */
const seedLines = async (session: SqlSession): Promise<void> => {
  const companies = Math.ceil(ROWS / 4)
  const made = `SELECT n, lpad(n::text, 9, '0') AS siren, lpad(n::text, 9, '0') || '00015' AS siret FROM generate_series(1, $1::int) AS n`
  const statements = [
    `INSERT INTO french_units (siren, "businessName", "entityType", "administrativeStatus", "prospectingForbidden")
     SELECT siren, 'COMPANY ' || n || ' OF TOWN ' || n % 5000, 'PrivateVatRegistered', 'A', false FROM (${made}) AS made`,
    `INSERT INTO french_facilities (siret, siren, name, "facilityType", "administrativeStatus", "postalCode", locality)
     SELECT siret, siren, 'SEAT ' || n, 'P', 'A', lpad((n % 95000)::text, 5, '0'), 'TOWN ' || n % 5000 FROM (${made}) AS made`,
    `INSERT INTO french_routing_codes (siret, "routingIdentifier", "routingCodeName", "administrativeStatus")
     SELECT siret, 'COMPTA', 'Accounts', 'A' FROM (${made}) AS made`,
    `INSERT INTO french_lines ("addressingIdentifier", siren, siret, "routingIdentifier", "addressingSuffix",
       "platformType", "startsOn")
     SELECT concat_ws('_', siren, line.siret, line.code, line.suffix), siren, line.siret, line.code, line.suffix, 'WK',
       '2026-01-01'
     FROM (${made}) AS made
     CROSS JOIN LATERAL (VALUES (NULL, NULL, NULL), (made.siret, NULL, NULL), (made.siret, 'COMPTA', NULL),
       (NULL, NULL, 'STATUTS')) AS line (siret, code, suffix)`,
  ]
  for (const statement of statements) await session.query(statement, [companies])
  // As the upkeep of PostgreSQL does: a search index keeps what is new in a list until then.
  await session.script('VACUUM ANALYZE')
}

const is = (value: string, op = 'strict') => ({ op, value })
const sirenOf = (round: number): string => String(1 + ((round * 7_919) % (ROWS / 4))).padStart(9, '0')

type Question = (siren: string) => { path: string; body?: object }

const questions: Readonly<Record<string, Question>> = {
  'a line by its identifier': (siren) => ({
    path: `${BASE}/directory-line/code:${siren}_${siren}00015_COMPTA?include=siren,siret,routingCode`,
  }),
  'a SIREN': (siren) => ({ path: `${BASE}/siren/code-insee:${siren}` }),
  'a SIRET': (siren) => ({ path: `${BASE}/siret/code-insee:${siren}00015?include=siren` }),
  'a routing code': (siren) => ({ path: `${BASE}/routing-code/siret:${siren}00015/code:COMPTA` }),
  'the lines of a SIREN': (siren) => ({
    path: `${BASE}/directory-line/search`,
    body: { filters: { siren: is(siren) }, include: ['siren'] },
  }),
  'the lines of a SIRET': (siren) => ({
    path: `${BASE}/directory-line/search`,
    body: { filters: { siret: is(`${siren}00015`) } },
  }),
  'lines by a part of their identifier': (siren) => ({
    path: `${BASE}/directory-line/search`,
    body: { filters: { addressingIdentifier: is(`${siren}00015_C`, 'contains') } },
  }),
  'a company by its name': (siren) => ({
    path: `${BASE}/siren/search`,
    body: { filters: { businessName: is(`company ${Number(siren)} of`, 'startWith') } },
  }),
}

interface Body {
  results?: unknown[]
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() =>
    startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' }),
  )
  const product = await use(() => startProduct({ databaseUrl: database.url, settings: { WORKERS: 'off' } }))
  const session = await connect(database.url)
  say(`inserting ${ROWS.toLocaleString('en')} lines into PostgreSQL`)
  const tenant = await seedTenant(session, 'org_known')
  await seedLines(session)
  say('asking')
  const read = reader<Body>(product)
  const lines: Line[] = []
  for (const [what, question] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = -WARM; round < REPETITIONS; round++) {
      const { path, body } = question(sirenOf(round + WARM + 1))
      const answer = await read(tenant, path, body)
      if (body && answer.body.results?.length === 0) throw new Error(`${what}: nothing was found`)
      if (round >= 0) times.push(answer.ms)
    }
    const p95 = percentile(Float64Array.from(times).sort(), 0.95)
    const name = `French directory: ${what}`
    const target = `p95 ≤ ${MOST_MS} ms`
    lines.push({ name, ratio: p95 / MOST_MS, p50: median(times), p95, target, reached: p95 <= MOST_MS })
  }
  return [{ title: `Look-ups among ${ROWS.toLocaleString('en')} lines on PostgreSQL`, lines }]
}
