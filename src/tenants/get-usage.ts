import { z } from 'zod'
import { date, oneOf } from '../kernel/input.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { limits } from '../values/limits.ts'
import { type Period, periodAround, periods } from '../values/periods.ts'
import { forPlatforms } from './for-platforms.ts'
import { type Grouping, type UsageSpans, groupings, totalUsage, usageBy } from './usage.ts'
import { DAY_MS, dayOf, startOfDay } from '../values/dates.ts'

const ROWS = 100

const input = z.strictObject({
  groupBy: oneOf('UsageGrouping', groupings).default('company').describe('What a row stands for (default `company`).'),
  period: oneOf('UsagePeriod', periods).default('month').describe('The period around today (default `month`).'),
  from: date.optional().describe('First day, instead of a period.'),
  to: date.optional().describe('Last day, instead of a period (default: today).'),
  rows: z
    .number()
    .int()
    .min(1)
    .max(limits.usageRows, `At most ${limits.usageRows}`)
    .default(ROWS)
    .describe(`Number of groups, those with most documents first (default ${ROWS}, at most ${limits.usageRows}).`),
})

/** The period before, which ends where this one begins: of a calendar period the one before it. */
const spansOf = ({ period, from, to }: z.output<typeof input>, today: Date): UsageSpans => {
  if (from === undefined && to === undefined) {
    const now = periodAround(period as Period, today)
    return { now, before: periodAround(period as Period, new Date(now.start.getTime() - 1)) }
  }
  if (from === undefined) throw refusal('MISSING_FIELD', 'from', 'The last day needs a first one.')
  const start = startOfDay(from)
  const last = to === undefined ? new Date(dayOf(today)) : startOfDay(to)
  if (last < start) throw refusal('INVALID_DATE', 'to', 'The last day is before the first.')
  const end = new Date(last.getTime() + DAY_MS)
  const length = end.getTime() - start.getTime()
  return { now: { start, end }, before: { start: new Date(start.getTime() - length), end: start } }
}

/** The last day of a span. */
const lastOf = ({ end }: { end: Date }): Date => new Date(end.getTime() - DAY_MS)

export const getPlatformUsage = forPlatforms({
  name: 'getPlatformUsage',
  summary:
    'Returns how many documents the organization exchanged in a period, in total and by company, country or kind of ' +
    'document, with the period before. REST answers a table for `Accept: text/csv`.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input,
  errors: ['INVALID_DATE'],
  async run({ db, actor: { organizationId }, now }, given) {
    const spans = spansOf(given, now)
    const grouping = given.groupBy as Grouping
    const [{ groups, groupCount }, totals] = await Promise.all([
      usageBy(db, organizationId, grouping, spans, given.rows),
      totalUsage(db, organizationId, spans),
    ])
    return {
      groupBy: grouping,
      from: spans.now.start,
      to: lastOf(spans.now),
      previousFrom: spans.before.start,
      previousTo: lastOf(spans.before),
      ...totals,
      groupCount,
      groups,
    }
  },
})
