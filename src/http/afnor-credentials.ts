/** Who calls by `/afnor`: XP Z12-013 has ways of its own to say so. */
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../auth/actor.ts'
import type { Credentials } from '../auth/authenticate.ts'
import { AppError } from '../kernel/errors/app-error.ts'

/** XP Z12-013: a token may stand in the query, and `Organization-Id` may name a company of the organization. */
export const asAfnor = ({ query }: FastifyRequest, given: Credentials): Credentials => {
  const { organizationId, address } = given
  const { token } = query as { token?: unknown }
  const authorization = given.authorization ?? (typeof token === 'string' ? `Bearer ${token}` : undefined)
  const namesCompany = organizationId !== undefined && /^(comp_|ext:)/.test(organizationId)
  return {
    address,
    host: given.host,
    authorization,
    organizationId: namesCompany ? undefined : organizationId,
    companyId: given.companyId ?? (namesCompany ? organizationId : undefined),
  }
}

/** A key belongs to one organization: whoever means another is not answered with what belongs to this one. */
export const requireOrganization = (actor: Actor, { organizationId }: Credentials): void => {
  if (actor.kind === 'key' && organizationId !== undefined && organizationId !== actor.organizationId)
    throw new AppError('ORGANIZATION_FORBIDDEN')
}
