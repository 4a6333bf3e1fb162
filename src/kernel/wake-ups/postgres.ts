import pg from 'pg'
import type { Log } from '../log.ts'
import { type Signal, coalesced } from './coalesced.ts'
import { type WakeUps, localWakeUps } from './wake-ups.ts'

const NOTIFY_CHANNEL = 'invoice_exchange'
const RECONNECT_MS = 1_000
/** A payload is limited to 8,000 bytes; a signal has less than a hundred. */
const SIGNALS_PER_PAYLOAD = 60

/**
 * Local wakeUps that also reach the other instances through NOTIFY: sent from a statement of its own after the
 * commit (inside the writing transaction it would serialize all commits), at most one every few milliseconds.
 */
export const postgresWakeUps = (url: string, log: Log): WakeUps => {
  const local = localWakeUps()
  const self = crypto.randomUUID()
  let client: pg.Client | undefined
  let isListening = false
  let closed = false
  let sent: Promise<unknown> = Promise.resolve()

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    client = fresh
    fresh.on('error', () => undefined)
    // However far a connection came, it ends once: so each is followed by one other.
    fresh.on('end', () => {
      isListening = false
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS).unref()
    })
    fresh.on('notification', ({ payload }) => deliver(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${NOTIFY_CHANNEL}`)
      isListening = true
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'There is no connection for notifications; trying again')
      await fresh.end()
    }
  }
  const deliver = (payload: string): void => {
    const { from, wakeUps } = JSON.parse(payload) as { from: string; wakeUps: Signal[] }
    if (from !== self) for (const [channel, text] of wakeUps) local.publish(channel, text)
  }
  const outgoing = coalesced((wakeUps) => {
    const payloads: string[] = []
    for (let start = 0; start < wakeUps.length; start += SIGNALS_PER_PAYLOAD)
      payloads.push(JSON.stringify({ from: self, wakeUps: wakeUps.slice(start, start + SIGNALS_PER_PAYLOAD) }))
    // One after the other. What is lost here, the others find by looking.
    sent = sent
      .then(
        (): unknown =>
          isListening &&
          client?.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [NOTIFY_CHANNEL, payloads]),
      )
      .catch(() => undefined)
  })
  void connect()

  return {
    publish(channel, payload) {
      local.publish(channel, payload)
      outgoing.add([channel, payload])
    },
    subscribe: local.subscribe,
    async close() {
      closed = true
      outgoing.drop()
      await sent
      await client?.end()
      await local.close()
    },
  }
}
