import { z } from 'zod'
import { type Run, operation } from '../operation/operation.ts'
import { claimAgain, holdClaims } from './claims.ts'
import { type CompanyRow, companyRef, companyToChange, visibleCompany, withAddress } from './company.ts'
import { lifeChange } from './life.ts'
import { grantedColumns } from './ownership.ts'

export const registerOnNetwork = operation({
  name: 'registerOnNetwork',
  summary:
    'Publishes a company on the network, in the background. A published company stays published, and a removed ' +
    'company ' +
    'becomes active again. A company that does not own its participant id is published when it does.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run(run, { companyId }): Promise<CompanyRow> {
    const { db, actor, audit, enqueue } = run
    const { id: seen, peppolId } = await visibleCompany(db, actor, companyId)
    await holdClaims(db, peppolId)
    const company = await companyToChange(db, actor, seen)
    if (company.status === 'inactive') return bringBack(run, company)
    if ((company.smpRegistered && company.receivesDocuments) || company.ownershipStatus !== 'granted') return company
    const { organizationId, id } = company
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    const updated = await db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: { receivesDocuments: true, smpStatus: 'pending', smpError: null },
      include: withAddress,
    })
    if (!company.receivesDocuments) audit(lifeChange(company, updated))
    return updated
  },
})

/**
 * A company that was removed claims its participant again. The refresh of a company ends while it is inactive; a
 * suspension does not, which only its platform lifts.
 */
const bringBack = async (run: Run, company: CompanyRow): Promise<CompanyRow> => {
  const { db, now, emit, audit, enqueue, platform } = run
  const { organizationId, id } = company
  await db.work.deleteMany({ where: { organizationId, kind: 'company.refresh', subjectId: id } })
  enqueue({ kind: 'company.refresh', companyId: id, subjectId: id })
  emit('company.updated', { companyId: id, changes: ['status'] }, { companyId: id })
  const waiting = await claimAgain(run, platform.env, company)
  if (!waiting) enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
  const updated = await db.company.update({
    where: { organizationId_id: { organizationId, id } },
    data: { status: company.suspendedAt ? 'suspended' : 'active', updatedAt: now, ...(waiting ?? grantedColumns(now)) },
    include: withAddress,
  })
  audit(lifeChange(company, updated))
  return updated
}
