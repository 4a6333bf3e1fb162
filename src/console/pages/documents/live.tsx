/** Events as they come. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AcknowledgeDocument, ReplayDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { type LiveEvent, useLive } from '../../data/live.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Field } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

/** What is older is in the list of events, not on the screen. */
const MOST_SHOWN = 500

/** Pausing holds events back; nothing is lost. */
const useEvents = () => {
  const [events, setEvents] = useState<readonly LiveEvent[]>([])
  const [held, setHeld] = useState<readonly LiveEvent[]>()
  const add = (before: readonly LiveEvent[], event: LiveEvent) => [event, ...before].slice(0, MOST_SHOWN)
  const line = useLive((event) =>
    held ? setHeld((before) => add(before ?? [], event)) : setEvents((before) => add(before, event)),
  )
  const toggle = (): void => {
    if (held) setEvents((before) => [...held, ...before].slice(0, MOST_SHOWN))
    setHeld(held ? undefined : [])
  }
  return { events, held, line, toggle, clear: () => setEvents([]) }
}

const EventActions = ({ event }: { event: LiveEvent }) => {
  const { t } = useWords()
  const acknowledge = useAct(AcknowledgeDocument)
  const replay = useAct(ReplayDocument)
  const problem = acknowledge.problem ?? replay.problem
  return (
    <>
      <Button
        look="quiet"
        isDisabled={acknowledge.isBusy}
        onPress={() => void acknowledge.run({ id: event.id })}
        aria-label={`${t('acknowledge')} ${event.seq}`}
      >
        {t('acknowledge')}
      </Button>
      <Button
        look="quiet"
        isDisabled={replay.isBusy}
        onPress={() => void replay.run({ id: event.id })}
        aria-label={`${t('replay')} ${event.seq}`}
      >
        {t('replay')}
      </Button>
      {problem && <Fault {...problem} />}
    </>
  )
}

const useColumns = (): readonly Column<LiveEvent>[] => {
  const { t, moment } = useWords()
  return [
    { name: t('sequence'), look: 'number soft', of: ({ seq }) => seq },
    { name: t('type'), of: ({ type }) => <code>{type}</code> },
    {
      name: t('document'),
      of: ({ document }) =>
        document && (
          <Link to="/documents/$id" params={{ id: document.id }}>
            {document.number}
          </Link>
        ),
    },
    { name: t('when'), look: 'wide-only soft', of: ({ createdAt }) => moment(createdAt) },
    { name: '', look: 'number', of: (event) => <EventActions event={event} /> },
  ]
}

export const Live = () => {
  const { t } = useWords()
  const { events, held, line, toggle, clear } = useEvents()
  const [type, setType] = useState('')
  const columns = useColumns()
  const shown = events.filter((event) => event.type.toLowerCase().includes(type.trim().toLowerCase()))
  return (
    <>
      <Head title={t('live')}>
        <Badge tone={line === 'connected' ? 'good' : 'warn'}>{t(line)}</Badge>
        <Button onPress={toggle}>{held ? `${t('resume')} (${held.length})` : t('pause')}</Button>
        <Button onPress={clear}>{t('clear')}</Button>
      </Head>
      <div className="stack">
        <Field label={t('filter')}>
          <input type="search" maxLength={100} value={type} onChange={({ target }) => setType(target.value)} />
        </Field>
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
