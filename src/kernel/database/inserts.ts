/**
 * Tells listeners of new rows: of those of a transaction when it is committed, of others when their statement has
 * ended. The text of a statement says which table it writes to, so code that writes rows need not think of the
 * listeners.
 */
import type { Log } from '../log.ts'
import { safely } from '../safely.ts'
import type { AdapterFactory, AdapterTransaction, DriverQuery, Queryable } from './driver.ts'

/** The tables that somebody waits for. */
const tables = ['events', 'flows', 'work'] as const
export type WatchedTable = (typeof tables)[number]

const INSERTS: Readonly<Record<WatchedTable, RegExp>> = {
  events: /\bINSERT INTO (?:"public"\.)?"?events\b/,
  flows: /\bINSERT INTO (?:"public"\.)?"?flows\b/,
  work: /\bINSERT INTO (?:"public"\.)?"?work\b/,
}

const insertedBy = (sql: string): WatchedTable[] =>
  sql.includes('INSERT INTO') ? tables.filter((table) => INSERTS[table].test(sql)) : []

/**
 * A collection of its own, because a database is opened before anybody can listen. A listener that throws is logged:
 * what it hears of is committed, and whoever wrote it is told so.
 */
export class InsertListeners {
  readonly #listeners = new Set<(table: WatchedTable) => void>()

  add(listener: (table: WatchedTable) => void, log: Log): () => void {
    const mine = safely(listener, log)
    this.#listeners.add(mine)
    return () => void this.#listeners.delete(mine)
  }

  tell(inserted: Iterable<WatchedTable>): void {
    for (const table of inserted) for (const listener of this.#listeners) listener(table)
  }
}

const noticing = <Q extends Queryable>(queryable: Q, notice: (inserted: WatchedTable[]) => void): Q => {
  const after =
    <Result>(ask: (query: DriverQuery) => Promise<Result>) =>
    async (query: DriverQuery): Promise<Result> => {
      const result = await ask(query)
      notice(insertedBy(query.sql))
      return result
    }
  return Object.assign(queryable, {
    queryRaw: after(queryable.queryRaw.bind(queryable)),
    executeRaw: after(queryable.executeRaw.bind(queryable)),
  })
}

const noticingTransaction = (transaction: AdapterTransaction, listeners: InsertListeners): AdapterTransaction => {
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
export const tellingOfInserts = (factory: AdapterFactory, listeners: InsertListeners): AdapterFactory => ({
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
