/** The days that pages speak of. The machine of whoever reads is asked in this file alone. */
const DAY_MS = 86_400_000

/** The day so many days from today, as the server writes it. */
export const dayFromToday = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export const msFromNow = (ms: number): number => Date.now() + ms
export const msUntil = (at: number): number => at - Date.now()

/** The day so many days after a moment of the server. */
export const dayBeside = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * DAY_MS).toISOString().slice(0, 10)

/** The Monday so many weeks before this one. */
export const mondayBefore = (weeks: number): string =>
  dayFromToday(-7 * weeks - ((new Date(Date.now()).getUTCDay() + 6) % 7))
