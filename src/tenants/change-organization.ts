/** Changes of an organization, whoever makes them: each is an entry of the audit and an event. */
import type { PlanClaim } from '../auth/plan-claim.ts'
import type { Organization } from '../generated/prisma/client.ts'
import { appendEvents } from '../engine/feed/outbox.ts'
import { storedBytesOf } from '../documents/record/stored-usage.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { type AuditedChange, type Author, auditRow } from '../operation/audit.ts'
import { newId } from '../values/ids.ts'
import type { ShownOrganization } from './organization-view.ts'

/** What may change, null takes back. */
export type OrganizationChange = {
  [F in keyof PlanClaim]?: PlanClaim[F] | (F extends 'plan' | 'name' ? never : null) | undefined
}

/** The organization, held until the transaction ends; undefined where there is none. */
export const heldOrganization = async (db: Db, id: string): Promise<Organization | undefined> => {
  await db.$queryRaw`SELECT 1 FROM organizations WHERE id = ${id} FOR UPDATE`
  return (await db.organization.findUnique({ where: { id } })) ?? undefined
}

const auditedOf = ({ plan, name, country, vatNumber, contactEmail }: Organization): object => ({
  plan,
  name,
  country,
  vatNumber,
  contactEmail,
})

export interface ChangedOrganization {
  organization: Organization
  changes: string[]
  audited: AuditedChange
}

/** Writes what differs, and answers what there is to tell of it. */
export const changeOrganization = async (
  db: Db,
  before: Organization,
  given: OrganizationChange,
  planSaidAt?: Date,
): Promise<ChangedOrganization> => {
  const known: Readonly<Record<string, unknown>> = { ...before }
  const data = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && value !== known[field]),
  )
  const organization = await db.organization.update({
    where: { id: before.id },
    data: { ...data, ...(planSaidAt && { planSaidAt }) },
  })
  const audited = {
    kind: 'organization' as const,
    subjectId: before.id,
    companyId: null,
    before: auditedOf(before),
    after: auditedOf(organization),
  }
  return { organization, changes: Object.keys(data).toSorted(), audited }
}

/** The same without a request: the entry names who stands in for the caller. */
export const tellOfChange = async (
  db: Db,
  { organization, changes, audited }: ChangedOrganization,
  { operation, label, at }: { operation: string; label: string; at: Date },
): Promise<void> => {
  if (changes.length === 0) return
  const author: Author = { organizationId: organization.id, keyId: null, userId: null, label }
  await appendEvents(
    db,
    [{ organizationId: organization.id, companyId: null, type: 'organization.updated', data: { changes } }],
    at,
  )
  await writeRows(db, [auditRow({ actor: author, requestId: newId('request') }, operation, audited, at)])
}

/** With what its documents take. */
export const shownOrganization = async (db: Db, organization: Organization): Promise<ShownOrganization> => {
  const { id } = organization
  return { ...organization, storedBytes: (await storedBytesOf(db, id, [id])).get(id) ?? 0 }
}
