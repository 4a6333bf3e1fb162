import type { Crossed, Returned } from './crossing.ts'

/**
 * Work that may take longer than others can wait: a pure function of what can be copied between threads. Bytes, texts,
 * dates and plain objects cross, and bytes in pieces that the input names; other instances of classes do not.
 */
export interface HeavyJob<I = unknown, O = unknown> {
  name: string
  /** The same code runs in place and in a thread. */
  run(input: I): O | Promise<O>
  /** How large an input is, in bytes or what comes near them. */
  sizeOf(input: I): number
  /** A smaller input takes less than some 10 ms, and is worked on in place. */
  inPlaceBelow: number
  /** How long it may take in a thread. Readers count what they do; this ends what they do not count. */
  limitMs: number
}

export const heavyJob = <I, O>(job: HeavyJob<I, O>): HeavyJob<I, O> => job

export const isSmall = <I>(job: HeavyJob<I, unknown>, input: I): boolean => job.sizeOf(input) < job.inPlaceBelow

/** An expected error on its way between threads: its kind, and what it is made of. */
export interface ErrorKind {
  name: string
  is(error: unknown): boolean
  fields(error: unknown): unknown
  revive(fields: unknown): Error
}

export interface JobTable {
  jobs: readonly HeavyJob[]
  /** Refusals that callers of jobs tell apart. Others arrive as an Error with their stack. */
  errors: readonly ErrorKind[]
}

export type Question = { name: string } & Crossed

export type Answer = { returned: Returned } & Outcome

/** An error that nobody expects, on its way between threads. */
export interface Failure {
  message: string
  stack: string | undefined
}

export const failureOf = (error: unknown): Failure => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { message, stack }
}

export const errorOf = ({ message, stack }: Failure): Error =>
  Object.assign(new Error(message), stack !== undefined && { stack })

export type Outcome =
  | { outcome: 'done'; result: unknown }
  | { outcome: 'refused'; kind: string; fields: unknown }
  | ({ outcome: 'failed' } & Failure)
