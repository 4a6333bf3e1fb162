/** What authorities were told, day by day, what failed and how it is mended, and the periods of e-reporting. */
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import {
  ComplianceDaysDocument,
  PeriodsDocument,
  type PeriodsQuery,
  ReportsDocument,
  type ReportsQuery,
} from '#operations'
import { dayFromToday } from '../../data/clock.ts'
import { useList } from '../../data/pages.ts'
import { Card, Head } from '../../ui/head.tsx'
import { Badge } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Report = ReportsQuery['complianceReports']['nodes'][number]
type Period = PeriodsQuery['eReportingPeriods']['nodes'][number]

const DAYS = 84
const WEEK = 7

/** Days without a report are there too, empty: the calendar has no gaps. */
const useDays = (company: string | undefined) => {
  const { t, date } = useWords()
  const variables = { from: dayFromToday(1 - DAYS), to: dayFromToday(0), ...(company && { companyId: company }) }
  const [{ data }] = useQuery({ query: ComplianceDaysDocument, variables })
  const known = new Map(data?.complianceByDay.map((one) => [one.day, one]))
  const days = Array.from({ length: DAYS }, (_, index) => dayFromToday(index + 1 - DAYS))
  return days.map((day) => {
    const { reported = 0, pending = 0, failed = 0 } = known.get(day) ?? {}
    const strength = Math.min(4, reported + pending)
    const look = failed > 0 ? 'failed' : `level-${strength}`
    return { day, look, text: t('dayReports', { day: date(day), reported, pending, failed }) }
  })
}

const Calendar = ({ company }: { company: string | undefined }) => {
  const { t } = useWords()
  const days = useDays(company)
  const weeks = Array.from({ length: DAYS / WEEK }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK))
  return (
    <Card title={t('calendar')}>
      <table className="calendar">
        <tbody>
          {Array.from({ length: WEEK }, (_, row) => (
            <tr key={row}>
              {weeks.map((week) => {
                const one = week[row]
                return (
                  one && (
                    <td key={one.day} className={one.look} title={one.text}>
                      <span className="visually-hidden">{one.text}</span>
                    </td>
                  )
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row soft calendar-key">
        {t('less')}
        {[0, 1, 2, 3, 4].map((level) => (
          <span key={level} className={`level-${level}`} />
        ))}
        {t('more')}
        <span className="failed" /> {t('failedDocuments')}
      </p>
    </Card>
  )
}

const Wrong = ({ code, message }: { code: string | null | undefined; message: string | null | undefined }) =>
  code ? (
    <>
      <Badge tone="bad">{code}</Badge> <span className="soft">{message}</span>
    </>
  ) : (
    '–'
  )

const useReportColumns = (): readonly Column<Report>[] => {
  const { t, spell, moment } = useWords()
  return [
    {
      name: t('document'),
      of: ({ document }) => (
        <Link data-row-link to="/documents/$id" params={{ id: document.id }}>
          {document.number}
        </Link>
      ),
    },
    { name: t('authority'), of: ({ reportedTo, country }) => `${reportedTo} (${country})` },
    { name: t('status'), of: ({ status }) => <Badge tone={toneOf(status)}>{spell(status)}</Badge> },
    { name: t('dueBy'), look: 'wide-only soft', of: ({ dueBy }) => moment(dueBy) },
    { name: t('error'), look: 'wide-only', of: (one) => <Wrong code={one.errorCode} message={one.errorMessage} /> },
  ]
}

const usePeriodColumns = (): readonly Column<Period>[] => {
  const { t, spell, date, moment } = useWords()
  return [
    { name: t('kind'), of: ({ kind }) => spell(kind) },
    { name: t('period'), of: ({ firstDay, lastDay }) => `${date(firstDay)} – ${date(lastDay)}` },
    { name: t('status'), of: ({ status }) => <Badge tone={toneOf(status)}>{spell(status)}</Badge> },
    { name: t('dueBy'), look: 'wide-only soft', of: ({ dueBy }) => moment(dueBy) },
    { name: t('error'), look: 'wide-only', of: (one) => <Wrong code={one.errorCode} message={one.errorMessage} /> },
  ]
}

export const Compliance = () => {
  const { t } = useWords()
  const { company } = useSearch({ strict: false })
  const given = useMemo(() => (company ? { companyId: company } : {}), [company])
  const reports = useList(ReportsDocument, given)
  const periods = useList(PeriodsDocument, given)
  const ofReports = useReportColumns()
  const ofPeriods = usePeriodColumns()
  return (
    <>
      <Head title={t('compliance')} />
      <div className="stack">
        <Calendar company={company} />
        <h2>{t('reports')}</h2>
        <List label={t('reports')} list={reports} columns={ofReports} keyOf={({ id }) => id} empty={t('noReports')} />
        <h2>{t('periods')}</h2>
        <List label={t('periods')} list={periods} columns={ofPeriods} keyOf={({ id }) => id} empty={t('noPeriods')} />
      </div>
    </>
  )
}
