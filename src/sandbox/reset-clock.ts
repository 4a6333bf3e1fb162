import { z } from 'zod'
import { companyToChange } from '../companies/company.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'

export const resetClock = operation({
  name: 'resetClock',
  summary: 'Sets the virtual clock of a company back to the real time. Waiting work keeps its remaining waiting time.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({ companyId: id('company').describe('The company.') }),
  errors: ['SANDBOX_ONLY', 'COMPANY_NOT_FOUND'],
  async run({ db, actor, platform, now }, { companyId }) {
    requireSandbox(platform.env, actor)
    const { organizationId, id } = await companyToChange(db, actor, companyId)
    await db.company.update({ where: { organizationId_id: { organizationId, id } }, data: { clockOffsetMs: 0 } })
    await db.work.updateMany({ where: { organizationId, companyId: id, advanced: true }, data: { advanced: false } })
    return { companyId: id, now, offsetSeconds: 0 }
  },
})
