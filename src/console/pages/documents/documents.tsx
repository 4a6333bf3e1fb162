/** The inbox and the outbox: a list whose filter is the address, and beside it the document that is open. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DocumentsDocument } from '#operations'
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react'
import { dayFromToday } from '../../data/clock.ts'
import { type Search, filterOf, isFiltered, readSearch } from '../../data/filter.ts'
import { useMay } from '../../data/may.ts'
import { useLive } from '../../data/live.ts'
import { useList } from '../../data/pages.ts'
import type { Direction } from '../../data/shown.ts'
import { Head } from '../../ui/head.tsx'
import { More } from '../../ui/table.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Columns, hiddenIn } from './columns.tsx'
import { Filters } from './filters.tsx'
import { ExportList } from './export-list.tsx'
import { RowTable } from './row-table.tsx'

const OpenDocument = lazy(async () => ({ default: (await import('../document/document.tsx')).DocumentView }))

const useAddress = () => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (parts: Partial<Record<keyof Search, unknown>>): void =>
      void navigate({ to: '.', search: (before) => readSearch({ ...before, ...parts }) }),
    [navigate],
  )
  return { search, change }
}

/** Rows change in place; new ones are counted, and shown when somebody asks for them. */
const useFresh = (direction: Direction, shown: ReadonlySet<string>) => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const line = useLive(({ document }) => {
    if (document?.direction === direction && !shown.has(document.id))
      setFresh((before) => new Set([...before, document.id]))
  })
  // What the list has meanwhile is not new to anybody.
  const unseen = [...fresh].filter((id) => !shown.has(id)).length
  return { line, fresh: unseen, forget: () => setFresh(new Set()) }
}

const Nothing = ({ search, direction }: { search: Search; direction: Direction }) => {
  const { t } = useWords()
  const may = useMay()
  return isFiltered(search) ? (
    <Empty title={t('emptyFiltered')} />
  ) : (
    <Empty title={t('emptyList')} text={t('emptyListText')}>
      {direction === 'OUTGOING' && may('SEND') && <Link to="/compose">{t('compose')}</Link>}
      {direction === 'INCOMING' && may('COMPANIES_READ') && <Link to="/companies">{t('seeCompanies')}</Link>}
    </Empty>
  )
}

/** What the address asks for, the rows there are, and those that are chosen. */
const useDocuments = (direction: Direction) => {
  const { search, change } = useAddress()
  const { open: _open, hide: _hide, ...filters } = search
  const filter = useMemo(() => filterOf(direction, search, dayFromToday(0)), [direction, JSON.stringify(filters)])
  const list = useList(DocumentsDocument, { filter })
  const rows = useMemo(() => list.rows.filter(({ archived }) => archived === (search.archived ?? false)), [list.rows])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setChosen(new Set()), [filter])
  const shown = useMemo(() => new Set(rows.map(({ id }) => id)), [rows])
  const { line, fresh, forget } = useFresh(direction, shown)
  const showFresh = (): void => {
    forget()
    scrollTo(0, 0)
    list.restart()
  }
  // Nobody reads an empty list: what comes is shown at once.
  useEffect(() => {
    if (fresh > 0 && rows.length === 0 && !list.isLoading) showFresh()
  }, [fresh, rows.length, list.isLoading])
  return { ...list, rows, search, filters, filter, change, chosen, setChosen, line, fresh, showFresh }
}
type State = ReturnType<typeof useDocuments>

const Rows = ({ state, direction }: { state: State; direction: Direction }) => {
  const { t } = useWords()
  const { rows, isLoading, problem, hasMore, search, filters, chosen, setChosen, change, more } = state
  const hidden = useMemo(() => hiddenIn(search), [search.hide])
  const open = useCallback((id: string): void => change({ open: id }), [change])
  return (
    <section className="card list" aria-label={t('documents')}>
      {rows.length > 0 && (
        <RowTable {...{ rows, direction, chosen, open: search.open, hidden, onChoose: setChosen }} onOpen={open} />
      )}
      {rows.length === 0 && !isLoading && !problem && <Nothing search={filters} direction={direction} />}
      {isLoading && <Skeleton rows={rows.length === 0 ? 8 : 2} />}
      {hasMore && !isLoading && <More more={more} />}
    </section>
  )
}

export const DocumentsPage = ({ direction }: { direction: Direction }) => {
  const { t, count } = useWords()
  const state = useDocuments(direction)
  const { search, total, line, fresh, problem, chosen, change } = state
  return (
    <>
      <Head
        title={t(direction === 'INCOMING' ? 'inbox' : 'outbox')}
        beside={total !== undefined && count('documents', total)}
      >
        <Badge tone={line === 'connected' ? 'good' : 'warn'}>{t(line)}</Badge>
        <Columns {...{ search, direction }} onChange={change} />
        <ExportList filter={state.filter} />
      </Head>
      <Filters search={search} onChange={change} />
      <div className="fresh" aria-live="polite">
        {fresh > 0 && (
          <Button look="pill" onPress={state.showFresh}>
            {count('fresh', fresh)}
          </Button>
        )}
      </div>
      {problem && <Fault {...problem} />}
      <div className={search.open ? 'split open' : 'split'}>
        <Rows state={state} direction={direction} />
        {search.open && (
          <Suspense fallback={<Skeleton rows={8} />}>
            <OpenDocument id={search.open} onClose={() => change({ open: undefined })} />
          </Suspense>
        )}
      </div>
      <BulkBar rows={state.rows} chosen={chosen} onDone={() => state.setChosen(new Set())} refresh={state.refresh} />
    </>
  )
}
