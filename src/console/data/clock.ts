/** The days that pages speak of. The machine of whoever reads is asked in this file alone. */
const DAY_MS = 86_400_000

/** The day so many days from today, as the server writes it. */
export const dayFromToday = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
