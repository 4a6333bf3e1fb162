/** Whether the server can be reached. Where it cannot, it is asked until it answers, and pages then ask again. */
import { useSyncExternalStore } from 'react'

const AGAIN_MS = 2_000

interface Connection {
  isOnline: boolean
  /** How often the server came back: whoever shows something asks again. */
  returns: number
}

let current: Connection = { isOnline: true, returns: 0 }
let timer: number | undefined
const listeners = new Set<() => void>()

const set = (connection: Connection): void => {
  current = connection
  for (const tell of listeners) tell()
}

const tryAgain = async (): Promise<void> => {
  try {
    await fetch('/health/liveness', { credentials: 'omit', cache: 'no-store' })
    timer = undefined
    set({ isOnline: true, returns: current.returns + 1 })
  } catch {
    timer = window.setTimeout(() => void tryAgain(), AGAIN_MS)
  }
}

const lose = (): void => {
  if (timer !== undefined) return
  timer = window.setTimeout(() => void tryAgain(), AGAIN_MS)
  set({ ...current, isOnline: false })
}

window.addEventListener('offline', lose)

/** Notes where a question does not arrive. What was stopped by the page itself is no fault of the line. */
export const reaching = async (question: () => Promise<Response>): Promise<Response> => {
  try {
    return await question()
  } catch (error) {
    if (error instanceof TypeError) lose()
    throw error
  }
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

/** Resolves at once, or when the server is back. */
export const whenReachable = (): Promise<void> =>
  current.isOnline
    ? Promise.resolve()
    : new Promise((resolve) => {
        const listener = (): void => {
          if (!current.isOnline) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      })
