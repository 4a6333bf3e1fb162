/** What an organization says about a document to itself: notes and tags. */
import { useState } from 'react'
import { useQuery } from 'urql'
import { ActDocument, AssignTagDocument, type DocumentUpdate, SuggestedTagsDocument } from '#operations'
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

/** Tags of groups that the document has, and those that were given to documents like it. */
const Suggestions = ({ document: { id, categories }, refresh }: Part) => {
  const { t, percent } = useWords()
  const [{ data }] = useQuery({ query: SuggestedTagsDocument, variables: { id } })
  const { run, isBusy, problem } = useAct(AssignTagDocument)
  const held = new Set(categories.map(({ tag }) => tag.id))
  const suggested = (data?.suggestTags ?? []).filter(({ tagId }) => !held.has(tagId))
  const assign = async (tagId: string): Promise<void> => {
    if (await run({ id, tagId })) refresh()
  }
  return (
    <>
      {categories.length > 0 && (
        <div className="row">
          {categories.map(({ tag }) => (
            <span key={tag.id} className="badge good">
              {tag.name}
            </span>
          ))}
        </div>
      )}
      {suggested.length > 0 && (
        <div className="row" role="group" aria-label={t('suggestions')}>
          <span className="soft">{t('suggestions')}</span>
          {suggested.map(({ tagId, name, confidence }) => (
            <Button key={tagId} isDisabled={isBusy} onPress={() => void assign(tagId)}>
              {t('assignTag', { name })} <span className="soft">{percent(confidence)}</span>
            </Button>
          ))}
        </div>
      )}
      {problem && <Fault {...problem} />}
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
      {viewerCan.act && <Suggestions {...part} />}
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
