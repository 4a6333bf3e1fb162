/** Who is signed in: the key, or a token with what renews it, is in the storage of this tab, and nowhere else. */
import { useSyncExternalStore } from 'react'

/** What signs somebody in. A key stays as it is; a token ends, and is renewed. */
export interface Access {
  key: string
  refreshToken?: string
  /** By the clock of this machine, in milliseconds. */
  endsAt?: number
}
interface Held extends Access {
  /** Stays when the token is renewed. */
  id: string
}

const KEPT = 'session'
const listeners = new Set<() => void>()
const tell = (): void => listeners.forEach((one) => one())
const keep = (held: Held): void => sessionStorage.setItem(KEPT, JSON.stringify(held))

/** 256 random bits as letters and digits that an address takes. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

let hasEnded = false

export const session = {
  get held(): Held | null {
    const kept = sessionStorage.getItem(KEPT)
    return kept === null ? null : (JSON.parse(kept) as Held)
  },
  get key(): string | null {
    return session.held?.key ?? null
  },
  /** Whether the access ended by itself, so that whoever comes back is told why. */
  get hasEnded(): boolean {
    return hasEnded
  },
  signIn(access: Access): void {
    hasEnded = false
    keep({ ...access, id: randomText() })
    tell()
  },
  /** The same person with another token: no page begins again. */
  renew(access: Access): void {
    const { held } = session
    if (held) keep({ ...held, ...access })
  },
  signOut(): void {
    sessionStorage.clear()
    tell()
  },
  end(): void {
    hasEnded = true
    session.signOut()
  },
}

export const useSession = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session.held?.id ?? null,
  )

/** The token of a handoff link, which leaves the address and the history before anything is asked. */
export const takeHandoff = (): string | null => {
  const token = new URLSearchParams(location.hash.slice(1)).get('handoff')
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
