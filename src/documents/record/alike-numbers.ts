/**
 * Numbers rise with time: those that begin alike were made in one time, and when that is long past, the order of a list
 * leads through everything that came since. So only the beginning of the list is looked through; when that does not
 * fill the page, the index of parts of numbers finds all that are alike, and they are ordered then.
 */
import type { Actor } from '../../auth/actor.ts'
import { PLANNED_ANEW } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type ListPart, type FilterTerm, and, visibleSql } from './filter.ts'

const LOOKED_THROUGH = 2_000

const isAlike = ({ alike }: FilterTerm): boolean => alike === true

/** The ids of a page; undefined where no part of a number is asked for. */
export const idsByAlikeNumbers = (actor: Actor, { terms, bounds, order, take }: ListPart): Prisma.Sql | undefined => {
  if (!terms.some(isAlike)) return undefined
  const direction = order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const within = and([visibleSql(actor), ...bounds])
  // OFFSET keeps the order apart from the search: together, the planner would look for them in their order again.
  return Prisma.sql`${Prisma.raw(PLANNED_ANEW)}
    WITH beginning AS MATERIALIZED (
      SELECT d.id FROM (
        SELECT * FROM documents d WHERE ${within} ORDER BY d.id ${direction} LIMIT ${LOOKED_THROUGH}) AS d
      WHERE ${and(terms)} ORDER BY d.id ${direction} LIMIT ${take}),
    enough AS (SELECT count(*) = ${take} AS known FROM beginning),
    others AS (
      SELECT d.id FROM documents d WHERE NOT (SELECT known FROM enough) AND ${within} AND ${and(terms)} OFFSET 0)
    SELECT id FROM (
      SELECT id FROM beginning WHERE (SELECT known FROM enough) UNION ALL SELECT id FROM others) AS found
    ORDER BY id ${direction} LIMIT ${take}`
}
