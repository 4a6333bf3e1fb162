import { type WakeUpTopic, topics } from './wake-ups.ts'

const COALESCE_MS = 5

export type WakeUp = [topic: WakeUpTopic, payload: string]

/** What an instance sends to the others. */
export interface WakeUpMessage {
  from: string
  wakeUps: readonly WakeUp[]
}

const isWakeUp = (one: unknown): one is WakeUp =>
  Array.isArray(one) && topics.some((topic) => topic === one[0]) && typeof one[1] === 'string'

/** The message of another instance; one without wake-ups where somebody else has written to the channel. */
export const readMessage = (payload: string): WakeUpMessage => {
  try {
    const { from, wakeUps } = JSON.parse(payload) as Partial<WakeUpMessage>
    return { from: String(from), wakeUps: Array.isArray(wakeUps) ? wakeUps.filter(isWakeUp) : [] }
  } catch {
    return { from: '', wakeUps: [] }
  }
}

/**
 * Wake-ups of the same subject replace each other. That of `numbered`, whose payload is `organization:number`, is the
 * organization: only the last number counts.
 */
const subjectOf = ([topic, payload]: WakeUp): string =>
  `${topic} ${topic === 'numbered' ? payload.slice(0, payload.lastIndexOf(':')) : payload}`

/** Gathers wake-ups for a few milliseconds, and sends the last one of each subject. */
export const coalesced = (send: (wakeUps: WakeUp[]) => void): { add(wakeUp: WakeUp): void; drop(): void } => {
  const pending = new Map<string, WakeUp>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const wakeUps = [...pending.values()]
    pending.clear()
    send(wakeUps)
  }
  return {
    add(wakeUp) {
      pending.set(subjectOf(wakeUp), wakeUp)
      timer ??= setTimeout(flush, COALESCE_MS)
    },
    drop: () => clearTimeout(timer),
  }
}
