/** What was done, for who has to answer for it: an entry for each change, in the transaction of the change. */
import type { Actor } from '../auth/actor.ts'
import { type NewRow, json } from '../kernel/database/rows.ts'
import { newId } from '../values/ids.ts'

export const auditKinds = {
  key: 'An API key was created, rotated or revoked.',
  webhook: 'A webhook was created, changed or deleted.',
  quotas: 'The quotas of a company changed.',
  settings: 'The settings of a company or of the platform changed.',
  domain: 'An own domain was claimed, checked or released.',
  company: 'A company was suspended, resumed, removed, published or brought back.',
  organization: 'The plan or the profile of the organization changed.',
  member: 'A person was seen for the first time or with other roles or scopes, or a request to join was decided.',
} as const

export interface AuditedChange {
  kind: keyof typeof auditKinds
  subjectId: string
  companyId: string | null
  /** Never a secret. */
  before: object | null
  after: object | null
}

/** Who made a change: a caller, or what stands in its place. */
export type Author = Pick<Actor, 'organizationId' | 'keyId' | 'userId' | 'label'>

export const auditRow = (
  { actor, requestId }: { actor: Author; requestId: string },
  operation: string,
  change: AuditedChange,
  at: Date,
): NewRow => ({
  table: 'audit_entries',
  columns: {
    organizationId: actor.organizationId,
    id: newId('audit'),
    at,
    kind: change.kind,
    subjectId: change.subjectId,
    companyId: change.companyId,
    operation,
    requestId,
    keyId: actor.keyId,
    userId: actor.userId,
    callerLabel: actor.label,
    before: change.before && json(change.before),
    after: change.after && json(change.after),
  },
})
