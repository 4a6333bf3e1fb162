/** What may happen to the parts of a cluster, each until it is over. */
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { askPostgres } from '../../support/servers.ts'
import { clocksJump } from '../../support/machine-clock.ts'
import type { Cluster, Instance, Part, Role } from './cluster.ts'
import type { Line } from './line.ts'

/** Until whoever watches the primary is certain that it is gone. */
const NOTICED_MS = 1_000
/** Longer than a statement may take, and than callers are kept waiting: until an operator gives up a lost standby. */
const GIVEN_UP_MS = 13_000
/** Longer than a relay may stand still with its lock. */
const FROZEN_MS = 2_500
const CUT_MS = { least: 500, each: 50 }
/** How long each commit waits for a slow disk, and for how long the disk is slow. */
const DISK = { waitUs: 100_000, slowMs: 4_000 }
/** Longer than any lease, and than the window of a rate. */
export const JUMP = { seconds: 900, forMs: 4_000 }
/** Until every process has asked the database for the time again. */
const DATABASE_JUMP_MS = 12_000
const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`

/** Takes a number below a hundred, from which it gets what is left open. */
export type Fault = (which: number) => Promise<void>

const again = async (part: Part, after: number): Promise<void> => {
  await part.kill()
  await wait(after)
  await part.start()
}

const flush = async ({ server }: Part): Promise<void> => {
  const client = new Redis(server.url)
  await client.flushall()
  client.disconnect()
}

const askAll = async (url: string, statements: readonly string[]): Promise<void> => {
  for (const sql of statements) await askPostgres(url, sql)
}

/** A commit waits for the disk as it would for one that is overloaded. */
const slowDisk = async (url: string): Promise<void> => {
  const settings = { commit_delay: DISK.waitUs, commit_siblings: 0 }
  const names = Object.keys(settings)
  const reload = 'SELECT pg_reload_conf()'
  await askAll(url, [...Object.entries(settings).map(([name, value]) => `ALTER SYSTEM SET ${name} = ${value}`), reload])
  await wait(DISK.slowMs)
  await askAll(url, [...names.map((name) => `ALTER SYSTEM RESET ${name}`), reload])
}

const clocks = (one: Pick): Record<string, Fault> => {
  const jump = async (which: number, seconds: number): Promise<void> => {
    one(which).setClock(seconds)
    await wait(JUMP.forMs)
    one(which).setClock(0)
  }
  return {
    'clock ahead': (which) => jump(which, JUMP.seconds),
    'clock behind': (which) => jump(which, -JUMP.seconds),
  }
}

const databaseClocks = ({ setDatabaseClock }: Cluster): Record<string, Fault> => {
  const jump = async (seconds: number): Promise<void> => {
    setDatabaseClock(seconds)
    await wait(DATABASE_JUMP_MS)
    setDatabaseClock(0)
  }
  return {
    'clock of the database ahead': () => jump(JUMP.seconds),
    'clock of the database behind': () => jump(-JUMP.seconds),
  }
}

type Pick = (which: number) => Instance

const cut = async (lines: readonly Line[], which: number): Promise<void> => {
  for (const line of lines) line.cut()
  await wait(CUT_MS.least + which * CUT_MS.each)
  for (const line of lines) line.mend()
}

const ofRole: Record<Role, string> = {
  all: 'instance killed',
  server: 'server killed',
  worker: 'worker killed',
  relay: 'relay killed',
}

const kills = ({ instances, redis, pooler, balancer }: Cluster): Record<string, Fault> => {
  const byRole = Map.groupBy(instances, ({ role }) => role)
  return {
    ...Object.fromEntries(
      Array.from(byRole, ([role, some]) => [
        ofRole[role],
        (which: number) => again((some[which % some.length] as Instance).part, 0),
      ]),
    ),
    ...(redis && { 'Redis killed': (which: number) => again(redis, which * 10) }),
    'pooler killed': (which) => again(pooler, which * 10),
    'balancer killed': (which) => again(balancer, which * 10),
  }
}

const cuts = ({ redis, lines }: Cluster, one: Pick): Record<string, Fault> => ({
  'instance cut off from its database': (which) => cut(one(which).lines.database, which),
  [`instance cut off from ${redis ? 'Redis' : 'notifications'}`]: (which) => cut(one(which).lines.wakeUps, which),
  'pooler cut off from the primary': (which) => cut(lines.pooler, which),
  'primary cut off from the standby': (which) => cut(lines.standby, which),
})

const losses = ({ postgres, promote }: Cluster): Record<string, Fault> => ({
  async 'standby frozen'() {
    const thaw = postgres.freezeStandby()
    await wait(FROZEN_MS)
    thaw()
  },
  async 'standby killed and started again'(which) {
    await postgres.killStandby()
    await wait(which * 10)
    await postgres.reviveStandby()
  },
  async 'standby lost'() {
    await postgres.killStandby()
    await wait(GIVEN_UP_MS)
    await postgres.giveUpStandby()
    await postgres.rejoin()
  },
  async 'primary killed and started again'(which) {
    await postgres.kill()
    await wait(which * 10)
    await postgres.revive()
  },
  async 'standby promoted'() {
    await postgres.kill()
    await wait(NOTICED_MS)
    await promote()
    await postgres.rejoin()
  },
})

export const faultsOf = (cluster: Cluster): Record<string, Fault> => {
  const { instances, postgres, redis } = cluster
  const one: Pick = (which) => instances[which % instances.length] as Instance
  return {
    ...kills(cluster),
    async 'instance frozen'(which) {
      const { pid } = one(which).part.server
      process.kill(pid, 'SIGSTOP')
      await wait(FROZEN_MS)
      process.kill(pid, 'SIGCONT')
    },
    ...cuts(cluster, one),
    ...(redis && { 'Redis flushed': () => flush(redis) }),
    'connections ended': () => askAll(postgres.primary(), [END_ALL]),
    'disk slow': () => slowDisk(postgres.primary()),
    ...losses(cluster),
    ...(clocksJump && { ...clocks(one), ...databaseClocks(cluster) }),
  }
}
