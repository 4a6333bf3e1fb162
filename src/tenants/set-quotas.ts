import { z } from 'zod'
import { companyRef, companyToChange, withAddress } from '../companies/company.ts'
import { tellKeys } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'
import { quotas } from './onboarding-input.ts'

export const setCompanyQuotas = forPlatforms({
  name: 'setCompanyQuotas',
  summary:
    'Sets what a company may use: documents in a month, requests per minute of all its keys together, and megabytes ' +
    'of stored documents. What is absent stays, and null removes a limit.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef, ...quotas.shape }).meta({ examples: [{ documentsPerMonth: 500 }] }),
  errors: ['COMPANY_NOT_FOUND'],
  async run(run, { companyId, documentsPerMonth, requestsPerMinute, storageMegabytes }) {
    const { db, actor, now, emit, audit } = run
    const company = await companyToChange(db, actor, companyId)
    const { organizationId, id } = company
    const changed = {
      ...(documentsPerMonth !== undefined && { documentsPerMonth }),
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(storageMegabytes !== undefined && { storageMegabytes }),
    }
    const updated = await db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: { ...changed, updatedAt: now },
      include: withAddress,
    })
    const before = {
      documentsPerMonth: company.documentsPerMonth,
      requestsPerMinute: company.requestsPerMinute,
      storageMegabytes: company.storageMegabytes,
    }
    audit({ kind: 'quotas', subjectId: id, companyId: id, before, after: { ...before, ...changed } })
    const changes = Object.keys(changed)
    if (changes.length > 0) emit('company.updated', { companyId: id, changes: changes.sort() }, { companyId: id })
    tellKeys(run)
    return updated
  },
})
