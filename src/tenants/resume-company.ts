import { z } from 'zod'
import { companyRef } from '../companies/company.ts'
import { changeCompany, companyToManage, tellKeys, wakeWebhooks } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'

export const resumeCompany = forPlatforms({
  name: 'resumeCompany',
  summary: 'Resumes a suspended company, with its keys and with the webhooks that rested with it.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async run(run, { companyId }) {
    const company = await companyToManage(run, companyId)
    if (company.status === 'active') return company
    await wakeWebhooks(run, company)
    tellKeys(run)
    run.emit('company.resumed', { companyId: company.id }, { companyId: company.id })
    return changeCompany(run, company, {
      status: 'active',
      suspendedAt: null,
      suspensionReason: null,
      bouncesWhileSuspended: false,
    })
  },
})
