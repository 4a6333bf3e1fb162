import { builder } from '../graphql/builder.ts'
import { args, read, runs } from '../graphql/field.ts'
import { type Counts, type Series, type Share, getStats } from './get-stats.ts'

type Stats = Awaited<ReturnType<typeof getStats.run>>

const DocumentCounts = builder.objectRef<Counts>('DocumentCounts').implement({
  description: 'How many documents moved.',
  fields: (t) => ({
    sent: t.exposeInt('sent', { description: 'Handed to the access point of the recipient.' }),
    received: t.exposeInt('received', { description: 'Came in.' }),
    delivered: t.exposeInt('delivered', { description: 'Sent, and confirmed by the other side.' }),
    failed: t.exposeInt('failed', {
      description:
        'Deliveries that failed for good or were rejected; one that is sent again and fails again counts again.',
    }),
  }),
})

const documents = 'How many documents moved.'

const StatsShare = builder.objectRef<Share>('StatsShare').implement({
  description: 'The documents of one type, country or company.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The type as on the wire of REST, the code of the country or `unknown`, or the id of the company.',
    }),
    documents: t.field({ type: DocumentCounts, description: documents, resolve: (share) => share.documents }),
  }),
})

const StatsPoint = builder.objectRef<Series['points'][number]>('StatsPoint').implement({
  description: 'One point of a plot.',
  fields: (t) => ({
    start: t.field({ type: 'DateTime', description: 'When its interval begins.', resolve: ({ start }) => start }),
    documents: t.field({ type: DocumentCounts, description: documents, resolve: (point) => point.documents }),
  }),
})

const StatsSeries = builder.objectRef<Series>('StatsSeries').implement({
  description: 'One line of a plot.',
  fields: (t) => ({
    key: t.exposeString('key', { description: '`total`, or the type, country or company that it is of.' }),
    documents: t.field({
      type: DocumentCounts,
      description: 'The sum of its points.',
      resolve: (series) => series.documents,
    }),
    points: t.field({
      type: [StatsPoint],
      description: 'Every interval of the period, oldest first, also those in which nothing moved.',
      resolve: ({ points }) => points,
    }),
  }),
})

const StatsSpan = builder.objectRef<Stats['period']>('StatsSpan').implement({
  description: 'A span of time.',
  fields: (t) => ({
    start: t.field({ type: 'DateTime', description: 'Its first instant.', resolve: ({ start }) => start }),
    end: t.field({ type: 'DateTime', description: 'The first instant after it.', resolve: ({ end }) => end }),
  }),
})

const StatsQuota = builder.objectRef<Stats['quota']>('StatsQuota').implement({
  description: 'The documents of this month against the plan of the organization.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'How many the plan allows; null is without limit.' }),
    used: t.exposeInt('used', { description: 'How many were sent.' }),
    remaining: t.exposeInt('remaining', { nullable: true, description: 'How many are left; null is without limit.' }),
  }),
})

const StatsRateLimit = builder.objectRef<Stats['rateLimit']>('StatsRateLimit').implement({
  description: 'How often the caller may ask.',
  fields: (t) => ({ perMinute: t.exposeInt('perMinute', { description: 'Requests in 60 seconds.' }) }),
})

const StatsPartners = builder.objectRef<Stats['partners']>('StatsPartners').implement({
  description: 'The partners of the organization, whichever company is asked about.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    active: t.exposeInt('active', { description: 'Those with whom a document was exchanged in the period.' }),
  }),
})

const StatsType = builder.objectRef<Stats>('Stats').implement({
  description: 'The exchange of a period in numbers.',
  fields: (t) => ({
    period: t.field({ type: StatsSpan, description: 'What it covers.', resolve: ({ period }) => period }),
    quota: t.field({ type: StatsQuota, description: 'This month against the plan.', resolve: ({ quota }) => quota }),
    rateLimit: t.field({
      type: StatsRateLimit,
      description: 'How often the caller may ask.',
      resolve: ({ rateLimit }) => rateLimit,
    }),
    documents: t.field({ type: DocumentCounts, description: documents, resolve: (stats) => stats.documents }),
    byType: t.field({ type: [StatsShare], description: 'By type, the most first.', resolve: ({ byType }) => byType }),
    byCountry: t.field({
      type: [StatsShare],
      description: 'By country of the other side, the most first.',
      resolve: ({ byCountry }) => byCountry,
    }),
    byCompany: t.field({
      type: [StatsShare],
      description: 'The 20 companies with the most documents.',
      resolve: ({ byCompany }) => byCompany,
    }),
    series: t.field({
      type: [StatsSeries],
      description: 'For plots, split as `by` says.',
      resolve: ({ series }) => series,
    }),
    partners: t.field({ type: StatsPartners, description: 'Partners.', resolve: ({ partners }) => partners }),
  }),
})

builder.queryField('stats', (t) =>
  t.field({
    type: StatsType,
    description: getStats.summary,
    args: args(getStats, t),
    extensions: runs(getStats),
    resolve: (_root, given, context) => read(getStats, given, context),
  }),
)
