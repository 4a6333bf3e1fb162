import { z } from 'zod'
import { companyRef } from '../companies/company.ts'
import { changeCompany, companyToManage, restWebhooks, tellKeys } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'

export const suspendCompany = forPlatforms({
  name: 'suspendCompany',
  summary:
    'Suspends a company: it sends nothing, its keys are refused (`COMPANY_SUSPENDED`) and its webhooks rest. What ' +
    'arrives for it is stored, or refused if you want that.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({
    companyId: companyRef,
    reason: z.string().trim().min(1).max(500).nullish().describe('Why. It is shown to the company.'),
    bounce: z
      .boolean()
      .default(false)
      .describe('Whether documents that arrive meanwhile are refused (default false: they are stored).'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async run(run, { companyId, reason = null, bounce }) {
    const company = await companyToManage(run, companyId)
    const suspended = await changeCompany(run, company, {
      status: 'suspended',
      suspendedAt: company.suspendedAt ?? run.now,
      suspensionReason: reason,
      bouncesWhileSuspended: bounce,
    })
    if (company.status === 'suspended') return suspended
    await restWebhooks(run, company, true)
    tellKeys(run)
    run.emit('company.suspended', { companyId: company.id, reason }, { companyId: company.id })
    return suspended
  },
})
