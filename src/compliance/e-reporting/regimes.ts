/**
 * How often a French company reports, by its VAT regime: articles 242 nonies M to P of annex II of the French tax code
 * (decrees 2022-1299 and 2024-266). Where the law gives some days (from the 25th to the 30th), the first is kept.
 */
import type { VatRegime } from '../../companies/settings.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { DAY_MS } from '../../values/dates.ts'

interface Rhythm {
  every: 'decade' | 'month' | 'two months'
  /** The day of the next month by which it is due; a decade is due ten days after its end. */
  dueOn: 10 | 25
}

/** Purchases abroad are transactions too. */
const rhythms: Readonly<Record<VatRegime, Readonly<Record<'transactions' | 'payments', Rhythm>>>> = {
  monthly: { transactions: { every: 'decade', dueOn: 10 }, payments: { every: 'month', dueOn: 10 } },
  quarterly: { transactions: { every: 'month', dueOn: 10 }, payments: { every: 'month', dueOn: 10 } },
  simplified: { transactions: { every: 'month', dueOn: 25 }, payments: { every: 'month', dueOn: 25 } },
  exempt: { transactions: { every: 'two months', dueOn: 25 }, payments: { every: 'two months', dueOn: 25 } },
}

export interface ReportingDays {
  firstDay: Date
  lastDay: Date
  /** The first instant after the day that it is due on. */
  dueBy: Date
}

const boundsOf: Readonly<Record<Rhythm['every'], (year: number, month: number, day: number) => [Date, Date]>> = {
  decade: (year, month, day) => {
    const decade = Math.min(Math.floor((day - 1) / 10), 2)
    const end = decade === 2 ? Date.UTC(year, month + 1, 0) : Date.UTC(year, month, (decade + 1) * 10)
    return [new Date(Date.UTC(year, month, decade * 10 + 1)), new Date(end)]
  },
  month: (year, month) => [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 1, 0))],
  'two months': (year, month) => {
    const first = month - (month % 2)
    return [new Date(Date.UTC(year, first, 1)), new Date(Date.UTC(year, first + 2, 0))]
  },
}

const dayAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS)
const endOfMonth = (day: Date): Date => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0))

/** A decade is due on the 20th, on the last day of the month (30th), or on the 10th of the next. */
const dueOn = ({ every, dueOn: day }: Rhythm, last: Date): Date =>
  every === 'decade' && last.getUTCDate() <= 20
    ? new Date(Math.min(dayAfter(last, 10).getTime(), endOfMonth(last).getTime()))
    : new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, day))

/** The period of the calendar that a day is reported with. */
export const reportingDays = (regime: VatRegime, kind: EReportingKind, day: Date): ReportingDays => {
  const rhythm = rhythms[regime][kind === 'payments' ? 'payments' : 'transactions']
  const [firstDay, lastDay] = boundsOf[rhythm.every](day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
  return { firstDay, lastDay, dueBy: dayAfter(dueOn(rhythm, lastDay), 1) }
}

/** So long before it is due a report is sent: time for the tries of a day, and for one more look. */
const SENT_DAYS_BEFORE = 2

export const sendAt = ({ dueBy }: { dueBy: Date }): Date => dayAfter(dueBy, -SENT_DAYS_BEFORE)
