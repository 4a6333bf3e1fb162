import { AppError } from '../kernel/errors/app-error.ts'
import type { Organization } from '../generated/prisma/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database/open.ts'
import type { PlanClaim } from './plan-claim.ts'

const ORGANIZATION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const FRESH_MS = 5_000

export interface OrganizationCache extends Map<string, { organization: Organization; at: number }> {}

/** What organizations are looked up with. */
export interface OrganizationDirectory {
  organizations: OrganizationCache
  db: Database
  clock: Clock
}

/** What a token says of its organization, and since when. */
export interface SaidOfOrganization {
  claim: PlanClaim
  at: Date
}

/** Takes over what a token says, and answers the organization after it. */
export type SettleOrganization = (id: string, said: SaidOfOrganization) => Promise<Organization>

/** What of it the organization takes over: a plan that was said later, and what nobody has said before. */
export const newsOf = (organization: Organization, { claim, at }: SaidOfOrganization): PlanClaim => {
  const { id, plan, planSaidAt } = organization
  // One that was made for a token is called by its id until somebody names it.
  const known = { ...organization, name: organization.name === id ? null : organization.name }
  const isUnsaid = (field: keyof PlanClaim): boolean =>
    field === 'plan' ? claim.plan !== plan && (planSaidAt === null || at > planSaidAt) : known[field] === null
  return Object.fromEntries(Object.entries(claim).filter(([field]) => isUnsaid(field as keyof PlanClaim)))
}

/** The organization of a token; one that is seen for the first time is created empty. */
export const ensureOrganization = async (
  platform: OrganizationDirectory & { settleOrganization: SettleOrganization },
  id: string,
  said?: SaidOfOrganization,
): Promise<Organization> => {
  const organization = await organizationNamed(platform, id)
  const { deletionDueAt } = organization
  if (deletionDueAt !== null && deletionDueAt <= platform.clock.now())
    throw new AppError('ORGANIZATION_FORBIDDEN', { message: 'The organization is being deleted.' })
  if (!said || Object.keys(newsOf(organization, said)).length === 0) return organization
  const settled = await platform.settleOrganization(id, said)
  platform.organizations.set(id, { organization: settled, at: performance.now() })
  return settled
}

const organizationNamed = async (platform: OrganizationDirectory, id: string): Promise<Organization> => {
  const known = platform.organizations.get(id)
  if (known && performance.now() - known.at < FRESH_MS) return known.organization
  if (!ORGANIZATION_ID.test(id) || id === 'public')
    throw new AppError('ORGANIZATION_FORBIDDEN', {
      message: 'The token names an organization whose id is not valid here.',
    })
  const { organization: table } = platform.db.client
  const organization = (await table.findUnique({ where: { id } })) ?? (await createOrganization(platform, id))
  if (platform.organizations.size > 10_000) platform.organizations.clear()
  platform.organizations.set(id, { organization, at: performance.now() })
  return organization
}

const createOrganization = async (platform: OrganizationDirectory, id: string): Promise<Organization> => {
  const { organization: table } = platform.db.client
  await table.createMany({
    data: [{ id, name: id, plan: 'free', createdAt: platform.clock.now() }],
    skipDuplicates: true,
  })
  return table.findUniqueOrThrow({ where: { id } })
}
