/**
 * Finds documents by words, or by parts of numbers and names, in the order in which they were made. Their indexes tell
 * all that have them, in no order, so that a page would take the longer, the more there are. So the first of the list
 * are looked through, and then spans of time that grow, which those indexes know: until the page is full, or only the
 * rest is left. Numbers rise with time: of those that begin alike, the first are looked for where the highest one is.
 */
import type { Actor } from '../../auth/actor.ts'
import { comparableSql } from '../../kernel/database/like.ts'
import { type Db, PLANNED_ANEW } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { comparable } from '../../values/comparable.ts'
import { SPAN_MS, spanBegin, timeIn } from '../../values/ids.ts'
import { type ListPart, and, visibleSql } from './filter.ts'

const LOOKED_THROUGH = 100
/** The first spans have about so many times as many documents, the next ones so many times those. */
const TIMES = { first: 50, next: 8 }
/** Who fills less in as many spans has few documents, and they are found among all. */
const MOST_FIRST_SPANS = 16
/** In how many spans the indexes look at once: of more, it costs less to look in all. */
const MOST_SPANS = 128
/** Behind a number, it is behind all that begin with it. */
const BEYOND_NUMBERS = 'Z'.repeat(64)

const spanOf = (id: string): number => Math.floor(timeIn(id) / SPAN_MS)
const stepOf = (order: ListPart['order']): 1 | -1 => (order === 'asc' ? 1 : -1)

/** So many spans from one on, as the indexes have them. */
const keysFrom = (span: number, count: number, order: ListPart['order']): string[] =>
  Array.from({ length: count }, (_, index) =>
    spanBegin('document', Math.max(0, span + stepOf(order) * index)).slice(-4),
  )
const isWithin = (keys: readonly string[]): Prisma.Sql => Prisma.sql`ARRAY[substr(d.id, 5, 4)] && ${keys}::text[]`

interface Looked {
  id: string
  wanted: boolean
}

const wantedOf = (looked: readonly Looked[]): string[] => looked.flatMap(({ id, wanted }) => (wanted ? id : []))

/** Behind those that were looked through: in how many spans the first of the rest are looked for. */
const spansFor = ({ id: first }: Looked, { id: last }: Looked): number =>
  Math.ceil((TIMES.first * Math.abs(timeIn(first) - timeIn(last))) / SPAN_MS) || 1

/** The spans from one identifier to another that lies beyond it; none where it does not, or too far. */
const spansBetween = (id: string, other: string, order: ListPart['order']): string[] => {
  const isBeyond = order === 'asc' ? other > id : other < id
  const count = Math.abs(spanOf(other) - spanOf(id)) + 1
  return isBeyond && count <= MOST_SPANS ? keysFrom(spanOf(id), count, order) : []
}

/** What lies behind an identifier, in parts: spans of time, more and more of them, and then the rest. */
function* partsBehind(id: string, order: ListPart['order'], first: number): Generator<Prisma.Sql> {
  const beyond = order === 'asc' ? Prisma.sql`>` : Prisma.sql`<`
  let span = spanOf(id)
  let behind = Prisma.sql`d.id ${beyond} ${id}`
  for (let spans = first; spans <= MOST_SPANS; spans *= TIMES.next) {
    yield and([behind, isWithin(keysFrom(span, spans, order))])
    span += stepOf(order) * spans
    // Where the next one begins, or the last one.
    behind = Prisma.sql`d.id ${beyond} ${spanBegin('document', Math.max(0, order === 'asc' ? span : span + 1))}`
  }
  yield behind
}

/** The document with the highest of the numbers that begin so, or with the lowest one. */
const highestId = async (
  db: Db,
  { organizationId }: Actor,
  begins: string,
  direction: Prisma.Sql,
): Promise<string | undefined> => {
  const begin = comparable(begins)
  const number = comparableSql('d.number')
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT ${Prisma.raw(PLANNED_ANEW)} d.id FROM documents d
    WHERE d."organizationId" = ${organizationId} AND ${number} >= ${begin} AND ${number} <= ${begin + BEYOND_NUMBERS}
    ORDER BY ${number} ${direction} LIMIT 1`
  return found?.id
}

/** The ids of a page; undefined where nothing is searched for. */
export const idsBySpan = async (
  db: Db,
  actor: Actor,
  { terms, bounds, order, take }: ListPart,
): Promise<string[] | undefined> => {
  const searches = terms.flatMap(({ searched }) => searched ?? [])
  if (searches.length === 0) return undefined
  const [direction, before, beyond] =
    order === 'asc' ? [Prisma.sql`ASC`, Prisma.sql`<`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`>`, Prisma.sql`<`]
  const visible = visibleSql(actor)
  const lookThrough = (from: readonly Prisma.Sql[]): Promise<Looked[]> =>
    db.$queryRaw<Looked[]>`
      SELECT ${Prisma.raw(PLANNED_ANEW)} d.id, ${and(terms)} IS TRUE AS wanted FROM (
        SELECT * FROM documents d WHERE ${and([visible, ...from])} ORDER BY d.id ${direction} LIMIT ${LOOKED_THROUGH}) AS d
      ORDER BY d.id ${direction}`
  const looked = await lookThrough(bounds)
  const [first, last] = [looked[0], looked.at(-1)]
  let ids = wantedOf(looked).slice(0, take)
  if (!first || !last || looked.length < LOOKED_THROUGH || ids.length === take) return ids

  const spans = spansFor(first, last)
  const isFew = spans > MOST_FIRST_SPANS
  // OFFSET keeps the order apart from the search: together, the planner would look for them in their order again.
  const apart = !isFew || searches.includes('numbers') ? Prisma.sql`OFFSET 0` : Prisma.empty
  const find = async (...within: Prisma.Sql[]): Promise<string[]> => {
    const found = await db.$queryRaw<{ id: string }[]>`
      SELECT ${Prisma.raw(PLANNED_ANEW)} id FROM (
        SELECT d.id FROM documents d WHERE ${and([visible, ...bounds, ...within, ...terms])} ${apart}) AS found
      ORDER BY id ${direction} LIMIT ${take - ids.length}`
    return found.map(({ id }) => id)
  }

  let end = last.id
  const begins = isFew ? undefined : terms.find((term) => term.begins !== undefined)?.begins
  const highest = begins === undefined ? undefined : await highestId(db, actor, begins, direction)
  // Where the highest number is newer than all that begin with it, the page begins there, and the searches before it find
  // nothing. Its own span, of which the index tells all that begin so, takes as long as those before: all are asked at
  // once.
  const between = highest === undefined ? [] : spansBetween(end, highest, order)
  if (highest !== undefined && between.length > 0) {
    const isBefore = [Prisma.sql`d.id ${beyond} ${end}`, Prisma.sql`d.id ${before} ${highest}`]
    const [far, near, there] = await Promise.all([
      find(...isBefore, isWithin(between.slice(0, -1))),
      find(...isBefore, isWithin(between.slice(-1))),
      lookThrough([...bounds, Prisma.sql`d.id ${beyond}= ${highest}`]),
    ])
    ids = [...ids, ...far, ...near, ...wantedOf(there)].slice(0, take)
    end = there.at(-1)?.id ?? highest
  }
  // For numbers the rest is one part: mostly they lie in one span anyway, which would be looked for in vain at first.
  for (const within of partsBehind(end, order, isFew || !searches.includes('words') ? Infinity : spans)) {
    if (ids.length === take) break
    ids.push(...(await find(within)))
  }
  return ids
}
