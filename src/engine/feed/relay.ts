import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Log } from '../../kernel/log.ts'
import type { WakeUps } from '../../kernel/wake-ups/wake-ups.ts'
import type { EventHead } from './envelope.ts'

const LOCK = 727_274_002
const BATCH = 500
const POLL_MS = 1_000
/**
 * Events that come so soon after a round began share the next one: a round has a few statements, however many events.
 * In the embedded database everybody waits for its transaction.
 */
const GATHER_MS = { postgresql: 25, embedded: 100 } as const
/** A relay that stands still inside its transaction is cut off by the server, so that another takes over. */
const STANDSTILL_MS = 1_500

/**
 * The statistics say that no event is without a number. So the planner would read all of a backlog from the partitions,
 * and sort them, for each batch; without sorts it reads the first of each index. The cost that stands for it is so high
 * that the plan would be compiled. What follows in the transaction sorts as usual.
 */
const READ_IN_ORDER = Prisma.sql`set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`
const SORT_AGAIN = Prisma.sql`SELECT set_config('enable_sort', 'on', true)`

type Numbered = EventHead & { seq: bigint }

/** What happens with events in the transaction that numbers them: all of it, or nothing. */
export type Consumer = (db: Db, events: readonly Numbered[]) => Promise<unknown>

/**
 * Gives committed events their number: one relay at a time, so that no writer waits for another and order never
 * runs ahead of commits. Events of one batch are numbered in the order in which they were written: what was committed
 * before an event was written has a lower number.
 */
const NUMBER_BATCH = Prisma.sql`
  WITH batch AS (
    SELECT "organizationId", id,
      row_number() OVER (PARTITION BY "organizationId" ORDER BY position) AS nth,
      count(*) OVER (PARTITION BY "organizationId") AS total
    FROM (
      SELECT "organizationId", id, position FROM events WHERE seq IS NULL ORDER BY position LIMIT ${BATCH}
    ) AS unnumbered
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

/**
 * On PostgreSQL the lock says whose turn it is, and falls with the connection that holds it; the embedded database has
 * one process, and one relay in it.
 */
const isOurTurn = async (tx: Db, kind: Database['kind']): Promise<boolean> => {
  if (kind === 'embedded') return true
  const [row] = await tx.$queryRaw<{ held: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LOCK}) AS held, ${READ_IN_ORDER},
      set_config('idle_in_transaction_session_timeout', ${String(STANDSTILL_MS)}, true)`
  return row?.held === true
}

/** No event is numbered, and so none is counted, until the transaction ends. */
export const holdNumbering = (db: Db): Promise<unknown> =>
  db.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK})::text AS held`

/** Settles so many rows of something else at most, and answers how many there were. */
export type Settle = (db: Db, most: number) => Promise<number>

interface RelayOptions {
  db: Database
  wakeUps: WakeUps
  log: Log
  consumers: readonly Consumer[]
  /** What gets its order in the same rounds. */
  settle?: readonly Settle[]
}

export const startRelay = (options: RelayOptions): Relay => new EventRelay(options)

class EventRelay implements Relay {
  readonly #db: Database
  readonly #wakeUps: WakeUps
  readonly #log: Log
  readonly #consumers: readonly Consumer[]
  readonly #settle: readonly Settle[]
  readonly #unsubscribe: () => void
  readonly #polling: NodeJS.Timeout
  #round: Promise<void> | undefined
  #anotherRound = false
  #roundBegan = Number.NEGATIVE_INFINITY
  #gathering: NodeJS.Timeout | undefined
  #closed = false

  constructor({ db, wakeUps, log, consumers, settle = [] }: RelayOptions) {
    this.#db = db
    this.#wakeUps = wakeUps
    this.#log = log
    this.#consumers = consumers
    this.#settle = settle
    this.#unsubscribe = wakeUps.subscribe('events', () => this.#wake())
    this.#polling = setInterval(() => this.#wake(), POLL_MS).unref()
  }

  drain(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    if (this.#round) this.#anotherRound = true
    this.#round ??= this.#drainInRounds()
    return this.#round
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#polling)
    clearTimeout(this.#gathering)
    this.#unsubscribe()
    await this.#round?.catch(() => undefined)
  }

  #wake(): void {
    const rest = this.#roundBegan + GATHER_MS[this.#db.kind] - performance.now()
    if (rest <= 0 && !this.#round) this.#goOn()
    else this.#gathering ??= setTimeout(() => this.#goOn(), Math.max(rest, 1))
  }

  #goOn(): void {
    this.#gathering = undefined
    this.drain().catch((error: unknown) => this.#log.error({ err: error }, 'Numbering events failed; trying again'))
  }

  async #drainInRounds(): Promise<void> {
    try {
      do {
        this.#anotherRound = false
        this.#roundBegan = performance.now()
        while ((await this.#numberAndTell()) >= BATCH);
      } while (this.#anotherRound)
    } finally {
      // At once, so that nobody joins a round that has taken its last look.
      this.#round = undefined
    }
  }

  /** One batch; answers how many events it had, or how many rows of another kind if those were more. */
  async #numberAndTell(): Promise<number> {
    const { numbered, settled } = await this.#numberBatch()
    const last = new Map<string, bigint>()
    for (const { organizationId, seq } of numbered)
      if (seq > (last.get(organizationId) ?? 0n)) last.set(organizationId, seq)
    for (const [organizationId, seq] of last) this.#wakeUps.publish('numbered', `${organizationId}:${seq}`)
    return Math.max(numbered.length, settled)
  }

  #numberBatch(): Promise<{ numbered: Numbered[]; settled: number }> {
    return this.#db.transaction(async (tx) => {
      if (!(await isOurTurn(tx, this.#db.kind))) return { numbered: [], settled: 0 }
      const numbered = await tx.$queryRaw<Numbered[]>(NUMBER_BATCH)
      requireNoGap(numbered)
      if (this.#db.kind === 'postgresql') await tx.$queryRaw(SORT_AGAIN)
      for (const consume of this.#consumers) await consume(tx, numbered)
      let settled = 0
      for (const settle of this.#settle) settled = Math.max(settled, await settle(tx, BATCH))
      return { numbered, settled }
    })
  }
}

/** The numbers of one round follow each other in each organization: a reader who resumes by number would miss a gap. */
const requireNoGap = (numbered: readonly Numbered[]): void => {
  for (const [organizationId, events] of Map.groupBy(numbered, (event) => event.organizationId)) {
    const numbers = events.map(({ seq }) => Number(seq)).sort((a, b) => a - b)
    const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
    const holds = new Set(numbers).size === numbers.length && last - first === numbers.length - 1 && first > 0
    invariant(holds, 'Events of an organization are numbered without a gap or a double.', {
      organizationId,
      first,
      last,
    })
  }
}

/** While the database is away the other metrics are still told. */
const known = <T>(figure: Promise<T>): Promise<T | number> => figure.catch(() => Number.NaN)

/** How far the relay is behind, looked up when the metrics are asked for. */
export const watchRelay = (registry: Registry, { client }: Database, clock: Clock): void => {
  const waiting = { seq: null }
  const gauges = [
    new Gauge({
      name: 'events_unnumbered',
      help: 'Committed events without a number',
      registers: [],
      async collect() {
        this.set(await known(client.event.count({ where: waiting })))
      },
    }),
    new Gauge({
      name: 'relay_lag_seconds',
      help: 'Age of the oldest committed event without a number',
      registers: [],
      async collect() {
        const oldest = client.event
          .aggregate({ where: waiting, _min: { createdAt: true } })
          .then(
            ({ _min: { createdAt } }) => createdAt && Math.max(0, clock.now().getTime() - createdAt.getTime()) / 1_000,
          )
        this.set((await known(oldest)) ?? 0)
      },
    }),
  ]
  for (const gauge of gauges) registry.registerMetric(gauge)
}
