/** What is used, as JSON, in GraphQL and as a table. */
import type { ResultOf } from '../operation/operation.ts'
import { choice, choiceOf, day, integer, object, text, view } from '../operation/view.ts'
import { csvOf } from '../values/csv.ts'
import type { getPlatformUsage } from './get-usage.ts'
import { type UsageCounts, groupings } from './usage.ts'

type Usage = ResultOf<typeof getPlatformUsage>
type Group = Usage['groups'][number]

const countsView = view<UsageCounts>()('UsageCounts', 'Number of documents in a period.', {
  sent: integer("Number of documents that the recipient's access point accepted."),
  received: integer('Number of documents received.'),
  delivered: integer('Number of documents whose delivery was confirmed.'),
  failed: integer('Number of documents whose delivery failed.'),
})

const groupView = view<Group>()('UsageGroup', 'What a company, a country or a kind of document stands for.', {
  key: text('Identifier of the company, code of the country, or kind of document. Empty for an unknown country.'),
  name: text('Name of the company. Null for other groups.').orNull(),
  externalId: text("Identifier of the company in the caller's own system.").orNull(),
  documents: object(countsView, 'Documents in the period.').from('counts'),
  previous: object(countsView, 'Documents in the period before.'),
})

export const usageView = view<Usage>()('PlatformUsage', 'What the companies of the organization used in a period.', {
  groupBy: choice(choiceOf('UsageGrouping', Object.keys(groupings), groupings), 'What a group stands for.'),
  from: day('First day of the period.'),
  to: day('Last day of the period.'),
  previousFrom: day('First day of the period before.'),
  previousTo: day('Last day of the period before.'),
  total: object(countsView, 'Documents of the whole organization in the period.'),
  previous: object(countsView, 'Documents of the whole organization in the period before.'),
  groupCount: integer('Number of groups of the period and the one before. The answer has as many as `rows` asks for.'),
  groups: object(groupView, 'One entry for each group, the one with most documents first.').list(),
})

const COUNTS = ['sent', 'received', 'delivered', 'failed'] as const

export const usageTable = ({ groupBy, groups }: Usage): string =>
  csvOf([
    [
      groupBy,
      'name',
      'externalId',
      ...COUNTS,
      ...COUNTS.map((name) => `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    ],
    ...groups.map(({ key, name, externalId, counts, previous }) => [
      key,
      name,
      externalId,
      ...COUNTS.map((one) => counts[one]),
      ...COUNTS.map((one) => previous[one]),
    ]),
  ])
