/**
 * The tables of a database as this version needs them. This file loads little, so that a server can make the tables while
 * the rest is loaded.
 */
import { systemClock } from '../clock.ts'
import { onConnection } from './connect.ts'
import { isDistributed } from './distributed.ts'
import { Hosts } from './hosts.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { firstMonths, makeMonths } from './partitions.ts'
import { type SqlSession, transactionsOn } from './session.ts'

/**
 * Makes the tables, and the months into which the first rows go. Who may not make those now does without: housekeeping
 * tries again, and says why. Answers whether the tenants are spread over the servers of Citus.
 */
export const tablesOn = async (session: SqlSession, meanwhile: () => void = () => undefined): Promise<boolean> => {
  const now = systemClock.now()
  await migrate(session, readMigrations(), {}, { besides: firstMonths(now), meanwhile })
  const isSpread = await isDistributed(session)
  await makeMonths(transactionsOn(session), now).catch(() => undefined)
  return isSpread
}

/** What a server is like that has its tables. */
export interface Tables {
  /** Whether its tenants are spread over the servers of Citus. */
  isDistributed: boolean
  /** Of several servers the one that takes writes comes first now. */
  hosts: Hosts
}

export const makeTables = (url: string, meanwhile: () => void = () => undefined): Promise<Tables> => {
  const hosts = new Hosts(url)
  return onConnection(hosts, async (session, sent) => ({
    isDistributed: await tablesOn(session, () => void sent().then(meanwhile, meanwhile)),
    hosts,
  }))
}

/**
 * Begins to make them. Answers as soon as there is time for other things, at the latest when they are there: with a
 * function that waits for them.
 */
export const beginTables = (url: string): Promise<() => Promise<Tables>> =>
  new Promise((resolve, reject) => {
    const tables = makeTables(url, () => resolve(() => tables))
    tables.then(() => resolve(() => tables), reject)
  })
