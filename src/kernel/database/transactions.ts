/**
 * Transactions whose reads and statements as SQL go to the driver. Prisma joins the same transaction when something is
 * asked that only it knows: to open and close one of its own takes longer than most of them do.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import { invariant } from '../invariant.ts'
import type { AdapterFactory, AdapterTransaction, Client, Db } from './driver.ts'
import { Gathered, gatheredBy } from './gathered.ts'
import { AGAIN, aMoment, wasLost, wasUndone } from './patience.ts'
import { type NewRow, writeGathered } from './rows.ts'
import { type Beginning, type Statements, UnderWay } from './under-way.ts'

interface Joined {
  transaction: Statements
  isTaken: boolean
}

const joined = new AsyncLocalStorage<Joined>()

/** The same transaction for Prisma, which begins and ends nothing of it. */
const withoutEnd = (transaction: Statements): AdapterTransaction => ({
  ...transaction,
  options: { usePhantomQuery: true },
  commit: () => Promise.resolve(),
  rollback: () => Promise.resolve(),
})

/** An adapter whose transactions may be one that is under way. */
export const joining = (factory: AdapterFactory): AdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const adapter = await factory.connect()
    const begin = adapter.startTransaction.bind(adapter)
    return Object.assign(adapter, {
      async startTransaction(...level: Parameters<typeof begin>) {
        const under = joined.getStore()
        if (!under) return begin(...level)
        under.isTaken = true
        return withoutEnd(under.transaction)
      },
    })
  },
})

/** Prisma in a transaction that is under way: begun when it is asked for the first time. */
class Guest {
  #db: Promise<Db> | undefined
  #leave: ((error?: unknown) => Promise<void>) | undefined
  readonly #client: Client
  readonly #transaction: Statements
  readonly #timeoutMs: number

  constructor(client: Client, transaction: Statements, timeoutMs: number) {
    this.#client = client
    this.#transaction = transaction
    this.#timeoutMs = timeoutMs
  }

  db = (): Promise<Db> => (this.#db ??= this.#enter())

  async #enter(): Promise<Db> {
    const here: Joined = { transaction: this.#transaction, isTaken: false }
    const { promise: left, resolve, reject } = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<Db>()
    const staying = joined.run(here, () =>
      this.#client.$transaction(
        (db) => {
          entered.resolve(db)
          return left
        },
        { maxWait: this.#timeoutMs, timeout: this.#timeoutMs * 2 },
      ),
    )
    staying.catch((error: unknown) => entered.reject(error))
    this.#leave = async (error) => {
      if (error === undefined) resolve()
      else reject(error)
      await staying.catch(() => undefined)
    }
    const db = await entered.promise
    invariant(here.isTaken, 'Prisma is in the transaction that it was asked to join.')
    return db
  }

  async leave(error?: unknown): Promise<void> {
    await this.#leave?.(error)
  }
}

interface Transactions extends Beginning {
  client: Client
  /** What the body of a transaction sees of it. */
  dbOn(transaction: Statements, guest: () => Promise<Db>): Db
  /** The database outside of any transaction. */
  outside: Pick<Db, '$executeRaw'>
}

/** How a transaction is run. */
export interface Manner {
  /** Its first statement, after its beginning. */
  opening?: ((db: Db) => Promise<unknown>) | undefined
  /** Whether its body may run a second time, after all that the first did is undone: then it may guess (see Gathered). */
  isRepeatable?: boolean
  /** Whether a second run finds out that the first one was committed after all. */
  isRecorded?: boolean
}

/** Where the answer to a commit was lost, nobody knows here whether all of it was done, or nothing. */
class CommitUnknown extends DatabaseUnavailable {}

const mayRunAgain = (error: unknown, { isRepeatable = false, isRecorded = false }: Manner): boolean =>
  isRepeatable && (wasUndone(error) || (wasLost(error) && (isRecorded || !(error instanceof CommitUnknown))))

/** Runs `body` in a transaction, which is ended, and everything undone, when it takes longer. */
export const transact = async <T>(
  transactions: Transactions,
  body: (db: Db) => Promise<T>,
  timeoutMs: number,
  manner: Manner = {},
): Promise<T> => {
  const { opening, isRepeatable: mayRepeat = false } = manner
  let mayGuess = mayRepeat
  for (let again = 0; ;) {
    const gathered = new Gathered<NewRow>(mayGuess)
    try {
      return await once(transactions, body, timeoutMs, opening, gathered)
    } catch (error) {
      if (gathered.wasWrong(error)) mayGuess = false
      else if (!mayRunAgain(error, manner) || ++again > AGAIN) throw error
      else if (wasLost(error)) await aMoment()
    }
  }
}

/** Fails when it takes longer. */
const within = async <T>(timeoutMs: number, working: Promise<T>): Promise<T> => {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const late = (): void => reject(new DatabaseUnavailable(new Error(`A transaction took ${timeoutMs} ms.`)))
  const timer = setTimeout(late, timeoutMs)
  try {
    return await Promise.race([working, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

const once = async <T>(
  transactions: Transactions,
  body: (db: Db) => Promise<T>,
  timeoutMs: number,
  opening: Manner['opening'],
  gathered: Gathered<NewRow>,
): Promise<T> => {
  const { client, dbOn, outside } = transactions
  const plainly = (statements: Statements): Db => dbOn(statements, () => Promise.reject(new Error('Not yet.')))
  const underWay = new UnderWay(transactions, gathered, plainly, opening)
  const guest = new Guest(client, underWay.statements, timeoutMs)
  const db = dbOn(underWay.statements, guest.db)
  gatheredBy(db, gathered)
  const whole = async (): Promise<T> => {
    const result = await body(db)
    if (underWay.hasBegun) await underWay.writeGathered()
    await underWay.requireSound()
    return result
  }
  let result: T
  try {
    result = await within(timeoutMs, whole())
    await guest.leave()
  } catch (error) {
    underWay.close()
    await guest.leave(error)
    await underWay.undo()
    throw error
  }
  underWay.close()
  // One statement is a transaction by itself.
  const committing = underWay.hasBegun ? underWay.commit() : writeGathered(outside, gathered)
  await committing.catch((error: unknown) => {
    throw wasLost(error) ? new CommitUnknown((error as DatabaseUnavailable).cause) : error
  })
  return result
}
