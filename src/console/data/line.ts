/** Whether the line of live events is up, for whoever shows it. */
import { useSyncExternalStore } from 'react'

type Line = 'connected' | 'reconnecting'

let line: Line = 'connected'
const listeners = new Set<() => void>()

export const tellLine = (state: Line): void => {
  line = state
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLine = (): Line => useSyncExternalStore(subscribe, () => line)
