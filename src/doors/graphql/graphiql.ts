import type { FastifyRequest } from 'fastify'
import { HTML, StaticPage } from '../../http/page.ts'

const GREETING = `# Welcome. Send a key in the headers below: {"Authorization": "Bearer svc_test_…"}
# No key yet? Run this first:
mutation Begin {
  bootstrapSandbox(input: {label: "graphiql", keyType: PLATFORM}) {
    apiKey
    company { id name peppolId }
  }
}

query Companies {
  companies(first: 10) {
    nodes { id name vatNumber peppolId address { city country } }
    pageInfo { hasNextPage endCursor }
  }
}
`

/** The module of GraphiQL is by far the largest, so it is loaded when somebody opens the page. */
export const graphiql = (): StaticPage =>
  new StaticPage(HTML, async () =>
    (await import('@graphql-yoga/render-graphiql')).renderGraphiQL({
      title: 'Invoice Exchange',
      defaultQuery: GREETING,
      // GraphiQL sends headers, and so the key, with event streams but not with websockets.
      subscriptionsProtocol: 'SSE',
    }),
  )

/** A browser that opens the address; programs that ask something do not accept pages first. */
export const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.accept?.includes('text/html') === true &&
  (query as Record<string, unknown>)['query'] === undefined
