/** The pages of a list, one after the other; rows are taken from the cache, which live events keep fresh. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from 'urql'
import { type DocumentFilter, DocumentsDocument, type DocumentsQuery, type RowFragment } from '#operations'
import { problemOf } from './refused.ts'

const PAGE = 50

interface Loaded {
  page: DocumentsQuery['documents'] | undefined
  error: Parameters<typeof problemOf>[0]
}

export const useRows = (filter: DocumentFilter) => {
  const client = useClient()
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const [loaded, setLoaded] = useState<readonly Loaded[]>([])
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    setCursors([undefined])
    setLoaded([])
  }, [filter])
  useEffect(() => {
    const ends = cursors.map((after, index) => {
      const variables = { filter, first: PAGE, ...(after !== undefined && { after }) }
      const requestPolicy = turn > 0 ? 'cache-and-network' : 'cache-first'
      return client.query(DocumentsDocument, variables, { requestPolicy }).subscribe(({ data, error }) =>
        setLoaded((before) => before.slice(0, index).concat({ page: data?.documents, error }, before.slice(index + 1))),
      ).unsubscribe
    })
    return () => ends.forEach((end) => end())
  }, [client, filter, cursors, turn])
  const rows = useMemo(() => {
    const byId = new Map<string, RowFragment>()
    for (const { page } of loaded) for (const row of page?.nodes ?? []) if (!row.archived) byId.set(row.id, row)
    return [...byId.values()]
  }, [loaded])
  const last = loaded.at(-1)?.page?.pageInfo
  const endCursor = last?.endCursor
  const more = useCallback(
    () => setCursors((before) => (endCursor && !before.includes(endCursor) ? [...before, endCursor] : before)),
    [endCursor],
  )
  const failed = loaded.find(({ error }) => error)
  return {
    rows,
    total: loaded[0]?.page?.totalCount,
    hasMore: last?.hasNextPage ?? false,
    isLoading: loaded.length < cursors.length,
    problem: problemOf(failed?.error, undefined),
    more,
    refresh: useCallback(() => setTurn((one) => one + 1), []),
  }
}
