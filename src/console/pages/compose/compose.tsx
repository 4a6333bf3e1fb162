/** A document as a form. Totals and findings come from the server while somebody types; nothing is sent before Send. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { CompaniesDocument, type DocumentType, SendOneDocument, TemplateDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { Card, Head } from '../../ui/head.tsx'
import { Button, Fault, Field } from '../../ui/parts.tsx'
import { typeNames } from '../../words/codes.ts'
import { type Word, useWords } from '../../words/words.ts'
import { findingsAt, useCheck } from './check.ts'
import { type Draft, type TextName, bodyOf, draftAfter, forgetDraft, keepDraft, keptDraft, newDraft } from './draft.ts'
import { Attachments, Drop } from './files.tsx'
import { LineFields } from './line-fields.tsx'
import { Recipient } from './recipient.tsx'
import { VerdictCards } from './verdict.tsx'

const types: readonly DocumentType[] = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE', 'PURCHASE_ORDER']

const fields = [
  ['number', 'number', 'text'],
  ['issueDate', 'issueDate', 'date'],
  ['dueDate', 'dueDate', 'date'],
  ['currency', 'currency', 'text'],
  ['buyerReference', 'reference', 'text'],
  ['orderReference', 'orderReference', 'text'],
  ['billingReference', 'billingReference', 'text'],
  ['paymentIban', 'payTo', 'text'],
  ['paymentTerms', 'paymentTerms', 'text'],
  ['note', 'note', 'text'],
] as const satisfies readonly (readonly [TextName, Word, 'text' | 'date'])[]

/** A credit note is not due, and corrects something; an invoice corrects nothing. */
const isAsked = (name: TextName, type: DocumentType): boolean =>
  (name !== 'dueDate' || type === 'INVOICE') && (name !== 'billingReference' || type === 'CREDIT_NOTE')

/** The draft that is kept, or what the address asks to begin with. */
const useDraft = () => {
  const { copy, correct } = useSearch({ strict: false })
  const template = correct ?? copy
  const [draft, setDraft] = useState<Draft>(keptDraft)
  const [file, setFile] = useState<File>()
  const [{ data }] = useQuery({
    query: TemplateDocument,
    variables: { id: template ?? '' },
    pause: template === undefined,
  })
  const given = data?.document
  useEffect(() => {
    if (given) setDraft(draftAfter(given, correct !== undefined))
  }, [given, correct])
  useEffect(() => keepDraft(draft), [draft])
  const change = (parts: Partial<Draft>): void => setDraft((before) => ({ ...before, ...parts }))
  const reset = (): void => {
    forgetDraft()
    setFile(undefined)
    setDraft((before) => ({ ...newDraft(), from: before.from }))
  }
  return { draft, change, reset, file, setFile }
}
type State = ReturnType<typeof useDraft> & { check: ReturnType<typeof useCheck> }

const Parties = ({ draft, change, check }: State) => {
  const { t, name } = useWords()
  const [{ data }] = useQuery({ query: CompaniesDocument })
  const companies = data?.companies.nodes ?? []
  useEffect(() => {
    const [first] = companies
    if (first && !companies.some(({ peppolId }) => peppolId === draft.from)) change({ from: first.peppolId })
  }, [companies.length, draft.from])
  return (
    <div className="fields">
      <Field label={t('type')}>
        <select value={draft.type} onChange={({ target }) => change({ type: target.value as DocumentType })}>
          {types.map((one) => (
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
      <Recipient
        country={companies.find(({ peppolId }) => peppolId === draft.from)?.country}
        value={draft.to}
        verdict={check.verdict}
        onChange={(to) => change({ to })}
      />
    </div>
  )
}

const Texts = ({ draft, change, check }: State) => {
  const { t } = useWords()
  return (
    <div className="fields">
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

const TheFile = ({ file, setFile }: State) => {
  const { t } = useWords()
  return file ? (
    <div className="note row">
      <span className="grow">{t('fileTaken', { name: file.name })}</span>
      <Button onPress={() => setFile(undefined)}>{t('fileAway')}</Button>
    </div>
  ) : (
    <Drop label={t('dropFile')} accept=".xml,.pdf" onFile={setFile} />
  )
}

const useSend = ({ draft, file, reset }: State) => {
  const navigate = useNavigate()
  const { run, isBusy, problem } = useAct(SendOneDocument)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { type, from, to } = draft
    const content = file ? { file } : { document: bodyOf(draft) }
    const sent = await run({ input: { type, from, ...(to !== '' && { to }), content } as never })
    if (!sent?.document) return
    reset()
    void navigate({ to: '/documents/$id', params: { id: sent.document.id } })
  }
  return { submit, isBusy, problem }
}

const Parts = (state: State) => {
  const { t } = useWords()
  const { draft, change, check, file } = state
  return (
    <div className="stack">
      <Card title={t('parties')}>
        <Parties {...state} />
        <TheFile {...state} />
      </Card>
      {!file && (
        <>
          <Card title={t('whatItSays')}>
            <Texts {...state} />
          </Card>
          <Card title={t('lines')}>
            <LineFields lines={draft.lines} verdict={check.verdict} onChange={(lines) => change({ lines })} />
          </Card>
          <Card title={t('attachments')}>
            <Attachments attachments={draft.attachments} onChange={(attachments) => change({ attachments })} />
          </Card>
        </>
      )}
    </div>
  )
}

export const Compose = () => {
  const { t } = useWords()
  const drafted = useDraft()
  const check = useCheck(drafted.draft, drafted.file)
  const state = { ...drafted, check }
  const { submit, isBusy, problem } = useSend(state)
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Head title={t('compose')} beside={t('draftKept')}>
        <Button onPress={drafted.reset}>{t('newDraft')}</Button>
        <Button type="submit" look="main" isDisabled={isBusy || check.verdict?.valid !== true}>
          {t('send')}
        </Button>
      </Head>
      {problem && <Fault {...problem} />}
      <div className="document">
        <Parts {...state} />
        <VerdictCards check={check} />
      </div>
    </form>
  )
}
