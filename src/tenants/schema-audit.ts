import { objectOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { auditView } from './audit-view.ts'
import { listAudit } from './list-audit.ts'

pages('auditEntries', listAudit, objectOf(auditView, { authScopes: { access: 'platform' } }), {
  row: 'AuditEntry',
  rows: 'changes',
})
