/**
 * Tells of rows that are there now: of those of a transaction when it is committed, of others when their statement has ended.
 * It goes by the texts of the statements, so that nobody who writes rows has to think of those who wait for them.
 */
import type { Prisma } from '../../generated/prisma/client.ts'

type Factory = NonNullable<Prisma.PrismaClientOptions['adapter']>
type Adapter = Awaited<ReturnType<Factory['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>
type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>
type Query = Parameters<Queryable['queryRaw']>[0]

/** The tables that somebody waits for. */
const tables = ['events', 'work'] as const
export type WatchedTable = (typeof tables)[number]

const INSERTS: Readonly<Record<WatchedTable, RegExp>> = {
  events: /\bINSERT INTO (?:"public"\.)?"?events\b/,
  work: /\bINSERT INTO (?:"public"\.)?"?work\b/,
}

const insertedBy = (sql: string): WatchedTable[] =>
  sql.includes('INSERT INTO') ? tables.filter((table) => INSERTS[table].test(sql)) : []

/** Who is told. A database is opened before anybody can listen. */
export class InsertListeners {
  readonly #listeners = new Set<(table: WatchedTable) => void>()

  add(listener: (table: WatchedTable) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(inserted: Iterable<WatchedTable>): void {
    for (const table of inserted) for (const listener of this.#listeners) listener(table)
  }
}

const noticing = <Q extends Queryable>(queryable: Q, notice: (inserted: WatchedTable[]) => void): Q => {
  const after =
    <Result>(ask: (query: Query) => Promise<Result>) =>
    async (query: Query): Promise<Result> => {
      const result = await ask(query)
      notice(insertedBy(query.sql))
      return result
    }
  return Object.assign(queryable, {
    queryRaw: after(queryable.queryRaw.bind(queryable)),
    executeRaw: after(queryable.executeRaw.bind(queryable)),
  })
}

const noticingTransaction = (transaction: Transaction, listeners: InsertListeners): Transaction => {
  const inserted = new Set<WatchedTable>()
  const commit = transaction.commit.bind(transaction)
  return Object.assign(
    noticing(transaction, (found) => found.forEach((table) => inserted.add(table))),
    {
      commit: async () => {
        await commit()
        listeners.tell(inserted)
      },
    },
  )
}

/** An adapter whose inserts the listeners hear of. */
export const tellingOfInserts = (factory: Factory, listeners: InsertListeners): Factory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const adapter = noticing(await factory.connect(), (inserted) => listeners.tell(inserted))
    const begin = adapter.startTransaction.bind(adapter)
    return Object.assign(adapter, {
      startTransaction: async (...level: Parameters<typeof begin>) =>
        noticingTransaction(await begin(...level), listeners),
    })
  },
})
