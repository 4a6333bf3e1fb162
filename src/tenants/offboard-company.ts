import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { deregisterCompany } from '../companies/deregister-company.ts'
import { changeCompany, restWebhooks, tellKeys } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'

export const offboardCompany = forPlatforms({
  name: 'offboardCompany',
  summary:
    'Ends the life of a company on the platform: it is removed from the network, its keys are revoked and its webhooks ' +
    'end. Its documents and history stay readable for the organization, which can hand them over as an archive ' +
    '(`startOrganizationExport` with `companyId`).',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run(run, { companyId }) {
    const { db, actor, now, emit } = run
    const seen = await visibleCompany(db, actor, companyId)
    if (seen.offboardedAt !== null && seen.status === 'inactive') return seen
    const company = await deregisterCompany.run(run, { companyId: seen.id }, undefined)
    const { organizationId, id, peppolId } = company
    await db.apiKey.updateMany({ where: { organizationId, companyId: id, revokedAt: null }, data: { revokedAt: now } })
    await restWebhooks(run, company, false)
    await db.webhook.updateMany({ where: { organizationId, companyId: id }, data: { pausedWithCompany: false } })
    tellKeys(run)
    emit('company.offboarded', { companyId: id, peppolId }, { companyId: id })
    return changeCompany(run, company, {
      offboardedAt: now,
      suspendedAt: null,
      suspensionReason: null,
      bouncesWhileSuspended: false,
    })
  },
})
