/** What the operator of this service decides about ownership. */
import type { OwnershipProof, Prisma } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Platform } from '../operation/platform.ts'
import { holdClaims, proveClaim, withConsequences } from './claims.ts'

type WithDatabase = Pick<Platform, 'db' | 'clock'>

const companyOf = async ({ db }: WithDatabase, id: string) => {
  const company = await db.client.company.findFirst({ where: { id } })
  if (!company) throw new AppError('COMPANY_NOT_FOUND')
  return company
}

/** What is left to the operator: mandates and requests that nobody has decided. */
const UNDECIDED: Prisma.OwnershipProofWhereInput = { method: { in: ['mandate', 'operator'] }, status: 'open' }

/** The company owns its participant from now on, whoever owned it before. Answers how it is proved. */
export const approveOwnership = async (platform: WithDatabase, companyId: string): Promise<'mandate' | 'operator'> => {
  const company = await companyOf(platform, companyId)
  const { organizationId, peppolId } = company
  return withConsequences(platform, async (consequences) => {
    const { db } = consequences
    await holdClaims(db, peppolId)
    const mandate = await db.ownershipProof.findFirst({
      where: { organizationId, companyId, method: 'mandate', status: 'open' },
      select: { method: true },
    })
    const method = mandate ? 'mandate' : 'operator'
    await proveClaim(consequences, company, method, true)
    return method
  })
}

/** Turns down what waits for the operator, and tells the company why. Answers how much there was. */
export const rejectOwnership = async (
  platform: WithDatabase,
  companyId: string,
  rejection: string,
): Promise<number> => {
  const { organizationId, peppolId } = await companyOf(platform, companyId)
  return withConsequences(platform, async ({ db, now, emit }) => {
    const rejected = await db.ownershipProof.updateManyAndReturn({
      where: { organizationId, companyId, ...UNDECIDED },
      data: { status: 'rejected', rejection, decidedAt: now },
      select: { method: true },
    })
    for (const { method } of rejected)
      emit('company.ownership_rejected', { companyId, peppolId, method, rejection }, { organizationId, companyId })
    return rejected.length
  })
}

export const undecidedProofs = ({ db }: WithDatabase) =>
  db.client.ownershipProof.findMany({
    where: UNDECIDED,
    orderBy: { startedAt: 'asc' },
    select: {
      companyId: true,
      method: true,
      startedAt: true,
      company: {
        select: { organizationId: true, name: true, vatNumber: true, peppolId: true, ownershipStatus: true },
      },
    },
  })

export const mandateOf = async (platform: WithDatabase, companyId: string): Promise<OwnershipProof['mandate']> => {
  const { organizationId } = await companyOf(platform, companyId)
  const found = await platform.db.client.ownershipProof.findUnique({
    where: { organizationId_companyId_method: { organizationId, companyId, method: 'mandate' } },
    select: { mandate: true },
  })
  return found?.mandate ?? null
}
