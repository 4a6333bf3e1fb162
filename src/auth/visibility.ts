/**
 * Whose rows a caller sees. Everything that has an owner has a company; null is shared by the organization. Who is
 * bound to one company, or acts for one, reads what is its own or shared, and changes what is its own.
 */
import { AppError } from '../kernel/errors/app-error.ts'
import type { Actor } from './actor.ts'

type Tenant = Pick<Actor, 'organizationId' | 'companyId'>

/** What belongs to the company of the caller; for a caller without one, what belongs to the organization. */
export const ownedBy = ({ organizationId, companyId }: Tenant) => ({
  organizationId,
  ...(companyId !== null && { companyId }),
})

/** The same, and what the organization shares. */
export const readableBy = ({ organizationId, companyId }: Tenant) => ({
  organizationId,
  ...(companyId !== null && { AND: [{ OR: [{ companyId }, { companyId: null }] }] }),
})

export const mayRead = ({ companyId }: Tenant, row: { companyId: string | null }): boolean =>
  companyId === null || row.companyId === null || row.companyId === companyId

/** What the organization shares is changed by nobody who acts for one company. */
export const requireOwner = ({ companyId }: Tenant, row: { companyId: string | null }, what: string): void => {
  if (companyId !== null && row.companyId === null)
    throw new AppError('COMPANY_FORBIDDEN', {
      message: `The ${what} is shared by the companies of the organization. A caller of one company cannot change it.`,
    })
}

/** What touches all companies is done by nobody who acts for one. */
export const requireWholeOrganization = ({ companyId }: Tenant): void => {
  if (companyId !== null)
    throw new AppError('COMPANY_FORBIDDEN', {
      message: 'This concerns the whole organization, and the credentials act for one company of it.',
    })
}
