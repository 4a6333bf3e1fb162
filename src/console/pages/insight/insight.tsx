/** How much was exchanged, with whom, what failed and why. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import {
  CompaniesDocument,
  type CountsFragment,
  type DocumentType,
  InsightDocument,
  type InsightQuery,
  type StatsPeriod,
} from '#operations'
import { problemOf } from '../../data/refused.ts'
import { Card, Head } from '../../ui/head.tsx'
import { Badge, Fault, Field, Skeleton } from '../../ui/parts.tsx'
import { Table } from '../../ui/table.tsx'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { Plot } from './plot.tsx'

type Stats = InsightQuery['stats']
interface Share {
  key: string
  documents: CountsFragment
}

/** The period that is shown, and by what it is divided. */
const intervals = { WEEK: 'DAY', MONTH: 'DAY', QUARTER: 'WEEK', YEAR: 'MONTH' } as const
type Shown = keyof typeof intervals
const periodWords = { WEEK: 'week', MONTH: 'month', QUARTER: 'quarter', YEAR: 'year' } as const
const kinds = [
  ['sent', 'sent', '--brand'],
  ['received', 'received', '--good'],
  ['failed', 'failedDocuments', '--bad'],
] as const

const Volume = ({ stats }: { stats: Stats }) => {
  const { t } = useWords()
  const points = stats.series[0]?.points ?? []
  const days = useMemo(() => points.map(({ start }) => start), [points])
  const series = useMemo(
    () =>
      kinds.map(([kind, name, colour]) => ({
        name: t(name),
        colour,
        values: points.map(({ documents }) => documents[kind]),
      })),
    [points, t],
  )
  return <Plot title={t('volume')} days={days} series={series} />
}

interface SharesProps {
  title: string
  shares: readonly Share[]
  nameOf: (key: string) => string
  shown?: readonly (typeof kinds)[number][]
}

const Shares = ({ title, shares, nameOf, shown = kinds }: SharesProps) => {
  const { t, number } = useWords()
  const columns = [
    { name: t('name'), of: ({ key }: Share) => nameOf(key) },
    ...shown.map(([kind, name]) => ({
      name: t(name),
      look: 'number',
      of: ({ documents }: Share) => number(documents[kind]),
    })),
  ]
  return (
    <Card title={title}>
      <Table label={title} rows={shares} columns={columns} />
    </Card>
  )
}

const Failures = ({ failures }: { failures: InsightQuery['failures'] }) => {
  const { t, number } = useWords()
  const reasons = new Map<string, number>()
  for (const { errorCode } of failures.nodes) reasons.set(errorCode ?? '–', (reasons.get(errorCode ?? '–') ?? 0) + 1)
  return (
    <Card title={t('rejections')}>
      {reasons.size === 0 && <p className="soft">{t('noFailures')}</p>}
      <ul className="findings">
        {[...reasons].map(([code, times]) => (
          <li key={code} className="row">
            <Badge tone="bad">{code}</Badge> {number(times)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Figures = ({ stats }: { stats: Stats }) => {
  const { t, number } = useWords()
  const { documents, quota } = stats
  const used = { used: number(quota.used), limit: number(quota.limit ?? 0) }
  const figures = [
    [t('sent'), number(documents.sent)],
    [t('received'), number(documents.received)],
    [t('delivered'), number(documents.delivered)],
    [t('failedDocuments'), number(documents.failed)],
    [
      t('quotaUsed'),
      number(quota.used),
      t(quota.limit === null || quota.limit === undefined ? 'unlimited' : 'ofLimit', used),
    ],
  ] as const
  return (
    <dl className="figures">
      {figures.map(([name, value, more]) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd>
            {value} {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const useInsight = () => {
  const { company, period: given } = useSearch({ strict: false })
  const period: Shown = Object.hasOwn(intervals, given ?? '') ? (given as Shown) : 'MONTH'
  const variables = useMemo(
    () => ({
      period: period as StatsPeriod,
      interval: intervals[period] as StatsPeriod,
      failed: { deliveryStatus: { in: ['FAILED' as const, 'REJECTED' as const] } },
      ...(company && { companyId: company }),
    }),
    [period, company],
  )
  const [{ data, error, fetching }] = useQuery({
    query: InsightDocument,
    variables,
    requestPolicy: 'cache-and-network',
  })
  return { period, data, fetching, problem: problemOf(error, undefined) }
}

const Parts = ({ data }: { data: InsightQuery }) => {
  const { t, name } = useWords()
  const [{ data: known }] = useQuery({ query: CompaniesDocument })
  const { stats, failures, partners } = data
  const typeOf = (key: string): string => name(typeNames[key.toUpperCase().replace('-', '_') as DocumentType])
  const companyName = (id: string): string => known?.companies.nodes.find((one) => one.id === id)?.name ?? id
  const top = partners.nodes.map(({ name, stats: { documentsSent, documentsReceived } }) => ({
    key: name,
    documents: { sent: documentsSent, received: documentsReceived, delivered: 0, failed: 0 },
  }))
  return (
    <div className="stack">
      <Figures stats={stats} />
      <Volume stats={stats} />
      <div className="cards">
        <Shares title={t('byCompany')} shares={stats.byCompany} nameOf={companyName} />
        <Shares title={t('byCountry')} shares={stats.byCountry} nameOf={(key) => key} />
        <Shares title={t('byType')} shares={stats.byType} nameOf={typeOf} />
        <Shares title={t('topPartners')} shares={top} nameOf={(key) => key} shown={kinds.slice(0, 2)} />
        <Failures failures={failures} />
      </div>
    </div>
  )
}

export const Insight = () => {
  const { t } = useWords()
  const navigate = useNavigate()
  const { period, data, fetching, problem } = useInsight()
  return (
    <>
      <Head title={t('insight')}>
        <Field label={t('period')}>
          <select
            value={period}
            onChange={({ target }) =>
              void navigate({ to: '.', search: (before) => ({ ...before, period: target.value }) })
            }
          >
            {Object.entries(periodWords).map(([code, word]) => (
              <option key={code} value={code}>
                {t(word)}
              </option>
            ))}
          </select>
        </Field>
      </Head>
      {problem && <Fault {...problem} />}
      {data ? <Parts data={data} /> : fetching && <Skeleton rows={8} />}
    </>
  )
}
