/** What a token of the identity provider says of its organization, by the claim `_plans`. */
import { type SaidOfOrganization, newsOf } from '../auth/organizations.ts'
import type { Organization } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { changeOrganization, heldOrganization, tellOfChange } from './change-organization.ts'

/** Looks again once the row is held: of many requests at the same time one changes it. */
export const settleOrganization = async (
  { db, clock, wakeUps }: Pick<Platform, 'db' | 'clock' | 'wakeUps'>,
  id: string,
  said: SaidOfOrganization,
): Promise<Organization> => {
  const { organization, changes } = await db.transaction(async (inside) => {
    const before =
      (await heldOrganization(inside, id)) ?? (await inside.organization.findUniqueOrThrow({ where: { id } }))
    const news = newsOf(before, said)
    const changed = await changeOrganization(inside, before, news, news.plan && said.at)
    await tellOfChange(inside, changed, { operation: 'authenticate', label: 'identity provider', at: clock.now() })
    return changed
  })
  if (changes.length > 0) wakeUps.publish('credentials', id)
  return organization
}
