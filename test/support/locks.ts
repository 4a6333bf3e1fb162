import type { Database } from '../../src/kernel/database/open.ts'
import { until } from './until.ts'

/** Until somebody waits for what a transaction of the test holds: only PostgreSQL lets two go side by side. */
export const someoneWaits = async ({ client, isDistributed }: Database): Promise<void> => {
  const activity = isDistributed ? 'citus_stat_activity' : 'pg_stat_activity'
  const waiting = (): Promise<unknown[]> =>
    client.$queryRawUnsafe(
      `SELECT pid FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  await until(async () => (await waiting()).length)
}
