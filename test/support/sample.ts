/** Rotating samples of generated walks: another part of the rows in each run, all of them with EXHAUSTIVE=1. */
import { env } from 'node:process'
import { beforeEach } from 'vitest'
import { diceOf } from './dice.ts'

const isExhaustive = env['EXHAUSTIVE'] === '1'
/** Given by the environment, or chosen and printed by the global setup: the same for all workers of a run. */
const SEED = Number(env['SAMPLE_SEED'])

const reported = new WeakSet<object>()
/** Beside the error, in every report of it. */
const reportSeedOfFailures = (): void =>
  beforeEach(({ onTestFailed }) =>
    onTestFailed(({ task: { result } }) => {
      for (const error of result?.errors ?? []) {
        if (!reported.has(error)) error.message += ` (SAMPLE_SEED=${SEED})`
        reported.add(error)
      }
    }),
  )

/**
 * One row of each 1/share neighbors: with a share of 1/8, one of the first eight, one of the next eight. To meet each
 * operation in each run, give its rows one after the other. Call it while a file or `describe` collects its tests.
 */
export const sample = <T>(rows: readonly T[], share: number): readonly T[] => {
  if (isExhaustive || share >= 1) return rows
  reportSeedOfFailures()
  const chosen: T[] = []
  for (let nth = 0, from = 0; from < rows.length; nth += 1) {
    const to = Math.min(Math.round((nth + 1) / share), rows.length)
    chosen.push(rows[from + diceOf(SEED * 1_000_003 + nth).below(to - from)] as T)
    from = to
  }
  return chosen
}
