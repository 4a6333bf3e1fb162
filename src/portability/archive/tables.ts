/** What the archive of an organization has, table by table. Each stands after those that its rows name. */
export interface ArchivedTable {
  name: string
  /** What a row is found by within the organization, and ordered by. */
  key: readonly string[]
  /** Columns that stay behind: secrets, what only one deployment means by it, and what is counted anew. */
  without?: readonly string[]
}

const table = (name: string, more: Partial<ArchivedTable> = {}): ArchivedTable => ({ name, key: ['id'], ...more })

/** Whether a webhook rests is decided where it is: after an import all of them do. */
const RESTING = ['status', 'pausedAt', 'pausedWithCompany', 'failureCount', 'lastDeliveredAt']

export const archivedTables: readonly ArchivedTable[] = [
  table('organizations', { without: ['rateLimitedUntil', 'deletionDueAt'] }),
  table('members', { key: ['userId'] }),
  table('addresses'),
  table('companies'),
  table('participants', { key: ['companyId', 'peppolId'] }),
  table('ownership_proofs', { key: ['companyId', 'method'], without: ['codeHash'] }),
  table('join_requests'),
  table('api_keys'),
  table('tenant_settings', { key: ['companyId'] }),
  table('webhooks', { without: ['secret', 'previousSecrets', 'callback', ...RESTING] }),
  table('partners'),
  table('documents'),
  table('delivery_attempts'),
  table('document_actions'),
  table('message_statuses'),
  table('document_tags', { key: ['documentId', 'tag'] }),
  table('document_notes'),
  table('document_links', { key: ['fromId', 'toId'] }),
  table('document_attachments'),
  table('lifecycle_entries'),
  table('lifecycle_messages'),
  table('compliance_reports'),
  table('sdi_files'),
  table('sdi_messages'),
  table('e_reporting_periods'),
  table('e_reporting_entries'),
  table('flows', { without: ['position', 'caller'] }),
  table('payments'),
  table('bank_movements', { key: ['paymentId', 'key', 'companyId'] }),
  table('payment_exports'),
  table('payment_export_transfers', { key: ['exportId', 'position'] }),
  table('shops', { without: ['credentials', 'parameterNames', 'senders'] }),
  table('carts'),
  table('tag_groups'),
  table('tags'),
  table('tag_assignments', { key: ['objectId', 'tagId'] }),
  table('tag_learning', { key: ['tagId', 'companyId'] }),
  table('tag_features', { key: ['tagId', 'companyId', 'feature'] }),
  table('tag_reliability', { key: ['groupId', 'companyId', 'bin'] }),
  table('daily_statistics', { key: ['companyId', 'day', 'type', 'country'] }),
  table('company_statistics', { key: ['span', 'start', 'companyId'] }),
  table('monthly_statistics', { key: ['month', 'type', 'country'] }),
  table('monthly_usage', { key: ['month', 'slot'] }),
  table('counted_usage', { key: ['subjectId', 'month', 'slot'] }),
  table('stored_usage', { key: ['subjectId', 'slot'] }),
  table('portability_requests'),
  table('audit_entries'),
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
  request_logs: 'What was asked of one deployment.',
  stored_files: 'Their bytes are in the archive, by the rows that name them.',
  stored_parts: 'Their bytes are in the archive.',
  webhook_deliveries: 'What one deployment has delivered.',
  work: 'What one deployment has to do.',
}
