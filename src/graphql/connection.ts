import type { Page } from '../operation/pagination.ts'

/** What a connection and its edges are called, after the type of their rows. */
export const connectionTypes = (row: string, rows: string) =>
  [
    { name: `${row}Connection`, description: `A page of ${rows}.` },
    { name: `${row}Edge`, description: `A row of a page of ${rows}, with its cursor.` },
  ] as const

/** A page as a Relay connection. A cursor costs a hash, so each is made when it is asked for. */
export const connectionOf = <Row>(page: Page<Row>) => {
  const edges = page.rows.map((node) => ({
    node,
    get cursor() {
      return page.cursorOf(node)
    },
  }))
  return {
    edges,
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      get startCursor() {
        return edges[0]?.cursor ?? null
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null
      },
    },
    totalCount: page.count,
  }
}
