/** What is done with all chosen rows at once, and taken back. */
import { useState } from 'react'
import { ActDocument, type DocumentAction } from '#operations'
import { useAct } from '../../data/act.ts'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

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

const useBulk = ({ chosen, onDone, refresh }: BulkBarProps) => {
  const { run: act, isBusy, problem, forget } = useAct(ActDocument)
  const [done, setDone] = useState<Done>()
  const [progress, setProgress] = useState(0)
  const run = async (action: DocumentAction, ids: string[]): Promise<boolean> => {
    for (let at = 0; at < ids.length; at += MOST) {
      const updates = ids.slice(at, at + MOST).map((documentId) => ({ documentId, action }))
      setProgress(at)
      if (!(await act({ input: { updates } }))) return false
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
  const close = (): void => {
    setDone(undefined)
    forget()
    onDone()
  }
  return { isBusy, problem, done, progress, start, undo, close }
}

export const BulkBar = (props: BulkBarProps) => {
  const { chosen } = props
  const { t, count } = useWords()
  const { isBusy, problem, done, progress, start, undo, close } = useBulk(props)
  if (chosen.size === 0 && !done && !problem) return null
  return (
    <div className="bar row" role="region" aria-label={count('selected', chosen.size)}>
      {problem && <Fault {...problem} />}
      {chosen.size > 0 && <strong>{count('selected', chosen.size)}</strong>}
      {isBusy && chosen.size > MOST && <progress aria-label={t('loading')} max={chosen.size} value={progress} />}
      {chosen.size > 0 &&
        actions.map(([action, name]) => (
          <Button key={action} isDisabled={isBusy} onPress={() => void start(action)}>
            {t(name)}
          </Button>
        ))}
      {chosen.size === 0 && done && (
        <>
          <span role="status">{count('done', done.ids.length)}</span>
          <Button isDisabled={isBusy} onPress={() => void undo(done)}>
            {t('undo')}
          </Button>
        </>
      )}
      <span className="grow" />
      <Button look="quiet" onPress={close}>
        {t('close')}
      </Button>
    </div>
  )
}
