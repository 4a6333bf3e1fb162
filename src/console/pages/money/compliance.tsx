/** What authorities were told, day by day, what failed and how it is mended, and the periods of e-reporting. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PeriodsDocument, type PeriodsQuery, ReportsDocument, type ReportsQuery } from '#operations'
import { useList } from '../../data/pages.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, Button } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { Calendar } from './calendar.tsx'
import { Period as Details } from './period.tsx'

type Report = ReportsQuery['complianceReports']['nodes'][number]
type Period = PeriodsQuery['eReportingPeriods']['nodes'][number]

/** What went wrong, and the page that says how it is mended. */
const Wrong = ({ code, message }: { code: string | null | undefined; message: string | null | undefined }) => {
  const { t, language } = useWords()
  if (!code) return '–'
  const page = `/docs/${language === 'fr' ? 'fr/' : ''}codes#${encodeURIComponent(code)}`
  return (
    <>
      <Badge tone="bad">{code}</Badge> <span className="soft">{message}</span>{' '}
      <a href={page} target="_blank" rel="noreferrer" aria-label={t('aboutRule', { rule: code })}>
        {t('whatToDo')}
      </a>
    </>
  )
}

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

const usePeriodColumns = (open: (period: Period) => void): readonly Column<Period>[] => {
  const { t, spell, date, moment } = useWords()
  return [
    { name: t('kind'), of: ({ kind }) => spell(kind) },
    {
      name: t('period'),
      of: (one) => (
        <Button look="link" onPress={() => open(one)}>
          {`${date(one.firstDay)} – ${date(one.lastDay)}`}
        </Button>
      ),
    },
    { name: t('status'), of: ({ status }) => <Badge tone={toneOf(status)}>{spell(status)}</Badge> },
    { name: t('dueBy'), look: 'wide-only soft', of: ({ dueBy }) => moment(dueBy) },
    { name: t('error'), look: 'wide-only', of: (one) => <Wrong code={one.errorCode} message={one.errorMessage} /> },
  ]
}

/** The reports of all days, or of the day that the address names. */
const Reports = ({ given }: { given: Readonly<Record<string, string>> }) => {
  const { t, date } = useWords()
  const navigate = useNavigate()
  const { from: day } = useSearch({ strict: false })
  const asked = useMemo(() => (day ? { ...given, from: day, to: day } : given), [given, day])
  const list = useList(ReportsDocument, asked)
  const columns = useReportColumns()
  return (
    <>
      <div className="row">
        <h2>{day ? t('reportsOf', { day: date(day) }) : t('reports')}</h2>
        {day && (
          <Button onPress={() => void navigate({ to: '.', search: (all) => ({ ...all, from: undefined }) })}>
            {t('allDays')}
          </Button>
        )}
      </div>
      <List label={t('reports')} {...{ list, columns }} keyOf={({ id }) => id} empty={t('noReports')} />
    </>
  )
}

export const Compliance = () => {
  const { t, spell } = useWords()
  const { company } = useSearch({ strict: false })
  const given = useMemo(() => (company ? { companyId: company } : {}) as Record<string, string>, [company])
  const periods = useList(PeriodsDocument, given)
  const [open, setOpen] = useState<Period>()
  const ofPeriods = usePeriodColumns(setOpen)
  return (
    <>
      <Head title={t('compliance')} />
      <div className="stack">
        <Calendar company={company} />
        <Reports given={given} />
        <h2>{t('periods')}</h2>
        <List label={t('periods')} list={periods} columns={ofPeriods} keyOf={({ id }) => id} empty={t('noPeriods')} />
      </div>
      {open && <Details id={open.id} title={spell(open.kind)} onClose={() => setOpen(undefined)} />}
    </>
  )
}
