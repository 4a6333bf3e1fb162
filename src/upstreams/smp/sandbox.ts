import { createHash } from 'node:crypto'
import { type Smp, SmpFailure } from './port.ts'

/**
 * Participants whose identifiers end so are never published; and not the first, or the first two times. Listed in the
 * README.
 */
const REFUSED = '000000450'
const SLOW_STARTERS: Readonly<Record<string, number>> = { '000000451': 1, '000000452': 2 }

/** Keys of the simulator say whose they are, so that one deployment of the sandbox takes them from another. */
const keyFor = (peppolId: string, number: number): string =>
  `SIM${number}-${createHash('sha256').update(`${peppolId} ${number}`).digest('hex').slice(0, 16)}`
const KEY = /^SIM(\d{1,9})-/

/**
 * The record itself is the mark on the company, where the simulated directory reads it. So nothing is kept here but how
 * often a participant that is published late was asked for.
 */
export const sandboxSmp = (): Smp => {
  const asked = new Map<string, number>()
  const used = new Set<string>()
  let offers = 0
  return {
    async publish({ peppolId }, signal) {
      signal.throwIfAborted()
      const ending = peppolId.slice(-9)
      if (ending === REFUSED)
        throw new SmpFailure(
          'service-group',
          'The SMP refuses the participant: it is registered with another SMP.',
          true,
        )
      const times = (asked.get(peppolId) ?? 0) + 1
      if (times <= (SLOW_STARTERS[ending] ?? 0)) {
        asked.set(peppolId, times)
        throw new SmpFailure('service-metadata', 'The SMP answered 503.', false)
      }
      asked.delete(peppolId)
    },
    async withdraw(_peppolId, signal) {
      signal.throwIfAborted()
    },
    async offer(peppolId, signal) {
      signal.throwIfAborted()
      if (peppolId.endsWith(REFUSED)) throw new SmpFailure('migration', 'The SMP does not know the participant.', true)
      offers += 1
      return keyFor(peppolId, offers)
    },
    async takeOver(peppolId, key, signal) {
      signal.throwIfAborted()
      const [, number = ''] = KEY.exec(key) ?? []
      if (used.has(key) || key !== keyFor(peppolId, Number(number)))
        throw new SmpFailure('migration', 'The SMP refuses the key: the network does not know it.', true)
      used.add(key)
    },
  }
}
