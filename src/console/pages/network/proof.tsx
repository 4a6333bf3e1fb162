/** How somebody proves that a company is theirs: by the ways that the server offers for it. */
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  CompanyOwnershipDocument,
  ConfirmProofDocument,
  type OwnershipMethod,
  StartProofDocument,
  type StartProofMutation,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { Form } from '../../ui/form.tsx'
import { Button, Dialog, Fault, Skeleton } from '../../ui/parts.tsx'
import { type Word, useWords } from '../../words/words.ts'
import type { ToDoProps } from './account.tsx'

type Started = NonNullable<NonNullable<StartProofMutation['startOwnershipProof']>['proof']>

const methodWords: Readonly<Record<OwnershipMethod, Word>> = {
  MAIL: 'proofByMail',
  DNS: 'proofByDns',
  MANDATE: 'proofByMandate',
  OPERATOR: 'proofByOperator',
}

interface StartProps {
  id: string
  methods: readonly OwnershipMethod[]
  onStarted: (proof: Started) => void
}

const Start = ({ id, methods, onStarted }: StartProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(StartProofDocument)
  const start = async (method: OwnershipMethod, form: HTMLFormElement): Promise<void> => {
    const mandate = new FormData(form).get('mandate')
    const file = method === 'MANDATE' && mandate instanceof File && mandate.size > 0 && { mandate }
    const answer = await run({ input: { companyId: id, method, ...file } })
    if (answer?.proof) onStarted(answer.proof)
  }
  return (
    <Form
      {...{ isBusy, problem }}
      action={t('proceed')}
      asks={[
        { name: 'method', label: t('proofMethod'), options: methods.map((one) => [one, t(methodWords[one])]) },
        ...(methods.includes('MANDATE')
          ? [
              {
                name: 'mandate',
                label: t('mandateFile'),
                kind: 'file' as const,
                accept: 'application/pdf',
                optional: true,
                hint: t('mandateHint'),
              },
            ]
          : []),
      ]}
      onSubmit={({ method }, form) => void start(method as OwnershipMethod, form)}
    />
  )
}

/** Until it is confirmed: by the code of the mail, by the record, or by somebody else. */
const Confirm = ({ id, proof, onClose, onDone }: ToDoProps & { proof: Started }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ConfirmProofDocument)
  const confirm = async (code?: string): Promise<void> => {
    if (!(await run({ input: { companyId: id, ...(code && { code }) } }))) return
    onDone()
    onClose()
  }
  const { method, sentTo, sandboxCode, recordName, recordValue } = proof
  if (method === 'MAIL')
    return (
      <Form
        {...{ isBusy, problem }}
        action={t('confirm')}
        asks={[
          {
            name: 'code',
            label: t('proofCode'),
            hint: t('proofSent', { to: sentTo ?? '' }),
            ...(sandboxCode && { value: sandboxCode }),
          },
        ]}
        onSubmit={({ code }) => void confirm(code)}
      />
    )
  if (method !== 'DNS') return <p>{t('proofWaits')}</p>
  return (
    <div className="stack">
      <p className="row">
        {t('records')}: <code>{recordName}</code> <code>TXT</code> <code>{recordValue}</code>
      </p>
      {problem && <Fault {...problem} />}
      <div>
        <Button look="main" isDisabled={isBusy} onPress={() => void confirm()}>
          {t('checkNow')}
        </Button>
      </div>
    </div>
  )
}

export const Proof = (props: ToDoProps) => {
  const { t } = useWords()
  const { id, onClose } = props
  const [started, setStarted] = useState<Started>()
  const [{ data }] = useQuery({ query: CompanyOwnershipDocument, variables: { id }, requestPolicy: 'network-only' })
  const methods = data?.company?.ownership.methods
  return (
    <Dialog title={t('needsProof')} onClose={onClose}>
      {started && <Confirm {...props} proof={started} />}
      {!started && !methods && <Skeleton rows={3} />}
      {!started && methods && <Start id={id} methods={methods} onStarted={setStarted} />}
    </Dialog>
  )
}
