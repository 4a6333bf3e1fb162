import type { FastifyRequest } from 'fastify'
import { HTML, StaticPage } from '../../http/page.ts'
import { invariant } from '../../kernel/invariant.ts'

// In lines that a narrow window shows whole.
const GREETING = `# Welcome. Send a key in the headers below:
#   {"Authorization": "Bearer svc_test_…"}
# One that you have made in the documentation
# is there already. No key yet? Run this first:
mutation Begin {
  bootstrapSandbox(
    input: {label: "graphiql", keyType: PLATFORM}
  ) {
    apiKey
    company { id name peppolId }
  }
}

query Companies {
  companies(first: 10) {
    nodes {
      id
      name
      vatNumber
      peppolId
      address { city country }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`

/** A reader of the documentation who has a key for this tab finds it among the headers, as in all other samples. */
const OPEN = `<script>
const openExplorer = (root, options) => {
  const key = sessionStorage.getItem('docs.key')
  if (key) options.headers = JSON.stringify({ Authorization: 'Bearer ' + key }, null, 2)
  YogaGraphiQL.renderYogaGraphiQL(root, options)
}
</script>
`

const opened = (page: string): string => {
  const [before, after] = page.split('YogaGraphiQL.renderYogaGraphiQL(\n')
  invariant(before !== undefined && after !== undefined, 'GraphiQL is opened in another way than it was.')
  return `${before}openExplorer(\n${after}`.replace('<script>', () => `${OPEN}<script>`)
}

/** The module of GraphiQL is by far the largest, so it is loaded when somebody opens the page. */
export const graphiql = (): StaticPage =>
  new StaticPage(HTML, async () => {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
    const options = {
      title: 'Invoice Exchange',
      defaultQuery: GREETING,
      // GraphiQL sends headers, and so the key, with event streams but not with websockets.
      subscriptionsProtocol: 'SSE' as const,
      // They have keys, which are for this tab alone.
      shouldPersistHeaders: false,
    }
    return opened(renderGraphiQL(options))
  })

/** A browser that opens the address, also with a question in it; programs that ask do not accept pages first. */
export const wantsPage = ({ method, headers: { accept = '' }, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept.startsWith('text/html') ||
    (accept.includes('text/html') && (query as Record<string, unknown>)['query'] === undefined))
