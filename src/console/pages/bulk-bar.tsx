/** What is done with all chosen rows at once, and taken back. */
import { useState } from 'react'
import { useMutation } from 'urql'
import { ActDocument, type DocumentAction } from '#operations'
import { type Problem, problemOf } from '../data/refused.ts'
import { Button, Fault } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

const actions = [
  ['MARK_READ', 'markRead'],
  ['MARK_UNREAD', 'markUnread'],
  ['ARCHIVE', 'archive'],
] as const
const opposite: Readonly<Partial<Record<DocumentAction, DocumentAction>>> = {
  MARK_READ: 'MARK_UNREAD',
  MARK_UNREAD: 'MARK_READ',
  ARCHIVE: 'UNARCHIVE',
}

interface Done {
  ids: string[]
  back: DocumentAction | undefined
}

interface BulkBarProps {
  chosen: ReadonlySet<string>
  onDone: () => void
  refresh: () => void
}

/** A request takes no more of them. */
const MOST = 100

export const BulkBar = ({ chosen, onDone, refresh }: BulkBarProps) => {
  const { t, count } = useWords()
  const [{ fetching }, act] = useMutation(ActDocument)
  const [done, setDone] = useState<Done>()
  const [problem, setProblem] = useState<Problem>()
  const run = async (action: DocumentAction, ids: string[]): Promise<boolean> => {
    setProblem(undefined)
    for (let at = 0; at < ids.length; at += MOST) {
      const updates = ids.slice(at, at + MOST).map((documentId) => ({ documentId, action }))
      const { data, error } = await act({ input: { updates } })
      const fault = problemOf(error, data?.actOnDocuments?.refusal)
      if (fault) {
        setProblem(fault)
        return false
      }
    }
    refresh()
    return true
  }
  const start = async (action: DocumentAction): Promise<void> => {
    const ids = [...chosen]
    if (!(await run(action, ids))) return
    setDone({ ids, back: opposite[action] })
    onDone()
  }
  const undo = async ({ ids, back }: Done): Promise<void> => {
    if (back && (await run(back, ids))) setDone(undefined)
  }
  if (chosen.size === 0 && !done && !problem) return null
  return (
    <div className="bar row" role="region" aria-label={count('selected', chosen.size)}>
      {problem && <Fault {...problem} />}
      {chosen.size > 0 && <strong>{count('selected', chosen.size)}</strong>}
      {chosen.size > 0 &&
        actions.map(([action, name]) => (
          <Button key={action} isDisabled={fetching} onPress={() => void start(action)}>
            {t(name)}
          </Button>
        ))}
      {chosen.size === 0 && done && (
        <>
          <span role="status">{count('done', done.ids.length)}</span>
          <Button isDisabled={fetching} onPress={() => void undo(done)}>
            {t('undo')}
          </Button>
        </>
      )}
      <span className="grow" />
      <Button
        look="quiet"
        onPress={() => {
          setDone(undefined)
          setProblem(undefined)
          onDone()
        }}
      >
        {t('close')}
      </Button>
    </div>
  )
}
