/** The draft that is written, and those that were put aside. */
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { TemplateDocument } from '#operations'
import { Button } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { type Draft, draftAfter, newDraft } from './draft.ts'
import { forgetDraft, keepDraft, keptDraft, nameOf, useAside } from './kept.ts'

/** The draft that is kept, or what the address asks to begin with. */
export const useDraft = (organizationId: string) => {
  const { copy, correct, type } = useSearch({ strict: false })
  const template = correct ?? copy
  const [draft, setDraft] = useState<Draft>(() => keptDraft(organizationId))
  const [file, setFile] = useState<File>()
  const [{ data }] = useQuery({
    query: TemplateDocument,
    variables: { id: template ?? '' },
    pause: template === undefined,
  })
  const given = data?.document
  useEffect(() => {
    if (given) setDraft(draftAfter(given, { isCorrection: correct !== undefined, type }))
  }, [given, correct, type])
  useEffect(() => {
    if (type && template === undefined) setDraft((before) => ({ ...before, type }))
  }, [type, template])
  useEffect(() => keepDraft(organizationId, draft), [draft])
  const change = (parts: Partial<Draft>): void => setDraft((before) => ({ ...before, ...parts }))
  const reset = (): void => {
    forgetDraft(organizationId)
    setFile(undefined)
    setDraft(newDraft())
  }
  const aside = useAside(organizationId)
  /** The one that is written is put aside, not lost. */
  const begin = (next?: Draft): void => {
    aside.put(draft)
    reset()
    if (next) {
      aside.take(next)
      setDraft(next)
    }
  }
  return { draft, setDraft, change, reset, begin, aside, file, setFile }
}
export type Drafting = ReturnType<typeof useDraft>

/** Those that were put aside, each to be taken up again. */
export const Drafts = ({ begin, aside }: Drafting) => {
  const { t } = useWords()
  if (aside.drafts.length === 0) return null
  return (
    <div className="row drafts" role="group" aria-label={t('drafts')}>
      <span className="soft">{t('drafts')}</span>
      {aside.drafts.map((one, index) => (
        <span key={index} className="badge">
          <Button look="tiny" onPress={() => begin(one)}>
            {nameOf(one)}
          </Button>
          <Button look="tiny" aria-label={t('forgetDraft', { name: nameOf(one) })} onPress={() => aside.take(one)}>
            ×
          </Button>
        </span>
      ))}
    </div>
  )
}
