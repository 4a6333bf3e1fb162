/** A button for one mutation, with what became of it, and how a program does the same. */
import { type ReactNode, useState } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import { useAct } from '../../data/act.ts'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { CopyAs } from './copy-as.tsx'

interface ActionProps<Data extends object, Variables extends AnyVariables> {
  document: TypedDocumentNode<Data, Variables>
  variables: Variables
  children: ReactNode
  /** What it does, beside the button. */
  about?: string
}

export const Action = <Data extends object, Variables extends AnyVariables>(props: ActionProps<Data, Variables>) => {
  const { document, variables, children, about } = props
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(document)
  const [isDone, setDone] = useState(false)
  const start = async (): Promise<void> => setDone((await run(variables)) !== undefined)
  return (
    <div className="action">
      <Button isDisabled={isBusy} onPress={() => void start()}>
        {children}
      </Button>
      {about && <span className="soft">{about}</span>}
      <span className="row copies">
        <CopyAs document={document} variables={variables} />
      </span>
      {isDone && !problem && (
        <span role="status" className="done">
          {t('doneWell')}
        </span>
      )}
      {problem && <Fault {...problem} />}
    </div>
  )
}
