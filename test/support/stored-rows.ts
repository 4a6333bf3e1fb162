import type { TestApp } from './app.ts'

/** What every request leaves behind, whoever asks. */
const LOGS = new Set(['api_key_uses', 'request_logs'])

interface Column {
  table: string
  hasCompany: boolean
}

const readTablesOfTenants = (app: TestApp): Promise<Column[]> =>
  app.platform.db.client.$queryRaw<Column[]>`
    SELECT table_name::text AS table, bool_or(column_name = 'companyId') AS "hasCompany"
    FROM information_schema.columns WHERE table_schema = 'public'
      AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)
    GROUP BY 1 HAVING bool_or(column_name = 'organizationId') ORDER BY 1`

const tablesOfTenants = new WeakMap<TestApp, Promise<Column[]>>()
const knownTables = (app: TestApp): Promise<Column[]> => {
  const known = tablesOfTenants.get(app) ?? readTablesOfTenants(app)
  tablesOfTenants.set(app, known)
  return known
}

export interface StoredRow {
  table: string
  row: string
  companyId: string | null
}

/** Every row that an organization has stored in any table, as text, with its company where the row says one. */
export const rowsOf = async (app: TestApp, organizationId: string): Promise<StoredRow[]> => {
  const tables = (await knownTables(app)).filter(({ table }) => !LOGS.has(table))
  const parts = tables.map(
    ({ table, hasCompany }) =>
      `SELECT '${table}' AS "table", t::text AS row, ${hasCompany ? 't."companyId"' : 'NULL'} AS "companyId"
       FROM "${table}" t WHERE t."organizationId" = $1`,
  )
  const own = `SELECT 'organizations' AS "table", t::text AS row, NULL AS "companyId" FROM organizations t WHERE t.id = $1`
  return app.platform.db.client.$queryRawUnsafe<StoredRow[]>(
    `${[own, ...parts].join(' UNION ALL ')} ORDER BY 1, 2`,
    organizationId,
  )
}
