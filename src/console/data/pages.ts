/** The pages of a list, one after the other; rows are taken from the cache, which live events keep fresh. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AnyVariables, type Client, type TypedDocumentNode, useClient } from 'urql'
import { useConnection } from './connection.ts'
import { problemOf } from './refused.ts'

export const PAGE = 50

interface Connection<Row> {
  nodes: readonly Row[]
  totalCount?: number
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}
/** The one field of such a question is a connection. */
type RowOf<Data> = NonNullable<Data[keyof Data]> extends { nodes: readonly (infer Row)[] } ? Row : never

interface Loaded<Row> {
  page: Connection<Row> | undefined
  error: Parameters<typeof problemOf>[0]
}
type Cursors = readonly (string | undefined)[]
type Tell = (index: number, loaded: Loaded<never>) => void

interface Question<Data, Variables extends AnyVariables> {
  document: TypedDocumentNode<Data, Variables>
  /** What is asked beside the page; another text of it begins again. */
  given: Readonly<Record<string, unknown>>
}

/** Each page is asked for once, and followed until the end: what changes in one is told of it alone. */
const makeAsker = <Data, Variables extends AnyVariables>(
  client: Client,
  { document, given }: Question<Data, Variables>,
  turn: number,
) => {
  const ends: (() => void)[] = []
  const ask = (index: number, after: string | undefined, tell: Tell): (() => void) => {
    const variables = { first: PAGE, ...given, ...(after !== undefined && { after }) } as unknown as Variables
    const requestPolicy = turn > 0 || index === 0 ? 'cache-and-network' : 'cache-first'
    return client
      .query(document, variables, { requestPolicy })
      .subscribe(({ data, error }) =>
        tell(index, { page: data ? (Object.values(data)[0] as Connection<never>) : undefined, error }),
      ).unsubscribe
  }
  return {
    open: (cursors: Cursors, tell: Tell): void => {
      for (let index = ends.length; index < cursors.length; index += 1) ends.push(ask(index, cursors[index], tell))
    },
    close: (): void => ends.splice(0).forEach((end) => end()),
  }
}

/** What was opened of one list; of another, nothing is. */
interface Opened<Row> {
  by: string
  cursors: Cursors
  loaded: readonly Loaded<Row>[]
}

const usePages = <Data, Variables extends AnyVariables>(question: Question<Data, Variables>) => {
  const client = useClient()
  const asked = JSON.stringify(question.given)
  const nothing: Opened<RowOf<Data>> = useMemo(() => ({ by: asked, cursors: [undefined], loaded: [] }), [asked])
  const [opened, setOpened] = useState(nothing)
  const { cursors, loaded } = opened.by === asked ? opened : nothing
  const change = useCallback(
    (how: (before: Opened<RowOf<Data>>) => Partial<Opened<RowOf<Data>>>): void =>
      setOpened((before) => {
        const here = before.by === asked ? before : nothing
        return { ...here, ...how(here) }
      }),
    [nothing],
  )
  const [refreshed, setTurn] = useState(0)
  // When the server is back, everything is asked again.
  const turn = refreshed + useConnection().returns
  const asker = useMemo(() => makeAsker(client, question, turn), [client, asked, question.document, turn])
  useEffect(() => asker.close, [asker])
  useEffect(() => {
    asker.open(cursors, (index, one) =>
      change(({ loaded: all }) => ({ loaded: [...all.slice(0, index), one, ...all.slice(index + 1)] })),
    )
  }, [asker, cursors])
  const endCursor = loaded.at(-1)?.page?.pageInfo.endCursor
  const more = useCallback(
    () => change(({ cursors: all }) => (endCursor && !all.includes(endCursor) ? { cursors: [...all, endCursor] } : {})),
    [endCursor, change],
  )
  const refresh = useCallback(() => setTurn((one) => one + 1), [])
  /** Begins with the first page, which stays until it is there anew. */
  const restart = useCallback(() => {
    change(({ loaded: all }) => ({ cursors: [undefined], loaded: all.slice(0, 1) }))
    refresh()
  }, [change])
  return { loaded, isLoading: loaded.length < cursors.length, more, refresh, restart }
}

export const useList = <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  given: Readonly<Record<string, unknown>> = {},
) => {
  const { loaded, ...others } = usePages({ document, given })
  const rows = useMemo(
    () => [...new Map(loaded.flatMap(({ page }) => (page?.nodes ?? []).map((row) => [idOf(row), row]))).values()],
    [loaded],
  )
  return {
    ...others,
    rows,
    total: loaded[0]?.page?.totalCount,
    hasMore: loaded.at(-1)?.page?.pageInfo.hasNextPage ?? false,
    problem: problemOf(loaded.find(({ error }) => error)?.error, undefined),
  }
}

/** What changes place between two pages is shown once. */
const idOf = (row: unknown): unknown => (row as { id?: string }).id ?? row
