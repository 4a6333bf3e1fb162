/** Prisma does not escape `%` and `_` in patterns of LIKE. */
import { Prisma } from '../../generated/prisma/client.ts'

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** What `comparable` makes of a text, in the words of the indexes on it. */
export const comparableSql = (text: string): Prisma.Sql =>
  Prisma.raw(`regexp_replace(upper(${text}), '[^A-Z0-9]+', '', 'g')`)
