/** What the archive of an organization has, table by table. Each stands after those that its rows name. */
export interface ArchivedTable {
  name: string
  /** What a row is found by within the organization, and ordered by. */
  key: readonly string[]
  /** Columns that stay behind: secrets, what only one deployment means by it, and what is counted anew. */
  without?: readonly string[]
  /**
   * Which rows are of one company: those with its id in this column, or those that name a row of another table which is.
   * Absent: rows are of the organization as a whole.
   */
  company?: string | { by: string; of: string; as?: string }
}

const table = (name: string, more: Partial<ArchivedTable> = {}): ArchivedTable => ({ name, key: ['id'], ...more })

const OWN = { company: 'companyId' }
const OF_DOCUMENT = { company: { by: 'documentId', of: 'documents' } }

/** Whether a webhook rests is decided where it is: after an import all of them do. */
const RESTING = ['status', 'pausedAt', 'pausedWithCompany', 'pausedByFailures', 'failureCount', 'lastDeliveredAt']

export const archivedTables: readonly ArchivedTable[] = [
  table('organizations', { without: ['rateLimitedUntil', 'deletionDueAt'] }),
  table('members', { key: ['userId'] }),
  table('addresses', { company: { by: 'id', of: 'companies', as: 'legalAddressId' } }),
  table('companies', { company: 'id' }),
  table('participants', { key: ['companyId', 'peppolId'], ...OWN }),
  table('company_addresses', OWN),
  table('ownership_proofs', { key: ['companyId', 'method'], without: ['codeHash'], ...OWN }),
  table('join_requests', OWN),
  table('api_keys', OWN),
  table('tenant_settings', { key: ['companyId'], ...OWN }),
  table('webhooks', { without: ['secret', 'previousSecrets', 'callback', ...RESTING], ...OWN }),
  table('partners', { without: ['activeHour'], company: { by: 'id', of: 'documents', as: 'partnerId' } }),
  table('documents', OWN),
  table('delivery_attempts', OF_DOCUMENT),
  table('document_actions', OF_DOCUMENT),
  table('message_statuses', OF_DOCUMENT),
  table('document_tags', { key: ['documentId', 'tag'], ...OF_DOCUMENT }),
  table('document_notes', OF_DOCUMENT),
  table('document_links', { key: ['fromId', 'toId'], company: { by: 'fromId', of: 'documents' } }),
  table('document_attachments', OF_DOCUMENT),
  table('lifecycle_entries', OF_DOCUMENT),
  table('lifecycle_messages', OWN),
  table('compliance_reports', OWN),
  table('sdi_files', { company: { by: 'reportId', of: 'compliance_reports' } }),
  table('sdi_messages', { company: { by: 'fileId', of: 'sdi_files' } }),
  table('e_reporting_periods', OWN),
  table('e_reporting_entries', OWN),
  table('flows', { without: ['position', 'caller'], ...OWN }),
  table('payments', OWN),
  table('bank_movements', { key: ['paymentId', 'key', 'companyId'], ...OWN }),
  table('payment_exports', OWN),
  table('payment_export_transfers', { key: ['exportId', 'position'], ...OF_DOCUMENT }),
  table('shops', { without: ['credentials', 'parameterNames', 'senders'], ...OWN }),
  table('carts', OWN),
  table('tag_groups', { company: { by: 'id', of: 'tags', as: 'groupId' } }),
  table('tags', { company: { by: 'id', of: 'tag_assignments', as: 'tagId' } }),
  table('tag_assignments', { key: ['objectId', 'tagId'], ...OWN }),
  table('tag_learning', { key: ['tagId', 'companyId'], ...OWN }),
  table('tag_features', { key: ['tagId', 'companyId', 'feature'], ...OWN }),
  table('tag_reliability', { key: ['groupId', 'companyId', 'bin'], ...OWN }),
  table('daily_statistics', { key: ['companyId', 'day', 'type', 'country'], ...OWN }),
  table('company_statistics', { key: ['span', 'start', 'companyId'], ...OWN }),
  table('monthly_statistics', { key: ['month', 'type', 'country'] }),
  table('monthly_usage', { key: ['month', 'slot'] }),
  table('counted_usage', { key: ['subjectId', 'month', 'slot'], company: 'subjectId' }),
  table('stored_usage', { key: ['subjectId', 'slot'], company: 'subjectId' }),
  table('portability_requests'),
  table('audit_entries', OWN),
]

/** What the archive does not have, and why. */
export const leftBehind: Readonly<Record<string, string>> = {
  api_key_hashes: 'Secrets: keys arrive by their names, and let nobody in.',
  api_key_uses: 'When a key was used concerns the deployment where it worked.',
  bulk_operations: 'Operations of the deployment, this one among them.',
  bulk_outcomes: 'Operations of the deployment.',
  bulk_portions: 'Operations of the deployment.',
  cart_sessions: 'Secrets: visits that began in one deployment do not end in another.',
  company_imports: 'Progress of what is over.',
  domains: 'A domain points to one deployment, and is proved there.',
  event_sequences: 'The feed begins anew.',
  events: 'The feed is kept for 30 days, and its consumers follow one deployment.',
  handoff_hashes: 'Secrets.',
  handoffs: 'Valid for minutes, in one deployment.',
  idempotency_records: 'Answers of one deployment, kept for a day.',
  oauth_refresh_tokens: 'Secrets.',
  oauth_requests: 'Valid for minutes, in one deployment.',
  onboarding_links: 'Secrets: links to one deployment.',
  open_documents: 'The database keeps it beside the documents.',
  request_logs: 'What was asked of one deployment.',
  stored_files: 'Their bytes are in the archive, by the rows that name them.',
  stored_parts: 'Their bytes are in the archive.',
  webhook_deliveries: 'What one deployment has delivered.',
  work: 'What one deployment has to do.',
}
