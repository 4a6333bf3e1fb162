/** Events as they come. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AcknowledgeDocument, ReplayDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { fetchFile } from '../../data/client.ts'
import { useMay } from '../../data/may.ts'
import type { LiveEvent } from '../../data/live.ts'
import { Head } from '../../ui/head.tsx'
import { TypeOf, eventName } from '../../ui/coded.tsx'
import { Badge, Button, Dialog, Empty, Fault, Field, Skeleton } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { useWords } from '../../words/words.ts'
import { useFeed } from './feed.ts'

/** All that the event says, as webhooks carry it. */
const Inspect = ({ onClose, ...acts }: ActsProps & { onClose: () => void }) => {
  const { t } = useWords()
  const { id, seq } = acts.event
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isOver = false
    fetchFile(`/v1/events/${id}`)
      .then((blob) => blob.text())
      .then((read) => isOver || setText(JSON.stringify(JSON.parse(read), null, 2)))
      .catch((error: Error) => isOver || setProblem(t('requestId', { id: error.message })))
    return () => {
      isOver = true
    }
  }, [id])
  return (
    <Dialog wide title={t('eventTitle', { seq })} onClose={onClose}>
      <div className="row">
        <Acts {...acts} />
      </div>
      {problem && <Fault message={problem} />}
      {text === undefined && !problem && <Skeleton rows={6} />}
      {text !== undefined && (
        <pre className="xml" tabIndex={0} aria-label="JSON">
          {text}
        </pre>
      )}
    </Dialog>
  )
}

/** What was done here with events, by their ids. */
type Acted = Readonly<Record<'acknowledged' | 'replayed', ReadonlySet<string>>>
interface ActsProps {
  event: LiveEvent
  acted: Acted
  onActed: (what: keyof Acted, id: string) => void
}

const Acts = ({ event: { id, seq, acknowledgedAt }, acted, onActed }: ActsProps) => {
  const { t } = useWords()
  const acknowledge = useAct(AcknowledgeDocument)
  const replay = useAct(ReplayDocument)
  const isAcknowledged = acknowledgedAt !== null || acted.acknowledged.has(id)
  const problem = acknowledge.problem ?? replay.problem
  const may = useMay()
  const act = async (what: keyof Acted): Promise<void> => {
    const done = await (what === 'acknowledged' ? acknowledge : replay).run({ id })
    if (done) onActed(what, id)
  }
  if (!may('RECEIVE')) return null
  return (
    <>
      <Button
        look="quiet"
        isDisabled={acknowledge.isBusy || isAcknowledged}
        onPress={() => void act('acknowledged')}
        aria-label={`${t(isAcknowledged ? 'acknowledged' : 'acknowledge')} ${seq}`}
      >
        {t(isAcknowledged ? 'acknowledged' : 'acknowledge')}
      </Button>
      <Button
        look="quiet"
        isDisabled={replay.isBusy}
        onPress={() => void act('replayed')}
        aria-label={`${t(acted.replayed.has(id) ? 'replayed' : 'replay')} ${seq}`}
      >
        {t(acted.replayed.has(id) ? 'replayed' : 'replay')}
      </Button>
      {problem && <Fault {...problem} />}
    </>
  )
}

/** Where there is little room, the other two stand with what is inspected. */
const EventActions = ({ onInspect, ...acts }: ActsProps & { onInspect: () => void }) => {
  const { t } = useWords()
  return (
    <span className="row actions">
      <Button look="quiet" onPress={onInspect} aria-label={`${t('inspect')} ${acts.event.seq}`}>
        {t('inspect')}
      </Button>
      <span className="not-narrow">
        <Acts {...acts} />
      </span>
    </span>
  )
}

const useColumns = (
  acts: Omit<ActsProps, 'event'>,
  onInspect: (event: LiveEvent) => void,
): readonly Column<LiveEvent>[] => {
  const { t, instant } = useWords()
  return [
    { name: t('sequence'), look: 'number soft not-narrow', of: ({ seq }) => seq },
    { name: t('type'), of: ({ type }) => <TypeOf type={type} /> },
    {
      name: t('document'),
      of: ({ document }) =>
        document && (
          <Link to="/documents/$id" params={{ id: document.id }}>
            {document.number}
          </Link>
        ),
    },
    { name: t('when'), look: 'wide-only soft', of: ({ createdAt }) => instant(createdAt) },
    {
      name: '',
      look: 'number',
      of: (event) => <EventActions {...acts} event={event} onInspect={() => onInspect(event)} />,
    },
  ]
}

export const Live = () => {
  const { t } = useWords()
  const { events, held, line, gaps, toggle, fill, clear } = useFeed()
  const [inspected, setInspected] = useState<LiveEvent>()
  const { q = '', company } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [type, setType] = useTyped(q, (text) => void navigate({ to: '.', search: (all) => ({ ...all, q: text }) }))
  const [acted, setActed] = useState<Acted>({ acknowledged: new Set(), replayed: new Set() })
  const onActed = (what: keyof Acted, id: string): void =>
    setActed((before) => ({ ...before, [what]: new Set([...before[what], id]) }))
  const columns = useColumns({ acted, onActed }, setInspected)
  const shown = events.filter(
    (event) =>
      eventName(event.type).includes(q.trim().toLowerCase()) && (company === undefined || event.companyId === company),
  )
  return (
    <>
      <Head title={t('live')}>
        <Badge tone={line === 'connected' ? 'good' : 'warn'}>{t(line)}</Badge>
        <Button onPress={toggle}>{held ? `${t('resume')} (${held.length})` : t('pause')}</Button>
        <Button onPress={clear}>{t('clear')}</Button>
      </Head>
      <div className="stack">
        <Field label={t('filter')}>
          <input
            data-search
            type="search"
            maxLength={100}
            value={type}
            onChange={({ target }) => setType(target.value)}
          />
        </Field>
        {gaps.map((gap) => (
          <div key={gap.from} className="note row" role="status">
            <span className="grow">{t('gap', { ...gap })}</span>
            <Button onPress={() => void fill(gap)}>{t('loadMore')}</Button>
          </div>
        ))}
        {inspected && <Inspect {...{ acted, onActed }} event={inspected} onClose={() => setInspected(undefined)} />}
        <section className="card list" aria-label={t('live')}>
          {shown.length === 0 ? (
            <Empty title={t('waiting')} />
          ) : (
            <Table label={t('live')} rows={shown} columns={columns} keyOf={({ id }) => id} />
          )}
        </section>
      </div>
    </>
  )
}
