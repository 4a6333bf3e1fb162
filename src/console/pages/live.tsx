/** Events as they come. Pausing holds them back; nothing is lost. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type LiveEvent, useLive } from '../data/live.ts'
import { Badge, Button, Empty, Field } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

/** What is older is in the list of events, not on the screen. */
const MOST_SHOWN = 500

export const Live = () => {
  const { t, moment } = useWords()
  const [events, setEvents] = useState<readonly LiveEvent[]>([])
  const [held, setHeld] = useState<readonly LiveEvent[]>()
  const [type, setType] = useState('')
  const add = (before: readonly LiveEvent[], event: LiveEvent) => [event, ...before].slice(0, MOST_SHOWN)
  const line = useLive((event) =>
    held ? setHeld((before) => add(before ?? [], event)) : setEvents((before) => add(before, event)),
  )
  const toggle = (): void => {
    if (held) setEvents((before) => [...held, ...before].slice(0, MOST_SHOWN))
    setHeld(held ? undefined : [])
  }
  const shown = events.filter((event) => event.type.toLowerCase().includes(type.trim().toLowerCase()))
  return (
    <>
      <div className="head">
        <h1>{t('live')}</h1>
        <Badge tone={line === 'connected' ? 'good' : 'warn'}>{t(line)}</Badge>
        <span className="grow" />
        <Button onPress={toggle}>{held ? `${t('resume')} (${held.length})` : t('pause')}</Button>
        <Button onPress={() => setEvents([])}>{t('clear')}</Button>
      </div>
      <div className="stack">
        <Field label={t('filter')}>
          <input type="search" maxLength={100} value={type} onChange={({ target }) => setType(target.value)} />
        </Field>
        <section className="card list" aria-label={t('live')}>
          {shown.length === 0 ? (
            <Empty title={t('waiting')} />
          ) : (
            <div className="table-frame">
              <table>
                <tbody>
                  {shown.map((event) => (
                    <tr key={event.id}>
                      <td className="number soft">{event.seq}</td>
                      <td>
                        <code>{event.type}</code>
                      </td>
                      <td>
                        {event.document && (
                          <Link to="/documents/$id" params={{ id: event.document.id }}>
                            {event.document.number}
                          </Link>
                        )}
                      </td>
                      <td className="soft">{moment(event.createdAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      </div>
    </>
  )
}
