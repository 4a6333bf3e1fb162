/**
 * The French directory as its portal publishes it: editions, which are complete or tell what has changed since an
 * earlier one (flux 14).
 */
import type { AnnuairePortion } from './records.ts'

export interface AnnuaireEdition {
  name: string
  /** Otherwise it holds what has changed. */
  isComplete: boolean
  /** YYYYMMDDHHMMSS, in French time: editions are in the order of it. */
  producedAt: string
  /** Since when what has changed is in it; null for a complete one. */
  since: string | null
}

export interface Annuaire {
  /**
   * What is to be applied to a copy of that edition, or to an empty one: the newest complete edition if it is newer,
   * else the changes that follow without a gap. Null where there is nothing yet.
   */
  next(after: string | null, signal: AbortSignal): Promise<AnnuaireEdition | null>
  /** Its records, in portions. Throws in the middle where the file is not whole. */
  read(edition: AnnuaireEdition): AsyncIterable<AnnuairePortion>
}

/** Of the editions that there are. */
export const nextOf = (editions: readonly AnnuaireEdition[], after: string | null): AnnuaireEdition | null => {
  const newer = editions
    .filter(({ producedAt }) => after === null || producedAt > after)
    .toSorted((one, other) => (one.producedAt < other.producedAt ? -1 : 1))
  const complete = newer.findLast(({ isComplete }) => isComplete)
  if (complete || after === null) return complete ?? null
  return newer.find(({ since }) => since !== null && since <= after) ?? null
}
