/** How many reports there were on each day, in weeks. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from 'urql'
import { ComplianceDaysDocument } from '#operations'
import { dayFromToday, mondayBefore } from '../../data/clock.ts'
import { Card } from '../../ui/head.tsx'
import { useWords } from '../../words/words.ts'

const WEEKS = 26
const WEEK = 7
interface CalendarDay {
  day: string
  look: string
  text: string
  /** Whether there is anything to see of it. */
  isBusy: boolean
}

/** Weeks from Monday on, the last one as far as it has come. Days without a report are there too: there are no gaps. */
const useDays = (company: string | undefined): CalendarDay[] => {
  const { t, date } = useWords()
  const [first, today] = useMemo(() => [mondayBefore(WEEKS - 1), dayFromToday(0)], [])
  const variables = { from: first, to: today, ...(company && { companyId: company }) }
  const [{ data }] = useQuery({ query: ComplianceDaysDocument, variables })
  return (data?.complianceByDay ?? []).map(({ day, reported, pending, failed }) => {
    const strength = Math.min(4, reported + pending)
    const look = failed > 0 ? 'failed' : `level-${strength}`
    const isBusy = reported + pending + failed > 0
    return { day, look, isBusy, text: t('dayReports', { day: date(day), reported, pending, failed }) }
  })
}

/** A day with reports is a button that shows them. */
const OneDay = ({ one }: { one: CalendarDay | undefined }) => {
  const navigate = useNavigate()
  const { from } = useSearch({ strict: false })
  if (!one) return <td />
  const show = (): void => void navigate({ to: '.', search: (all) => ({ ...all, from: one.day }) })
  return (
    <td className={one.look} title={one.text}>
      {one.isBusy ? (
        <button type="button" aria-label={one.text} aria-pressed={one.day === from} onClick={show} />
      ) : (
        <span className="visually-hidden">{one.text}</span>
      )}
    </td>
  )
}

const Weeks = ({ days }: { days: readonly CalendarDay[] }) => {
  const { weekday, month, date } = useWords()
  const weeks = Array.from({ length: WEEKS }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK))
  // A month is named above the week in which it begins.
  const monthOf = (index: number): string => {
    const [day, before] = [weeks[index]?.at(-1)?.day, weeks[index - 1]?.at(-1)?.day]
    return day && day.slice(0, 7) !== before?.slice(0, 7) ? month(day) : ''
  }
  return (
    <table className="calendar">
      <thead>
        <tr>
          <td />
          {weeks.map((week, index) => (
            <th key={index} scope="col">
              <span className="visually-hidden">{date(week[0]?.day)}</span>
              <span className="month" aria-hidden="true">
                {monthOf(index)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: WEEK }, (_, row) => (
          <tr key={row}>
            <th scope="row">
              {row % 2 === 0 ? weekday(row) : <span className="visually-hidden">{weekday(row)}</span>}
            </th>
            {weeks.map((week, index) => (
              <OneDay key={index} one={week[row]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Calendar = ({ company }: { company: string | undefined }) => {
  const { t } = useWords()
  const days = useDays(company)
  // Where there is little room, the last weeks are what is seen.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollTo({ left: place.current.scrollWidth })
  }, [days.length])
  return (
    <Card title={t('calendar')}>
      <div ref={place} className="calendar-scroll" tabIndex={0} role="group" aria-label={t('calendar')}>
        <Weeks days={days} />
      </div>
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
