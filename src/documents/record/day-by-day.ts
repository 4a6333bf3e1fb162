/**
 * Finds documents of days long past, newest first. In the order of a list, a search goes through everything that came
 * since, and takes the longer the more there is. So the documents are found by their days instead: the newest of each
 * day, then more of the days that have the newest. That takes a look or two into an index for each day, however many
 * documents a day has.
 */
import type { Actor } from '../../auth/actor.ts'
import { type Db, PLANNED_ANEW } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type ListPart, type FilterTerm, and, visibleSql } from './filter.ts'
import { dayOf } from '../../values/dates.ts'

interface DaySpan {
  day: Prisma.Sql
  from?: Date
  to?: Date
}

/** What came in so many days is soon passed over. */
const FEW_DAYS_MS = 31 * 24 * 60 * 60 * 1000

/** A filter that leaves less than this share of all documents finds them by itself. */
const WIDE = 0.05

/** The days to look at, where the order begins at others. */
const spanOf = (terms: readonly FilterTerm[], order: ListPart['order'], now: Date): DaySpan | undefined => {
  const bounds = terms.flatMap(({ bound }) => bound ?? [])
  const latest = now.getTime() - FEW_DAYS_MS
  const first = bounds.find(({ side, at }) =>
    order === 'desc' ? side === 'to' && at.getTime() < latest : side === 'from',
  )
  if (!first) return undefined
  const { day } = first
  const ofSide = (wanted: 'from' | 'to'): number[] =>
    bounds.filter((bound) => bound.day === day && bound.side === wanted).map(({ at }) => at.getTime())
  const [from, to] = [ofSide('from'), ofSide('to')]
  return {
    day,
    ...(from.length > 0 && { from: new Date(Math.max(...from)) }),
    ...(to.length > 0 && { to: new Date(Math.min(...to)) }),
  }
}

/** How many rows the planner expects. */
const expected = async (db: Db, where: Prisma.Sql): Promise<number> => {
  const [answer] = await db.$queryRaw<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
    Prisma.sql`EXPLAIN (FORMAT JSON) ${Prisma.raw(PLANNED_ANEW)} SELECT FROM documents d WHERE ${where}`,
  )
  return answer?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** Whether what else is asked for leaves so many that each day soon has one. */
const isWide = async (db: Db, organization: Prisma.Sql, rest: readonly FilterTerm[]): Promise<boolean> => {
  if (rest.length === 0) return true
  return (await expected(db, and([organization, ...rest]))) >= WIDE * (await expected(db, organization))
}

/** Finds the ids of a page by their days; undefined where something else leads to them. */
export const idsByDay = async (
  db: Db,
  now: Date,
  actor: Actor,
  { terms, bounds, order, take }: ListPart,
): Promise<Prisma.Sql | undefined> => {
  const span = spanOf(terms, order, now)
  const organization = Prisma.sql`d."organizationId" = ${actor.organizationId}`
  const visible = actor.companyId === null ? [] : [visibleSql(actor)]
  if (!span || !(await isWide(db, organization, [...visible, ...terms.filter(({ bound }) => bound?.day !== span.day)])))
    return undefined
  const { day, from, to } = span
  const [direction, beyond] = order === 'asc' ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`]
  const within = and([
    organization,
    from ? Prisma.sql`${day} >= ${sqlDay(from)}` : Prisma.sql`${day} > '-infinity'`,
    ...(to ? [Prisma.sql`${day} <= ${sqlDay(to)}`] : []),
  ])
  const ofDay = (one: Prisma.Sql, most: number): Prisma.Sql =>
    Prisma.sql`
      SELECT d.id FROM documents d
      WHERE ${and([organization, Prisma.sql`${day} = ${one}`, ...visible, ...terms, ...bounds])}
      ORDER BY d.id ${direction} LIMIT ${most}`
  return Prisma.sql`${Prisma.raw(PLANNED_ANEW)}
    WITH RECURSIVE days AS (
      (SELECT ${day} AS day FROM documents d WHERE ${within} ORDER BY 1 ${direction} LIMIT 1)
      UNION ALL SELECT next.day FROM days, LATERAL (
        SELECT ${day} AS day FROM documents d WHERE ${within} AND ${day} ${beyond} days.day
        ORDER BY 1 ${direction} LIMIT 1) AS next),
    newest AS (
      SELECT days.day FROM days, LATERAL (${ofDay(Prisma.sql`days.day`, 1)}) AS head
      ORDER BY head.id ${direction} LIMIT ${take})
    SELECT found.id FROM newest, LATERAL (${ofDay(Prisma.sql`newest.day`, take)}) AS found
    ORDER BY found.id ${direction} LIMIT ${take}`
}

const sqlDay = (at: Date): Prisma.Sql => Prisma.sql`${dayOf(at)}::date`
