import { UnreadRow } from '../operation/column-json.ts'
import { type Page, shorterPage } from '../operation/pagination.ts'
import { charactersIn } from '../operation/rows-seen.ts'
import { bytesAsJson } from '../values/answer-size.ts'
import { limits } from '../values/limits.ts'
import { beyond } from './plan-writers.ts'

/** What a connection and its edges are called, after the type of their rows. */
export const connectionTypes = (row: string, rows: string) =>
  [
    { name: `${row}Connection`, description: `A page of ${rows}.` },
    { name: `${row}Edge`, description: `A row of a page of ${rows}, with its cursor.` },
  ] as const

/** What a page may take of an answer, which has more than one page. */
const PAGE_BYTES = limits.answerBytes / 2

/** How many rows there is room for, of those that come first; one at least. */
const fittingRows = ({ rows, isBackwards }: Page<unknown>): number => {
  const inTurn = isBackwards ? rows.toReversed() : rows
  let total = 0
  const tooMany = inTurn.findIndex((row) => (total += bytesAsJson(row, PAGE_BYTES)) > PAGE_BYTES)
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1)
}

/**
 * A page as a Relay connection, with fewer rows where they are large. A cursor costs a hash, so each is made when it is
 * asked for.
 */
export const connectionOf = <Row>(whole: Page<Row>) =>
  wholeConnection(shorterPage<Row, Page<Row>>(whole, fittingRows(whole)))

/** For a plan, of rows that nobody has read: where they are large the general road answers fewer of them. */
export const plannedConnection = (page: Page<unknown>): object => {
  if (!(page.rows[0] instanceof UnreadRow)) return connectionOf(page)
  if ((page.rows as UnreadRow[]).reduce((sum, { texts }) => sum + charactersIn(texts), 0) > PAGE_BYTES / 3) beyond()
  return wholeConnection(page)
}

/** A class, because V8 makes a shape for each literal with a getter, and keeps it, with all rows, for very long. */
class Edge<Row> {
  readonly node: Row
  readonly #page: Page<Row>

  constructor(page: Page<Row>, node: Row) {
    this.#page = page
    this.node = node
  }

  get cursor(): string {
    return this.#page.cursorOf(this.node)
  }
}

class PageInfo<Row> {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly Edge<Row>[]

  constructor({ hasNext, hasPrevious }: Page<Row>, edges: readonly Edge<Row>[]) {
    this.hasNextPage = hasNext
    this.hasPreviousPage = hasPrevious
    this.#edges = edges
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

/** With all its rows, however large they are. */
const wholeConnection = <Row>(page: Page<Row>) => {
  const edges = page.rows.map((node) => new Edge(page, node))
  return { nodes: page.rows, edges, pageInfo: new PageInfo(page, edges), totalCount: page.count }
}
