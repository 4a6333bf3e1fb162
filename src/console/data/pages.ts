/** The pages of a list, one after the other; rows are taken from the cache, which live events keep fresh. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AnyVariables, type Client, type TypedDocumentNode, useClient } from 'urql'
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

interface Question<Data, Variables extends AnyVariables> {
  document: TypedDocumentNode<Data, Variables>
  /** What is asked beside the page; another text of it begins again. */
  given: Readonly<Record<string, unknown>>
}

/** Asks for every page that was opened, and again with each turn. */
const askAll = <Data, Variables extends AnyVariables>(
  client: Client,
  { document, given }: Question<Data, Variables>,
  { cursors, turn, tell }: { cursors: Cursors; turn: number; tell: (index: number, loaded: Loaded<never>) => void },
): (() => void) => {
  const ends = cursors.map((after, index) => {
    const variables = { first: PAGE, ...given, ...(after !== undefined && { after }) } as unknown as Variables
    const requestPolicy = turn > 0 || index === 0 ? 'cache-and-network' : 'cache-first'
    return client
      .query(document, variables, { requestPolicy })
      .subscribe(({ data, error }) =>
        tell(index, { page: data ? (Object.values(data)[0] as Connection<never>) : undefined, error }),
      ).unsubscribe
  })
  return () => ends.forEach((end) => end())
}

const usePages = <Data, Variables extends AnyVariables>(question: Question<Data, Variables>) => {
  const client = useClient()
  const [cursors, setCursors] = useState<Cursors>([undefined])
  const [loaded, setLoaded] = useState<readonly Loaded<RowOf<Data>>[]>([])
  const [turn, setTurn] = useState(0)
  const asked = JSON.stringify(question.given)
  useEffect(() => {
    setCursors([undefined])
    setLoaded([])
  }, [asked, question.document])
  useEffect(() => {
    const tell = (index: number, one: Loaded<never>): void =>
      setLoaded((before) => [...before.slice(0, index), one, ...before.slice(index + 1)])
    return askAll(client, question, { cursors, turn, tell })
  }, [client, asked, question.document, cursors, turn])
  const endCursor = loaded.at(-1)?.page?.pageInfo.endCursor
  const more = useCallback(
    () => setCursors((before) => (endCursor && !before.includes(endCursor) ? [...before, endCursor] : before)),
    [endCursor],
  )
  return { loaded, isLoading: loaded.length < cursors.length, more, refresh: () => setTurn((one) => one + 1) }
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
