import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Log } from '../../kernel/log.ts'
import type { Signals } from '../../kernel/wake-ups/wake-ups.ts'
import { countDocuments } from '../../stats/count-documents.ts'
import { type Announced, makeDeliveries } from '../webhooks/queue.ts'

const LOCK = 727_274_002
const BATCH = 500
const POLL_MS = 1_000
/**
 * Events that come so soon after a round began share the next one: a round has six statements, however many events. In the embedded
 * database everybody waits for its transaction.
 */
const GATHER_MS = { postgresql: 25, embedded: 100 } as const
/** A relay that stands still inside its transaction is cut off by the server, so that another takes over. */
const STANDSTILL_MS = 1_500

type Numbered = Announced & { seq: bigint }

/**
 * Gives committed events their number: one relay at a time, so that no writer waits for another and order never
 * runs ahead of commits. Events of one batch are numbered in the order in which they were written: what was committed
 * before an event was written has a lower number.
 */
const NUMBER_BATCH = Prisma.sql`
  WITH batch AS (
    SELECT "organizationId", id, row_number() OVER (PARTITION BY "organizationId" ORDER BY position) AS nth, count(*) OVER (PARTITION BY "organizationId") AS total
    FROM (SELECT "organizationId", id, position FROM events WHERE seq IS NULL ORDER BY position LIMIT ${BATCH}) AS unnumbered
  ), counters AS (
    INSERT INTO event_sequences ("organizationId", last)
    SELECT DISTINCT "organizationId", total FROM batch
    ON CONFLICT ("organizationId") DO UPDATE SET last = event_sequences.last + EXCLUDED.last
    RETURNING "organizationId", last
  )
  UPDATE events SET seq = counters.last - batch.total + batch.nth
  FROM batch JOIN counters USING ("organizationId")
  WHERE events."organizationId" = batch."organizationId" AND events.id = batch.id
  RETURNING events."organizationId", events.id, events.seq, events.type, events."companyId", events."createdAt"`

export interface Relay {
  /** Numbers everything that is committed by now. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** On PostgreSQL the lock says whose turn it is, and falls with the connection that holds it; the embedded database has one process, and one relay in it. */
const isOurTurn = async (tx: Db, kind: Database['kind']): Promise<boolean> => {
  if (kind === 'embedded') return true
  const [row] = await tx.$queryRaw<{ held: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LOCK}) AS held, set_config('idle_in_transaction_session_timeout', ${String(STANDSTILL_MS)}, true)`
  return row?.held === true
}

export const startRelay = (db: Database, signals: Signals, log: Log): Relay => {
  const numberBatch = (): Promise<{ numbered: Numbered[]; deliveries: number }> =>
    db.transaction(async (tx) => {
      if (!(await isOurTurn(tx, db.kind))) return { numbered: [], deliveries: 0 }
      const numbered = await tx.$queryRaw<Numbered[]>(NUMBER_BATCH)
      await countDocuments(tx, numbered)
      return { numbered, deliveries: await makeDeliveries(tx, numbered) }
    })

  const drainNow = async (): Promise<void> => {
    for (;;) {
      const { numbered, deliveries } = await numberBatch()
      if (deliveries > 0) signals.publish('work', '')
      const last = new Map<string, bigint>()
      for (const { organizationId, seq } of numbered)
        if (seq > (last.get(organizationId) ?? 0n)) last.set(organizationId, seq)
      for (const [organizationId, seq] of last) signals.publish('numbered', `${organizationId}:${seq}`)
      if (numbered.length < BATCH) return
    }
  }

  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let begun = Number.NEGATIVE_INFINITY
  const drain = (): Promise<void> => {
    if (closed) return Promise.resolve()
    if (running) {
      again = true
      return running
    }
    running = (async () => {
      try {
        do {
          again = false
          begun = performance.now()
          await drainNow()
        } while (again)
      } finally {
        // At once, so that nobody joins a round that has taken its last look.
        running = undefined
      }
    })()
    return running
  }
  let gathering: NodeJS.Timeout | undefined
  const goOn = (): void => {
    gathering = undefined
    drain().catch((error: unknown) => log.error({ err: error }, 'Numbering events failed; trying again'))
  }
  const wake = (): void => {
    const rest = begun + GATHER_MS[db.kind] - performance.now()
    if (rest <= 0 && !running) goOn()
    else gathering ??= setTimeout(goOn, Math.max(rest, 1))
  }
  const unsubscribe = signals.subscribe('events', wake)
  const timer = setInterval(wake, POLL_MS)
  timer.unref()

  return {
    drain,
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(gathering)
      unsubscribe()
      await running?.catch(() => undefined)
    },
  }
}

/** How far the relay is behind, looked up when the metrics are asked for. */
export const watchRelay = (registry: Registry, { client }: Database, clock: Clock): void => {
  const waiting = { seq: null }
  const gauges = [
    new Gauge({
      name: 'events_unnumbered',
      help: 'Committed events without a number',
      registers: [],
      async collect() {
        this.set(await client.event.count({ where: waiting }))
      },
    }),
    new Gauge({
      name: 'relay_lag_seconds',
      help: 'Age of the oldest committed event without a number',
      registers: [],
      async collect() {
        const {
          _min: { createdAt },
        } = await client.event.aggregate({ where: waiting, _min: { createdAt: true } })
        this.set(createdAt ? Math.max(0, clock.now().getTime() - createdAt.getTime()) / 1_000 : 0)
      },
    }),
  ]
  for (const gauge of gauges) registry.registerMetric(gauge)
}
