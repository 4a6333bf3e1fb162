import { expect, vi } from 'vitest'
import type { Database } from '../../src/kernel/database/open.ts'

/** Until somebody waits for what a transaction of the test holds: only PostgreSQL lets two go side by side. */
export const someoneWaits = ({ client }: Database): Promise<void> =>
  vi.waitFor(
    async () =>
      expect(
        await client.$queryRaw`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ).not.toEqual([]),
    { timeout: 10_000 },
  )
