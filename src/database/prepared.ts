/** The embedded database as the adapter sees it: statements are prepared once, and cross into it in one step. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PGlite, type QueryOptions, type Results, parse, protocol, types } from '@electric-sql/pglite'

const { serialize } = protocol

type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>

interface Statement {
  name: string
  parameters: readonly number[]
  /** What its rows look like, where it has rows. */
  columns: Answer
}

export interface PreparedSession {
  query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
}

const WITHOUT_SYNC = { syncToFs: false } as const

const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice('\\x'.length), 'hex')

/** Execute, and end. */
const REST = Buffer.concat([serialize.execute({}), serialize.sync()])
const NULL_LENGTH = -1

/** Messages up to this size are written into the same memory, one after the other. */
const KEPT_BYTES = 4 * 1024 * 1024

const memory = (): ((size: number) => Buffer) => {
  let kept = Buffer.alloc(0)
  return (size) => {
    if (size > KEPT_BYTES) return Buffer.allocUnsafeSlow(size)
    if (size > kept.length) kept = Buffer.allocUnsafeSlow(Math.min(KEPT_BYTES, 2 * size))
    return kept.subarray(0, size)
  }
}

/** The message that gives a statement its values, and all that follows it. */
const boundTo = (name: string, values: readonly (string | Uint8Array | null)[], room: (size: number) => Buffer): Uint8Array => {
  const sizes = values.map((value) => (value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength))
  const length = 4 + 1 + Buffer.byteLength(name) + 1 + 2 + 2 * values.length + 2 + sizes.reduce((sum, size) => sum + 4 + size, 0) + 2
  const message = room(1 + length + REST.length)
  let at = message.writeInt32BE(length, message.write('B'))
  at = message.writeUInt8(0, at)
  at = message.writeUInt8(0, at + message.write(name, at))
  at = message.writeInt16BE(values.length, at)
  // Bytes go as they are; everything else as text.
  for (const value of values) at = message.writeInt16BE(value instanceof Uint8Array ? 1 : 0, at)
  at = message.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(value === null ? NULL_LENGTH : (sizes[index] ?? 0), at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value !== null) {
      message.set(value, at)
      at += value.byteLength
    }
  }
  at = message.writeInt16BE(0, at)
  message.set(REST, at)
  return message
}

type Parsers = PGlite['parsers']

/** What reads each type: the readers of the database, over them those of whoever asks, put together once. */
const readers = (own: Parsers): ((given: QueryOptions['parsers']) => Parsers) => {
  const made = new Map<QueryOptions['parsers'], Parsers>()
  return (given) => {
    const known = made.get(given) ?? { ...own, ...given, [types.BYTEA]: bytesOf }
    made.set(given, known)
    return known
  }
}

/**
 * `query` of PGlite parses and plans a text each time, in six steps. Here a text is parsed when it comes first, and after
 * that its values, its execution and its end are one step. `nameOf` answers '' for what is not kept.
 */
export const preparedSession = (pglite: PGlite, nameOf: (query: { sql: string }) => string) => {
  const known = new Map<string, Statement>()
  const room = memory()
  const readersFor = readers(pglite.parsers)

  const ask = async (message: Uint8Array): Promise<Answer> => {
    try {
      return await pglite.execProtocolStream(message, WITHOUT_SYNC)
    } catch (error) {
      // After a fault everything up to the next end is passed over, and ours may have been dropped with it.
      await pglite.execProtocolStream(serialize.sync(), WITHOUT_SYNC)
      throw error
    }
  }

  const prepare = async (sql: string): Promise<Statement> => {
    const name = nameOf({ sql })
    const described = await ask(Buffer.concat([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync()]))
    const statement = { name, parameters: parse.parseDescribeStatementResults(described), columns: described.filter((message) => message.name === 'rowDescription') }
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

  const run = async <Row>(sql: string, values: unknown[] = [], { rowMode = 'object', parsers }: QueryOptions = {}): Promise<Results<Row>> => {
    // A statement is worked off in this thread, and the next one waits already: what else there is comes in between.
    await nextTurn()
    return pglite.runExclusive(async () => {
      const { name, parameters, columns } = known.get(sql) ?? (await prepare(sql))
      const bound = values.map((value, index) => valueFor(value, parameters[index]))
      const answered = await ask(boundTo(name, bound, room))
      return parse.parseResults([...columns, ...answered], readersFor(parsers), { rowMode })[0] as Results<Row>
    })
  }

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
