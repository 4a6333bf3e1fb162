/** What the statistics answer. */
import { extend, instant, integer, mapOf, object, text, view } from '../operation/view.ts'
import type { Counts, Series, Share, getStats } from './get-stats.ts'
import type { ResultOf } from '../operation/operation.ts'

type Stats = ResultOf<typeof getStats>

const countsView = view<Counts>()('DocumentCounts', 'Documents, counted by what became of them.', {
  sent: integer('Handed to the access point of the recipient.'),
  received: integer('Came in.'),
  delivered: integer('Sent, and confirmed by the other side.'),
  failed: integer(
    'Deliveries that failed for good or were rejected; one that is sent again and fails again counts again.',
  ),
})

const documents = object(countsView, 'How many documents moved.')

const shareView = view<Share>()('StatsShare', 'The documents of one type, country or company.', {
  key: text('The type as on the wire of REST, the code of the country or `unknown`, or the id of the company.'),
  documents,
})

const pointView = view<Series['points'][number]>()('StatsPoint', 'One point of a plot.', {
  start: instant('When its interval begins.'),
  documents,
})

const seriesView = view<Series>()('StatsSeries', 'One line of a plot.', {
  key: text('`total`, or the type, country or company that it is of.'),
  documents: object(countsView, 'The sum of its points.'),
  points: object(pointView, 'Every interval of the period, oldest first, also those in which nothing moved.').list(),
})

const spanView = view<Stats['period']>()('StatsSpan', 'A span of time.', {
  start: instant('Its first instant.'),
  end: instant('The first instant after it.'),
})

const quotaView = view<Stats['quota']>()(
  'StatsQuota',
  'The documents of this month against the plan of the organization.',
  {
    limit: integer('How many the plan allows; null is without limit.').orNull(),
    used: integer('How many were sent.'),
    remaining: integer('How many are left; null is without limit.').orNull(),
  },
)

const rateLimitView = view<Stats['rateLimit']>()('StatsRateLimit', 'The rate limit of the caller.', {
  perMinute: integer('Requests in 60 seconds.'),
})

const partnersView = view<Stats['partners']>()(
  'StatsPartners',
  'The partners of the organization, whichever company is asked about.',
  {
    total: integer('All of them.'),
    active: integer('Those with whom a document was exchanged in the period.'),
  },
)

export const statsView = view<Stats>()('Stats', 'The exchange of a period in numbers.', {
  quota: object(quotaView, 'This month against the plan.'),
  rateLimit: object(rateLimitView, 'How often the caller may ask.'),
  documents,
  partners: object(partnersView, 'How many partners there are.'),
  period: object(spanView, 'What the numbers cover.'),
  byType: object(shareView, 'By type, the most first.').list(),
  byCountry: object(shareView, 'By country of the other side, the most first.').list(),
  byCompany: object(shareView, 'The 20 companies with the most documents.').list(),
  series: object(seriesView, 'For plots, split as `by` says.').list(),
})

const byKey = (shares: readonly Share[]): Record<string, Counts> =>
  Object.fromEntries(shares.map(({ key, documents: counts }) => [key, counts]))

/** JSON has the shares by their keys. */
export const statsInJsonView = extend<Stats, object>(statsView)('Stats', 'The exchange of a period in numbers.', {
  byType: mapOf(countsView, 'By type as on the wire, the most first.').by(
    ['byType'],
    ({ byType }: Pick<Stats, 'byType'>) => byKey(byType),
  ),
  byCountry: mapOf(countsView, 'By country of the other side, or `unknown`, the most first.').by(
    ['byCountry'],
    ({ byCountry }: Pick<Stats, 'byCountry'>) => byKey(byCountry),
  ),
  byCompany: mapOf(countsView, 'By id of the company: the 20 with the most documents.').by(
    ['byCompany'],
    ({ byCompany }: Pick<Stats, 'byCompany'>) => byKey(byCompany),
  ),
})
