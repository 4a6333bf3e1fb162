/** What the pages have asked of the server, newest first: whoever writes a program sees how it asks the same. */
import { useSyncExternalStore } from 'react'
import { type Exchange, type Operation, mapExchange, stringifyDocument } from 'urql'

export interface PageCall {
  id: number
  name: string
  isAction: boolean
  /** As the operation is written, and what it was given. */
  text: string
  variables: object
}

const MOST = 30
let calls: readonly PageCall[] = []
let made = 0
const listeners = new Set<() => void>()

const note = ({ query, variables, kind }: Operation): void => {
  if (kind !== 'query' && kind !== 'mutation') return
  const text = stringifyDocument(query)
  const name = /^(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? ''
  const given = (variables ?? {}) as object
  const isSame = (other: PageCall): boolean =>
    other.name === name && JSON.stringify(other.variables) === JSON.stringify(given)
  const call = { id: (made += 1), name, isAction: kind === 'mutation', text, variables: given }
  calls = [call, ...calls.filter((other) => !isSame(other))].slice(0, MOST)
  for (const tell of listeners) tell()
}

export const forgetCalls = (): void => {
  calls = []
}

/** The first of the client: it sees what pages ask, before the cache adds to it. */
export const notingCalls: Exchange = mapExchange({ onOperation: note })

export const useCalls = (): readonly PageCall[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => calls,
  )
