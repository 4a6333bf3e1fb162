/** The inbox and the outbox: a list whose filter is the address, and beside it the document that is open. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { type Search, filterOf, isFiltered, readSearch } from '../data/filter.ts'
import { useLive } from '../data/live.ts'
import { useRows } from '../data/rows.ts'
import { Badge, Button, Empty, Fault, Skeleton } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Filters } from './filters.tsx'
import { RowTable } from './row-table.tsx'

const OpenDocument = lazy(async () => ({ default: (await import('./document.tsx')).DocumentView }))

export type Direction = 'INCOMING' | 'OUTGOING'

const today = (): string => new Date().toISOString().slice(0, 10)

const useAddress = () => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (parts: Partial<Record<keyof Search, unknown>>): void =>
    void navigate({ to: '.', search: (before) => readSearch({ ...before, ...parts }) })
  return { search, change }
}

/** Rows change in place; new ones are counted, and shown when somebody asks for them. */
const useFresh = (direction: Direction, shown: ReadonlySet<string>) => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const line = useLive(({ document }) => {
    if (document?.direction === direction && !shown.has(document.id)) setFresh((before) => new Set([...before, document.id]))
  })
  return { line, fresh: fresh.size, forget: () => setFresh(new Set()) }
}

const Nothing = ({ search }: { search: Search }) => {
  const { t } = useWords()
  return isFiltered(search) ? (
    <Empty title={t('emptyFiltered')} />
  ) : (
    <Empty title={t('emptyList')} text={t('emptyListText')} />
  )
}

export const DocumentsPage = ({ direction }: { direction: Direction }) => {
  const { t, count } = useWords()
  const { search, change } = useAddress()
  const { open, ...filters } = search
  const filter = useMemo(() => filterOf(direction, search, today()), [direction, JSON.stringify(filters)])
  const { rows, total, hasMore, isLoading, problem, more, refresh } = useRows(filter)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setChosen(new Set()), [filter])
  const shown = useMemo(() => new Set(rows.map(({ id }) => id)), [rows])
  const { line, fresh, forget } = useFresh(direction, shown)
  const showFresh = (): void => {
    forget()
    refresh()
  }
  // Nobody reads an empty list: what comes is shown at once.
  useEffect(() => {
    if (fresh > 0 && rows.length === 0 && !isLoading) showFresh()
  }, [fresh, rows.length, isLoading])
  return (
    <>
      <div className="head">
        <h1>{t(direction === 'INCOMING' ? 'inbox' : 'outbox')}</h1>
        <span className="soft">{total !== undefined && count('documents', total)}</span>
        <span className="grow" />
        <Badge tone={line === 'connected' ? 'good' : 'warn'}>{t(line)}</Badge>
      </div>
      <Filters search={search} onChange={change} />
      <div aria-live="polite">
        {fresh > 0 && (
          <Button look="pill" onPress={showFresh}>
            {count('fresh', fresh)}
          </Button>
        )}
      </div>
      {problem && <Fault {...problem} />}
      <div className={open ? 'split open' : 'split'}>
        <section className="card list" aria-label={t('documents')}>
          {rows.length > 0 && (
            <RowTable {...{ rows, direction, chosen, open, onChoose: setChosen }} onOpen={(id) => change({ open: id })} />
          )}
          {rows.length === 0 && !isLoading && !problem && <Nothing search={filters} />}
          {isLoading && <Skeleton rows={rows.length === 0 ? 8 : 2} />}
          {hasMore && !isLoading && <MoreRows more={more} />}
        </section>
        {open && (
          <Suspense fallback={<Skeleton rows={8} />}>
            <OpenDocument id={open} onClose={() => change({ open: undefined })} />
          </Suspense>
        )}
      </div>
      <BulkBar chosen={chosen} onDone={() => setChosen(new Set())} refresh={refresh} />
    </>
  )
}

/** Loads two screens before the end is seen; the button is there for whoever does not scroll. */
const MoreRows = ({ more }: { more: () => void }) => {
  const { t } = useWords()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!end) return undefined
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), { rootMargin: '200% 0px' })
    watch.observe(end)
    return () => watch.disconnect()
  }, [end, more])
  return (
    <div className="more" ref={setEnd}>
      <Button onPress={more}>{t('loadMore')}</Button>
    </div>
  )
}
