/** A participant that moves between SMPs, with a key that one of them makes and the other redeems. */
import type { Company } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Preparation } from '../operation/operation.ts'
import { SmpFailure } from '../upstreams/smp/port.ts'
import { type CompanyRow, requireNotSuspended, requireOwn, visibleCompany } from './company.ts'

/** Who moves a participant owns it. */
const requireOwner = ({ ownershipStatus, status }: Pick<Company, 'ownershipStatus' | 'status'>): void => {
  if (ownershipStatus !== 'granted' || status === 'inactive')
    throw new AppError('CONFLICT', {
      message: 'The company does not own its participant id, or was removed. Prove the ownership first.',
    })
}

export const companyToMove = async ({ db, actor }: Preparation, ref: string): Promise<CompanyRow> => {
  const company = await visibleCompany(db, actor, ref)
  requireOwn(actor, company)
  requireNotSuspended(company, 'companyId')
  requireOwner(company)
  return company
}

/** What the SMP itself refuses is no fault of it: its words are told. */
export const tellRefusal = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    const cause = error instanceof AppError && error.cause instanceof SmpFailure ? error.cause : error
    if (!(cause instanceof SmpFailure) || !cause.beyondUpstream) throw error
    throw new AppError('MIGRATION_REFUSED', { message: cause.message, cause: error })
  }
}
