/** What the audit tells of the life of a company. */
import type { Company } from '../generated/prisma/client.ts'
import type { AuditedChange } from '../operation/audit.ts'

type LifeColumns = Pick<
  Company,
  'id' | 'status' | 'suspensionReason' | 'bouncesWhileSuspended' | 'offboardedAt' | 'receivesDocuments'
>

const lifeOf = (company: LifeColumns): object => {
  const { status, suspensionReason, bouncesWhileSuspended, offboardedAt, receivesDocuments } = company
  return { status, suspensionReason, bouncesWhileSuspended, offboardedAt, receivesDocuments }
}

export const lifeChange = (before: LifeColumns, after: LifeColumns): AuditedChange => ({
  kind: 'company',
  subjectId: after.id,
  companyId: after.id,
  before: lifeOf(before),
  after: lifeOf(after),
})
