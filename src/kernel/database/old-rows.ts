/** Rows that are old enough are deleted in one statement, or in as many as the time limit of a statement demands. */
import { wasStopped } from './patience.ts'

const YEAR_MS = 365 * 24 * 3_600_000
/** So little is not divided any more. */
const SHORTEST_MS = 1_000

/** From when to when: what came before the one, and not before the other. */
export interface Span {
  gte: Date
  lt: Date
}

/** After an absence, or with a shorter time to keep, there may be more of them than one statement deletes in its time. */
export const forgetBefore = (lt: Date, forget: (span: Span) => Promise<unknown>): Promise<void> =>
  forgetWithin({ gte: new Date(0), lt }, forget)

const forgetWithin = async ({ gte, lt }: Span, forget: (span: Span) => Promise<unknown>): Promise<void> => {
  try {
    await forget({ gte, lt })
  } catch (error) {
    const ms = lt.getTime() - gte.getTime()
    if (!wasStopped(error) || ms <= SHORTEST_MS) throw error
    const middle = new Date(lt.getTime() - Math.min(ms / 2, YEAR_MS))
    await forgetWithin({ gte, lt: middle }, forget)
    await forgetWithin({ gte: middle, lt }, forget)
  }
}
