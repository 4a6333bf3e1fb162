import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { companyRef, companyToChange, withAddress } from './company.ts'

export const deregisterCompany = operation({
  name: 'deregisterCompany',
  summary: 'Removes a company from the network and marks it as inactive. Its documents and history stay readable.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, now, emit, enqueue }, { companyId }) {
    const company = await companyToChange(db, actor, companyId)
    if (company.status === 'inactive') return company
    const { organizationId, id, peppolId } = company
    const updated = await db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: { status: 'inactive', smpRegistered: false, smpRegisteredAt: null, smpStatus: 'pending', updatedAt: now },
      include: withAddress,
    })
    await db.participant.deleteMany({ where: { organizationId, companyId: id } })
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    emit('company.deregistered', { companyId: id, peppolId }, { companyId: id })
    return updated
  },
})
