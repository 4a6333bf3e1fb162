import type { Page } from '../pagination.ts'

/** What a connection and its edges are called, after the type of their rows. */
export const connectionTypes = (row: string, rows: string) => [{ name: `${row}Connection`, description: `A page of ${rows}.` }, { name: `${row}Edge`, description: `One of the ${rows} of a page, with its cursor.` }] as const

/** A page as a Relay connection. */
export const connectionOf = <Row>(page: Page<Row>) => {
  const edges = page.rows.map((node) => ({ node, cursor: page.cursorOf(node) }))
  return {
    edges,
    pageInfo: { hasNextPage: page.hasNext, hasPreviousPage: page.hasPrevious, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.count,
  }
}
