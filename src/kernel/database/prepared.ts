/**
 * The embedded database as the adapter sees it: statements are prepared once, and cross into its thread in one step.
 */
import {
  type PGlite,
  type QueryOptions,
  type Results,
  TransactionAbortedError,
  parse,
  types,
} from '@electric-sql/pglite'
import { freeMemory } from '../threads/own-buffers.ts'
import { type Ask, type BackendMessages, type WireValue, executing, parsing, read, scriptOf } from './wire.ts'

type Parsers = PGlite['parsers']
type Serializers = PGlite['serializers']

/** The one connection that there is. */
export interface Connection {
  ask: Ask
  /** How values of each type are read. */
  parsers: Parsers
  /** How values of each type are written. */
  serializers: Serializers
  /**
   * Runs `begin` when everything that came earlier has begun, and answers what it answers. A transaction has the
   * connection until its `begin` is done.
   */
  inTurn<T>(begin: () => Promise<T>): Promise<T>
}

interface PreparedStatement {
  name: string
  parameters: readonly number[]
  /** What its rows look like, where it has rows. */
  columns: BackendMessages
}

export interface Session {
  query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
  exec(sql: string): Promise<void>
  transaction<T>(body: (tx: SessionTransaction) => Promise<T>): Promise<T>
}

type SessionTransaction = Pick<Session, 'query'> & { rollback(): Promise<void> }

const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice('\\x'.length), 'hex')

const ARRAYS = `SELECT typelem::int AS element, oid::int AS array FROM pg_type WHERE typcategory = 'A' AND typelem <> 0`

export const openConnection = async (ask: Ask): Promise<Connection> => {
  let last: Promise<unknown> = Promise.resolve()
  const parsers: Parsers = { ...types.parsers, [types.BYTEA]: bytesOf }
  const serializers: Serializers = { ...types.serializers }
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
  const arrays = await sessionOn(connection, () => '').query<{ element: number; array: number }>(ARRAYS)
  for (const { element, array } of arrays.rows) {
    serializers[array] = (value) => types.arraySerializer(value, serializers[element], array)
    parsers[array] = (text) => types.arrayParser(text, parsers[element] as Parsers[number], array)
  }
  return connection
}

/** A statement that has gone over to the database. The next one may go over before its answer is here. */
interface Underway<T> {
  ended: Promise<T>
}

type NameStatement = (query: { sql: string }) => string

/** Gives a statement its name, by which it is kept; one with the name '' is prepared each time. */
export const sessionOn = (connection: Connection, nameOf: NameStatement): Session =>
  new PreparedSession(connection, nameOf)

/** Prepares a statement when its text comes first; after that, giving it values and executing it are one step. */
class PreparedSession implements Session {
  readonly #connection: Connection
  readonly #nameOf: NameStatement
  readonly #statements = new Map<string, PreparedStatement>()
  readonly #parsers = new Map<QueryOptions['parsers'], Parsers>()

  constructor(connection: Connection, nameOf: NameStatement) {
    this.#connection = connection
    this.#nameOf = nameOf
  }

  async query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return (await this.#connection.inTurn(() => this.begin<Row>(sql, values, options))).ended
  }

  async exec(sql: string): Promise<void> {
    await this.#connection.inTurn(() => this.script(sql))
  }

  async transaction<T>(body: (tx: SessionTransaction) => Promise<T>): Promise<T> {
    return (await this.#connection.inTurn(() => new OpenTransaction(this).run(body))).ended
  }

  /** Sends a statement, which is executed after those that were sent before. */
  async begin<Row>(sql: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Underway<Results<Row>>> {
    const { name, parameters, columns } = this.#statements.get(sql) ?? (await this.#prepare(sql))
    const written = values.map((value, index) => this.#written(value, parameters[index]))
    const answer = this.#connection.ask(executing(name, written))
    const { rowMode = 'object', parsers } = options
    return {
      ended: answer.then((bytes) => {
        const messages = [...columns, ...read(bytes)]
        freeMemory(bytes)
        return parse.parseResults(messages, this.#parsersWith(parsers), { rowMode })[0] as Results<Row>
      }),
    }
  }

  async script(sql: string): Promise<Results[]> {
    const { ask, parsers } = this.#connection
    return parse.parseResults(read(await ask(scriptOf(sql))), parsers)
  }

  async #prepare(sql: string): Promise<PreparedStatement> {
    const name = this.#nameOf({ sql })
    const described = read(await this.#connection.ask(parsing(name, sql)))
    const statement = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    }
    if (name !== '') this.#statements.set(sql, statement)
    return statement
  }

  #written(value: unknown, type: number | undefined): WireValue {
    if (value === null || value === undefined) return null
    // Bytes go as they are; as text they would be twice as many.
    if (value instanceof Uint8Array) return value
    const serializer = type === undefined ? undefined : this.#connection.serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  /** The parsers of the connection, with those of the caller in place of some; each combination is made once. */
  #parsersWith(given: QueryOptions['parsers']): Parsers {
    if (given === undefined) return this.#connection.parsers
    const known = this.#parsers.get(given) ?? { ...this.#connection.parsers, ...given, [types.BYTEA]: bytesOf }
    this.#parsers.set(given, known)
    return known
  }
}

/**
 * What goes over next is executed next, so whoever waits for its turn need not wait for the answers to BEGIN and
 * COMMIT: a transaction gives up its turn when its COMMIT has been sent.
 */
class OpenTransaction {
  readonly #session: PreparedSession
  #end: Promise<Results | undefined> | undefined
  /** A statement is prepared and executed before the next one is prepared: those without a name have one place. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(session: PreparedSession) {
    this.#session = session
  }

  async run<T>(body: (tx: SessionTransaction) => Promise<T>): Promise<Underway<T>> {
    const begun = Promise.allSettled([this.#session.script('BEGIN')])
    try {
      const result = await body({
        query: (sql, values, options) => this.#query(sql, values, options),
        rollback: async () => void (await this.#endBy('ROLLBACK')),
      })
      return { ended: this.#end ? this.#end.then(() => result) : committed(this.#endBy('COMMIT'), begun, result) }
    } catch (error) {
      if (!this.#end) await this.#endBy('ROLLBACK')
      throw error
    }
  }

  async #query<Row>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    if (this.#end) throw new Error('The transaction has ended.')
    const mine = this.#last.then(() => this.#session.begin<Row>(sql, values, options))
    this.#last = mine.catch(() => undefined)
    return (await mine).ended
  }

  #endBy(how: 'COMMIT' | 'ROLLBACK'): Promise<Results | undefined> {
    this.#end = this.#session.script(how).then(([answer]) => answer)
    return this.#end
  }
}

/**
 * The result of a transaction once it is committed. PostgreSQL answers ROLLBACK to the COMMIT of one that had failed.
 */
const committed = async <T>(
  commit: Promise<Results | undefined>,
  begun: Promise<PromiseSettledResult<unknown>[]>,
  result: T,
): Promise<T> => {
  const [end, [beginning]] = await Promise.all([commit, begun])
  if (beginning?.status === 'rejected') throw beginning.reason
  if (end?.command === 'ROLLBACK') throw new TransactionAbortedError()
  return result
}
