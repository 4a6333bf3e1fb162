/** A dashboard in a terminal: the documents of an organization by status, as they are now and as they change. */
import { Client, type OperationResult, cacheExchange, fetchExchange, gql } from '@urql/core'
import { createClient } from 'graphql-ws'

const { API = 'http://127.0.0.1:4000', KEY = '' } = process.env
const authorization = { Authorization: `Bearer ${KEY}` }

interface Row {
  id: string
  number: string | null
  deliveryStatus: string
  lifecycleStatus: string
}

const FIELDS = 'id number deliveryStatus lifecycleStatus'

interface List {
  documents: { nodes: Row[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const LIST = gql<List>`
  query List($after: String) {
    documents(first: 100, after: $after) {
      nodes { ${FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }
`

/** Whatever happens to a document brings it as it is then. */
const ONE = gql<{ document: Row | null }>`query One($id: ID!) { document(id: $id) { ${FIELDS} } }`

const LIVE = `
  subscription Live($after: String) {
    events(after: $after) {
      seq
      type
      ... on DocumentSentEvent { data { documentId } }
      ... on DocumentReceivedEvent { data { documentId } }
      ... on DocumentDeliveredEvent { data { documentId } }
      ... on DocumentFailedEvent { data { documentId } }
      ... on LifecycleUpdatedEvent { data { documentId } }
    }
  }
`
interface Live {
  events: { seq: string; type: string; data?: { documentId: string } }
}

const client = new Client({
  url: `${API}/graphql`,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers: authorization },
  preferGetMethod: false,
})
const socket = createClient({
  url: `${API.replace('http', 'ws')}/graphql`,
  connectionParams: authorization,
  // Its own retries begin with the next new event: the loop below begins after the last one that was seen.
  retryAttempts: 0,
})

const rows = new Map<string, Row>()

const show = (why: string): void => {
  const counts = Map.groupBy(rows.values(), ({ deliveryStatus }) => deliveryStatus.toLowerCase())
  const line = [...counts].sort().map(([status, those]) => `${status} ${those.length}`)
  console.log([why, ...line].join(' | '))
}

const loadAll = async (): Promise<void> => {
  for (let after: string | null = null, more = true; more;) {
    const { data, error }: OperationResult<List> = await client.query(
      LIST,
      { after },
      { requestPolicy: 'network-only' },
    )
    if (!data) throw error ?? new Error('Nothing was answered.')
    for (const row of data.documents.nodes) rows.set(row.id, row)
    more = data.documents.pageInfo.hasNextPage
    after = data.documents.pageInfo.endCursor
  }
}

const follow = async (after: string): Promise<string> => {
  let last = after
  for await (const message of socket.iterate<Live>({ query: LIVE, variables: { after } })) {
    if (!message.data) continue
    const { seq, type, data: about } = message.data.events
    last = seq
    if (!about) continue
    const found = await client.query(ONE, { id: about.documentId }, { requestPolicy: 'network-only' })
    if (found.data?.document) rows.set(about.documentId, found.data.document)
    show(type)
  }
  return last
}

await loadAll()
show('now')
for (let after = process.env['AFTER'] ?? '0'; ;) {
  after = await follow(after).catch(() => after)
  await new Promise((wake) => setTimeout(wake, 500))
}
