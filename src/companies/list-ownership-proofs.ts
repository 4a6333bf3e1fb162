import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { companyRef, visibleCompany } from './company.ts'
import { type ProofRow, proofColumns } from './ownership-proof.ts'

export const listOwnershipProofs = operation({
  name: 'listOwnershipProofs',
  summary: 'Lists the proofs of ownership that were started for a company, newest first.',
  scope: 'companies.read',
  writes: false,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor }, { companyId: ref }): Promise<ProofRow[]> {
    const { organizationId, id: companyId } = await visibleCompany(db, actor, ref)
    return db.ownershipProof.findMany({
      where: { organizationId, companyId },
      orderBy: [{ startedAt: 'desc' }, { method: 'asc' }],
      select: proofColumns,
    })
  },
})
