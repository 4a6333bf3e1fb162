/** A file that says all: it is read into the form, or sent as it is. */
import { useState } from 'react'
import { useClient } from 'urql'
import { ReadFileDocument } from '#operations'
import { type Problem, problemOf } from '../../data/refused.ts'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { draftOf } from './draft.ts'
import type { Drafting } from './drafts.tsx'
import { Drop } from './files.tsx'

/** A file is read into the form; whoever wants to sends it as it is. */
const useReading = ({ draft, setDraft, setFile }: Drafting) => {
  const client = useClient()
  const [read, setRead] = useState<File>()
  const [problem, setProblem] = useState<Problem>()
  const take = async (file: File): Promise<void> => {
    setFile(undefined)
    const { data, error } = await client
      .query(ReadFileDocument, { file }, { requestPolicy: 'network-only' })
      .toPromise()
    setProblem(problemOf(error, undefined))
    const content = data?.readDocumentFile
    setRead(content ? file : undefined)
    if (content) setDraft(draftOf(content.type, content.document, draft.from))
  }
  return { read, problem, take }
}

export const ReadFile = (state: Drafting) => {
  const { t } = useWords()
  const { file, setFile } = state
  const { read, problem, take } = useReading(state)
  if (file)
    return (
      <div className="note row">
        <span className="grow">{t('fileTaken', { name: file.name })}</span>
        <Button onPress={() => setFile(undefined)}>{t('fileAway')}</Button>
      </div>
    )
  return (
    <>
      <Drop label={t('dropFile')} accept=".xml,.pdf" onFile={(one) => void take(one)} />
      {read && (
        <div className="note row" role="status">
          <span className="grow">{t('fileRead', { name: read.name })}</span>
          <Button onPress={() => setFile(read)}>{t('fileAsItIs')}</Button>
        </div>
      )}
      {problem && <Fault {...problem} />}
    </>
  )
}
