import { availableParallelism } from 'node:os'
import { Registry } from 'prom-client'
import { keyRing } from '../auth/credentials.ts'
import { Sites } from '../auth/sites.ts'
import { Strangers } from '../auth/strangers.ts'
import { tellRequirements } from '../companies/requirements.ts'
import { takeSdiMessage } from '../compliance/take-sdi-message.ts'
import { startHub } from '../engine/feed/hub.ts'
import { startRelay, watchRelay } from '../engine/feed/relay.ts'
import { keyUse } from '../engine/requests/key-use.ts'
import { requestLog } from '../engine/requests/log.ts'
import { followEvents, followFlows } from '../compliance/e-reporting/follow-documents.ts'
import { deliverFlows, makeDeliveries, type SettledFlow } from '../engine/webhooks/queue.ts'
import { openSender } from '../engine/webhooks/sender.ts'
import { releaseLeases } from '../engine/work/claim.ts'
import { startRunner } from '../engine/work/runner.ts'
import { settleFlows } from '../flows/record/settle-flows.ts'
import { keptDocuments } from '../doors/graphql/kept-documents.ts'
import { takeOver } from '../exchange/receive/network-door.ts'
import { writtenPage } from '../http/written-rows.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Begun } from '../kernel/database/begin.ts'
import { databaseClock } from '../kernel/database/clock.ts'
import { Groups } from '../kernel/database/grouped.ts'
import { type Database, type DatabaseOptions, type Db, openDatabase } from '../kernel/database/open.ts'
import type { Env } from '../kernel/env.ts'
import { hasRole } from '../kernel/env/roles.ts'
import { memoryWindow, type RateWindow } from '../kernel/limits/rate-window.ts'
import { type Log, newLog } from '../kernel/log.ts'
import { baseUrlOf } from '../kernel/own-address.ts'
import { openHeavy } from '../kernel/threads/heavy.ts'
import { type Metrics, newMetrics } from '../kernel/metrics.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { postgresWakeUps } from '../kernel/wake-ups/postgres.ts'
import { type WakeUps, localWakeUps } from '../kernel/wake-ups/wake-ups.ts'
import { endAccessBeyond } from '../oauth/person.ts'
import { membersSeen } from '../operation/members-seen.ts'
import { cursorsWith } from '../operation/pagination.ts'
import type { Platform } from '../operation/platform.ts'
import { countDocuments } from '../stats/count-documents.ts'
import { settleOrganization } from '../tenants/settle-organization.ts'
import type { LocalDoor } from '../upstreams/access-point/port.ts'
import { openUpstreams } from '../upstreams/upstreams.ts'
import { startCollecting } from './collect.ts'
import { heavyErrors } from './heavy-errors.ts'
import { startDirectoryCopy } from './directory-copy.ts'
import { startHousekeeping } from './housekeeping.ts'
import { keptSecretsKey, sharedSecret } from './secrets-key.ts'
import { watch } from './watch.ts'
import { workKinds } from './work-kinds.ts'

export interface PlatformOptions {
  clock?: Clock
  log?: Log
  /** What somebody has begun with of the database. */
  begun?: Begun
  /** An open database, for tests; otherwise one is opened as the settings say. */
  database?: Database
  /** Takes messages to companies of this deployment, for tests of the network alone. */
  receive?: LocalDoor
}

export const openPlatform = async (env: Env, options: PlatformOptions = {}): Promise<Platform> => {
  const { endCollecting, stopClock, ...kernel } = await openKernel(env, options)
  const { log, clock, db, wakeUps, metrics } = kernel
  const platform: Platform = {
    ...kernel,
    upstreams: await openUpstreams({
      env,
      clock,
      client: db.client,
      deliverLocally: (envelope) => platform.receive(envelope),
      deliverSdi: (file) => takeSdiMessage(platform, file),
    }).catch(async (error: unknown) => {
      await stopClock()
      await wakeUps.close()
      await db.close()
      throw error
    }),
    cursors: cursorsWith(await sharedSecret(db.client, 'cursor-secret')),
    keys: keyRing(db.client, clock, env.SERVICE_MODE === 'sandbox'),
    strangers: new Strangers(),
    tokens: await openTokens(kernel),
    sites: new Sites({ client: db.client, log, baseUrl: kernel.baseUrl }),
    organizations: new Map(),
    settleOrganization: (id, said) => settleOrganization(platform, id, said),
    rate: await openRateWindow(env, log, metrics),
    inFlight: new Set(),
    groups: new Groups(),
    heavy: openThreads(env),
    requestLog: requestLog(db.client, log, metrics.droppedTraces),
    keyUse: keyUse(db.client, log),
    membersSeen: membersSeen(db, log),
    relay: openRelay(kernel),
    hub: startHub(db.client, wakeUps, env.SUBSCRIBER_BUFFER),
    secretBox: openSecretBox(env.SECRETS_KEY ?? [await keptSecretsKey(db)]),
    sender: openSender({ env, client: db.client, clock }),
    receive: options.receive ?? ((envelope) => takeOver(platform, envelope)),
    runner: undefined,
    keptDocuments: keptDocuments(() => platform),
    writePage: writtenPage,
    phase: 'serving',
    close: () => closeAll(platform, stops).finally(endCollecting),
  }
  const stops = { ...(await begin(platform)), clock: stopClock }
  return platform
}

/** Where another process numbers events, there is nothing to drain. */
const noRelay = { drain: () => Promise.resolve(), close: () => Promise.resolve() }

const openRelay = ({ env, db, wakeUps, log, clock }: Pick<Platform, 'env' | 'db' | 'wakeUps' | 'log' | 'clock'>) =>
  hasRole(env, 'relay')
    ? startRelay({
        db,
        wakeUps,
        log,
        consumers: [countDocuments, makeDeliveries, tellRequirements, followEvents],
        settle: [settleFlows(clock, tellOfFlows)],
      })
    : noRelay

const tellOfFlows = async (db: Db, flows: readonly SettledFlow[], now: Date): Promise<void> => {
  await deliverFlows(db, flows, now)
  await followFlows(db, flows, now)
}

const openThreads = ({ HEAVY_THREADS, HEAVY_MEMORY_MB: memoryMb }: Env): Platform['heavy'] =>
  openHeavy({
    module: new URL('./heavy-thread.ts', import.meta.url),
    errors: heavyErrors,
    threads: HEAVY_THREADS ?? Math.max(1, availableParallelism() - 1),
    memoryMb,
  })

/** What everything else of the platform is made with. */
const openKernel = async (env: Env, options: PlatformOptions) => {
  const log = options.log ?? newLog(env.LOG_LEVEL)
  // Before the database, whose statements are told.
  const endCollecting = await startCollecting(env, log)
  const db = options.database ?? (await openDatabase({ ...databaseOptions(env), ...options.begun }))
  const { clock, stop: stopClock } = await clockOf(db, log, options)
  const metrics = newMetrics(new Registry())
  return {
    env,
    log,
    db,
    clock,
    stopClock,
    wakeUps: await openWakeUps(env, db, log, metrics),
    metrics,
    baseUrl: baseUrlOf(env),
    endCollecting,
  }
}

const clockOf = (db: Database, log: Log, { clock }: PlatformOptions): ReturnType<typeof databaseClock> =>
  clock ? Promise.resolve({ clock, stop: () => Promise.resolve() }) : databaseClock(db, log)

const databaseOptions = (env: Env): DatabaseOptions => ({
  url: env.DATABASE_URL,
  directUrl: env.DATABASE_DIRECT_URL,
  prepared: env.DATABASE_PREPARED,
  pool: env.DATABASE_POOL,
  timeoutMs: env.DATABASE_TIMEOUT_MS,
  folder: env.DATA_DIR,
})

// Redis and the identity provider are loaded only where they are configured.

const openWakeUps = async (
  { REDIS_URL }: Env,
  { directUrl }: Database,
  log: Log,
  { redisAway }: Metrics,
): Promise<WakeUps> => {
  if (REDIS_URL)
    return (await import('../kernel/wake-ups/redis.ts')).redisWakeUps(REDIS_URL, log, redisAway.labels('wake-ups'))
  return directUrl ? postgresWakeUps(directUrl, log) : localWakeUps(log)
}

const openTokens = async (kernel: { env: Env } & Pick<Platform, 'db' | 'clock' | 'wakeUps'>) => {
  const { JWT_ISSUER, JWT_AUDIENCE } = kernel.env
  if (!JWT_ISSUER) return undefined
  const { tokenVerifier } = await import('../auth/tokens.ts')
  return tokenVerifier(JWT_ISSUER, JWT_AUDIENCE, (token) => endAccessBeyond(kernel, token))
}

const openRateWindow = async ({ REDIS_URL }: Env, log: Log, { redisAway }: Metrics): Promise<RateWindow> =>
  REDIS_URL
    ? (await import('../kernel/limits/redis-window.ts')).redisWindow(REDIS_URL, log, redisAway.labels('limits'))
    : memoryWindow()

/** Functions that stop what runs beside the requests. */
interface StopFunctions {
  housekeeping: () => Promise<void>
  directoryCopy: () => Promise<unknown>
  upkeep: () => Promise<void>
  insertListener: () => void
  clock: () => Promise<void>
}

/** Starts what runs beside the requests: upkeep, listeners, and in a worker work and housekeeping. */
const begin = async (platform: Platform): Promise<Omit<StopFunctions, 'clock'>> => {
  const { db, env, log, clock, metrics, wakeUps } = platform
  watchRelay(metrics.registry, db, clock)
  watch(platform)
  wakeUps.subscribe('credentials', (organizationId) => {
    platform.keys.forget(organizationId)
    platform.organizations.delete(organizationId)
  })
  wakeUps.subscribe('domains', () => platform.sites.forget())
  const stops = {
    housekeeping: () => Promise.resolve(),
    directoryCopy: () => Promise.resolve(),
    upkeep: db.tend(log),
    // Every insert of events or work wakes those who wait for them; the relay settles flows as well.
    insertListener: db.onInsert((table) => wakeUps.publish(table === 'flows' ? 'events' : table, ''), log),
  }
  if (!hasRole(env, 'worker')) return stops
  if (db.kind === 'embedded') await releaseLeases(db.client)
  platform.runner = startRunner(platform, workKinds)
  return { ...stops, housekeeping: startHousekeeping(platform), directoryCopy: startDirectoryCopy(platform) }
}

/** Lets attempts in flight finish and writes what is pending; only then closes what these need. */
const closeAll = async (platform: Platform, stops: StopFunctions): Promise<void> => {
  platform.hub.close()
  await stops.housekeeping()
  await stops.directoryCopy()
  await platform.runner?.close()
  await platform.heavy.close()
  await platform.relay.close()
  await platform.sender.close()
  await platform.upstreams.close()
  await platform.requestLog.close()
  await platform.keyUse.close()
  await platform.membersSeen.close()
  stops.insertListener()
  await platform.wakeUps.close()
  await platform.rate.close()
  await stops.upkeep()
  await stops.clock()
  await platform.db.close()
}
