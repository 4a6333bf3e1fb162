import { type Smp, SmpFailure } from './port.ts'

/**
 * Participants whose identifiers end so are never published; and not the first, or the first two times. Listed in the
 * README.
 */
const REFUSED = '000000450'
const SLOW_STARTERS: Readonly<Record<string, number>> = { '000000451': 1, '000000452': 2 }

/**
 * The record itself is the mark on the company, where the simulated directory reads it. So nothing is kept here but how
 * often a participant that is published late was asked for.
 */
export const sandboxSmp = (): Smp => {
  const asked = new Map<string, number>()
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
  }
}
