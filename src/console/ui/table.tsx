/** A table as a list of columns, and around it what a list may be: loading, empty, refused, longer. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Problem } from '../data/refused.ts'
import { useWords } from '../words/words.ts'
import { Button, Empty, Fault, Skeleton } from './parts.tsx'

export interface Column<Row> {
  name: ReactNode
  of: (row: Row, index: number) => ReactNode
  /** How a cell looks: `number` at its end, `wide-only` gone where there is little room. */
  look?: string
}

interface TableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf?: (row: Row, index: number) => string
  foot?: ReactNode
}

/** The heading of a column without a name, for whoever does not see that it holds buttons. */
const Unnamed = () => <span className="visually-hidden">{useWords().t('actions')}</span>

export const Table = <Row,>({
  label,
  rows,
  columns,
  keyOf = (_row, index) => String(index),
  foot,
}: TableProps<Row>) => (
  <div className="table-frame" tabIndex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map(({ name, look = '' }, index) => (
            <th key={index} className={look}>
              {name || <Unnamed />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ of, look = '' }, place) => (
              <td key={place} className={look} dir="auto">
                {of(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot}
    </table>
  </div>
)

export interface ListState<Row> {
  rows: readonly Row[]
  isLoading: boolean
  hasMore: boolean
  problem: Problem | undefined
  more: () => void
}

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  list: ListState<Row>
  empty: ReactNode
}

export const List = <Row,>({ list, empty, ...table }: ListProps<Row>) => {
  const { rows, isLoading, hasMore, problem, more } = list
  return (
    <section className="card list" aria-label={table.label}>
      {problem && <Fault {...problem} />}
      {rows.length > 0 && <Table {...table} rows={rows} />}
      {rows.length === 0 && !isLoading && !problem && (typeof empty === 'string' ? <Empty title={empty} /> : empty)}
      {isLoading && <Skeleton rows={rows.length === 0 ? 5 : 2} />}
      {hasMore && !isLoading && <More more={more} />}
    </section>
  )
}

/** Loads two screens before the end is seen; the button is there for whoever does not scroll. */
export const More = ({ more }: { more: () => void }) => {
  const { t } = useWords()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!end) return undefined
    // Of several changes that are told together the last is what is so.
    const look = (changes: IntersectionObserverEntry[]): void => {
      if (changes.at(-1)?.isIntersecting) more()
    }
    const watch = new IntersectionObserver(look, { rootMargin: '200% 0px' })
    watch.observe(end)
    return () => watch.disconnect()
  }, [end, more])
  return (
    <div className="more" ref={setEnd}>
      <Button onPress={more}>{t('loadMore')}</Button>
    </div>
  )
}
