/** How operations of this room are asked for a period. */
import { date } from '../kernel/input.ts'
import type { Period } from '../values/periods.ts'

/** How a period is cut into points where the caller does not say. */
export const usualInterval: Record<Period, Period> = {
  day: 'day',
  week: 'day',
  month: 'day',
  quarter: 'week',
  year: 'month',
}

export const dayWithin = date.optional().describe('A day of the period (default: today, in UTC).')
