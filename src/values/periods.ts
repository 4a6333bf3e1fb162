/** Periods of the calendar, in UTC. */
import { DAY_MS } from './dates.ts'

export const periods = {
  day: 'A day.',
  week: 'A week, from Monday.',
  month: 'A calendar month.',
  quarter: 'A quarter of a calendar year.',
  year: 'A calendar year.',
} as const
export type Period = keyof typeof periods

/** The first day of the period that a day lies in; weeks begin on Monday. */
const startOf: Record<Period, (day: Date) => Date> = {
  day: (day) => new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS),
  week: (day) => new Date(startOf.day(day).getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS),
  month: (day) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)),
  quarter: (day) => new Date(Date.UTC(day.getUTCFullYear(), Math.floor(day.getUTCMonth() / 3) * 3, 1)),
  year: (day) => new Date(Date.UTC(day.getUTCFullYear(), 0, 1)),
}

const next: Record<Period, (start: Date) => Date> = {
  day: (start) => new Date(start.getTime() + DAY_MS),
  week: (start) => new Date(start.getTime() + 7 * DAY_MS),
  month: (start) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)),
  quarter: (start) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 3, 1)),
  year: (start) => new Date(Date.UTC(start.getUTCFullYear() + 1, 0, 1)),
}

/** From its first instant to the first that is no longer in it. */
export const periodAround = (period: Period, now: Date): { start: Date; end: Date } => {
  const start = startOf[period](now)
  return { start, end: next[period](start) }
}

/** The beginnings of the intervals that touch a period, oldest first. */
export const startsWithin = ({ start, end }: { start: Date; end: Date }, interval: Period): Date[] => {
  const starts: Date[] = []
  for (let at = startOf[interval](start); at < end; at = next[interval](at)) starts.push(at)
  return starts
}

/** A piece of the calendar that is counted at once, or taken off what is counted. */
export interface Piece<Step extends Period = Period> {
  step: Step
  start: Date
  /** The first instant that is no longer in it. */
  end: Date
  sign: 1 | -1
}

interface Span {
  start: Date
  end: Date
}

const sameSpan = (one: Span, other: Span): boolean => +one.start === +other.start && +one.end === +other.end

const overlap = (one: Span, other: Span): Span => ({
  start: one.start > other.start ? one.start : other.start,
  end: one.end < other.end ? one.end : other.end,
})

/** The number of periods in pieces: what they cost to add up. */
const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + startsWithin(piece, piece.step).length, 0)

/** Neighbours of one kind become one piece. */
const joined = <Step extends Period>(pieces: readonly Piece<Step>[]): Piece<Step>[] =>
  pieces.reduce<Piece<Step>[]>((all, piece) => {
    const last = all.at(-1)
    if (last && last.step === piece.step && last.sign === piece.sign && +last.end === +piece.start)
      return [...all.slice(0, -1), { ...last, end: piece.end }]
    return [...all, piece]
  }, [])

/**
 * The fewest periods that add up to a span: whole ones of the largest step, and at its edges smaller ones, or a whole one
 * less what is too much of it. `steps` are those that are counted, the largest first.
 */
export const piecesOf = <Step extends Period>(span: Span, [step, ...smaller]: readonly Step[]): Piece<Step>[] => {
  if (!step) return []
  return joined(
    startsWithin(span, step).flatMap((start): Piece<Step>[] => {
      const whole = { start, end: next[step](start) }
      const part = overlap(whole, span)
      const all: Piece<Step> = { step, ...whole, sign: 1 }
      if (sameSpan(part, whole)) return [all]
      const inside = piecesOf(part, smaller)
      const outside = [
        { start, end: part.start },
        { start: part.end, end: whole.end },
      ].flatMap((gap) => piecesOf(gap, smaller))
      const less = [all, ...outside.map((piece) => ({ ...piece, sign: -piece.sign as 1 | -1 }))]
      return sizeOf(less) < sizeOf(inside) ? less : inside
    }),
  )
}
