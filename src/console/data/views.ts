/** Filters that somebody has given a name, kept in this browser: an address each, and nothing of a document. */
import { useSyncExternalStore } from 'react'

export interface View {
  name: string
  /** Path and search of the page. */
  to: string
}

const KEPT = 'views'
const MOST = 20
const listeners = new Set<() => void>()

const read = (): readonly View[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? (kept as View[]) : []
  } catch {
    return []
  }
}

let current = read()

const change = (views: readonly View[]): void => {
  current = views.slice(-MOST)
  localStorage.setItem(KEPT, JSON.stringify(current))
  for (const tell of listeners) tell()
}

export const keepView = (view: View): void => change([...current.filter(({ name }) => name !== view.name), view])
export const forgetView = (name: string): void => change(current.filter((one) => one.name !== name))

export const useViews = (): readonly View[] =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => current,
  )
