/** The embedded database as the adapter sees it: statements are prepared once, and cross into its thread in one step. */
import {
  type PGlite,
  type QueryOptions,
  type Results,
  TransactionAbortedError,
  parse,
  types,
} from '@electric-sql/pglite'
import { type Answer, type Ask, type Value, executing, parsing, read, scriptOf } from './wire.ts'

type Parsers = PGlite['parsers']

/** How values of each type are read and written. */
interface Types {
  parsers: Parsers
  serializers: PGlite['serializers']
}

/** The one connection that there is. */
export interface Connection extends Types {
  ask: Ask
  /** Begins when all that came earlier has begun, and what it answers is done. Whoever has begun a transaction has the connection until it ends. */
  inTurn<T>(begin: () => Promise<T>): Promise<T>
}

interface Statement {
  name: string
  parameters: readonly number[]
  /** What its rows look like, where it has rows. */
  columns: Answer
}

export interface Session {
  query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
  exec(sql: string): Promise<void>
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
}

type Transaction = Pick<Session, 'query'> & { rollback(): Promise<void> }

const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice('\\x'.length), 'hex')

const ARRAYS = `SELECT typelem::int AS element, oid::int AS array FROM pg_type WHERE typcategory = 'A' AND typelem <> 0`

export const openConnection = async (ask: Ask): Promise<Connection> => {
  let last: Promise<unknown> = Promise.resolve()
  const parsers: Parsers = { ...types.parsers, [types.BYTEA]: bytesOf }
  const serializers: Types['serializers'] = { ...types.serializers }
  const connection: Connection = {
    ask,
    parsers,
    serializers,
    inTurn(begin) {
      const mine = last.then(begin)
      last = mine.catch(() => undefined)
      return mine
    },
  }
  for (const { element, array } of (
    await sessionOn(connection, () => '').query<{ element: number; array: number }>(ARRAYS)
  ).rows) {
    serializers[array] = (value) => types.arraySerializer(value, serializers[element], array)
    parsers[array] = (text) => types.arrayParser(text, parsers[element] as Parsers[number], array)
  }
  return connection
}

/** The readers of the database, over them those of whoever asks, put together once. */
const readersOver = (own: Parsers): ((given: QueryOptions['parsers']) => Parsers) => {
  const made = new Map<QueryOptions['parsers'], Parsers>()
  return (given) => {
    if (given === undefined) return own
    const known = made.get(given) ?? { ...own, ...given, [types.BYTEA]: bytesOf }
    made.set(given, known)
    return known
  }
}

/** What begins in its turn, and goes on while the next one begins. */
interface Begun<T> {
  ended: Promise<T>
}

/** What a transaction gives, once it is kept; PostgreSQL answers ROLLBACK to the COMMIT of one that had failed. */
const kept = async <T>(
  committed: Promise<Results | undefined>,
  begun: Promise<PromiseSettledResult<unknown>[]>,
  result: T,
): Promise<T> => {
  const [end, [beginning]] = await Promise.all([committed, begun])
  if (beginning?.status === 'rejected') throw beginning.reason
  if (end?.command === 'ROLLBACK') throw new TransactionAbortedError()
  return result
}

/**
 * A text is parsed when it comes first; after that its values, its execution and its end are one step. `nameOf` answers ''
 * for what is not kept.
 */
export const sessionOn = (
  { ask, inTurn, parsers, serializers }: Connection,
  nameOf: (query: { sql: string }) => string,
): Session => {
  const known = new Map<string, Statement>()
  const readersFor = readersOver(parsers)

  const prepare = async (sql: string): Promise<Statement> => {
    const name = nameOf({ sql })
    const described = read(await ask(parsing(name, sql)))
    const statement = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    }
    if (name !== '') known.set(sql, statement)
    return statement
  }

  const valueFor = (value: unknown, type: number | undefined): Value => {
    if (value === null || value === undefined) return null
    // Bytes go as they are; as text they would be twice as many.
    if (value instanceof Uint8Array) return value
    const serializer = type === undefined ? undefined : serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  const begin = async <Row>(
    sql: string,
    values: unknown[] = [],
    { rowMode = 'object', parsers: given }: QueryOptions = {},
  ): Promise<Begun<Results<Row>>> => {
    const { name, parameters, columns } = known.get(sql) ?? (await prepare(sql))
    const answer = ask(
      executing(
        name,
        values.map((value, index) => valueFor(value, parameters[index])),
      ),
    )
    return {
      ended: answer.then(
        (answered) =>
          parse.parseResults([...columns, ...read(answered)], readersFor(given), { rowMode })[0] as Results<Row>,
      ),
    }
  }

  const script = async (sql: string): Promise<Results[]> => parse.parseResults(read(await ask(scriptOf(sql))), parsers)

  return {
    query: async <Row>(sql: string, values?: unknown[], options?: QueryOptions) =>
      (await inTurn(() => begin<Row>(sql, values, options))).ended,
    exec: async (sql) => void (await inTurn(() => script(sql))),
    // What goes over next is executed next: whoever waits for his turn need not wait for the answers to BEGIN and COMMIT.
    transaction: async <T>(body: (tx: Transaction) => Promise<T>) =>
      (
        await inTurn<Begun<T>>(async () => {
          let end: Promise<Results | undefined> | undefined
          const endBy = (how: 'COMMIT' | 'ROLLBACK'): Promise<Results | undefined> =>
            (end = script(how).then(([answer]) => answer))
          const query = async <Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> => {
            if (end) throw new Error('The transaction has ended.')
            return (await begin<Row>(sql, values, options)).ended
          }
          const begun = Promise.allSettled([script('BEGIN')])
          try {
            const result = await body({ query, rollback: async () => void (await endBy('ROLLBACK')) })
            return { ended: end ? end.then(() => result) : kept(endBy('COMMIT'), begun, result) }
          } catch (error) {
            if (!end) await endBy('ROLLBACK')
            throw error
          }
        })
      ).ended,
  }
}
