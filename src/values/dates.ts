export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

/** The day of a moment in UTC: `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The month of a moment in UTC: `YYYY-MM`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7)

/** A moment in UTC without fractions and zone: `YYYY-MM-DDThh:mm:ss`. */
export const secondOf = (moment: Date): string => moment.toISOString().slice(0, 19)

/** The first moment of a day in UTC. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** True for a day of the calendar. */
export const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)

/** True for `YYYY-MM-DD` that names a day of the calendar. */
export const isDate = (text: string): boolean => {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && isDay(year, month, day)
}

const FIRST_DAY = '1900-01-01'
const YEARS_AHEAD = 10

/** For the message of a date that is refused. */
export const BUSINESS_DAYS = 'Expected a date between 1900-01-01 and ten years from now.'

/** True for a day on which business is done: dates outside are slips of the pen. */
export const isBusinessDate = (text: string, now: Date): boolean => {
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + YEARS_AHEAD)
  return isDate(text) && text >= FIRST_DAY && text <= dayOf(last)
}

/** True for an ISO 8601 instant with its zone, on a real day. */
export const isInstant = (text: string): boolean => {
  const match = INSTANT.exec(text)
  if (match === null || !isDate(match[1] ?? '')) return false
  // The zone may carry the first or last day out of the years that databases write with four digits.
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}
