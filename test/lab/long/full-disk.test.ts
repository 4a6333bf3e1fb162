/**
 * @module-tag heavy
 * @module-tag services
 */
/** The disk of PostgreSQL is full while callers send, and has room again: `npm run test:long -- full-disk`. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import { deliveriesOf, eventsOf, leftOf, writesOf } from '../cluster/invariants.ts'
import { openSender, sendAll } from '../cluster/load.ts'
import { Ledger } from '../../support/load.ts'
import { call, serverProcesses } from '../../support/processes.ts'
import { type RestartablePostgres, askPostgres, startRestartablePostgres } from '../../support/servers.ts'
import { type Sink, startSink } from '../../support/sink.ts'
import { type SmallDisk, mountSmallDisk } from '../../support/small-disk.ts'
import { atLeast, until } from '../../support/until.ts'

const TIMES = Number(process.env['FULL_DISKS'] ?? 1)
const SENDERS = process.env['FULL_DISKS'] === undefined ? 2 : 6
const PACE_MS = 300
const DISK_MB = 400
/** So that the log of the server takes little of the disk. */
const SMALL = { max_wal_size: '64MB', min_wal_size: '32MB' }
const FULL_MS = 4_000
const PATIENCE_MS = 120_000 + TIMES * 90_000
const REFUSAL = 'send 503 UPSTREAM_UNAVAILABLE'

const disk: SmallDisk | undefined = inject('postgres') === '' ? undefined : mountSmallDisk(DISK_MB)
const processes = serverProcesses()
let [postgres, sink]: [RestartablePostgres?, Sink?] = []
afterAll(async () => {
  await processes.end()
  await sink?.stop()
  await postgres?.stop()
  disk?.remove()
})

describe.skipIf(!disk)('a database whose disk is full', () => {
  let small: SmallDisk
  let database: RestartablePostgres
  let webhooks: Sink

  beforeAll(async () => {
    small = disk as SmallDisk
    database = postgres = await startRestartablePostgres(SMALL, small.folder)
    webhooks = sink = await startSink()
  })

  /** Where the log had no room either, the server has ended. */
  const comeBack = async (): Promise<void> => {
    small.makeRoom()
    const isThere = await askPostgres(database.url, 'SELECT 1').catch(() => false)
    if (!isThere) await database.start()
  }

  test(
    'refuses sends with 503 and loses nothing that was acknowledged, and takes them again once there is room',
    { timeout: PATIENCE_MS },
    async () => {
      const { base } = await processes.start({ DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: 'true' })
      const senders = await Promise.all(Array.from({ length: SENDERS }, () => openSender(base, webhooks.url)))
      const ledger = new Ledger()
      const acknowledged = (): number => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
      const load = senders.map((sender) => sendAll(base, sender, [], PACE_MS, ledger))
      for (let nth = 1; nth <= TIMES; nth++) {
        const before = acknowledged()
        await until(acknowledged, atLeast(before + SENDERS + 1))
        const refused = ledger.answers.get(REFUSAL) ?? 0
        small.fill()
        await until(() => ledger.answers.get(REFUSAL) ?? 0, atLeast(refused + 1))
        await wait(FULL_MS)
        await comeBack()
        const meanwhile = acknowledged()
        await until(acknowledged, atLeast(meanwhile + SENDERS + 1))
      }
      ledger.ended = true
      await Promise.all(load)
      expect((await call(base, senders[0]?.key ?? '', '/health/serving')).status).toBe(200)

      const { client, close } = await openDatabase({ url: database.url })
      await until(() => leftOf(client), 0)
      const writes = await writesOf(client, senders)
      const deliveries = await deliveriesOf(client, senders)
      const events = await eventsOf(client, senders, webhooks.posted)
      await close()
      process.stdout.write(`${JSON.stringify({ full: TIMES, ...Object.fromEntries(ledger.answers) })}\n`)
      expect(writes).toMatchObject({ found: writes.acknowledged, lost: [], doubled: [] })
      expect(deliveries).toMatchObject({ undelivered: [], misreceived: [] })
      expect(events).toMatchObject({ gaps: [], misannounced: [], untold: [] })
      expect(ledger.faults).toEqual([])
    },
  )
})
