import type { Page } from '../pagination.ts'

/** A page as a Relay connection. */
export const connectionOf = <Row>(page: Page<Row>) => {
  const edges = page.rows.map((node) => ({ node, cursor: page.cursorOf(node) }))
  return {
    edges,
    pageInfo: { hasNextPage: page.hasNext, hasPreviousPage: page.hasPrevious, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.count,
  }
}
