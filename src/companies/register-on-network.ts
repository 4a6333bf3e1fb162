import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { type CompanyRow, companyRef, companyToChange, withAddress } from './company.ts'

export const registerOnNetwork = operation({
  name: 'registerOnNetwork',
  summary:
    'Publishes a company on the network, in the background. A published ' +
    'company stays published, and a removed company becomes active again.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, now, emit, enqueue }, { companyId }): Promise<CompanyRow> {
    const company = await companyToChange(db, actor, companyId)
    const { organizationId, id, peppolId } = company
    if (company.smpRegistered) return company
    await db.participant.createMany({ data: [{ peppolId, organizationId, companyId: id }], skipDuplicates: true })
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    if (company.status === 'inactive') {
      // The refresh of a company ends by itself while it is inactive.
      await db.work.deleteMany({ where: { organizationId, kind: 'company.refresh', subjectId: id } })
      enqueue({ kind: 'company.refresh', companyId: id, subjectId: id })
      emit('company.updated', { companyId: id, changes: ['status'] }, { companyId: id })
    }
    return db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        smpStatus: 'pending',
        smpError: null,
        ...(company.status === 'inactive' && { status: 'active', updatedAt: now }),
      },
      include: withAddress,
    })
  },
})
