import type { Page } from '../pagination.ts'

/** A page as a Relay connection. A cursor costs two hashes, so each is made when it is asked for. */
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
