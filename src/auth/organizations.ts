import { AppError } from '../kernel/errors/app-error.ts'
import type { Organization } from '../generated/prisma/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database/open.ts'

const ORGANIZATION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const FRESH_MS = 5_000

export interface OrganizationCache extends Map<string, { organization: Organization; at: number }> {}

/** What organizations are looked up with. */
export interface OrganizationDirectory {
  organizations: OrganizationCache
  db: Database
  clock: Clock
}

/** The organization of a token; one that is seen for the first time is created empty. */
export const ensureOrganization = async (platform: OrganizationDirectory, id: string): Promise<Organization> => {
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
