/** How what a company sends looks to people: `settings.letterhead`. */
import { z } from 'zod'
import type { Db } from '../kernel/database/open.ts'
import { COLOR, type Look } from '../formats/readable/look.ts'
import { pictureAt } from '../formats/readable/picture.ts'
import type { Document } from '../generated/prisma/client.ts'

const settings = z.looseObject({
  letterhead: z
    .strictObject({
      color: z.string().regex(COLOR).optional(),
      logo: z
        .string()
        .refine((address) => pictureAt(address) !== undefined)
        .transform(pictureAt)
        .optional(),
    })
    .optional(),
})

export const hasGoodLetterhead = (given: Record<string, unknown>): boolean => settings.safeParse(given).success

/** Of a document that the company sends. What comes in looks plain: its sender is not asked for a letterhead. */
export const letterheadOf = async (
  db: Db,
  { organizationId, companyId, direction }: Pick<Document, 'organizationId' | 'companyId' | 'direction'>,
): Promise<Look> => {
  if (direction !== 'outgoing') return {}
  const company = await db.company.findUnique({
    where: { organizationId_id: { organizationId, id: companyId } },
    select: { settings: true },
  })
  return settings.safeParse(company?.settings).data?.letterhead ?? {}
}
