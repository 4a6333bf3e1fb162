/** The embedded database as the adapter sees it: statements are prepared once, and cross into it in one step. */
import { type PGlite, type QueryOptions, type Results, parse, protocol, types } from '@electric-sql/pglite'

const { serialize } = protocol

interface Statement { name: string; parameters: readonly number[] }

export interface PreparedSession {
  query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
}

const WITHOUT_SYNC = { syncToFs: false } as const

const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice('\\x'.length), 'hex')

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
    const parameters = parse.parseDescribeStatementResults(await ask([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]))
    const statement = { name, parameters }
    if (name !== '') known.set(sql, statement)
    return statement
  }

  const valueFor = (value: unknown, type: number | undefined): string | Uint8Array | null => {
    if (value === null || value === undefined) return null
    // Bytes go as they are; as text they would be twice as many.
    if (value instanceof Uint8Array) return value
    const serializer = type === undefined ? undefined : pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  const run = <Row>(sql: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> =>
    pglite.runExclusive(async () => {
      const { name, parameters } = known.get(sql) ?? (await prepare(sql))
      const bound = values.map((value, index) => valueFor(value, parameters[index]))
      const answered = await ask([serialize.bind({ statement: name, values: bound }), serialize.describe({ type: 'P' }), serialize.execute({})])
      return parse.parseResults(answered, pglite.parsers, { ...options, parsers: { ...options?.parsers, [types.BYTEA]: bytesOf } })[0] as Results<Row>
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

