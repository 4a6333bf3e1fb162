/** Rows made by SQL: an organization with many keys and many companies. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { postgresSession } from '../../../src/database/open.ts'
import type { SqlSession } from '../../../src/database/session.ts'

/** The largest plan allows 1,200 requests a minute for a key: with so many keys no request of the bench is refused. */
const KEYS = 400

/** A connection that ends with its server at the latest. */
export const connect = async (url: string): Promise<SqlSession> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return postgresSession(client)
}

export interface Tenant { organizationId: string; keys: string[] }

export const seedTenant = async (session: SqlSession, organizationId: string): Promise<Tenant> => {
  const keys = Array.from({ length: KEYS }, (_, index) => `svc_wl_test_${organizationId}${String(index).padStart(6, '0')}`)
  const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'))
  await session.query(`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ($1, $1, 'white_label', now())`, [organizationId])
  await session.query(
    `INSERT INTO api_keys ("organizationId", id, name, type, "testMode", "keyPrefix", scopes, "createdAt")
     SELECT $1, 'key_' || hash, 'bench', 'white_label', true, 'svc_wl_test_', '{*}', now() FROM unnest($2::text[]) AS hash`,
    [organizationId, hashes],
  )
  await session.query(`INSERT INTO api_key_hashes (hash, "organizationId", "keyId") SELECT hash, $1, 'key_' || hash FROM unnest($2::text[]) AS hash`, [organizationId, hashes])
  return { organizationId, keys }
}

/** Companies numbered from 1: the highest number is the newest. */
export const seedCompanies = async (session: SqlSession, { organizationId }: Tenant, count: number): Promise<void> => {
  // The search index is filled at once at the end: row by row it would take most of the time.
  const bulk = count > 10_000
  if (bulk) await session.script('DROP INDEX "companies_searchText_idx"')
  await session.query(
    `INSERT INTO addresses ("organizationId", id, street, city, "postalCode", country)
     SELECT $1, 'addr_01' || lpad(to_hex(n), 24, '0'), n || ' Harbour Street', 'Lyon', '69002', 'FR' FROM generate_series(1, $2::int) AS n`,
    [organizationId, count],
  )
  await session.query(
    `INSERT INTO companies ("organizationId", id, name, "legalName", slug, "vatNumber", "registrationNumber", country, "peppolId", "additionalIdentifiers", "legalAddressId",
       "dataProviderType", "dataProviderSyncDate", capabilities, compliance, settings, metadata, "searchText", "createdAt", "updatedAt")
     SELECT $1, 'comp_01' || lpad(to_hex(n), 24, '0'), 'Company ' || n, 'Company ' || n || ' SAS', 'company-' || n, 'FR40' || lpad(n::text, 9, '0'), lpad(n::text, 9, '0'), 'FR', '0225:' || lpad(n::text, 9, '0'),
       '[{"scheme": "DUNS", "value": "123456789"}]', 'addr_01' || lpad(to_hex(n), 24, '0'), 'sandbox-registry', now(),
       '{"send": ["invoice", "credit-note"], "receive": ["invoice", "credit-note"]}', '{}', '{"currency": "EUR"}', '{"customer": "4711"}', 'company ' || n, now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [organizationId, count],
  )
  if (bulk) await session.script('CREATE INDEX "companies_searchText_idx" ON companies USING gin ("searchText" gin_trgm_ops)')
  await session.script('VACUUM ANALYZE')
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
