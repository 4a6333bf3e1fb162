/**
 * The time of the database, which all its processes share. What one of them plans another one finds due, so nobody goes by
 * the clock of a machine: it may be wrong, or jump.
 */
import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { repeatedly } from '../repeatedly.ts'
import type { Database } from './open.ts'

const ASK_EVERY_MS = 10_000
/** An answer that took longer says too little of when it was given. */
const TOO_LATE_MS = 500
/** The operator is told of a machine whose clock is off by more. */
const NOTABLE_SECONDS = 2

const { steady } = systemClock

interface Asked {
  /** How far the database is ahead of what this process measures, in milliseconds. */
  ahead: number
  tookMs: number
}

const asked = async ({ client }: Pick<Database, 'client'>): Promise<Asked> => {
  const before = steady()
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  const after = steady()
  return { ahead: Number(row?.now) - (before + after) / 2, tookMs: after - before }
}

const secondsOff = (clock: Clock): number => Math.round((systemClock.now().getTime() - clock.now().getTime()) / 1_000)

/** `stop` is to be called before the database is closed. */
export const databaseClock = async (
  db: Pick<Database, 'kind' | 'client'>,
  log: Log,
): Promise<{ clock: Clock; stop(): Promise<void> }> => {
  // The embedded database has the clock of its machine.
  if (db.kind === 'embedded') return { clock: systemClock, stop: () => Promise.resolve() }
  let { ahead } = await asked(db)
  const first = ahead
  const clock: Clock = {
    now: () => new Date(steady() + ahead),
    steady: () => steady() + first,
  }
  let isOff = false
  const compare = (): void => {
    const seconds = secondsOff(clock)
    const wasOff = isOff
    isOff = Math.abs(seconds) > NOTABLE_SECONDS
    if (isOff && !wasOff) log.warn({ seconds }, 'The clock of this machine is not that of the database, which counts')
  }
  const round = async (): Promise<void> => {
    try {
      const answer = await asked(db)
      if (answer.tookMs < TOO_LATE_MS) ahead = answer.ahead
    } catch (error) {
      log.warn({ err: error }, 'The database was not asked for the time; it is counted on from the last answer')
    }
    compare()
  }
  compare()
  return { clock, stop: repeatedly(ASK_EVERY_MS, round) }
}
