/** A document as a form. Totals and findings come from the server while somebody types; nothing is sent before Send. */
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect } from 'react'
import { useQuery } from 'urql'
import { type DocumentType, SendOneDocument, ViewerDocument } from '#operations'
import { composed } from '../../app/pages.ts'
import { useAct } from '../../data/act.ts'
import { useOwnCompany } from '../../data/own-company.ts'
import { Card, Head } from '../../ui/head.tsx'
import { Button, Fault, Field, Skeleton } from '../../ui/parts.tsx'
import { typeNames } from '../../words/codes.ts'
import { type Word, useWords } from '../../words/words.ts'
import { CopyAs } from '../developers/copy-as.tsx'
import { findingsAt, useCheck } from './check.ts'
import { Adjustments } from './adjustments.tsx'
import { type TextName, bodyOf, hasLines, isAsked } from './draft.ts'
import { Drafts, type Drafting, useDraft } from './drafts.tsx'
import { Attachments } from './files.tsx'
import { LineFields } from './line-fields.tsx'
import { Preview, type Sending } from './preview.tsx'
import { ReadFile } from './read-file.tsx'
import { Recipient } from './recipient.tsx'
import { VerdictCards } from './verdict.tsx'

const fields = [
  ['number', 'number', 'text'],
  ['issueDate', 'issueDate', 'date'],
  ['dueDate', 'dueDate', 'date'],
  ['currency', 'currency', 'text'],
  ['buyerReference', 'reference', 'text'],
  ['orderReference', 'orderReference', 'text'],
  ['billingReference', 'billingReference', 'text'],
  ['validUntil', 'validUntil', 'date'],
  ['paymentIban', 'payTo', 'text'],
  ['paymentTerms', 'paymentTerms', 'text'],
  ['note', 'note', 'text'],
] as const satisfies readonly (readonly [TextName, Word, 'text' | 'date'])[]

/** To an order as a whole; one with changes says them line by line, which programs do. */
const answers = [
  ['AP', 'answerAccepted'],
  ['RE', 'answerRejected'],
  ['AB', 'answerReceived'],
] as const

type State = Drafting & { check: ReturnType<typeof useCheck> }

const Parties = ({ draft, change, check }: State) => {
  const { t, name } = useWords()
  const { companies, company, use } = useOwnCompany()
  const from = companies.find(({ peppolId }) => peppolId === draft.from)
  useEffect(() => {
    if (company && !from) change({ from: company.peppolId })
    if (from) use(from)
  }, [company?.id, from?.id])
  return (
    <div className="fields">
      <Field label={t('type')}>
        <select value={draft.type} onChange={({ target }) => change({ type: target.value as DocumentType })}>
          {composed.map((one) => (
            <option key={one} value={one}>
              {name(typeNames[one])}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('ownCompany')}>
        <select value={draft.from} onChange={({ target }) => change({ from: target.value })}>
          {companies.map((one) => (
            <option key={one.id} value={one.peppolId}>
              {one.name}
            </option>
          ))}
        </select>
      </Field>
      <Recipient country={from?.country} value={draft.to} verdict={check.verdict} onChange={(to) => change({ to })} />
    </div>
  )
}

const Texts = ({ draft, change, check }: State) => {
  const { t } = useWords()
  return (
    <div className="fields">
      {isAsked('responseCode', draft.type) && (
        <Field label={t('orderAnswer')}>
          <select value={draft.responseCode} onChange={({ target }) => change({ responseCode: target.value })}>
            {answers.map(([code, word]) => (
              <option key={code} value={code}>
                {t(word)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {fields
        .filter(([name]) => isAsked(name, draft.type))
        .map(([name, label, kind]) => {
          const [finding] = findingsAt(check.verdict, name)
          return (
            <Field key={name} label={t(label)} {...(finding && { hint: finding.message })}>
              <input
                type={kind}
                maxLength={200}
                aria-invalid={finding !== undefined}
                value={draft[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            </Field>
          )
        })}
    </div>
  )
}

const sendingOf = ({ draft, file }: State): Sending => {
  const { type, from, to } = draft
  const content = file ? { file } : { document: bodyOf(draft) }
  return { type, from, ...(to !== '' && { to }), content, ...(file && { fileName: file.name }) }
}

const useSend = (state: State) => {
  const navigate = useNavigate()
  const { run, isBusy, problem } = useAct(SendOneDocument)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const sent = await run({ input: sendingOf(state) as never })
    if (!sent?.document) return
    state.reset()
    void navigate({ to: '/documents/$id', params: { id: sent.document.id } })
  }
  return { submit, isBusy, problem }
}

const Amounts = ({ draft, change, check }: State) => {
  const { t } = useWords()
  return (
    <>
      <Card title={t('lines')}>
        <LineFields lines={draft.lines} verdict={check.verdict} onChange={(lines) => change({ lines })} />
      </Card>
      <Card title={t('adjustments')}>
        <Adjustments
          adjustments={draft.adjustments}
          vatRate={draft.lines[0]?.vatRate ?? ''}
          onChange={(adjustments) => change({ adjustments })}
        />
      </Card>
    </>
  )
}

const Parts = (state: State) => {
  const { t } = useWords()
  const { draft, change, file } = state
  return (
    <div className="stack">
      <Card title={t('parties')}>
        <Parties {...state} />
        <ReadFile {...state} />
      </Card>
      {!file && (
        <>
          <Card title={t('whatItSays')}>
            <Texts {...state} />
          </Card>
          {hasLines(draft) && <Amounts {...state} />}
          <Card title={t('attachments')}>
            <Attachments attachments={draft.attachments} onChange={(attachments) => change({ attachments })} />
          </Card>
        </>
      )}
    </div>
  )
}

/** Drafts are those of an organization: it is asked for first. */
export const Compose = () => {
  const [{ data }] = useQuery({ query: ViewerDocument })
  return data ? <Composer organizationId={data.viewer.organizationId} /> : <Skeleton rows={8} />
}

const Composer = ({ organizationId }: { organizationId: string }) => {
  const { t } = useWords()
  const drafted = useDraft(organizationId)
  const check = useCheck(drafted.draft, drafted.file)
  const state = { ...drafted, check }
  const { submit, isBusy, problem } = useSend(state)
  const sending = sendingOf(state)
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Head title={t('compose')} beside={t('draftKept')}>
        <Button onPress={() => drafted.begin()}>{t('newDraft')}</Button>
        <Button type="submit" look="main" isDisabled={isBusy || check.verdict?.valid !== true}>
          {t('send')}
        </Button>
      </Head>
      <Drafts {...state} />
      {problem && <Fault {...problem} />}
      <div className="document">
        <Parts {...state} />
        <VerdictCards check={check}>
          <Card title={t('beforeSending')}>
            <Preview sending={sending} />
            {!drafted.file && (
              <div className="row">
                <CopyAs document={SendOneDocument} variables={{ input: sending }} />
              </div>
            )}
          </Card>
        </VerdictCards>
      </div>
    </form>
  )
}
