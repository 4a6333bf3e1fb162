/** Who is signed in: the key is in the storage of this tab, and nowhere else. */
import { useSyncExternalStore } from 'react'

const KEPT = 'key'
const listeners = new Set<() => void>()
const tell = (): void => listeners.forEach((one) => one())

export const session = {
  get key(): string | null {
    return sessionStorage.getItem(KEPT)
  },
  signIn(key: string): void {
    sessionStorage.setItem(KEPT, key)
    tell()
  },
  signOut(): void {
    sessionStorage.clear()
    tell()
  },
}

export const useKey = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session.key,
  )

/** The token of a handoff link, which leaves the address and the history before anything is asked. */
export const takeHandoff = (): string | null => {
  const token = new URLSearchParams(location.hash.slice(1)).get('handoff')
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
