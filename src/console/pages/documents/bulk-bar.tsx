/** What is done with all chosen rows at once, and taken back. */
import { useState } from 'react'
import { ActDocument, type DocumentUpdate, type RowFragment } from '#operations'
import { useAct } from '../../data/act.ts'
import { FormDialog } from '../../ui/form.tsx'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Act = Pick<DocumentUpdate, 'action' | 'tag'>

interface Kind {
  name: 'markRead' | 'markUnread' | 'archive' | 'unarchive' | 'tagThem'
  act: Act
  back: Act
  /** Whether it changes the row: what it does not change, its undoing leaves alone. */
  changes: (row: RowFragment) => boolean
}

const kinds: readonly Kind[] = [
  { name: 'markRead', act: { action: 'MARK_READ' }, back: { action: 'MARK_UNREAD' }, changes: ({ read }) => !read },
  { name: 'markUnread', act: { action: 'MARK_UNREAD' }, back: { action: 'MARK_READ' }, changes: ({ read }) => read },
  {
    name: 'archive',
    act: { action: 'ARCHIVE' },
    back: { action: 'UNARCHIVE' },
    changes: ({ archived }) => !archived,
  },
  {
    name: 'unarchive',
    act: { action: 'UNARCHIVE' },
    back: { action: 'ARCHIVE' },
    changes: ({ archived }) => archived,
  },
]

const tagging = (tag: string): Kind => ({
  name: 'tagThem',
  act: { action: 'TAG', tag },
  back: { action: 'UNTAG', tag },
  changes: ({ tags }) => !tags.includes(tag),
})

interface Done {
  ids: string[]
  refused: number
  back: Act
}

interface BulkBarProps {
  rows: readonly RowFragment[]
  chosen: ReadonlySet<string>
  onDone: () => void
  refresh: () => void
}

/** A request takes no more of them. */
const MOST = 100

const useBulk = ({ rows, chosen, onDone, refresh }: BulkBarProps) => {
  const { run: act, isBusy, problem, forget } = useAct(ActDocument)
  const [done, setDone] = useState<Done>()
  const [progress, setProgress] = useState(0)
  /** The ids of those that were changed; undefined where the request was refused as a whole. */
  const run = async (what: Act, ids: string[]): Promise<string[] | undefined> => {
    const changed: string[] = []
    for (let at = 0; at < ids.length; at += MOST) {
      const updates = ids.slice(at, at + MOST).map((documentId) => ({ documentId, ...what }))
      setProgress(at)
      const answer = await act({ input: { updates } })
      if (!answer) return undefined
      changed.push(...(answer.results ?? []).flatMap(({ ok, documentId }) => (ok && documentId ? [documentId] : [])))
    }
    refresh()
    return changed
  }
  const start = async ({ act: what, back, changes }: Kind): Promise<void> => {
    const ids = rows.filter((row) => chosen.has(row.id) && changes(row)).map(({ id }) => id)
    const changed = await run(what, ids)
    if (!changed) return
    setDone({ ids: changed, refused: ids.length - changed.length, back })
    onDone()
  }
  const undo = async ({ ids, back }: Done): Promise<void> => {
    if (await run(back, ids)) setDone(undefined)
  }
  const close = (): void => {
    setDone(undefined)
    forget()
    onDone()
  }
  return { isBusy, problem, done, progress, start, undo, close }
}
type Bulk = ReturnType<typeof useBulk>

/** What changes any of the chosen rows. */
const Choices = ({ chosen, isBusy, start }: { chosen: readonly RowFragment[] } & Pick<Bulk, 'isBusy' | 'start'>) => {
  const { t } = useWords()
  const [isTagging, setTagging] = useState(false)
  return (
    <>
      {kinds
        .filter(({ changes }) => chosen.some(changes))
        .map((kind) => (
          <Button key={kind.name} isDisabled={isBusy} onPress={() => void start(kind)}>
            {t(kind.name)}
          </Button>
        ))}
      <Button isDisabled={isBusy} onPress={() => setTagging(true)}>
        {t('tagThem')}
      </Button>
      {isTagging && (
        <FormDialog
          title={t('tagThem')}
          action={t('addTag')}
          asks={[{ name: 'tag', label: t('tag') }]}
          isBusy={isBusy}
          problem={undefined}
          onSubmit={({ tag = '' }) => {
            setTagging(false)
            void start(tagging(tag))
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  )
}

const Outcome = ({ done, isBusy, undo }: { done: Done } & Pick<Bulk, 'isBusy' | 'undo'>) => {
  const { t, count } = useWords()
  return (
    <>
      <span role="status">
        {count('done', done.ids.length)}
        {done.refused > 0 && ` · ${count('unchanged', done.refused)}`}
      </span>
      {done.ids.length > 0 && (
        <Button isDisabled={isBusy} onPress={() => void undo(done)}>
          {t('undo')}
        </Button>
      )}
    </>
  )
}

export const BulkBar = (props: BulkBarProps) => {
  const { rows, chosen } = props
  const { t, count } = useWords()
  const { isBusy, problem, done, progress, start, undo, close } = useBulk(props)
  if (chosen.size === 0 && !done && !problem) return null
  return (
    <div className="bar row" role="region" aria-label={count('selected', chosen.size)}>
      {problem && <Fault {...problem} />}
      {chosen.size > 0 && <strong>{count('selected', chosen.size)}</strong>}
      {isBusy && chosen.size > MOST && <progress aria-label={t('loading')} max={chosen.size} value={progress} />}
      {chosen.size > 0 && <Choices chosen={rows.filter(({ id }) => chosen.has(id))} {...{ isBusy, start }} />}
      {chosen.size === 0 && done && <Outcome {...{ done, isBusy, undo }} />}
      <span className="grow" />
      <Button look="quiet" onPress={close}>
        {t('close')}
      </Button>
    </div>
  )
}
