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
import { type ListPart, and, visibleSql } from './filter.ts'

const LOOKED_THROUGH = 100
/** The first spans have about so many times as many documents, the next ones so many times those. */
const TIMES = { first: 50, next: 8 }
/** Who fills less in as many spans has few documents, and they are found among all. */
const MOST_FIRST_SPANS = 16
/** In how many spans the indexes look at once: of more, it costs less to look in all. */
const MOST_SPANS = 128

/** Where a document stands in time, as the indexes have it. */
const spanSql = Prisma.sql`ARRAY[substr(d.id, 5, 4)]`
const keyOf = (span: number): string => spanBegin('document', Math.max(0, span)).slice(-4)

interface Looked {
  id: string
  wanted: boolean
}

/** Behind those that were looked through: in how many spans the first of the rest are looked for. */
const spansFor = ({ id: first }: Looked, { id: last }: Looked): number =>
  Math.ceil((TIMES.first * Math.abs(timeIn(first) - timeIn(last))) / SPAN_MS) || 1

/** What lies behind an identifier, in parts: spans of time, more and more of them, and then the rest. */
function* partsBehind(id: string, order: ListPart['order'], first: number): Generator<Prisma.Sql> {
  const [step, beyond] = order === 'asc' ? [1, Prisma.sql`>`] : [-1, Prisma.sql`<`]
  let span = Math.floor(timeIn(id) / SPAN_MS)
  let behind = Prisma.sql`d.id ${beyond} ${id}`
  for (let spans = first; spans <= MOST_SPANS; spans *= TIMES.next) {
    const keys = Array.from({ length: spans }, (_, index) => keyOf(span + step * index))
    yield and([behind, Prisma.sql`${spanSql} && ${keys}::text[]`])
    span = Math.max(0, span + step * spans)
    // Where the next one begins, or the last one.
    behind = Prisma.sql`d.id ${beyond} ${spanBegin('document', order === 'asc' ? span : span + 1)}`
  }
  yield behind
}

/** The ids of a page; undefined where nothing is searched for. */
export const idsBySpan = async (
  db: Db,
  actor: Actor,
  { terms, bounds, order, take }: ListPart,
): Promise<string[] | undefined> => {
  const searches = terms.flatMap(({ searched }) => searched ?? [])
  if (searches.length === 0) return undefined
  const direction = order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const visible = visibleSql(actor)
  const looked = await db.$queryRaw<Looked[]>`
    SELECT ${Prisma.raw(PLANNED_ANEW)} d.id, ${and(terms)} IS TRUE AS wanted FROM (
      SELECT * FROM documents d WHERE ${and([visible, ...bounds])} ORDER BY d.id ${direction} LIMIT ${LOOKED_THROUGH}) AS d
    ORDER BY d.id ${direction}`
  const ids = looked.flatMap(({ id, wanted }) => (wanted ? id : [])).slice(0, take)
  const [first, last] = [looked[0], looked.at(-1)]
  if (!first || !last || looked.length < LOOKED_THROUGH) return ids

  // Numbers rise with time: those that begin alike are in one span, and to look for that costs more than all of them.
  const spans = searches.includes('words') ? spansFor(first, last) : Infinity
  const isFew = spans > MOST_FIRST_SPANS
  // OFFSET keeps the order apart from the search: together, the planner would look for them in their order again.
  const apart = !isFew || searches.includes('numbers') ? Prisma.sql`OFFSET 0` : Prisma.empty
  for (const within of partsBehind(last.id, order, isFew ? Infinity : spans)) {
    if (ids.length >= take) break
    const found = await db.$queryRaw<{ id: string }[]>`
      SELECT ${Prisma.raw(PLANNED_ANEW)} id FROM (
        SELECT d.id FROM documents d WHERE ${and([visible, within, ...terms])} ${apart}) AS found
      ORDER BY id ${direction} LIMIT ${take - ids.length}`
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}
