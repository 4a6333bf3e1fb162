import { z } from 'zod'
import { type CompanyRow, companyRef, visibleCompany } from '../companies/company.ts'
import { deregisterCompany } from '../companies/deregister-company.ts'
import { auditEnds, endKeys } from '../keys/agent-key.ts'
import type { Run } from '../operation/operation.ts'
import { changeCompany, restWebhooks, tellKeys } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'

/**
 * Nobody comes in for the company any more. What would become a key ends before the keys do: one that was used at this
 * moment is among them.
 */
const endAccess = async (run: Run, { organizationId, id: companyId }: CompanyRow): Promise<void> => {
  const { db, now } = run
  const own = { organizationId, companyId }
  await db.handoff.updateMany({ where: { ...own, redeemedAt: null, revokedAt: null }, data: { revokedAt: now } })
  await db.oauthRequest.updateMany({
    where: { ...own, status: 'allowed', redeemedAt: null },
    data: { status: 'refused' },
  })
  const keys = await db.apiKey.findMany({ where: { ...own, revokedAt: null }, select: { id: true } })
  const ids = keys.map(({ id }) => id)
  auditEnds(run, await endKeys(db, organizationId, ids, now))
}

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
    await endAccess(run, company)
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
