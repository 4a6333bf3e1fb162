/**
 * When, from where and for what each key was last used. No request waits for it: the last use of each key is kept in
 * memory, and all of them are written in one statement every few seconds.
 */
import type { Client } from '../../kernel/database/open.ts'
import type { Log } from '../../kernel/log.ts'

const WRITTEN_EVERY_MS = 5_000
const MOST_KEPT = 50_000

interface Use {
  organizationId: string
  id: string
  at: Date
  address: string
  operation: string | null
}

export interface KeyUse {
  note(use: Use): void
  /** Writes what is kept; a reader who wants the latest calls this first. */
  flush(): Promise<void>
  close(): Promise<void>
}

export const keyUse = (client: Client, log: Log): KeyUse => {
  const latest = new Map<string, Use>()
  let running: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    if (latest.size === 0) return
    const uses = [...latest.values()]
    latest.clear()
    try {
      await client.$executeRaw`
        INSERT INTO api_key_uses ("organizationId", id, at, address, operation)
        SELECT used."organizationId", used.id, used.at, used.address, used.operation
        FROM json_to_recordset(${JSON.stringify(uses)}::json)
          AS used("organizationId" text, id text, at timestamptz, address text, operation text)
        JOIN api_keys ON api_keys."organizationId" = used."organizationId" AND api_keys.id = used.id
        ON CONFLICT ("organizationId", id) DO UPDATE
        SET at = EXCLUDED.at, address = EXCLUDED.address, operation = EXCLUDED.operation
        WHERE api_key_uses.at <= EXCLUDED.at`
    } catch (error) {
      log.warn({ err: error, keys: uses.length }, 'The last use of keys could not be written')
    }
  }
  const flush = (): Promise<void> => (running = running.then(write))
  const timer = setInterval(() => void flush(), WRITTEN_EVERY_MS)
  timer.unref()

  return {
    note(use) {
      if (latest.size < MOST_KEPT || latest.has(use.id)) latest.set(use.id, use)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
