/**
 * What stands between Prisma and the drivers of the databases. Prisma encodes bytes as base64 in JSON and decodes them
 * again, and its adapters keep the last hundred statements with all their values: a file would be in memory many times.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../generated/prisma/client.ts'
import type { AdapterFactory, DriverQuery, Queryable } from './driver.ts'

/** Begins the names of bytes. It is random, so that no text of a caller can be taken for such a name. */
const MARK = `bytes:${randomUUID()}:`
const bytesByName = new Map<string, Uint8Array | string>()
let named = 0
/** A text of this length goes like bytes. */
const LONG_TEXT = 10_000

const isLarge = (value: unknown): value is Uint8Array | string =>
  value instanceof Uint8Array || (typeof value === 'string' && value.length > LONG_TEXT)

/**
 * Runs a statement whose bytes and long texts go past Prisma: Prisma gets a name for each, and the driver the value.
 */
export const withBytesNamed = async <T>(
  statement: Prisma.Sql,
  run: (statement: Prisma.Sql) => Promise<T>,
): Promise<T> => {
  const names: string[] = []
  const nameOf = (bytes: Uint8Array | string): string => {
    const name = `${MARK}${named++}`
    bytesByName.set(name, bytes)
    names.push(name)
    return name
  }
  try {
    return await run(
      new Prisma.Sql(
        statement.strings,
        statement.values.map((value) => (isLarge(value) ? nameOf(value) : value)),
      ),
    )
  } finally {
    for (const name of names) bytesByName.delete(name)
  }
}

const unnamed = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(MARK) ? (bytesByName.get(value) ?? value) : value

/** Empties the list of values when the statement has ended, so that nobody who keeps the statement keeps its values. */
const withoutValues =
  <Result>(ask: (query: DriverQuery) => Promise<Result>) =>
  async (query: DriverQuery): Promise<Result> => {
    const args = query.args.map(unnamed)
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

/** An adapter that takes bytes by their names and keeps no value. */
export const withoutMemory = (factory: AdapterFactory): AdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const adapter = forgetful(await factory.connect())
    const begin = adapter.startTransaction.bind(adapter)
    return Object.assign(adapter, {
      startTransaction: async (...level: Parameters<typeof begin>) => forgetful(await begin(...level)),
    })
  },
})
