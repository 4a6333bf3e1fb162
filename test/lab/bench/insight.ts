/**
 * What `insight` and `ageing` cost for an organization of many documents: the last month, quarter and year, and what is
 * open on either side. `ROWS=100000` for a short run.
 */
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { firstIdWithin } from '../../../src/values/ids.ts'
import { startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, median, percentile } from './support/bench.ts'
import { startProduct } from './support/processes.ts'
import { reader } from './support/reader.ts'
import { type Tenant, connect, seedCompanies, seedTenant } from './support/seed.ts'

const ROWS = Number(process.env['ROWS'] ?? 1_000_000)
const DAYS = 730
const DAY_MS = 86_400_000
const REPETITIONS = 20
const WARM = 2
/** People wait for a page of figures, not longer. */
const LONGEST_MS = 2_000
const settings = { WORKERS: 'off' }

const questions: readonly (readonly [what: string, path: string])[] = [
  ['insight of this month', '/v1/stats/insight?period=month'],
  ['insight of this quarter', '/v1/stats/insight?period=quarter'],
  ['insight of this year', '/v1/stats/insight?period=year'],
  ['insight of this year, of one company', '/v1/stats/insight?period=year&companyId=comp_01000000000000000000000007'],
  ['what is owed to us, by age', '/v1/payments/ageing?side=receivable'],
  ['what we owe, by age', '/v1/payments/ageing?side=payable'],
]

/** Spread evenly over two years; one in ten that we sent is open, one in ten of the others disputed or approved. */
const seedDocuments = async (session: SqlSession, { organizationId }: Tenant): Promise<void> => {
  const perDay = Math.ceil(ROWS / DAYS)
  const ages = Array.from({ length: DAYS }, (_, day) => day)
  // The first ten letters of an identifier are its time.
  const begins = ages.map((day) => firstIdWithin('document', day * DAY_MS).slice(0, 14))
  await session.script('DROP INDEX "documents_parts_in_time_idx"')
  await session.query(
    `INSERT INTO documents ("organizationId", id, "companyId", type, "typeCode", direction, number, "issueDate",
       "dueDate", currency, "grossAmount", "netAmount", "vatAmount", "prepaidAmount", "amountDue", status,
       "deliveryStatus", "lifecycleStatus", "errorCode", "senderPeppolId", "senderName", "receiverPeppolId",
       "receiverName", format, syntax, "searchText", "createdAt", "updatedAt", "sentAt", "deliveredAt", read)
     SELECT $1, made.begin || lpad(to_hex(n), 16, '0'), 'comp_01' || lpad(to_hex(1 + n % 200), 24, '0'),
       CASE n % 10 WHEN 0 THEN 'credit-note' ELSE 'invoice' END, '380',
       (CASE n % 3 WHEN 0 THEN 'incoming' ELSE 'outgoing' END)::"Direction", 'B-' || made.age || '-' || n,
       made.at::date, made.at::date + 30, CASE n % 50 WHEN 0 THEN 'USD' ELSE 'EUR' END,
       (n * 7919 % 1000000) / 100.0, (n * 7919 % 1000000) / 120.0, 0, 0, (n * 7919 % 1000000) / 100.0,
       (CASE WHEN n % 100 = 0 THEN 'rejected' ELSE 'delivered' END)::"DocumentStatus",
       (CASE WHEN n % 100 = 0 THEN 'rejected' ELSE 'delivered' END)::"DeliveryStatus",
       (CASE WHEN n % 70 = 0 THEN 'disputed' WHEN n % 10 = 1 THEN 'issued' ELSE 'paid' END)::"LifecycleStatus",
       CASE n % 100 WHEN 0 THEN 'RECIPIENT_REJECTED' END, '0225:000000001', 'Us', '0208:0000000001', 'Them', 'json',
       'ubl', '', made.at, made.at, made.at, made.at + n % 90 * interval '1 second', true
     FROM (SELECT begin, age, now() - age * interval '1 day' AS at
           FROM unnest($2::text[], $3::int[]) AS days(begin, age)) AS made, generate_series(1::bigint, $4::bigint) AS n`,
    [organizationId, begins, ages, perDay],
  )
  await session.query(
    `INSERT INTO payments ("organizationId", id, "companyId", "documentId", amount, currency, "paidOn", source,
       "recordedBy", "createdAt")
     SELECT "organizationId", 'pay_' || substr(id, 5), "companyId", id, "grossAmount" + 0.01, currency, "dueDate", 'api',
       'bench', "createdAt"
     FROM documents WHERE "organizationId" = $1 AND "lifecycleStatus" = 'paid' AND direction = 'outgoing'`,
    [organizationId],
  )
  await session.script('VACUUM ANALYZE documents, payments')
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() =>
    startPostgres({ shared_buffers: '2GB', max_wal_size: '16GB', maintenance_work_mem: '1GB' }),
  )
  const product = await use(() => startProduct({ databaseUrl: database.url, settings }))
  const session = await connect(database.url)
  const tenant = await seedTenant(session, 'org_many')
  await seedCompanies(session, tenant, 200)
  say(`inserting ${ROWS.toLocaleString('en')} documents`)
  await seedDocuments(session, tenant)
  const ask = reader<object>(product)
  const lines: Line[] = []
  for (const [what, path] of questions) {
    const taken: number[] = []
    for (let round = -WARM; round < REPETITIONS; round++) {
      const { ms } = await ask(tenant, path)
      if (round >= 0) taken.push(ms)
    }
    const p95 = percentile(Float64Array.from(taken).sort(), 0.95)
    const reached = p95 <= LONGEST_MS
    lines.push({ name: what, ratio: 1, p50: median(taken), p95, target: `p95 ≤ ${LONGEST_MS} ms`, reached })
  }
  return [{ title: `Figures of an organization of ${ROWS.toLocaleString('en')} documents`, lines }]
}
