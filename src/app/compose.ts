import { randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { type KeyRing, keyRing } from '../auth/credentials.ts'
import type { OrganizationCache } from '../auth/organizations.ts'
import type { TokenVerifier } from '../auth/tokens.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { type Client, type Database, openDatabase } from '../kernel/database/open.ts'
import { takeSdiMessage } from '../compliance/take-sdi-message.ts'
import type { Env } from '../kernel/env.ts'
import { takeOver } from '../exchange/receive/network-door.ts'
import { type Hub, startHub } from '../engine/feed/hub.ts'
import { type Relay, startRelay, watchRelay } from '../engine/feed/relay.ts'
import { memoryWindow, type RateWindow } from '../kernel/limits/rate-window.ts'
import { type Log, newLog } from '../kernel/log.ts'
import { type Metrics, newMetrics } from '../kernel/metrics.ts'
import { type Cursors, cursorsWith } from '../operation/pagination.ts'
import type { InFlight } from '../operation/idempotency.ts'
import { type RequestLog, requestLog } from '../engine/requests/log.ts'
import { type Sealer, sealerWith } from '../kernel/secret-box.ts'
import { postgresSignals } from '../kernel/wake-ups/postgres.ts'
import { type Signals, localSignals } from '../kernel/wake-ups/wake-ups.ts'
import type { LocalDoor } from '../upstreams/access-point/port.ts'
import { type Upstreams, openUpstreams } from '../upstreams/upstreams.ts'
import { type Sender, openSender } from '../engine/webhooks/sender.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type Runner, startRunner } from '../engine/work/runner.ts'

/** Everything that one process serves with. Built once; nothing else holds state. */
export interface Platform {
  env: Env
  /** Where links and documentation addresses start. */
  baseUrl: string
  log: Log
  clock: Clock
  db: Database
  signals: Signals
  cursors: Cursors
  keys: KeyRing
  tokens: TokenVerifier | undefined
  organizations: OrganizationCache
  rate: RateWindow
  inFlight: InFlight
  requestLog: RequestLog
  relay: Relay
  hub: Hub
  upstreams: Upstreams
  /** Seals the secrets that are kept. */
  sealer: Sealer
  /** What events are brought to webhooks with. */
  sender: Sender
  /** The inbound door, as the simulated network knocks at it. */
  receive: LocalDoor
  metrics: Metrics
  runner: Runner | undefined
  stopHousekeeping: () => Promise<void>
  stopUpkeep: () => Promise<void>
  close(): Promise<void>
}

export interface PlatformOptions {
  clock?: Clock
  log?: Log
  /** An open database, for tests; otherwise one is opened as the settings say. */
  database?: Database
  /** Takes messages to companies of this deployment, for tests of the network alone. */
  receive?: LocalDoor
}

/** What only some deployments configure (Redis, an identity provider) is loaded only there. */
export const openPlatform = async (env: Env, options: PlatformOptions = {}): Promise<Platform> => {
  const log = options.log ?? newLog(env.LOG_LEVEL)
  const clock = options.clock ?? systemClock
  const db =
    options.database ?? (await openDatabase({ url: env.DATABASE_URL, pool: env.DATABASE_POOL, folder: env.DATA_DIR }))
  const upstreams = await openUpstreams({
    env,
    clock,
    client: db.client,
    deliverLocally: (envelope) => platform.receive(envelope),
    deliverSdi: (file) => takeSdiMessage(platform, file),
  }).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const signals = env.REDIS_URL
    ? (await import('../kernel/wake-ups/redis.ts')).redisSignals(env.REDIS_URL, log)
    : db.url
      ? postgresSignals(db.url, log)
      : localSignals()
  const metrics = newMetrics(new Registry())
  const platform: Platform = {
    env,
    log,
    clock,
    db,
    signals,
    baseUrl: env.BASE_URL?.replace(/\/$/, '') ?? `http://${env.HOST}:${env.PORT}`,
    cursors: cursorsWith(await sharedSecret(db.client, 'cursor-secret')),
    keys: keyRing(db.client, clock, env.SERVICE_MODE === 'sandbox'),
    tokens: env.JWT_ISSUER
      ? (await import('../auth/tokens.ts')).tokenVerifier(env.JWT_ISSUER, env.JWT_AUDIENCE)
      : undefined,
    organizations: new Map(),
    rate: env.REDIS_URL
      ? (await import('../kernel/limits/redis-window.ts')).redisWindow(env.REDIS_URL, log)
      : memoryWindow(),
    inFlight: new Set(),
    requestLog: requestLog(db.client, log, metrics.droppedTraces),
    relay: startRelay(db, signals, log),
    hub: startHub(db.client, signals, env.SUBSCRIBER_BUFFER),
    upstreams,
    sealer: sealerWith(env.SECRETS_KEY ?? [await sharedSecret(db.client, 'secrets-key')]),
    sender: openSender({ env, client: db.client, clock, signals }),
    receive: options.receive ?? ((envelope) => takeOver(platform, envelope)),
    metrics,
    runner: undefined,
    stopHousekeeping: () => Promise.resolve(),
    stopUpkeep: db.tend(log),
    close: () => closeAll(platform),
  }
  watchRelay(metrics.registry, db, clock)
  signals.subscribe('credentials', (organizationId) => {
    platform.keys.forget(organizationId)
    platform.organizations.delete(organizationId)
  })
  if (env.WORKERS === 'inline') {
    // The embedded database belongs to one process: whoever held a lease is dead, and need not be waited for.
    if (db.kind === 'embedded')
      await db.client.work.updateMany({ where: { leaseUntil: { not: null } }, data: { leaseUntil: null } })
    platform.runner = startRunner(platform)
    platform.stopHousekeeping = startHousekeeping(platform)
  }
  return platform
}

/** Attempts in flight finish, what waits is written, then the doors behind us close. */
const closeAll = async (platform: Platform): Promise<void> => {
  platform.hub.close()
  await platform.stopHousekeeping()
  await platform.runner?.close()
  await platform.relay.close()
  await platform.sender.close()
  await platform.upstreams.close()
  await platform.requestLog.close()
  await platform.signals.close()
  await platform.rate.close()
  await platform.stopUpkeep()
  await platform.db.close()
}

/** A secret made once for a deployment: every instance reads the cursors of the others, and in a sandbox the secrets it keeps. */
const sharedSecret = async (client: Client, name: string): Promise<string> => {
  await client.deploymentSetting.createMany({
    data: [{ name, value: randomBytes(32).toString('base64') }],
    skipDuplicates: true,
  })
  return (await client.deploymentSetting.findUniqueOrThrow({ where: { name } })).value
}
