/** What the operator of a deployment decides of an organization: its plan, and whom mails go to. */
import { z } from 'zod'
import { organizationFields } from '../auth/plan-claim.ts'
import type { Organization } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Platform } from '../operation/platform.ts'
import { changeOrganization, heldOrganization, tellOfChange } from './change-organization.ts'

const settable = z.strictObject(organizationFields).partial()

const refuse = (message: string): never => {
  throw new AppError('INVALID_REQUEST', { message })
}

/** `plan=platform contactEmail=ops@example.com` */
const valuesIn = (words: readonly string[]): z.output<typeof settable> => {
  const given = words.map((word) => {
    const cut = word.indexOf('=')
    return cut > 0 ? ([word.slice(0, cut), word.slice(cut + 1)] as const) : refuse(`Expected NAME=VALUE, not ${word}.`)
  })
  const { data, error } = settable.safeParse(Object.fromEntries(given))
  const [issue] = error?.issues ?? []
  if (issue) refuse(`${issue.path.join('.')}: ${issue.message}`)
  return data ?? {}
}

/** Changes an organization that is there: a wrong id makes none. Every instance sees it within seconds. */
export const setOrganization = async (
  { db, clock, wakeUps }: Pick<Platform, 'db' | 'clock' | 'wakeUps'>,
  id: string,
  words: readonly string[],
): Promise<Organization> => {
  const given = valuesIn(words)
  const at = clock.now()
  const { organization } = await db.transaction(async (inside) => {
    const before = await heldOrganization(inside, id)
    if (!before) throw new AppError('RESOURCE_NOT_FOUND', { message: `There is no organization ${id}.` })
    const changed = await changeOrganization(inside, before, given, given.plan && at)
    await tellOfChange(inside, changed, { operation: 'setOrganization', label: 'operator', at })
    return changed
  })
  wakeUps.publish('credentials', id)
  return organization
}
