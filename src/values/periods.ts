/** Periods of the calendar, in UTC. */

export const periods = {
  day: 'A day.',
  week: 'A week, from Monday.',
  month: 'A calendar month.',
  quarter: 'A quarter of a calendar year.',
  year: 'A calendar year.',
} as const
export type Period = keyof typeof periods

const DAY_MS = 24 * 3_600_000

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
