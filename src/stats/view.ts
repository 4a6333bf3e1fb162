/** What the statistics answer. */
import { extend, instant, integer, mapOf, object, text, view } from '../operation/view.ts'
import type { Counts, Series, Share, getStats } from './get-stats.ts'
import type { ResultOf } from '../operation/operation.ts'

type Stats = ResultOf<typeof getStats>

const countsView = view<Counts>()('DocumentCounts', 'Number of documents by outcome.', {
  sent: integer("Number of documents handed to the recipient's access point."),
  received: integer('Number of documents received.'),
  delivered: integer('Number of sent documents whose delivery the other side confirmed.'),
  failed: integer(
    'Number of deliveries that failed finally or were rejected. A ' +
      'document that is sent again and fails again is counted again.',
  ),
})

const documents = object(countsView, 'Number of documents by outcome.')

const shareView = view<Share>()('StatsShare', 'Number of documents of one type, country or company.', {
  key: text('The type as REST spells it, the country code or `unknown`, or the identifier of the company.'),
  documents,
})

const pointView = view<Series['points'][number]>()('StatsPoint', 'One point of a time series.', {
  start: instant('Start of the interval.'),
  documents,
})

const seriesView = view<Series>()('StatsSeries', 'One time series.', {
  key: text('`total`, or the type, country or company that the series counts.'),
  documents: object(countsView, 'Sum of all points.'),
  points: object(
    pointView,
    'One point for each interval of the period, oldest first, also for intervals without documents.',
  ).list(),
})

export const spanView = view<Stats['period']>()('StatsSpan', 'A period of time.', {
  start: instant('Start of the period.'),
  end: instant('End of the period: the first moment after it.'),
})

const quotaView = view<Stats['quota']>()('StatsQuota', "Use of the organization's monthly quota of documents.", {
  limit: integer('Number of documents that the plan allows each month. Null means no limit.').orNull(),
  used: integer('Number of documents sent in this month, by the company of the caller if it is limited to one.'),
  remaining: integer(
    'Number of documents left in this month. Null means no limit, or that the caller is limited to one ' +
      'company: what is left depends on the others too.',
  ).orNull(),
})

const rateLimitView = view<Stats['rateLimit']>()('StatsRateLimit', 'The rate limit of the caller.', {
  perMinute: integer('Number of requests that the caller may send in 60 seconds.'),
})

const partnersView = view<Stats['partners']>()(
  'StatsPartners',
  'Number of partners. When the counts are for one company: its own partners, and those that the companies share.',
  {
    total: integer('Number of all partners.'),
    active: integer('Number of partners with whom a document was exchanged in the period.'),
  },
)

export const statsView = view<Stats>()('Stats', 'Statistics of one period.', {
  quota: object(quotaView, 'Use of the monthly quota of documents.'),
  rateLimit: object(rateLimitView, 'Rate limit of the caller.'),
  documents,
  partners: object(partnersView, 'Number of partners.'),
  period: object(spanView, 'The period that is counted.'),
  byType: object(shareView, 'Counts by type of document, highest first.').list(),
  byCountry: object(shareView, 'Counts by country of the other party, highest first.').list(),
  byCompany: object(shareView, 'Counts of the 20 companies with the most documents.').list(),
  series: object(seriesView, 'Time series for charts, split according to `by`.').list(),
})

const byKey = (shares: readonly Share[]): Record<string, Counts> =>
  Object.fromEntries(shares.map(({ key, documents: counts }) => [key, counts]))

/** JSON has the shares by their keys. */
export const statsInJsonView = extend<Stats, object>(statsView)('Stats', 'Statistics of one period.', {
  byType: mapOf(countsView, 'Counts by type of document, highest first.').by(
    ['byType'],
    ({ byType }: Pick<Stats, 'byType'>) => byKey(byType),
  ),
  byCountry: mapOf(countsView, 'Counts by country code of the other party, or `unknown`, highest first.').by(
    ['byCountry'],
    ({ byCountry }: Pick<Stats, 'byCountry'>) => byKey(byCountry),
  ),
  byCompany: mapOf(countsView, 'Counts by identifier of the company, for the 20 companies with the most documents.').by(
    ['byCompany'],
    ({ byCompany }: Pick<Stats, 'byCompany'>) => byKey(byCompany),
  ),
})
