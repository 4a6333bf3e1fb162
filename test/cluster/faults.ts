/** What may happen to the parts of a cluster, each until it is over. */
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { askPostgres } from '../support/servers.ts'
import { clocksJump } from '../support/machine-clock.ts'
import type { Cluster, Instance, Part } from './cluster.ts'

/** Until whoever watches the primary is certain that it is gone. */
const NOTICED_MS = 1_000
/** Longer than a relay may stand still with its lock. */
const FROZEN_MS = 2_500
const CUT_MS = { least: 500, each: 50 }
/** How long each commit waits for a slow disk, and for how long the disk is slow. */
const DISK = { waitUs: 100_000, slowMs: 4_000 }
/** Longer than any lease, and than the window of a rate. */
const JUMP = { seconds: 900, forMs: 4_000 }
const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`

/** Takes a number below a hundred, from which it gets what is left open. */
export type Fault = (which: number) => Promise<void>

const again = async (part: Part, after: number): Promise<void> => {
  await part.kill()
  await wait(after)
  await part.start()
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

const jump = async (instance: Instance, seconds: number): Promise<void> => {
  instance.setClock(seconds)
  await wait(JUMP.forMs)
  instance.setClock(0)
}

const clocks = (one: (which: number) => Instance): Record<string, Fault> => ({
  'clock ahead': (which) => jump(one(which), JUMP.seconds),
  'clock behind': (which) => jump(one(which), -JUMP.seconds),
})

export const faultsOf = ({ instances, postgres, redis, pooler, promote }: Cluster): Record<string, Fault> => {
  const one = (which: number): Instance => instances[which % instances.length] as Instance
  const cut = async (which: number, line: 0 | 1): Promise<void> => {
    one(which).lines[line]?.cut()
    await wait(CUT_MS.least + which * CUT_MS.each)
    one(which).lines[line]?.mend()
  }
  return {
    'instance killed': (which) => again(one(which).part, 0),
    async 'instance frozen'(which) {
      const { pid } = one(which).part.server
      process.kill(pid, 'SIGSTOP')
      await wait(FROZEN_MS)
      process.kill(pid, 'SIGCONT')
    },
    'instance cut off from its database': (which) => cut(which, 0),
    'instance cut off from Redis': (which) => cut(which, 1),
    'Redis killed': (which) => again(redis, which * 10),
    async 'Redis flushed'() {
      const client = new Redis(redis.server.url)
      await client.flushall()
      client.disconnect()
    },
    'pooler killed': (which) => again(pooler, which * 10),
    'connections ended': () => askAll(postgres.primary(), [END_ALL]),
    'disk slow': () => slowDisk(postgres.primary()),
    async 'standby frozen'() {
      const thaw = postgres.freezeStandby()
      await wait(FROZEN_MS)
      thaw()
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
    ...(clocksJump && clocks(one)),
  }
}
