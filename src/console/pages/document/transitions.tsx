/** What may follow, as buttons. The form asks for what the server says that this step requires, and nothing else. */
import { type FormEvent, useState } from 'react'
import { MoveDocument, type LifecycleTarget, type MoveMutation, type UpdateLifecycleInput } from '#operations'
import { dayFromToday } from '../../data/clock.ts'
import { useAct } from '../../data/act.ts'
import { Button, Dialog, Fault, Field } from '../../ui/parts.tsx'
import { moveNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { Shown } from '../../data/shown.ts'

type Transition = Shown['transitions'][number]
type Result = NonNullable<MoveMutation['updateLifecycle']>['result']

const fieldNames = ['note', 'reason', 'paymentAmount', 'paymentDate', 'remainingAmount', 'paymentReference'] as const
type FieldName = (typeof fieldNames)[number]
const fieldWords = {
  note: 'note',
  reason: 'reason',
  paymentAmount: 'paymentAmount',
  paymentDate: 'paymentDate',
  remainingAmount: 'remainingAmount',
  paymentReference: 'payReference',
} as const
const isField = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)
const inputTypes: Readonly<Partial<Record<FieldName, string>>> = { paymentDate: 'date' }

interface MoveProps {
  document: Shown
  transition: Transition
  onClose: () => void
  onMoved: () => void
}

const useMove = ({ document, transition, onMoved, onClose }: MoveProps) => {
  const { run: move, isBusy, problem } = useAct(MoveDocument)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    transition.requiredFields.includes('paymentDate') ? { paymentDate: dayFromToday(0) } : {},
  )
  const [preview, setPreview] = useState<Result>()
  const run = async (dryRun: boolean): Promise<void> => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const input = { ...given, documentId: document.id, status: transition.target, dryRun } as UpdateLifecycleInput
    const answer = await move({ input })
    if (!answer) return
    if (dryRun) return setPreview(answer.result)
    onMoved()
    onClose()
  }
  const change = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    // What was told of other values is not what will happen.
    setPreview(undefined)
  }
  return { isBusy, values, preview, problem, run, change }
}

const Preview = ({ result }: { result: Result | undefined }) => {
  const { t } = useWords()
  if (!result) return null
  return (
    <div className="note" role="status">
      {result.messages.length === 0
        ? t('wouldSendNothing')
        : result.messages.map(({ to, syntax }) => <p key={`${to} ${syntax}`}>{t('wouldSend', { to, syntax })}</p>)}
    </div>
  )
}

const ReasonField = ({ transition, isRequired, value, onChange }: ReasonProps) => {
  const { t } = useWords()
  if (transition.reasonCodes.length === 0) return null
  return (
    <Field label={t('reasonCode')}>
      <select required={isRequired} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">–</option>
        {transition.reasonCodes.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
interface ReasonProps {
  transition: Transition
  isRequired: boolean
  value: string
  onChange: (value: string) => void
}

const Move = (props: MoveProps) => {
  const { document, transition, onClose } = props
  const { t, name } = useWords()
  const { isBusy, values, preview, problem, run, change } = useMove(props)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(preview === undefined)
  }
  return (
    <Dialog
      title={t('moveTo', { name: name(moveNames[transition.target]), number: document.number })}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Fields transition={transition} values={values} change={change} />
        {problem && <Fault {...problem} />}
        <Preview result={preview} />
        <div className="row">
          <Button type="submit" look="main" isDisabled={isBusy}>
            {preview ? t('confirm') : t('preview')}
          </Button>
          <Button onPress={onClose}>{t('cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  transition: Transition
  values: Readonly<Record<string, string>>
  change: (name: string, value: string) => void
}

/** What may be said beside what must be. */
const mayBeSaid: Readonly<Partial<Record<LifecycleTarget, readonly FieldName[]>>> = {
  PARTIALLY_PAID: ['paymentAmount', 'paymentReference'],
  PAID: ['paymentReference'],
  DISPUTED: ['note'],
  REJECTED: ['note'],
}

const Fields = ({ transition, values, change }: FieldsProps) => {
  const { t } = useWords()
  const { requiredFields, target } = transition
  const required = requiredFields.filter(isField)
  const others = (mayBeSaid[target] ?? []).filter((name) => !required.includes(name))
  return (
    <>
      {[...required, ...others].map((name) => (
        <Field key={name} label={t(fieldWords[name])}>
          <input
            required={required.includes(name)}
            type={inputTypes[name] ?? 'text'}
            maxLength={1000}
            value={values[name] ?? ''}
            onChange={({ target: { value } }) => change(name, value)}
          />
        </Field>
      ))}
      <ReasonField
        transition={transition}
        isRequired={requiredFields.includes('reasonCode')}
        value={values['reasonCode'] ?? ''}
        onChange={(value) => change('reasonCode', value)}
      />
    </>
  )
}

export const Transitions = ({ document, onMoved }: { document: Shown; onMoved: () => void }) => {
  const { t, name } = useWords()
  const [chosen, setChosen] = useState<Transition>()
  if (document.transitions.length === 0 || !document.viewerCan.act) return <p className="soft">{t('nothingNext')}</p>
  return (
    <div className="row">
      {document.transitions.map((one) => (
        <Button key={one.target} look={one.target === 'REJECTED' ? 'danger' : 'plain'} onPress={() => setChosen(one)}>
          {name(moveNames[one.target])}
        </Button>
      ))}
      {chosen && (
        <Move document={document} transition={chosen} onMoved={onMoved} onClose={() => setChosen(undefined)} />
      )}
    </div>
  )
}
