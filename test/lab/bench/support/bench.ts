/** What a part of the bench is given and what it answers. */
import type { Server } from '../../../support/servers.ts'

/** One line of the table. What a part does not measure stays empty. */
export interface Line {
  name: string
  /** Against the line of its group that is 1.00. */
  ratio?: number
  /** What the ratio should be, as a text; whether it is reached. */
  target?: string
  reached?: boolean
  requestsPerSecond?: number
  p50?: number
  p95?: number
  p99?: number
  /** Microseconds of processor time for a request: of the server, and of its PostgreSQL. */
  cpu?: number
  databaseCpu?: number
  /** The share of the time of statements in which they waited for a lock. */
  waiting?: number
  rss?: number
  /** Counted by the database, for a request: bytes in thousands, and the share of updates that stay in their page. */
  statements?: number
  walKb?: number
  /** Of those what stands for another server. */
  farKb?: number
  indexEntries?: number
  updates?: number
  hot?: number
  /** Rows that are kept, and their bytes in thousands, indexes included. */
  rows?: number
  keptKb?: number
}

export interface Group {
  title: string
  lines: Line[]
}

export interface Bench {
  /** Starts a server that is ended with the part. */
  use(start: () => Promise<Server>): Promise<Server>
  /** Tells on stderr what is going on. */
  say(text: string): void
}

/**
 * A part is a file of this folder. Its default export measures; a file without one prints for itself when it is loaded.
 */
export type Part = (bench: Bench) => Promise<Group[]>

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Of sorted values. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
