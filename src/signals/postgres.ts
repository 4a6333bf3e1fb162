import pg from 'pg'
import type { Log } from '../log.ts'
import { type Channel, type Signals, localSignals } from './signals.ts'

const NOTIFY_CHANNEL = 'invoice_exchange'
const COALESCE_MS = 5
const RECONNECT_MS = 1_000

/**
 * Local signals that also reach the other instances through NOTIFY: sent from a statement of its own after the
 * commit (inside the writing transaction it would serialize all commits), at most one batch every few milliseconds.
 */
export const postgresSignals = (url: string, log: Log): Signals => {
  const local = localSignals()
  const pending = new Map<string, [Channel, string]>()
  const self = crypto.randomUUID()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      client = undefined
      if (!closed) setTimeout(() => void connect().catch(lost), RECONNECT_MS).unref()
    })
    fresh.on('notification', ({ payload }) => deliver(payload ?? ''))
    await fresh.connect()
    await fresh.query(`LISTEN ${NOTIFY_CHANNEL}`)
    client = fresh
  }
  const lost = (error: unknown): void => {
    log.warn({ err: error }, 'The connection for notifications is lost; trying again')
    if (!closed) setTimeout(() => void connect().catch(lost), RECONNECT_MS).unref()
  }
  const deliver = (payload: string): void => {
    const { from, signals } = JSON.parse(payload) as { from: string; signals: [Channel, string][] }
    if (from !== self) for (const [channel, text] of signals) local.publish(channel, text)
  }
  const flush = (): void => {
    timer = undefined
    const signals = [...pending.values()]
    pending.clear()
    // A payload is limited to 8,000 bytes; the rest is found by looking.
    client?.query('SELECT pg_notify($1, $2)', [NOTIFY_CHANNEL, JSON.stringify({ from: self, signals: signals.slice(0, 60) })]).catch(() => undefined)
  }
  void connect().catch(lost)

  return {
    publish(channel, payload) {
      local.publish(channel, payload)
      pending.set(`${channel} ${payload}`, [channel, payload])
      timer ??= setTimeout(flush, COALESCE_MS)
    },
    subscribe: local.subscribe,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
      await local.close()
    },
  }
}
