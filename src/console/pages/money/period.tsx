/** What a period of e-reporting tells: by day, kind and rate, and what the portal would refuse. */
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { PeriodDocument, type PeriodQuery } from '#operations'
import { csvOf } from '../../data/csv.ts'
import { problemOf } from '../../data/refused.ts'
import { save } from '../../data/save.ts'
import { Badge, Button, Dialog, Fault, Skeleton } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Content = NonNullable<PeriodQuery['eReportingPeriod']>
type Line = Content['lines'][number]

const useColumns = (): readonly Column<Line>[] => {
  const { t, date, money, decimal, number } = useWords()
  return [
    { name: t('day'), of: ({ day }) => date(day) },
    { name: t('kind'), look: 'wide-only', of: ({ category }) => category ?? '–' },
    { name: t('vatRate'), look: 'number', of: ({ vatRate }) => decimal(vatRate) },
    { name: t('documents'), look: 'number wide-only', of: ({ count }) => number(count) },
    { name: t('net'), look: 'number', of: ({ amount, currency }) => money(amount, currency) },
    { name: t('vat'), look: 'number', of: ({ vatAmount, currency }) => money(vatAmount, currency) },
  ]
}

const download = (lines: readonly Line[]): void => {
  const names = ['day', 'category', 'vatRate', 'count', 'currency', 'amount', 'vatAmount'] as const
  const rows = lines.map((line) => names.map((name) => String(line[name] ?? '')))
  save(new Blob([csvOf([names, ...rows])], { type: 'text/csv' }), 'e-reporting.csv')
}

const LeftOut = ({ leftOut }: Pick<Content, 'leftOut'>) => {
  const { t } = useWords()
  if (leftOut.length === 0) return null
  return (
    <>
      <h3>{t('leftOutOfPeriod')}</h3>
      <ul className="findings">
        {leftOut.map(({ documentId, rules }) => (
          <li key={documentId} className="row">
            <Badge tone="warn">{rules}</Badge>
            <Link to="/documents/$id" params={{ id: documentId }}>
              {t('openDocument')}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export const Period = ({ id, title, onClose }: { id: string; title: string; onClose: () => void }) => {
  const { t, count } = useWords()
  const columns = useColumns()
  const [{ data, error }] = useQuery({ query: PeriodDocument, variables: { id } })
  const problem = problemOf(error, undefined)
  const content = data?.eReportingPeriod
  return (
    <Dialog title={title} onClose={onClose} wide>
      {problem && <Fault {...problem} />}
      {!content && !problem && <Skeleton rows={4} />}
      {content && (
        <div className="stack">
          <p className="soft">{t('toldOneByOne', { what: count('documents', content.invoices) })}</p>
          {content.lines.length > 0 && (
            <>
              <div>
                <Button onPress={() => download(content.lines)}>{t('exportCsv')}</Button>
              </div>
              <Table label={title} rows={content.lines} columns={columns} />
            </>
          )}
          <LeftOut leftOut={content.leftOut} />
        </div>
      )}
    </Dialog>
  )
}
