/**
 * A transaction that begins with its first statement: one that only gathers rows needs no other than the one that
 * writes them.
 */
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import type { AdapterTransaction, Db, DriverQuery, Queryable } from './driver.ts'
import type { Gathered } from './gathered.ts'
import { refused } from './raw.ts'
import { type NewRow, writeGathered } from './rows.ts'

/** The statements of a transaction, as Prisma's drivers have them. */
export type Statements = Pick<AdapterTransaction, 'provider' | 'adapterName'> & Queryable
/** How a transaction is begun, and what it is called. */
export interface Beginning {
  begin(): Promise<AdapterTransaction>
  kind: Pick<AdapterTransaction, 'provider' | 'adapterName'>
}

const nameOf = ({ kind: { provider, adapterName } }: Beginning) => ({ provider, adapterName })

const end = async (transaction: AdapterTransaction, how: 'commit' | 'rollback'): Promise<void> => {
  try {
    if (!transaction.options.usePhantomQuery)
      await transaction.executeRaw({ sql: how.toUpperCase(), args: [], argTypes: [] })
  } finally {
    // It also lets go of the connection.
    await transaction[how]()
  }
}

export class UnderWay {
  /** For as long as it is one: its connection is somebody else's afterwards. */
  readonly statements: Statements
  readonly #beginning: Beginning
  readonly #gathered: Gathered<NewRow>
  readonly #dbOn: (statements: Statements) => Db
  readonly #opening: ((db: Db) => Promise<unknown>) | undefined
  #transaction: AdapterTransaction | undefined
  #begun: Promise<Statements> | undefined
  #isOpen = true
  /** What went wrong with the statement before: after it PostgreSQL takes nothing but a return to a savepoint. */
  #fault: { error: unknown } | undefined

  constructor(
    beginning: Beginning,
    gathered: Gathered<NewRow>,
    dbOn: (statements: Statements) => Db,
    opening: ((db: Db) => Promise<unknown>) | undefined,
  ) {
    this.#beginning = beginning
    this.#gathered = gathered
    this.#dbOn = dbOn
    this.#opening = opening
    const ask =
      <Result>(run: (on: Statements, query: DriverQuery) => Promise<Result>) =>
      async (query: DriverQuery): Promise<Result> => {
        this.#requireOpen()
        await this.writeGathered()
        const on = await this.#opened()
        this.#requireOpen()
        try {
          const result = await run(on, query)
          this.#fault = undefined
          return result
        } catch (error) {
          this.#fault = { error }
          throw error
        }
      }
    this.statements = {
      ...nameOf(beginning),
      queryRaw: ask((on, query) => on.queryRaw(query)),
      executeRaw: ask((on, query) => on.executeRaw(query)),
    }
  }

  get hasBegun(): boolean {
    return this.#begun !== undefined
  }

  /** In the transaction, before whatever follows. */
  async writeGathered(): Promise<void> {
    if (this.#gathered.isEmpty) return
    this.#requireOpen()
    const on = await this.#opened()
    this.#requireOpen()
    await writeGathered(this.#dbOn(on), this.#gathered)
  }

  /**
   * Fails with what a statement failed with, where nobody has told it and nothing came after: PostgreSQL answers the
   * commit of such a transaction by undoing it, and that is no error.
   */
  async requireSound(): Promise<void> {
    const fault = this.#fault
    if (!fault || !this.#transaction) return
    // It may have failed before it came to the server.
    await this.#transaction
      .queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] })
      .catch(() => refused(false)(fault.error))
  }

  close(): void {
    this.#isOpen = false
  }

  commit(): Promise<void> {
    return this.#end('commit')
  }

  /** Where the connection has ended there is nothing left to undo: what went wrong first is what is told. */
  undo(): Promise<void> {
    return this.#end('rollback').catch(() => undefined)
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#begun?.catch(() => undefined)
    if (this.#transaction) await end(this.#transaction, how)
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new DatabaseUnavailable(new Error('The transaction has ended.'))
  }

  #opened(): Promise<Statements> {
    return (this.#begun ??= this.#open())
  }

  async #open(): Promise<Statements> {
    const transaction = await this.#beginning.begin()
    this.#transaction = transaction
    const on: Statements = {
      ...nameOf(this.#beginning),
      queryRaw: (query) => transaction.queryRaw(query),
      executeRaw: (query) => transaction.executeRaw(query),
    }
    await this.#opening?.(this.#dbOn(on))
    return on
  }
}
