import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import type { AuditEntry, Prisma } from '../generated/prisma/client.ts'
import { instant, oneOf } from '../kernel/input.ts'
import { auditKinds } from '../operation/audit.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { limits } from '../values/limits.ts'
import { forPlatforms } from './for-platforms.ts'

const anyId = z.string().min(1).max(limits.idCharacters)

export const listAudit = forPlatforms({
  name: 'listAudit',
  summary:
    'Lists what was changed in keys, webhooks, quotas, settings and the life of companies, newest first: who, when, ' +
    'from, to, and by which request. Entries are never changed. REST answers a table for `Accept: text/csv`, and ' +
    'an entry in each line for `Accept: application/x-ndjson`, where `Link` has the address of the next page.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({
    kind: oneOf('AuditKind', auditKinds).optional().describe('Only changes of this kind.'),
    subjectId: anyId.optional().describe('Only changes of this object: a key, webhook or company.'),
    companyId: companyRef.optional().describe('Only changes that concern this company.'),
    by: anyId.optional().describe('Only changes by this API key or user.'),
    from: instant.optional().describe('Only changes at this time or later.'),
    to: instant.optional().describe('Only changes before this time.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE'],
  async run({ db, actor, platform }, { first, after, last, before, ...filters }) {
    const { kind, subjectId, by, from, to } = filters
    const company = filters.companyId === undefined ? null : await visibleCompany(db, actor, filters.companyId)
    const where: Prisma.AuditEntryWhereInput = {
      organizationId: actor.organizationId,
      ...(kind && { kind }),
      ...(subjectId !== undefined && { subjectId }),
      ...(company && { companyId: company.id }),
      ...(by !== undefined && { OR: [{ keyId: by }, { userId: by }] }),
      ...((from ?? to) && { at: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) } }),
    }
    return readPage<AuditEntry>(platform.cursors, {
      name: 'audit',
      filters,
      page: { first, after, last, before },
      keyOf: ({ id }) => id,
      find: (range, order, take) =>
        db.auditEntry.findMany({ where: { AND: [where, range ? { id: range } : {}] }, orderBy: { id: order }, take }),
      count: () => db.auditEntry.count({ where }),
    })
  },
})
