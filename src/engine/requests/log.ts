import type { Counter } from 'prom-client'
import type { Client } from '../../kernel/database/open.ts'
import { type JsonCell, type NewRow, writeRows } from '../../kernel/database/rows.ts'
import { DatabaseUnavailable } from '../../kernel/errors/unavailable.ts'
import { Prisma, type RequestLog as Row } from '../../generated/prisma/client.ts'
import type { Log } from '../../kernel/log.ts'
import { newId } from '../../values/ids.ts'

export type LogEntry = Omit<Row, 'upstreamCalls' | 'validation'> & { upstreamCalls: JsonCell; validation: JsonCell }

const rowOf = (entry: LogEntry): NewRow => ({
  table: 'request_logs',
  columns: { ...entry },
  onConflict: Prisma.sql`ON CONFLICT DO NOTHING`,
})

/** The entries of organizations that were not deleted meanwhile. */
const stillOwned = async (client: Client, entries: readonly LogEntry[]): Promise<LogEntry[]> => {
  const ids = [...new Set(entries.map(({ organizationId }) => organizationId))]
  const found = await client.$queryRaw<{ id: string }[]>`SELECT id FROM organizations WHERE id = ANY(${ids})`
  const owners = new Set(found.map(({ id }) => id))
  return entries.filter(({ organizationId }) => owners.has(organizationId))
}

const nameOf = ({ organizationId, id }: Pick<LogEntry, 'organizationId' | 'id'>): string => `${organizationId} ${id}`

/** Tells an entry from another with the same id, which may have begun in the same millisecond. */
const isSame = (one: Pick<LogEntry, 'method' | 'path' | 'durationMs' | 'startedAt'>, other: typeof one): boolean =>
  one.startedAt.getTime() === other.startedAt.getTime() &&
  one.durationMs === other.durationMs &&
  one.method === other.method &&
  one.path === other.path

/** A caller may say the same id again: what it asks then has an id of its own, so that nobody hides it. */
const withOwnIds = async (client: Client, entries: readonly LogEntry[]): Promise<LogEntry[]> => {
  const known = await client.requestLog.findMany({
    where: {
      organizationId: { in: [...new Set(entries.map(({ organizationId }) => organizationId))] },
      id: { in: entries.map(({ id }) => id) },
    },
    select: { organizationId: true, id: true, method: true, path: true, durationMs: true, startedAt: true },
  })
  const written = new Map(known.map((row) => [nameOf(row), row]))
  const inBatch = new Set<string>()
  return entries.map((entry) => {
    const name = nameOf(entry)
    const before = written.get(name)
    // Of a batch whose answer got lost, it may be this very entry.
    const isAnother = inBatch.has(name) || (before !== undefined && !isSame(before, entry))
    inBatch.add(name)
    return isAnother ? { ...entry, id: newId('request') } : entry
  })
}

const MOST_WAITING = 10_000
const BATCH = 500
const FLUSH_EVERY_MS = 250

/** Keeps the traces of requests without making any request wait: a bounded buffer, written in batches. */
export interface RequestLog {
  add(entry: LogEntry): void
  /** Writes what is waiting; a reader who wants the latest calls this first. */
  flush(): Promise<void>
  close(): Promise<void>
}

export const requestLog = (client: Client, log: Log, dropped: Counter): RequestLog => {
  const waiting: LogEntry[] = []
  let closed = false
  let running: Promise<void> = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        await writeRows(client, (await withOwnIds(client, await stillOwned(client, batch))).map(rowOf))
      } catch (error) {
        if (error instanceof DatabaseUnavailable && waiting.length + batch.length <= MOST_WAITING && !closed) {
          waiting.unshift(...batch)
          return
        }
        dropped.inc(batch.length)
        log.error({ err: error, entries: batch.length }, 'Request log entries could not be written')
      }
    }
  }
  const flush = (): Promise<void> => (running = running.then(writeAll))
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()

  return {
    add(entry) {
      if (waiting.length < MOST_WAITING) waiting.push(entry)
      else dropped.inc()
    },
    flush,
    async close() {
      clearInterval(timer)
      closed = true
      await flush()
    },
  }
}
