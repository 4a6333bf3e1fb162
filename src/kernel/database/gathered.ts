/**
 * Rows that a transaction is to write, and changes of rows that it holds: they go with its next statement, or at its end
 * in one. A transaction that has nothing but them is that one statement.
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from './driver.ts'

const MOST_ROWS = 200

interface Violation {
  meta?: { driverAdapterError?: { cause?: { kind?: string } } }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'meta' in error &&
  (error as Violation).meta?.driverAdapterError?.cause?.kind === 'UniqueConstraintViolation'

/**
 * It may guess that a row is new. Where the guess is wrong nothing at all is written, and the transaction runs once
 * more, statement by statement.
 */
export class Gathered<Row> {
  readonly #mayGuess: boolean
  #hasGuessed = false
  readonly #rows: Row[] = []
  #changes: Prisma.Sql[] = []

  constructor(mayGuess: boolean) {
    this.#mayGuess = mayGuess
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#changes.length === 0
  }

  /** False where they would be too many for one statement. */
  add(rows: readonly Row[]): boolean {
    if (this.#rows.length + rows.length > MOST_ROWS) return false
    this.#rows.push(...rows)
    return true
  }

  guess(row: Row): boolean {
    if (!this.#mayGuess) return false
    this.#hasGuessed = true
    this.#rows.push(row)
    return true
  }

  /** False where it may not be guessed that they succeed, or others wait, which may be of the same rows. */
  change(changes: readonly Prisma.Sql[]): boolean {
    if (!this.#mayGuess || this.#changes.length > 0) return false
    this.#hasGuessed = true
    this.#changes = [...changes]
    return true
  }

  wasWrong(error: unknown): boolean {
    return this.#hasGuessed && isTaken(error)
  }

  /** What is to be written now. */
  take(): { rows: Row[]; changes: Prisma.Sql[] } {
    return { rows: this.#rows.splice(0), changes: this.#changes.splice(0) }
  }
}

const gathering = new WeakMap<object, Gathered<never>>()

/** What is to be written in this transaction is gathered there. */
export const gatheredBy = <Row>(db: Db, gathered: Gathered<Row>): void =>
  void gathering.set(db, gathered as Gathered<never>)
export const gatheredIn = <Row>(db: Db): Gathered<Row> | undefined => gathering.get(db) as Gathered<Row> | undefined
