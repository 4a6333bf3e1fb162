/**
 * What stands between Prisma and the drivers of the databases. Prisma makes a text of bytes, a text of that text, and bytes of
 * it again; its adapters keep the last hundred statements with all their values. A file has no place there.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../generated/prisma/client.ts'

type Factory = NonNullable<Prisma.PrismaClientOptions['adapter']>
type Adapter = Awaited<ReturnType<Factory['connect']>>
type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>
type Query = Parameters<Queryable['queryRaw']>[0]

/** Nobody else can guess it: a text that begins with it is a name that was given here. */
const MARK = `bytes:${randomUUID()}:`
const underWay = new Map<string, Uint8Array>()
let named = 0

/** Runs a statement whose bytes go past Prisma: it is given their names, and the driver what they stand for. */
export const withBytesNamed = async <T>(
  statement: Prisma.Sql,
  run: (statement: Prisma.Sql) => Promise<T>,
): Promise<T> => {
  const names: string[] = []
  const nameOf = (bytes: Uint8Array): string => {
    const name = `${MARK}${named++}`
    underWay.set(name, bytes)
    names.push(name)
    return name
  }
  try {
    return await run(
      new Prisma.Sql(
        statement.strings,
        statement.values.map((value) => (value instanceof Uint8Array ? nameOf(value) : value)),
      ),
    )
  } finally {
    for (const name of names) underWay.delete(name)
  }
}

const unnamed = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(MARK) ? (underWay.get(value) ?? value) : value

/** The values are let go when the statement has ended, whoever keeps the statement. */
const lettingGo =
  <Answer>(ask: (query: Query) => Promise<Answer>) =>
  async (query: Query): Promise<Answer> => {
    const args = query.args.map(unnamed)
    try {
      return await ask({ ...query, args })
    } finally {
      args.length = 0
    }
  }

const forgetful = <Q extends Queryable>(queryable: Q): Q =>
  Object.assign(queryable, {
    queryRaw: lettingGo(queryable.queryRaw.bind(queryable)),
    executeRaw: lettingGo(queryable.executeRaw.bind(queryable)),
  })

/** An adapter that takes bytes by their names, and keeps no value. */
export const withoutMemory = (factory: Factory): Factory => ({
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
