/** What may follow, as buttons. The form asks for what the server says that this step requires, and nothing else. */
import { type FormEvent, useState } from 'react'
import { useQuery } from 'urql'
import { MoveDocument, OpenAmountDocument, type MoveMutation, type UpdateLifecycleInput } from '#operations'
import { dayFromToday } from '../../data/clock.ts'
import { useAct } from '../../data/act.ts'
import { useMay } from '../../data/may.ts'
import { Button, Dialog, Fault } from '../../ui/parts.tsx'
import { moveNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { Shown } from '../../data/shown.ts'
import { byRateIn, decimal, isRate } from './by-rate.tsx'
import { Fields, type Transition } from './transition-fields.tsx'

type Result = NonNullable<MoveMutation['updateLifecycle']>['result']

/** A correction is a wrong term with its right value; the form takes one. */
const correctionIn = ({ term = '', expected = '' }: Readonly<Record<string, string>>) =>
  term !== '' && expected !== '' && { corrections: [{ term, expected }] }

const PAYING: readonly string[] = ['PARTIALLY_PAID', 'PAID']

/** A payment is proposed for today, with the amount that is open. */
const useProposal = (document: Shown, { target }: Transition): Readonly<Record<string, string>> => {
  const isPayment = PAYING.includes(target)
  const may = useMay()
  const [{ data }] = useQuery({
    query: OpenAmountDocument,
    variables: { id: document.id },
    pause: !isPayment || !may('PAYMENTS'),
    requestPolicy: 'network-only',
  })
  if (!isPayment) return {}
  const open = String(data?.paymentInfo?.remaining ?? 0)
  return { paymentDate: dayFromToday(0), ...(Number(open) > 0 && { paymentAmount: open }) }
}

const amountFields: readonly string[] = ['paymentAmount', 'remainingAmount']

interface MoveProps {
  document: Shown
  transition: Transition
  onClose: () => void
  onMoved: () => void
}

const useMove = ({ document, transition, onMoved, onClose }: MoveProps) => {
  const { run: move, isBusy, problem } = useAct(MoveDocument)
  const proposed = useProposal(document, transition)
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const values = { ...proposed, ...changed }
  const [preview, setPreview] = useState<Result>()
  const run = async (dryRun: boolean): Promise<void> => {
    const { term: _term, expected: _expected, ...plain } = values
    const given = Object.fromEntries(
      Object.entries(plain)
        .filter(([name, value]) => value !== '' && !isRate(name))
        .map(([name, value]) => [name, amountFields.includes(name) ? decimal(value) : value]),
    )
    const input = {
      ...given,
      ...byRateIn(values),
      ...correctionIn(values),
      documentId: document.id,
      status: transition.target,
      dryRun,
    } as UpdateLifecycleInput
    const answer = await move({ input })
    if (!answer) return
    if (dryRun) return setPreview(answer.result)
    onMoved()
    onClose()
  }
  const change = (name: string, value: string): void => {
    setChanged((before) => ({ ...before, [name]: value }))
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
        <Fields {...{ document, transition, values, change }} />
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

export const Transitions = ({ document, onMoved }: { document: Shown; onMoved: () => void }) => {
  const { t, name } = useWords()
  const may = useMay()
  const [chosen, setChosen] = useState<Transition>()
  if (document.transitions.length === 0 || !may('LIFECYCLE')) return <p className="soft">{t('nothingNext')}</p>
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
