/** How much was exchanged and invoiced, how fast, with whom, what failed and why. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { InsightDocument, type InsightQuery, type StatsPeriod, ViewerDocument } from '#operations'
import { dayBeside, dayFromToday } from '../../data/clock.ts'
import { useMay } from '../../data/may.ts'
import { problemOf } from '../../data/refused.ts'
import { Head } from '../../ui/head.tsx'
import { Button, Fault, Field, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { Breakdown } from './breakdown.tsx'
import { Amounts, DeliveryTimes, Volume } from './plots.tsx'

type Stats = InsightQuery['stats']

/** The period that is shown, and by what it is divided. */
const intervals = { WEEK: 'DAY', MONTH: 'DAY', QUARTER: 'WEEK', YEAR: 'MONTH' } as const
type Shown = keyof typeof intervals
const periodWords = { WEEK: 'week', MONTH: 'month', QUARTER: 'quarter', YEAR: 'year' } as const

const Usage = ({ quota: { used, limit } }: { quota: Stats['quota'] }) => {
  const { t, number } = useWords()
  const hasLimit = limit !== null && limit !== undefined
  return (
    <div className="card">
      <dt>{t('quotaUsed')}</dt>
      <dd>
        {number(used)}{' '}
        <small>{t(hasLimit ? 'ofLimit' : 'unlimited', { used: number(used), limit: number(limit ?? 0) })}</small>
        {hasLimit && (
          <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className={used < limit ? '' : 'bad'} width={Math.min(100, (100 * used) / limit)} height="8" />
          </svg>
        )}
      </dd>
    </div>
  )
}

const Figures = ({ stats }: { stats: Stats }) => {
  const { t, number } = useWords()
  const { documents, quota } = stats
  const figures = [
    [t('sent'), documents.sent],
    [t('received'), documents.received],
    [t('delivered'), documents.delivered],
    [t('failedDocuments'), documents.failed],
  ] as const
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
      <Usage quota={quota} />
    </dl>
  )
}

/** Amounts and names are read from documents: who may not read those sees the counts alone. */
const useInsight = () => {
  const { company, period: given, from } = useSearch({ strict: false })
  const period: Shown = Object.hasOwn(intervals, given ?? '') ? (given as Shown) : 'MONTH'
  const [{ data: who }] = useQuery({ query: ViewerDocument })
  const mayRead = useMay()('DOCUMENTS_READ')
  const variables = useMemo(
    () => ({
      period: period as StatsPeriod,
      interval: intervals[period] as StatsPeriod,
      mayRead,
      ...(from && { day: from }),
      ...(company && { companyId: company }),
    }),
    [period, company, from, mayRead],
  )
  const [{ data, error, fetching }] = useQuery({
    query: InsightDocument,
    variables,
    pause: !who,
    requestPolicy: 'cache-and-network',
  })
  return { period, data, fetching, problem: problemOf(error, undefined) }
}

const PeriodChoice = ({ period, stats }: { period: Shown; stats: Stats | undefined }) => {
  const { t, date } = useWords()
  const navigate = useNavigate()
  const go = (parts: { period?: string; from?: string }): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...parts }) })
  const { start, end } = stats?.period ?? {}
  return (
    <div className="row">
      {start && end && (
        <>
          <Button aria-label={t('earlier')} onPress={() => go({ from: dayBeside(start, -1) })}>
            ←
          </Button>
          <span>{`${date(start.slice(0, 10))} – ${date(dayBeside(end, -1))}`}</span>
          <Button
            aria-label={t('later')}
            isDisabled={end.slice(0, 10) > dayFromToday(0)}
            onPress={() => go({ from: end.slice(0, 10) })}
          >
            →
          </Button>
        </>
      )}
      <Field label={t('period')}>
        <select value={period} onChange={({ target }) => go({ period: target.value })}>
          {Object.entries(periodWords).map(([code, word]) => (
            <option key={code} value={code}>
              {t(word)}
            </option>
          ))}
        </select>
      </Field>
    </div>
  )
}

export const Insight = () => {
  const { t } = useWords()
  const { period, data, fetching, problem } = useInsight()
  return (
    <>
      <Head title={t('insight')}>
        <PeriodChoice period={period} stats={data?.stats} />
      </Head>
      {problem && <Fault {...problem} />}
      {data ? (
        <div className="stack">
          <Figures stats={data.stats} />
          <Volume stats={data.stats} />
          {data.insight && <Amounts amounts={data.insight.amounts} />}
          {data.insight && <DeliveryTimes deliveries={data.insight.deliveries} />}
          <Breakdown data={data} />
        </div>
      ) : (
        fetching && <Skeleton rows={8} />
      )}
    </>
  )
}
