/** The embedded database as the adapter sees it: statements are prepared once, and cross into it in one step. */
import { type PGlite, type QueryOptions, type Results, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

interface Statement { name: string; types: readonly number[] }

export interface PreparedSession {
  query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
}

const WITHOUT_SYNC = { syncToFs: false } as const

const joined = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)

/**
 * `query` of PGlite parses and plans a text each time, in six steps. Here a text is parsed when it comes first, and after
 * that its values, its execution and its end are one step. `nameOf` answers '' for what is not kept.
 */
export const preparedSession = (pglite: PGlite, nameOf: (query: { sql: string }) => string) => {
  const known = new Map<string, Statement>()

  const ask = async (parts: readonly Uint8Array[]): ReturnType<PGlite['execProtocolStream']> => {
    try {
      return await pglite.execProtocolStream(joined([...parts, serialize.sync()]), WITHOUT_SYNC)
    } catch (error) {
      // After a fault everything up to the next end is passed over, and ours may have been dropped with it.
      await pglite.execProtocolStream(serialize.sync(), WITHOUT_SYNC)
      throw error
    }
  }

  const prepare = async (sql: string): Promise<Statement> => {
    const name = nameOf({ sql })
    const types = parse.parseDescribeStatementResults(await ask([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]))
    const statement = { name, types }
    if (name !== '') known.set(sql, statement)
    return statement
  }

  const valueFor = (value: unknown, type: number | undefined): string | Uint8Array | null => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  const run = <Row>(sql: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> =>
    pglite.runExclusive(async () => {
      const { name, types } = known.get(sql) ?? (await prepare(sql))
      const bound = values.map((value, index) => valueFor(value, types[index]))
      const answered = await ask([serialize.bind({ statement: name, values: bound }), serialize.describe({ type: 'P' }), serialize.execute({})])
      return parse.parseResults(answered, pglite.parsers, options)[0] as Results<Row>
    })

  // Whoever has begun a transaction has the one connection until it ends.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    query: <Row>(sql: string, values?: unknown[], options?: QueryOptions) => inTurn(() => run<Row>(sql, values, options)),
    exec: (sql: string) => inTurn(() => pglite.exec(sql)),
    transaction: <T>(body: (tx: PreparedSession & { rollback(): Promise<void> }) => Promise<T>): Promise<T> => inTurn(() => pglite.transaction((tx) => body({ query: run, rollback: () => tx.rollback() }))) as Promise<T>,
  }
}

