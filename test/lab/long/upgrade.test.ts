/** @module-tag heavy */
/**
 * The version before, out of git, is brought up to this one under load: `npm run test:long -- upgrade`. PREVIOUS names
 * another commit than the newest whose migrations are followed by some of ours.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onConnection } from '../../../src/kernel/database/connect.ts'
import { Hosts } from '../../../src/kernel/database/hosts.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import {
  type Migration,
  isCompatible,
  migrationsFolder,
  readMigrations,
} from '../../../src/kernel/database/migrations.ts'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import { startBalancer } from '../cluster/balancer.ts'
import { deliveriesOf, eventsOf, leftOf, writesOf } from '../cluster/invariants.ts'
import { type Sender, openSender, sendAll } from '../cluster/load.ts'
import { type Subscriber, follow } from '../cluster/subscriber.ts'
import { databaseWithoutTables } from '../../support/database.ts'
import { Ledger } from '../../support/load.ts'
import { type ServerProcesses, type Started, call, serverProcesses } from '../../support/processes.ts'
import { type Server, freePort } from '../../support/servers.ts'
import { type Sink, startSink } from '../../support/sink.ts'
import { until } from '../../support/until.ts'
import { type Checkout, builtCheckout, findPrevious } from './previous.ts'

/** How many documents are acknowledged before the next step. */
const SENDS = Number(process.env['UPGRADE_SENDS'] ?? 0)
const SENDERS = 6
/** Slow enough for the rate window of a key. */
const PACE_MS = 400
/** As behind a balancer of HTTP: each request goes to one that serves at that moment. */
const AFRESH = { connection: 'close' }
/** Longer than the balancer takes to hear of it, also on a busy machine. */
const DRAIN_MS = '5000'
/** A busy machine takes its time. */
const SENDS_WITHIN_MS = 240_000
const LOOK_MS = 50
const BUILD_MS = 600_000
const PATIENCE_MS = 1_800_000

const previous = SENDS > 0 && inject('postgres') !== '' ? findPrevious() : undefined
if (SENDS > 0 && !previous)
  process.stderr.write(
    'Skipped: git has no version from before here (a shallow clone?) whose migrations are the first of ours. PREVIOUS\n' +
      'names one.\n',
  )

let checkout: Checkout
let old: ServerProcesses
const ours = serverProcesses()
let sink: Sink
let balancer: Server

/** What is asked beside the sends, at whichever server the balancer leads to. */
const read = async ({ key }: Sender, ledger: Ledger): Promise<void> => {
  for (; !ledger.ended; await wait(PACE_MS))
    for (const path of ['/v1/documents?limit=5', '/v1/events?limit=5']) {
      const answer = await call(balancer.url, key, path, undefined, AFRESH).catch(() => undefined)
      ledger.count('read', answer?.status ?? 0, answer ? answer.body.error?.code : 'no answer')
    }
}

/** What is neither success nor the short "later" of a server that stops. */
const unexpectedIn = ({ answers }: Ledger): string[] =>
  [...answers.keys()].filter((answer) => !/^(?:send 201|read 200|\w+ 503 .*)$/.test(answer))

interface Load {
  /** Until so many more are acknowledged, whichever server took them. */
  more(): Promise<void>
  end(): Promise<void>
}

const load = (senders: readonly Sender[], ledger: Ledger): Load => {
  ledger.ended = false
  const acknowledged = (): number => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
  const running = Promise.all(
    senders.flatMap((sender, nth) => [
      sendAll(balancer.url, sender, [senders[(nth + 1) % SENDERS]?.peppolId ?? ''], PACE_MS, ledger),
      read(sender, ledger),
    ]),
  )
  return {
    async more() {
      const enough = acknowledged() + SENDS
      const late = performance.now() + SENDS_WITHIN_MS
      while (acknowledged() < enough && unexpectedIn(ledger).length === 0 && performance.now() < late)
        await wait(LOOK_MS)
      expect(unexpectedIn(ledger)).toEqual([])
      expect(acknowledged(), 'Callers are served').toBeGreaterThanOrEqual(enough)
    },
    async end() {
      ledger.ended = true
      await running
    },
  }
}

/** As an operator does it: what the program says. */
const applied = async (url: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(migrationsFolder, '../apply.ts')], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
  })
  return stdout
}

/** The numbers that a subscriber did not hear in their order, once, up to the last. */
const missedBy = async ({ heard }: Subscriber, last: number): Promise<number[]> => {
  await until(() => heard.at(-1), last)
  const first = Number(heard[0])
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth).filter((seq, nth) => heard[nth] !== seq)
}

const check = async (url: string, senders: readonly Sender[], subscriber: Subscriber) => {
  const database = await openDatabase({ url })
  const { client } = database
  try {
    await until(() => leftOf(client), 0)
    const [watched] = senders as [Sender]
    const last = await client.event.count({ where: { organizationId: watched.organizationId } })
    return {
      writes: await writesOf(client, senders),
      deliveries: await deliveriesOf(client, senders),
      events: await eventsOf(client, senders, sink.posted),
      missed: await missedBy(subscriber, last),
    }
  } finally {
    await database.close()
  }
}

const namesOf = (migrations: readonly Migration[]): string => migrations.map(({ name }) => name).join(', ')

/** What is missing of ours there: what is done under load, and what is for a time without servers of the version before. */
const missing = (): { gentle: Migration[]; beyond: Migration[] } => {
  const theirs = readMigrations(join(checkout.folder, 'prisma/migrations'))
  const rest = readMigrations().slice(theirs.length)
  const unmarked = rest.findIndex((migration) => !isCompatible(migration))
  const end = unmarked < 0 ? rest.length : unmarked
  return { gentle: rest.slice(0, end), beyond: rest.slice(end) }
}

const migrateGently = async (
  url: string,
  gentle: readonly Migration[],
  beyond: readonly Migration[],
): Promise<void> => {
  if (beyond.length === 0) return expect(await applied(url)).toBe(`Applied: ${namesOf(gentle)}\n`)
  const some = readMigrations().slice(0, -beyond.length)
  await onConnection(new Hosts(url), (session) => migrate(session, some))
}

type SettingsOf = (nth: number) => Record<string, string>

/** One of today's beside each, which then goes; callers are served meanwhile. */
const replaceEach = async (servers: readonly Started[], settings: SettingsOf, callers: Load): Promise<void> => {
  for (const [nth, server] of servers.entries()) {
    await ours.start(settings(nth + 2))
    await callers.more()
    expect(await old.stop(server)).toBe(0)
  }
}

/** What takes something away is for a time when none of them runs: none starts on it. */
const replaceAtOnce = async (
  servers: readonly Started[],
  settings: SettingsOf,
  url: string,
  beyond: readonly Migration[],
): Promise<void> => {
  for (const server of servers) expect(await old.stop(server)).toBe(0)
  expect(await applied(url)).toBe(`Applied: ${namesOf(beyond)}\n`)
  const { code, said } = await old.fails(settings(0))
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Start the newer version') })
  await ours.start(settings(2))
}

describe.skipIf(!previous)('an upgrade from the version before', () => {
  let ledger: Ledger
  beforeAll(async () => {
    ledger = new Ledger()
    checkout = await builtCheckout(previous as string)
    old = serverProcesses(checkout.folder)
    sink = await startSink()
  }, BUILD_MS)
  afterAll(async () => {
    ledger.ended = true
    await balancer?.stop()
    await old?.end()
    await ours.end()
    await sink?.stop()
    checkout?.remove()
  })

  test(
    'its servers go on under load on migrations that are marked compatible and are replaced one by one, and all is there',
    { timeout: PATIENCE_MS },
    async () => {
      const url = await databaseWithoutTables('previous')
      const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()))
      const settings: SettingsOf = (nth) => ({
        DATABASE_URL: url,
        PORT: String(ports[nth]),
        WEBHOOK_ALLOW_PRIVATE: 'true',
        SHUTDOWN_DRAIN_MS: DRAIN_MS,
      })
      const servers = [await old.start(settings(0)), await old.start(settings(1))]
      const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
      balancer = await startBalancer(await freePort(), addresses)
      const opened = await Promise.all(Array.from({ length: SENDERS }, () => openSender(balancer.url, sink.url)))
      const senders = opened.map((sender) => ({ ...sender, headers: AFRESH }))
      const subscriber = follow(balancer.url, senders[0]?.key ?? '')
      let callers = load(senders, ledger)
      await callers.more()

      // The schema first. The servers of the version before go on, and another of them starts.
      const { gentle, beyond } = missing()
      await migrateGently(url, gentle, beyond)
      await callers.more()
      expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null])
      await old.stop(await old.start({ DATABASE_URL: url, SHUTDOWN_DRAIN_MS: '0' }))

      if (beyond.length === 0) await replaceEach(servers, settings, callers)
      else {
        await callers.end()
        await replaceAtOnce(servers, settings, url, beyond)
        callers = load(senders, ledger)
      }
      await callers.more()
      await callers.end()

      const found = await check(url, senders, subscriber)
      await subscriber.leave()
      const figures = {
        previous: previous?.slice(0, 8),
        compatible: gentle.length,
        beyond: beyond.length,
        acknowledged: found.writes.acknowledged,
        found: found.writes.found,
        documents: found.deliveries.documents,
        events: found.events.events,
        posts: sink.posted.length,
        handedOverAgain: found.deliveries.handedOverAgain,
        resumed: subscriber.resumed,
        ...Object.fromEntries(ledger.answers),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      expect(found.writes).toMatchObject({ found: found.writes.acknowledged, lost: [], doubled: [] })
      expect(found.deliveries).toMatchObject({ undelivered: [], misreceived: [] })
      expect(found.events).toMatchObject({ gaps: [], misannounced: [], untold: [] })
      expect(found.missed).toEqual([])
      expect(unexpectedIn(ledger)).toEqual([])
    },
  )
})
