import { expect, vi } from 'vitest'
import type { Database } from '../../src/kernel/database/open.ts'

/** Until somebody waits for what a transaction of the test holds: only PostgreSQL lets two go side by side. */
export const someoneWaits = ({ client, isDistributed }: Database): Promise<void> => {
  const activity = isDistributed ? 'citus_stat_activity' : 'pg_stat_activity'
  return vi.waitFor(
    async () =>
      expect(
        await client.$queryRawUnsafe(
          `SELECT pid FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).not.toEqual([]),
    { timeout: 10_000 },
  )
}
