/**
 * Where each table of a distributed database lives. One that is not named here belongs to tenants: its rows are on the
 * worker of their organization, beside all others of it.
 */

/** The table that has a row for each tenant, and the column that names the tenant there. */
export const TENANTS = { table: 'organizations', column: 'id' } as const
export const TENANT_COLUMN = 'organizationId'

/**
 * On the coordinator alone: they belong to no tenant, and are small or caches, or they have to be unique among all
 * organizations. No foreign key leads from them to tenants.
 */
export const onCoordinator: ReadonlySet<string> = new Set([
  '_prisma_migrations',
  'deployment_settings',
  'directory_entries',
  'domains',
  'french_copy',
  'french_facilities',
  'french_lines',
  'french_routing_codes',
  'french_units',
  'instances',
  'oauth_clients',
  'oauth_requests',
  'participants',
  'registry_answers',
  'simulated_messages',
  'simulated_sdi_files',
])

/**
 * Columns of tables of tenants that are unique by themselves, because nobody guesses them: hashes of random secrets. A
 * distributed database only watches over what is unique within a tenant, so the tenant becomes a part of these keys.
 */
export const secrets: Readonly<Record<string, string>> = {
  api_key_hashes: 'hash',
  cart_sessions: 'nonceHash',
  handoff_hashes: 'hash',
  oauth_refresh_tokens: 'hash',
  onboarding_links: 'hash',
}
