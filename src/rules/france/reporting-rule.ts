import { place } from '../place.ts'
import { type Context, fatal, type Pattern, type Rule } from '../rule.ts'

/** A rule of e-reporting and the path that it is asked at. */
export type Row = { readonly path: string; readonly rule: Rule }

type Said = readonly [id: string, term: string, test: Rule['test'], message: string, fix: string]

export const rowsAt = (path: string, ...rules: readonly Said[]): Row[] =>
  rules.map(([id, term, test, message, fix]) => ({ path, rule: fatal(id, term, test, `${message} (${term})`, fix) }))

/** One context for each path, since an element meets one context of a pattern. */
export const patternOf = (rows: readonly Row[]): Pattern =>
  [...Map.groupBy(rows, ({ path }) => path)].map(([path, of]): Context => ({
    ...place(path),
    rules: of.map(({ rule }) => rule),
  }))

const TOLERANCE = 0.01

/** Within a cent for each amount that was added up; in doubles, as the official rules count. */
export const agree = (total: number, sum: number, addends: number): boolean =>
  Math.abs(total - sum) <= TOLERANCE * addends
