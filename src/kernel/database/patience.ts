/**
 * A database that goes for a moment: its errors are told apart from all others, and what has not begun to change
 * anything is asked again for a short while.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import type { AdapterFactory, DriverQuery, Queryable } from './driver.ts'
import { NotReached } from './hosts.ts'

/**
 * How long after the database went what changes nothing by itself is asked again, and the pause before the next time.
 * Who comes later is refused at once, until the database is back.
 */
const PATIENCE_MS = 5_000
/** A server that takes connections and says nothing on them is rather frozen than about to be back. */
const PATIENCE_WITH_SILENCE_MS = 2_000
const PAUSE_MS = 100

/** What the driver of Prisma says of a failure, and the code of PostgreSQL where it has one. */
interface DriverFailure {
  kind?: string
  code?: string
  originalCode?: string
  severity?: string
}

/** Nothing was asked if it is `unreached` or `silent`. */
type Failure = 'unreached' | 'silent' | 'lost' | 'unable'

interface Sign {
  failure: Failure
  /** As the driver of Prisma names it. */
  kinds?: readonly string[]
  /** SQLSTATE, or a code of the system. */
  codes?: RegExp
  messages?: RegExp
  /** Only if the connection ends with it. */
  isFatal?: true
}

/** Failures of the database, by the first row that has one of its signs. Any other error is a fault of the statement. */
const signs: readonly Sign[] = [
  {
    // No room (53…), read-only (25006), too slow (57014), undone for the sake of another transaction.
    failure: 'unable',
    codes: /^(?:53...|58030|25006|57014|40001|40P01|55P03|0A000)$/,
    // Whoever was told this has waited already.
    messages: /^(?:timeout exceeded when trying to connect|The database stands still)/,
  },
  { failure: 'silent', messages: /^Connection terminated due to connection timeout$/ },
  {
    // No connection could be made: the server is not there, not ready, or has too many.
    failure: 'unreached',
    kinds: ['DatabaseNotReachable', 'TooManyConnections'],
    codes: /^(?:0800[14]|57P03|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/,
    // The server is left for the next one.
    messages: /^timeout expired$/,
  },
  {
    // The connection has ended: a statement under way may have been carried out, or not.
    failure: 'lost',
    kinds: ['ConnectionClosed', 'SocketTimeout'],
    codes: /^(?:080..|57P0[125]|25P03|ECONNRESET|EPIPE|ETIMEDOUT)$/,
    messages: /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/,
  },
  // A pooler whose server is gone. If the connection does not end with it, it is a fault of ours.
  { failure: 'lost', codes: /^08P01$/, isFatal: true },
]

/**
 * Undone by the server for the sake of another transaction (a deadlock, or rows that changed meanwhile), or of a
 * migration (0A000, see `outdated.ts`).
 */
const UNDONE_CODES = /^(?:40001|40P01|0A000)$/
/** Ended by the server because it took too long, or waited too long for a lock. */
const STOPPED_CODES = /^(?:57014|55P03)$/
const FORBIDDEN_CODE = '42501'

const causeOf = (error: Error): DriverFailure =>
  typeof error.cause === 'object' && error.cause !== null ? (error.cause as DriverFailure) : {}

const sqlStateOf = (error: Error): string => {
  const { code, originalCode } = causeOf(error)
  return originalCode ?? code ?? ('code' in error ? String(error.code) : '')
}

const isFatal = (error: Error): boolean =>
  (causeOf(error).severity ?? ('severity' in error ? error.severity : undefined)) === 'FATAL'

const isUndone = (error: unknown): boolean => error instanceof Error && UNDONE_CODES.test(sqlStateOf(error))

/** How often is run again what the server undid, or what lost its connection. */
export const AGAIN = 2

/** Whether a transaction failed for the sake of another one only, and may go well when it is run again. */
export const wasUndone = (error: unknown): boolean => error instanceof DatabaseUnavailable && isUndone(error.cause)

/** Whether the user of the database may not do it. */
export const wasForbidden = (error: unknown): boolean => {
  const told = error as { meta?: { driverAdapterError?: unknown } }
  return [error, told.meta?.driverAdapterError].some(
    (one) => one instanceof Error && sqlStateOf(one) === FORBIDDEN_CODE,
  )
}

/** Whether the server has ended it since it took too long: nothing of it is done. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.cause instanceof Error && STOPPED_CODES.test(sqlStateOf(error.cause))

/** Whether it failed because its connection ended: unless it was being committed, all of it is undone. */
export const wasLost = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && failureIn(error.cause) === 'lost'

/** What kind of failure of the database an error is; undefined for a fault of the statement. */
export const failureIn = (error: unknown): Failure | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error instanceof NotReached) return 'unreached'
  const { kind = '' } = causeOf(error)
  const sqlState = sqlStateOf(error)
  return signs.find(
    ({ kinds, codes, messages, isFatal: mustBeFatal }) =>
      (kinds?.includes(kind) || codes?.test(sqlState) || messages?.test(error.message)) &&
      (!mustBeFatal || isFatal(error)),
  )?.failure
}

/** Runs `ask`; a failure of the database becomes the error that the doors know. */
const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    throw failureIn(error) ? new DatabaseUnavailable(error) : error
  }
}

/** Before what was lost is begun again: the server may still be ending what was under way. */
export const aMoment = (): Promise<void> => wait(PAUSE_MS)

/** Since when the database is away, as far as anybody has noticed. */
class Absence {
  #since: number | undefined

  /**
   * Runs `ask`, again and again while the database is away for a moment only. What may have changed something is run
   * again only where it was never asked, or undone.
   */
  async outwaited<T>(ask: () => Promise<T>, changes: boolean): Promise<T> {
    let first: number | undefined
    for (let undone = 0; ;) {
      try {
        const result = await ask()
        this.#since = undefined
        return result
      } catch (error) {
        const failure = failureIn(error)
        if (!failure) throw error
        if (isUndone(error) && undone++ < AGAIN) continue
        if (failure === 'unable' || (failure === 'lost' && changes)) throw new DatabaseUnavailable(error)
        const now = performance.now()
        first ??= now
        this.#since ??= now
        const patience = failure === 'silent' ? PATIENCE_WITH_SILENCE_MS : PATIENCE_MS
        // Others may find it back and lose it again: nobody waits longer for that.
        if (now + PAUSE_MS > Math.min(first, this.#since) + patience) throw new DatabaseUnavailable(error)
        await aMoment()
      }
    }
  }
}

const isRead = ({ sql }: DriverQuery): boolean => /^\s*SELECT\b/i.test(sql)

/**
 * `absence` is for statements by themselves; those of a transaction would have to be repeated with it as a whole.
 */
const honest = <Q extends Queryable & { commit?(): Promise<void> }>(queryable: Q, absence?: Absence): Q => {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  const commit = queryable.commit?.bind(queryable)
  const patiently = <T>(ask: () => Promise<T>, changes: boolean): Promise<T> =>
    absence ? absence.outwaited(ask, changes) : answered(ask)
  return Object.assign(queryable, {
    queryRaw: (query: DriverQuery) => patiently(() => queryRaw(query), !isRead(query)),
    executeRaw: (query: DriverQuery) => patiently(() => executeRaw(query), true),
    ...(commit && { commit: () => answered(commit) }),
  })
}

/** An adapter that outlives a short absence of the database, and says plainly when it lasts. */
export const patient = (factory: AdapterFactory): AdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const absence = new Absence()
    const adapter = honest(await factory.connect(), absence)
    const begin = adapter.startTransaction.bind(adapter)
    return Object.assign(adapter, {
      startTransaction: async (...level: Parameters<typeof begin>) =>
        honest(await absence.outwaited(() => begin(...level), false)),
    })
  },
})
