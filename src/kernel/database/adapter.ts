/**
 * What stands between us and the drivers of the databases. The adapters of Prisma keep the last hundred statements with
 * all their values: a file would be in memory many times.
 */
import { type AdapterFactory, type DriverQuery, type Queryable, asking } from './driver.ts'

/** Empties the list of values when the statement has ended, so that nobody who keeps the statement keeps its values. */
const withoutValues =
  <Result>(ask: (query: DriverQuery) => Promise<Result>) =>
  async (query: DriverQuery): Promise<Result> => {
    const args = [...query.args]
    try {
      return await ask({ ...query, args })
    } finally {
      args.length = 0
    }
  }

const forgetful = <Q extends Queryable>(queryable: Q): Q =>
  Object.assign(queryable, {
    queryRaw: withoutValues(queryable.queryRaw.bind(queryable)),
    executeRaw: withoutValues(queryable.executeRaw.bind(queryable)),
  })

/** An adapter that keeps no value. */
export const withoutMemory = (factory: AdapterFactory): AdapterFactory => asking(factory, forgetful)
