/** What the operator of a deployment decides of an organization: its plan, and whom mails go to. */
import { z } from 'zod'
import { Plan } from '../generated/prisma/enums.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { country, vatNumber } from '../kernel/input.ts'
import type { Platform } from '../operation/platform.ts'

const settable = z.strictObject({
  plan: z.enum(Plan).optional(),
  name: z.string().trim().min(1).max(200).optional(),
  country: country.optional(),
  vatNumber: vatNumber.optional(),
  contactEmail: z.email().max(254).optional(),
})

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
  { db, wakeUps }: Pick<Platform, 'db' | 'wakeUps'>,
  id: string,
  words: readonly string[],
): Promise<{ id: string; plan: Plan; name: string; contactEmail: string | null }> => {
  const { plan, name, country: land, vatNumber: vat, contactEmail } = valuesIn(words)
  const columns = {
    ...(plan && { plan }),
    ...(name && { name }),
    ...(land && { country: land }),
    ...(vat && { vatNumber: vat }),
    ...(contactEmail && { contactEmail }),
  }
  const [changed] = await db.client.organization.updateManyAndReturn({ where: { id }, data: columns })
  if (!changed) throw new AppError('RESOURCE_NOT_FOUND', { message: `There is no organization ${id}.` })
  wakeUps.publish('credentials', id)
  return changed
}
