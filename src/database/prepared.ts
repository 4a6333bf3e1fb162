/** The embedded database as the adapter sees it: statements are prepared once, and cross into its thread in one step. */
import { type PGlite, type QueryOptions, type Results, TransactionAbortedError, parse, types } from '@electric-sql/pglite'
import { type Answer, type Ask, type Value, executing, parsing, read, scriptOf } from './wire.ts'

type Parsers = PGlite['parsers']

/** How values of each type are read and written. */
interface Types { parsers: Parsers; serializers: PGlite['serializers'] }

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
  transaction<T>(body: (tx: Pick<Session, 'query'> & { rollback(): Promise<void> }) => Promise<T>): Promise<T>
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice('\\x'.length), 'hex')

const ARRAYS = `SELECT typelem::int AS element, oid::int AS array FROM pg_type WHERE typcategory = 'A' AND typelem <> 0`

export const openConnection = async (ask: Ask): Promise<Connection> => {
  let last: Promise<unknown> = Promise.resolve()
  const parsers: Parsers = { ...types.parsers, [types.BYTEA]: bytesOf }
  const serializers: Types['serializers'] = { ...types.serializers }
  const connection: Connection = {
    ask, parsers, serializers,
    inTurn(begin) {
      const mine = last.then(begin)
      last = mine.catch(() => undefined)
      return mine
    },
  }
  for (const { element, array } of (await sessionOn(connection, () => '').query<{ element: number; array: number }>(ARRAYS)).rows) {
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
interface Begun<T> { ended: Promise<T> }

/**
 * A text is parsed when it comes first; after that its values, its execution and its end are one step. `nameOf` answers ''
 * for what is not kept.
 */
export const sessionOn = ({ ask, inTurn, parsers, serializers }: Connection, nameOf: (query: { sql: string }) => string): Session => {
  const known = new Map<string, Statement>()
  const readersFor = readersOver(parsers)

  const prepare = async (sql: string): Promise<Statement> => {
    const name = nameOf({ sql })
    const described = read(await ask(parsing(name, sql)))
    const statement = { name, parameters: parse.parseDescribeStatementResults(described), columns: described.filter((message) => message.name === 'rowDescription') }
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

  const begin = async <Row>(sql: string, values: unknown[] = [], { rowMode = 'object', parsers: given }: QueryOptions = {}): Promise<Begun<Results<Row>>> => {
    const { name, parameters, columns } = known.get(sql) ?? (await prepare(sql))
    const answer = ask(executing(name, values.map((value, index) => valueFor(value, parameters[index]))))
    return { ended: answer.then((answered) => parse.parseResults([...columns, ...read(answered)], readersFor(given), { rowMode })[0] as Results<Row>) }
  }

  const script = async (sql: string): Promise<Results[]> => parse.parseResults(read(await ask(scriptOf(sql))), parsers)

  return {
    query: async <Row>(sql: string, values?: unknown[], options?: QueryOptions) => (await inTurn(() => begin<Row>(sql, values, options))).ended,
    exec: async (sql) => void (await inTurn(() => script(sql))),
    transaction: (body) => inTurn(async () => {
      let open = true
      const end = async (how: 'COMMIT' | 'ROLLBACK'): Promise<Results | undefined> => {
        open = false
        return (await script(how))[0]
      }
      const query = async <Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> => {
        if (!open) throw new Error('The transaction has ended.')
        return (await begin<Row>(sql, values, options)).ended
      }
      await script('BEGIN')
      try {
        const result = await body({ query, rollback: async () => void (await end('ROLLBACK')) })
        if (open && (await end('COMMIT'))?.command === 'ROLLBACK') throw new TransactionAbortedError()
        return result
      } catch (error) {
        if (open) await end('ROLLBACK')
        throw error
      }
    }),
  }
}
