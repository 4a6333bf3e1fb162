/** Pages of a list by GraphQL, from the first to the last. */
import type { Server } from '../../../support/servers.ts'
import type { Request } from './peers.ts'
import { bearer } from './seed.ts'

interface Answer {
  data: Record<string, { pageInfo: { hasNextPage: boolean; endCursor: string | null } }>
}

/** Any page of a list: `query` takes `$after`, and selects `pageInfo` of the field. The keys ask in turn. */
export const anyPageOf = async (
  { url }: Server,
  keys: readonly string[],
  { field, query }: { field: string; query: string },
): Promise<() => Request> => {
  const pages: Request[] = []
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page: Request = {
      method: 'POST',
      path: '/graphql',
      headers: { ...bearer(keys[pages.length % keys.length] ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { after } }),
    }
    pages.push(page)
    const { data } = (await (await fetch(url + page.path, page)).json()) as Answer
    const { hasNextPage, endCursor } = data[field]?.pageInfo ?? { hasNextPage: false, endCursor: null }
    after = hasNextPage ? endCursor : undefined
  }
  return () => pages[Math.floor(Math.random() * pages.length)] as Request
}
