import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { registerOnNetwork } from '../companies/register-on-network.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { changeCompany, tellKeys } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'

export const reactivateCompany = forPlatforms({
  name: 'reactivateCompany',
  summary:
    'Brings back a company that has left: it claims its participant id again and is published. Its keys have to be ' +
    'made anew, and its webhooks to be activated.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async run(run, { companyId }) {
    const seen = await visibleCompany(run.db, run.actor, companyId)
    const { status, id, peppolId } = seen
    if (status === 'active') return seen
    if (status === 'suspended') throw new AppError('CONFLICT', { message: 'The company is suspended: resume it.' })
    const company = await registerOnNetwork.run(run, { companyId: id }, undefined)
    tellKeys(run)
    run.emit('company.reactivated', { companyId: id, peppolId }, { companyId: id })
    return changeCompany(run, company, { offboardedAt: null })
  },
})
