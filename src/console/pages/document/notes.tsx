/** What an organization says about a document to itself: notes and tags. */
import { useState } from 'react'
import { ActDocument, type DocumentUpdate } from '#operations'
import { useAct } from '../../data/act.ts'
import type { Shown } from '../../data/shown.ts'
import { Form } from '../../ui/form.tsx'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

interface Part {
  document: Shown
  refresh: () => void
}

type Change = Pick<DocumentUpdate, 'action' | 'note' | 'tag'>

/** Each change empties its form: the next one begins anew. */
const useChange = ({ document: { id }, refresh }: Part) => {
  const { run, isBusy, problem } = useAct(ActDocument)
  const [turn, setTurn] = useState(0)
  const change = async (what: Change): Promise<void> => {
    if (!(await run({ input: { updates: [{ documentId: id, ...what }] } }))) return
    setTurn(turn + 1)
    refresh()
  }
  return { change, isBusy, problem, turn }
}

export const Notes = (part: Part) => {
  const { t, moment } = useWords()
  const { notes, viewerCan } = part.document
  const { change, isBusy, problem, turn } = useChange(part)
  return (
    <>
      {notes.length === 0 && <p className="soft">{t('noNotes')}</p>}
      <ul className="notes">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <span className="soft">
              {author} · {moment(createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {viewerCan.act && (
        <Form
          key={turn}
          {...{ isBusy, problem }}
          asks={[{ name: 'note', label: t('note'), kind: 'area' }]}
          action={t('addNote')}
          onSubmit={({ note = '' }) => void change({ action: 'NOTE', note })}
        />
      )}
    </>
  )
}

export const Tags = (part: Part) => {
  const { t } = useWords()
  const { tags, viewerCan } = part.document
  const { change, isBusy, problem, turn } = useChange(part)
  return (
    <>
      <div className="row">
        {tags.map((tag) => (
          <span key={tag} className="badge">
            {tag}
            {viewerCan.act && (
              <Button
                look="tiny"
                aria-label={t('removeTag', { name: tag })}
                isDisabled={isBusy}
                onPress={() => void change({ action: 'UNTAG', tag })}
              >
                ×
              </Button>
            )}
          </span>
        ))}
      </div>
      {viewerCan.act ? (
        <Form
          key={turn}
          {...{ isBusy, problem }}
          asks={[{ name: 'tag', label: t('tag') }]}
          action={t('addTag')}
          onSubmit={({ tag = '' }) => void change({ action: 'TAG', tag })}
        />
      ) : (
        problem && <Fault {...problem} />
      )}
    </>
  )
}
