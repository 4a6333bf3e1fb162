/** Slips of the keyboard in names that are known. */
import { closest, distance } from 'fastest-levenshtein'

/** A known name that differs in more letters is not suggested. */
const MOST_SLIPS = 3
const LONGEST = 100

/** The known name that was probably meant; undefined if none is close to what was written. */
export const nearestTo = (written: string, names: readonly string[]): string | undefined => {
  if (names.length === 0 || written.length > LONGEST) return undefined
  const nearest = closest(written, names)
  return distance(written, nearest) <= Math.min(MOST_SLIPS, (Math.max(written.length, nearest.length) + 1) / 2)
    ? nearest
    : undefined
}

/** Ends a message: ` Did you mean "documents"?`. */
export const suggestion = (nearest: string | undefined): string =>
  nearest === undefined ? '' : ` Did you mean "${nearest}"?`
