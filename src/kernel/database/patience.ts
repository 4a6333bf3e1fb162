/**
 * A database that goes for a moment: its errors are told apart from all others, and what has not begun to change
 * anything is asked again for a short while.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import type { AdapterFactory, DriverQuery, Queryable } from './driver.ts'

/**
 * How long after the database went a read, or the beginning of a transaction, is asked again, and the pause before the
 * next time. Who comes later is refused at once, until the database is back.
 */
const PATIENCE_MS = 2_000
const PAUSE_MS = 100

/** What the driver of Prisma says of a failure, and the code of PostgreSQL where it has one. */
interface DriverFailure {
  kind?: string
  code?: string
  originalCode?: string
}

/** The connection could not be made, or has ended: the same may go well a moment later. */
const AWAY_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])
/** Connections that fail (080xx) or are ended by the server (57P01 to 57P05, 25P03), too many of them (53300). */
const AWAY_CODES = /^(?:080..|57P0[1235]|53300|25P03)$/
const AWAY_MESSAGES = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/
/** No room (53100, 53200), read-only (25006), too slow (57014), undone for the sake of another transaction. */
const UNABLE_CODES = /^(?:53...|58030|25006|57014|40001|40P01|55P03)$/
/** Undone by the server for the sake of another transaction: a deadlock, or rows that changed meanwhile. */
const UNDONE_CODES = /^(?:40001|40P01)$/
const UNABLE_MESSAGES = /^(?:timeout exceeded when trying to connect|timeout expired|The database stands still)/
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

type Failure = 'away' | 'unable'

const causeOf = (error: Error): DriverFailure =>
  typeof error.cause === 'object' && error.cause !== null ? (error.cause as DriverFailure) : {}

const sqlStateOf = (error: Error): string => {
  const { code, originalCode } = causeOf(error)
  return originalCode ?? code ?? ('code' in error ? String(error.code) : '')
}

/** Whether a transaction failed for the sake of another one only, and may go well when it is run again. */
export const wasUndone = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.cause instanceof Error && UNDONE_CODES.test(sqlStateOf(error.cause))

/** What kind of failure of the database an error is; undefined for a fault of the statement. */
const failureIn = (error: unknown): Failure | undefined => {
  if (!(error instanceof Error)) return undefined
  const { kind = '' } = causeOf(error)
  const sqlState = sqlStateOf(error)
  if (AWAY_KINDS.has(kind) || AWAY_CODES.test(sqlState) || SOCKET_CODES.has(sqlState)) return 'away'
  if (AWAY_MESSAGES.test(error.message)) return 'away'
  return UNABLE_CODES.test(sqlState) || UNABLE_MESSAGES.test(error.message) ? 'unable' : undefined
}

/** Runs `ask`; a failure of the database becomes the error that the doors know. */
const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    throw failureIn(error) ? new DatabaseUnavailable(error) : error
  }
}

/** Since when the database is away, as far as anybody has noticed. */
class Absence {
  #since: number | undefined

  /** Runs `ask`, again and again while the database is away for a moment only. */
  async outwaited<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await ask()
        this.#since = undefined
        return result
      } catch (error) {
        const failure = failureIn(error)
        if (!failure) throw error
        if (failure === 'unable') throw new DatabaseUnavailable(error)
        const now = performance.now()
        this.#since ??= now
        if (now + PAUSE_MS > this.#since + PATIENCE_MS) throw new DatabaseUnavailable(error)
        await wait(PAUSE_MS)
      }
    }
  }
}

const isRead = ({ sql }: DriverQuery): boolean => /^\s*SELECT\b/i.test(sql)

/**
 * `absence` is for what may be asked again: no statement of a transaction, which would have to be repeated as a whole.
 */
const honest = <Q extends Queryable & { commit?(): Promise<void> }>(queryable: Q, absence?: Absence): Q => {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  const commit = queryable.commit?.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query: DriverQuery) =>
      absence && isRead(query) ? absence.outwaited(() => queryRaw(query)) : answered(() => queryRaw(query)),
    executeRaw: (query: DriverQuery) => answered(() => executeRaw(query)),
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
        honest(await absence.outwaited(() => begin(...level))),
    })
  },
})
