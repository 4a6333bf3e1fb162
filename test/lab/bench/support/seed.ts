/** Rows made by SQL: an organization with many keys and many companies. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { postgresSession } from '../../../../src/kernel/database/session.ts'
import type { SqlSession } from '../../../../src/kernel/database/session.ts'
import { idsSince } from '../../../../src/values/ids.ts'

/** The largest plan allows 1,200 requests a minute for a key: with so many keys no request of the bench is refused. */
const KEYS = 400

/** A connection that ends with its server at the latest. */
export const connect = async (url: string): Promise<SqlSession> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return postgresSession(client)
}

export interface Tenant {
  organizationId: string
  keys: string[]
}

export const seedTenant = async (session: SqlSession, organizationId: string, count = KEYS): Promise<Tenant> => {
  const keys = Array.from(
    { length: count },
    (_, index) => `svc_wl_test_${organizationId}${String(index).padStart(6, '0')}`,
  )
  const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'))
  await session.query(`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ($1, $1, 'white_label', now())`, [
    organizationId,
  ])
  await session.query(
    `INSERT INTO api_keys ("organizationId", id, name, type, "testMode", "keyPrefix", scopes, "createdAt")
     SELECT $1, 'key_' || hash, 'bench', 'white_label', true, 'svc_wl_test_', '{*}', now() FROM unnest($2::text[]) AS
     hash`,
    [organizationId, hashes],
  )
  await session.query(
    `INSERT INTO api_key_hashes (hash, "organizationId", "keyId") SELECT hash, $1, 'key_' || hash FROM ` +
      'unnest($2::text[]) AS hash',
    [organizationId, hashes],
  )
  return { organizationId, keys }
}

/** Companies numbered from 1, or after those of others: the highest number is the newest. */
export const seedCompanies = async (
  session: SqlSession,
  { organizationId }: Tenant,
  count: number,
  others = 0,
): Promise<void> => {
  // The search index is filled at once at the end: row by row it would take most of the time.
  const bulk = count > 10_000
  if (bulk) await session.script('DROP INDEX "companies_organizationId_searchText_idx"')
  await session.query(
    `INSERT INTO addresses ("organizationId", id, street, city, "postalCode", country)
     SELECT $1, 'addr_01' || lpad(to_hex(n), 24, '0'), n || ' Harbour Street', 'Lyon', '69002', 'FR' FROM
     generate_series($3::int + 1, $3::int + $2::int) AS n`,
    [organizationId, count, others],
  )
  await session.query(
    `INSERT INTO companies ("organizationId", id, name, "legalName", slug, "vatNumber", "registrationNumber", country,
      "peppolId", "additionalIdentifiers", "legalAddressId",
       "dataProviderType", "dataProviderSyncDate", capabilities, compliance, settings, metadata, "searchText",
       "createdAt", "updatedAt")
     SELECT $1, 'comp_01' || lpad(to_hex(n), 24, '0'), 'Company ' || n, 'Company ' || n || ' SAS', 'company-' || n,
     'FR40' || lpad(n::text, 9, '0'), lpad(n::text, 9, '0'), 'FR', '0225:' || lpad(n::text, 9, '0'),
       '[{"scheme": "DUNS", "value": "123456789"}]', 'addr_01' || lpad(to_hex(n), 24, '0'), 'sandbox-registry', now(),
       '{"send": ["invoice", "credit-note"], "receive": ["invoice", "credit-note"]}', '{}', '{"currency": "EUR"}',
       '{"customer": "4711"}', 'company ' || n, now(), now()
     FROM generate_series($3::int + 1, $3::int + $2::int) AS n`,
    [organizationId, count, others],
  )
  if (bulk)
    await session.script(
      'CREATE INDEX "companies_organizationId_searchText_idx" ON companies USING gin ("organizationId", "searchText" gin_trgm_ops)',
    )
  await session.script('VACUUM ANALYZE')
}

/** The seeded companies own their participants, so that they may send. */
export const grantOwnership = async (session: SqlSession, { organizationId }: Tenant): Promise<void> => {
  await session.query(
    `INSERT INTO participants ("peppolId", "organizationId", "companyId", "ownedId", "claimedAt")
     SELECT "peppolId", "organizationId", id, "peppolId", now() FROM companies WHERE "organizationId" = $1`,
    [organizationId],
  )
  await session.query(
    `UPDATE companies SET "ownershipStatus" = 'granted', "ownershipGrantedAt" = now() WHERE "organizationId" = $1`,
    [organizationId],
  )
}

const WORDS = 64
const PARTNERS = 5_000
const DAYS = 2_000
const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_DAY = Date.UTC(2020, 0, 2)

/** All are called `Harbour <number> Trading` and a word that some share; one in a thousand is also a `Lantern`. */
const NAME = `'Harbour ' || n || ' Trading word' || n % ${WORDS} ||
  CASE n % 1000 WHEN 0 THEN ' Lantern' ELSE '' END || ' SA'`

/** A search index is filled at once at the end: row by row it would take most of the time. */
const inBulk = async (
  session: SqlSession,
  index: string,
  definition: string,
  insert: () => Promise<unknown>,
): Promise<void> => {
  await session.script(`DROP INDEX "${index}"`)
  await insert()
  await session.script(`CREATE INDEX "${index}" ON ${definition}`)
  await session.script('VACUUM ANALYZE')
}

/** Participants of the network, numbered from 1, as the directory told them a moment ago. */
export const seedDirectory = (session: SqlSession, count: number): Promise<void> =>
  inBulk(session, 'directory_entries_searchText_idx', 'directory_entries USING gin ("searchText" gin_trgm_ops)', () =>
    session.query(
      `INSERT INTO directory_entries ("peppolId", name, country, city, "postalCode", "vatNumber", identifiers,
        "entityKey", head, "naceCodes", "documentTypes", "searchText", "fetchedAt")
     SELECT '0225:' || siren, name, 'FR', city, '69' || lpad((n % 1000)::text, 3, '0'), 'FR40' || siren, ARRAY['0225:'
     || siren, siren, 'FR40' || siren], 'SIREN ' || siren, true, ARRAY['62.01'],
       ARRAY['invoice', 'credit-note'], lower(name || E'\\n' || city || E'\\n0225:' || siren || E'\\n' || siren ||
       E'\\nFR40' || siren), now()
     FROM (SELECT n, lpad(n::text, 9, '0') AS siren, 'Town ' || n % 5000 AS city, ${NAME} AS name FROM
     generate_series(1, $1::int) AS n) AS made`,
      [count],
    ),
  )

/** Partners numbered from 1: the highest number is the newest. */
export const seedPartners = (session: SqlSession, { organizationId }: Tenant, count: number): Promise<void> =>
  inBulk(
    session,
    'partners_organizationId_searchText_idx',
    'partners USING gin ("organizationId", "searchText" gin_trgm_ops)',
    () =>
      session.query(
        `INSERT INTO partners ("organizationId", id, "peppolId", name, "vatNumber", country, tags, "searchText",
        "lastActivityAt", "createdAt", "updatedAt")
     SELECT $1, 'part_01' || lpad(to_hex(n), 24, '0'), '0225:' || siren, name, 'FR40' || siren, CASE n % 10 WHEN 0 THEN
     'BE' ELSE 'FR' END, CASE n % 1000 WHEN 0 THEN ARRAY['lantern'] ELSE ARRAY['customer'] END,
       lower(name || E'\\nFR40' || siren || E'\\n0225:' || siren || E'\\n\\n'), CASE n % 2 WHEN 0 THEN now() - n *
       interval '1 second' END, now(), now()
     FROM (SELECT n, lpad(n::text, 9, '0') AS siren, ${NAME} AS name FROM generate_series(1, $2::int) AS n) AS made`,
        [organizationId, count],
      ),
  )

/**
 * Documents of the first two hundred companies, numbered from 1: the highest number is the newest. Every text holds
 * `invoice`; one in a thousand `harbour`; and each one of 64 words beside its own number. The older half is archived,
 * few of those that came in are unread, and all are spread evenly over 2,000 days.
 */
export const seedDocuments = async (session: SqlSession, { organizationId }: Tenant, count: number): Promise<void> => {
  /** An identifier begins with its time. */
  const begins = Array.from({ length: DAYS + 1 }, (_, day) => idsSince('document', new Date(FIRST_DAY + day * DAY_MS)))
  const numbered = `generate_series(1::bigint, $2::bigint) AS n
     JOIN (SELECT begin, nth::int - 1 AS day FROM unnest($3::text[]) WITH ORDINALITY AS days(begin, nth)) AS days
       ON days.day = n * ${DAYS} / $2`
  await session.query(
    `INSERT INTO partners ("organizationId", id, "peppolId", name, country, tags, "searchText", "createdAt",
      "updatedAt")
     SELECT $1, 'part_01' || lpad(to_hex(n), 24, '0'), '0208:' || lpad(n::text, 10, '0'), 'Buyer ' || n, 'BE', '{}',
     'buyer ' || n, now(), now() FROM generate_series(0, ${PARTNERS - 1}) AS n`,
    [organizationId],
  )
  await session.query(
    `INSERT INTO documents ("organizationId", id, "companyId", "partnerId", type, "typeCode", direction, number,
      "issueDate", "dueDate", currency, "grossAmount", "netAmount", "vatAmount", "prepaidAmount", "amountDue",
       status, "deliveryStatus", "lifecycleStatus", "senderPeppolId", "senderName", "receiverPeppolId", "receiverName",
       "orderReference", "instanceId", "duplicateKey", format, syntax, "searchText", "createdAt", "updatedAt",
       archived, read)
     SELECT $1, days.begin || lpad(to_hex(n), 16, '0'), 'comp_01' || lpad(to_hex(1 + n % 200), 24, '0'), 'part_01' ||
     lpad(to_hex(n % ${PARTNERS}), 24, '0'), CASE n % 10 WHEN 0 THEN 'credit-note' ELSE 'invoice' END, '380',
       (CASE n % 3 WHEN 0 THEN 'incoming' ELSE 'outgoing' END)::"Direction", 'B-' || n,
       date '2020-01-01' + days.day, date '2020-02-01' + days.day, CASE n % 50 WHEN 0 THEN 'USD' ELSE 'EUR' END,
       (n * 7919 % 1000000) / 100.0, (n * 7919 % 1000000) / 120.0, 0, 0, 0,
       (CASE WHEN n % 500 = 0 THEN 'rejected' WHEN n % 20 = 0 THEN 'sent' ELSE 'delivered' END)::"DocumentStatus",
       (CASE WHEN n % 500 = 0 THEN 'rejected' ELSE 'delivered' END)::"DeliveryStatus",
       (CASE WHEN n % 700 = 0 THEN 'disputed' WHEN n % 2 = 0 THEN 'paid' ELSE 'issued' END)::"LifecycleStatus", '0225:'
       || lpad((1 + n % 200)::text, 9, '0'), 'Company ' || (1 + n % 200) || ' SAS',
       '0208:' || lpad((n % ${PARTNERS})::text, 10, '0'), 'Buyer ' || n % ${PARTNERS}, CASE n % 4 WHEN 0 THEN 'PO-' ||
       n % 100000 END, md5($1 || n), 'BE0' || $1 || '|invoice|' || n, 'json', 'ubl',
       'B-' || n || ' invoice company ' || (1 + n % 200) || ' buyer ' || n % ${PARTNERS} || ' word' || n % ${WORDS} ||
       CASE n % 1000 WHEN 0 THEN ' harbour' ELSE '' END,
       timestamptz '2020-01-02T08:00:00Z' + n * interval '2000 days' / $2, now(), n < $2 / 2, n % 3 = 0 AND n % 2001 <>
       0
     FROM ${numbered} ORDER BY n`,
    [organizationId, count, begins],
  )
  await session.query(
    `INSERT INTO document_tags ("organizationId", "documentId", tag)
     SELECT $1, days.begin || lpad(to_hex(n), 16, '0'), tag
     FROM ${numbered},
       LATERAL (VALUES ('checked', n % 2 = 0), ('urgent', n % 1000 = 1)) AS tags(tag, given)
     WHERE given`,
    [organizationId, count, begins],
  )
  await session.script('VACUUM ANALYZE documents, document_tags, partners')
}

/** Invoices that came over the network and wait for a decision; answers their identifiers. */
export const seedReceived = async (
  session: SqlSession,
  { organizationId }: Tenant,
  count: number,
): Promise<string[]> => {
  const rows = await session.query<{ id: string }>(
    `INSERT INTO documents ("organizationId", id, "companyId", type, "typeCode", direction, number, "issueDate",
      "dueDate", currency, "grossAmount", "netAmount", "vatAmount", "prepaidAmount", "amountDue",
       status, "deliveryStatus", "lifecycleStatus", "senderPeppolId", "senderName", "receiverPeppolId", "receiverName",
       "instanceId", format, syntax, "searchText", "createdAt", "updatedAt", "receivedAt")
     SELECT $1, 'doc_01' || substr(md5($1), 1, 12) || lpad(to_hex(n), 12, '0'), 'comp_01' || lpad(to_hex(1 + n % 200),
     24, '0'), 'invoice', '380', 'incoming', 'R-' || n, date '2026-11-20', date '2026-12-20', 'EUR', 121, 100, 21, 0,
     121,
       'delivered', 'delivered', 'received', '0208:' || lpad((n % 500)::text, 10, '0'), 'Supplier ' || n % 500, '0225:'
       || lpad((1 + n % 200)::text, 9, '0'), 'Company ' || (1 + n % 200) || ' SAS', gen_random_uuid()::text,
       'network', 'ubl', 'R-' || n || ' invoice supplier ' || n % 500, now(), now(), now()
     FROM generate_series(1::bigint, $2::bigint) AS n RETURNING id`,
    [organizationId, count],
  )
  await session.script('VACUUM ANALYZE')
  return rows.map(({ id }) => id)
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

/** What the companies of the bench still have to do. */
export const NO_ACCOUNT = [
  { code: 'account', due: null, fix: 'Give `settings.account` with the `iban` that invoices ask to be paid to.' },
]
export const UNPUBLISHED = [
  { code: 'registration', due: null, fix: 'It was not published yet. Call `registerOnNetwork`.' },
  ...NO_ACCOUNT,
]
