/**
 * Finds documents by words, or by parts of numbers and names, in the order in which they were made. Their indexes tell
 * all that have them, in no order, so that a page would take the longer, the more there are. So the first of the list
 * are looked through, and then spans of time that grow, which those indexes know: until the page is full, or only the
 * rest is left.
 */
import type { Actor } from '../../auth/actor.ts'
import { type Db, PLANNED_ANEW } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { SPAN_MS, spanBegin, timeIn } from '../../values/ids.ts'
import { type ListPart, type FilterTerm, and, visibleSql } from './filter.ts'

const LOOKED_THROUGH = 100
/** The first spans have about so many times as many documents, the next ones so many times those. */
const TIMES = { first: 50, next: 8 }
/** In how many spans the indexes look at once: of more, it costs less to look in all. */
const MOST_SPANS = 128

const searchesIn = (terms: readonly FilterTerm[]) => terms.flatMap(({ searched }) => searched ?? [])

/** Where it stands in time, as the indexes have it. */
const spanSql = Prisma.sql`ARRAY[substr(d.id, 5, 4)]`
const keyOf = (span: number): string => spanBegin('document', span).slice(-4)

interface Looked {
  id: string
  wanted: boolean
}

/** The ids of a page; undefined where nothing is searched for. */
export const idsBySpan = async (
  db: Db,
  actor: Actor,
  { terms, bounds, order, take }: ListPart,
): Promise<string[] | undefined> => {
  const searches = searchesIn(terms)
  if (searches.length === 0) return undefined
  const [direction, beyond] = order === 'asc' ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`]
  const visible = visibleSql(actor)
  const looked = await db.$queryRaw<Looked[]>`
    SELECT ${Prisma.raw(PLANNED_ANEW)} d.id, ${and(terms)} IS TRUE AS wanted FROM (
      SELECT * FROM documents d WHERE ${and([visible, ...bounds])} ORDER BY d.id ${direction} LIMIT ${LOOKED_THROUGH}) AS d
    ORDER BY d.id ${direction}`
  const ids = looked.flatMap(({ id, wanted }) => (wanted ? id : [])).slice(0, take)
  const [first, last] = [looked[0], looked.at(-1)]
  if (!first || !last || looked.length < LOOKED_THROUGH) return ids

  const add = async (within: readonly Prisma.Sql[]): Promise<void> => {
    // OFFSET keeps the order apart from the search: together, the planner would look for them in their order again.
    const found = await db.$queryRaw<{ id: string }[]>`
      SELECT ${Prisma.raw(PLANNED_ANEW)} id FROM (
        SELECT d.id FROM documents d WHERE ${and([visible, ...within, ...terms])} OFFSET 0) AS found
      ORDER BY id ${direction} LIMIT ${take - ids.length}`
    ids.push(...found.map(({ id }) => id))
  }
  // Numbers rise with time: those that begin alike are in one span, and to look for that costs more than all of them.
  const inSpans = searches.includes('words')
  let from = last.id
  let span = Math.floor(timeIn(last.id) / SPAN_MS)
  let spans = Math.ceil((TIMES.first * Math.abs(timeIn(first.id) - timeIn(last.id))) / SPAN_MS) || 1
  for (; inSpans && ids.length < take && spans <= MOST_SPANS; spans *= TIMES.next) {
    const step = order === 'asc' ? 1 : -1
    const keys = Array.from({ length: spans }, (_, index) => keyOf(Math.max(0, span + step * index)))
    await add([Prisma.sql`d.id ${beyond} ${from}`, Prisma.sql`${spanSql} && ${keys}::text[]`])
    span = Math.max(0, span + step * spans)
    // Where the span begins that is looked at next, or the one that was last.
    from = spanBegin('document', order === 'asc' ? span : span + 1)
  }
  if (ids.length < take) await add([Prisma.sql`d.id ${beyond} ${from}`])
  return ids
}
