/** Statements as they are put together. What asks for more than is known here is `Beyond`: it goes the general road. */
import type { Column, Model } from './models.ts'

/** Thrown where more is asked than is compiled, and where Prisma is to word what is wrong. */
export class Beyond extends Error {}

export const beyond = (): never => {
  throw new Beyond()
}

export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What an object says; what is undefined was not said. */
export const saidIn = (object: unknown): [string, unknown][] =>
  isPlain(object) ? Object.entries(object).filter(([, value]) => value !== undefined) : beyond()

/** Beyond, where anything is asked beside what is known. */
export const nothingElse = (more: Plain): void => {
  if (Object.values(more).some((value) => value !== undefined)) beyond()
}

/** One of them may be given without a list around it. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

/** A row as it came. */
export type Raw = readonly unknown[]

export interface Statement {
  sql: string
  values: readonly unknown[]
  /** Whether the values of its rows are wanted as the server wrote them. */
  asTexts?: true
  /** What is answered of its rows; absent where it is how many were changed. */
  answer?(rows: readonly Raw[]): unknown
}

/** A method of a model as a statement; beyond, where it asks for more. */
export type Compile = (model: Model, args: Plain) => Statement
export type Compiled = Readonly<Record<string, Compile>>

/** What is answered of rows. */
export type Taking = (rows: readonly unknown[]) => unknown
export const all: Taking = (rows) => rows
/** Where a row that must be there is not, Prisma words that. */
export const one: Taking = ([row]) => row ?? beyond()

/** A statement in the making: its table, which it calls t0, and its values in the order of their places. */
export class Draft {
  readonly model: Model
  readonly values: unknown[] = []
  /** The columns that the filter asks about. */
  readonly asked = new Set<string>()

  constructor(model: Model) {
    this.model = model
  }

  column(name: string): Column {
    return this.model.columns.get(name) ?? beyond()
  }

  place(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}
