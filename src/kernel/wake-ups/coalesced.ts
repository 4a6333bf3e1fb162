import type { Channel } from './wake-ups.ts'

const COALESCE_MS = 5

export type Signal = [channel: Channel, payload: string]

/** What a later signal makes superfluous: of `numbered`, which says `organization:number`, only the last number counts. */
const subjectOf = ([channel, payload]: Signal): string =>
  `${channel} ${channel === 'numbered' ? payload.slice(0, payload.lastIndexOf(':')) : payload}`

/** Gathers wakeUps for a few milliseconds; of those about the same, the last is sent. */
export const coalesced = (send: (wakeUps: Signal[]) => void): { add(signal: Signal): void; drop(): void } => {
  const pending = new Map<string, Signal>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const wakeUps = [...pending.values()]
    pending.clear()
    send(wakeUps)
  }
  return {
    add(signal) {
      pending.set(subjectOf(signal), signal)
      timer ??= setTimeout(flush, COALESCE_MS)
    },
    drop: () => clearTimeout(timer),
  }
}
