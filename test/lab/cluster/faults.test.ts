/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * What may happen to a cluster, at random, while callers send: `npm run test:long -- cluster` does it for ten minutes.
 * FAULT_SECONDS says for how long, FAULT_SEED repeats the order of a run, and FAULT_ONLY=standby leaves out the faults
 * whose name says no "standby". FAULT_SENDERS send, and FAULT_PER_SECOND sends a second are asked for. What the cluster is
 * made of: `cluster.ts`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/kernel/database/open.ts'
import { diceOf } from '../../support/dice.ts'
import { Ledger } from '../../support/load.ts'
import { pooler } from '../../support/pooler.ts'
import { type Sink, startSink } from '../../support/sink.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { JUMP, faultsOf } from './faults.ts'
import { deliveriesOf, eventsOf, leftOf, writesOf } from './invariants.ts'
import { type Sender, openSender, sendAll } from './load.ts'
import { type Subscriber, follow } from './subscriber.ts'

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 15)
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)
const ONLY = process.env['FAULT_ONLY'] ?? ''
/** Each sends one document a second in peace. */
const SENDERS = Number(process.env['FAULT_SENDERS'] ?? 8)
const PACE_MS = 1_000
/** Where other programs may have the processors, as in the suite, it is only certain that it goes on. */
const LEAST_PER_SECOND = Number(process.env['FAULT_PER_SECOND'] ?? 1)
/** Between a fault that is over and the next one. */
const PEACE_MS = { least: 500, most: 4_000 }
const LOOK_MS = 500
/** So long something may stand still: what a killed worker held, what failed, and what was planned while clocks were ahead. */
const SETTLED_WITHIN_MS = 240_000
const PATIENCE_MS = SECONDS * 3_000 + 2 * SETTLED_WITHIN_MS + 120_000

let cluster: Cluster
let sink: Sink

/** One fault after the other until the time is over: how often each. */
const disturb = async (until: number): Promise<Record<string, number>> => {
  const dice = diceOf(SEED)
  const faults = faultsOf(cluster)
  const names = Object.keys(faults).filter((name) => name.includes(ONLY))
  const counts = Object.fromEntries(names.map((name) => [name, 0]))
  // Each once, then at random.
  const left = [...names]
  while (performance.now() < until) {
    await wait(PEACE_MS.least + dice.below(PEACE_MS.most - PEACE_MS.least))
    const [name = dice.pick(names)] = left.splice(dice.below(left.length), 1)
    await faults[name]?.(dice.below(100))
    counts[name] = Number(counts[name]) + 1
  }
  return counts
}

/** However much a single worker has left to do, as long as it becomes less: what is left then. */
const settled = async ({ client }: Database): Promise<number> => {
  let until = performance.now() + SETTLED_WITHIN_MS
  let fewest = Number.POSITIVE_INFINITY
  for (;;) {
    const left = await leftOf(client)
    if (left === 0 || performance.now() > until) return left
    if (left < fewest) until = performance.now() + SETTLED_WITHIN_MS
    fewest = Math.min(left, fewest)
    await wait(LOOK_MS)
  }
}

/** The numbers that a subscriber did not hear in their order, once, up to the last of its organization. */
const missedBy = async ({ heard }: Subscriber, { organizationId }: Sender): Promise<number[]> => {
  const database = await openDatabase({ url: cluster.postgres.primary() })
  const counter = await database.client.eventSequence.findFirst({ where: { organizationId } })
  await database.close()
  const last = Number(counter?.last)
  const until = performance.now() + SETTLED_WITHIN_MS
  while (heard.at(-1) !== last && performance.now() < until) await wait(LOOK_MS)
  const first = Number(heard[0])
  const whole = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  return whole.filter((number, nth) => heard[nth] !== number)
}

const check = async (senders: readonly Sender[]) => {
  const database = await openDatabase({ url: cluster.postgres.primary() })
  try {
    const left = await settled(database)
    const { client } = database
    const writes = await writesOf(client, senders)
    const deliveries = await deliveriesOf(client, senders)
    const events = await eventsOf(client, senders, sink.posted)
    return { writes, deliveries, events, left }
  } finally {
    await database.close()
  }
}

/** Lists are told by how long they are. */
const counted = (findings: object): object =>
  Object.fromEntries(
    Object.entries(findings).map(([name, value]) => [name, Array.isArray(value) ? value.length : (value as unknown)]),
  )

/** What callers did and saw while parts were killed. */
const disturbed = async (senders: readonly Sender[], ledger: Ledger) => {
  const began = performance.now()
  const sending = senders.map((sender, nth) =>
    sendAll(cluster.url, sender, [senders[(nth + 1) % SENDERS]?.peppolId ?? ''], PACE_MS, ledger),
  )
  const counts = await disturb(began + SECONDS * 1_000)
  ledger.ended = true
  await Promise.all(sending)
  // What was planned while the clock of the database was ahead waits for as long: as if that were over.
  cluster.setDatabaseClock(JUMP.seconds)
  const seconds = (performance.now() - began) / 1_000
  const acknowledged = senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
  return {
    seed: SEED,
    seconds: Math.round(seconds),
    ...counts,
    sendsPerSecond: Math.round(acknowledged / seconds),
    longestOutageMs: Math.round(Math.max(...senders.map(({ longest }) => longest))),
  }
}

describe.skipIf(inject('postgres') === '' || !pooler.isInstalled)('a cluster whose parts are killed at random', () => {
  beforeAll(async () => {
    sink = await startSink()
    cluster = await startCluster()
  }, 300_000)
  afterAll(async () => {
    await cluster?.stop()
    await sink?.stop()
  })

  test(
    'has every acknowledged send once, numbers every event, tells every webhook, and delivers nothing twice',
    { timeout: PATIENCE_MS },
    async () => {
      const senders = await Promise.all(Array.from({ length: SENDERS }, () => openSender(cluster.url, sink.url)))
      const [watched] = senders as [Sender]
      const subscriber = follow(cluster.url, watched.key)
      const ledger = new Ledger()
      const seen = await disturbed(senders, ledger)
      const { writes, deliveries, events, left } = await check(senders)
      const missed = await missedBy(subscriber, watched)
      await subscriber.leave()
      const figures = {
        ...seen,
        ...counted(writes),
        ...counted(deliveries),
        ...counted(events),
        ...counted({ ...subscriber, missed }),
        posts: sink.posted.length,
        ...Object.fromEntries(ledger.answers),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      expect(left, 'what is left to do').toBe(0)
      expect(writes).toMatchObject({ found: writes.acknowledged, lost: [], doubled: [] })
      expect(deliveries).toMatchObject({ undelivered: [], misreceived: [] })
      expect(events).toMatchObject({ gaps: [], misannounced: [], untold: [] })
      expect(missed).toEqual([])
      expect(ledger.faults).toEqual([])
      expect(seen.sendsPerSecond).toBeGreaterThanOrEqual(LEAST_PER_SECOND)
    },
  )
})
