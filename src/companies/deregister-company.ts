import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { holdClaims, releaseClaim } from './claims.ts'
import { companyRef, companyToChange, visibleCompany, withAddress } from './company.ts'
import { lifeChange } from './life.ts'
import { releasedColumns } from './ownership.ts'

export const deregisterCompany = operation({
  name: 'deregisterCompany',
  summary: 'Removes a company from the network and marks it as inactive. Its documents and history stay readable.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run(run, { companyId }) {
    const { db, actor, now, emit, audit, enqueue, platform } = run
    const { id: seen, peppolId: claimed } = await visibleCompany(db, actor, companyId)
    await holdClaims(db, claimed)
    const company = await companyToChange(db, actor, seen)
    if (company.status === 'inactive') return company
    const { organizationId, id, peppolId } = company
    const updated = await db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        status: 'inactive',
        ...releasedColumns,
        smpRegistered: false,
        smpRegisteredAt: null,
        smpStatus: 'pending',
        updatedAt: now,
      },
      include: withAddress,
    })
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    emit('company.deregistered', { companyId: id, peppolId }, { companyId: id })
    audit(lifeChange(company, updated))
    await releaseClaim(run, platform.env, company)
    return updated
  },
})
