/** The directory of the network, and whether somebody in it can receive: each step of the look-up with its answer. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { DirectoryDocument, type DirectoryQuery, VerifyDocument } from '#operations'
import { useOwnCompany } from '../../data/own-company.ts'
import { useList } from '../../data/pages.ts'
import { problemOf } from '../../data/refused.ts'
import { Card, Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Field, SearchField, Skeleton } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'

type Participant = DirectoryQuery['searchDirectory']['nodes'][number]

const documentTypes = ['invoice', 'credit-note', 'purchase-order'] as const
const nameOf = { invoice: 'INVOICE', 'credit-note': 'CREDIT_NOTE', 'purchase-order': 'PURCHASE_ORDER' } as const

const Trace = ({ peppolId, documentType }: { peppolId: string; documentType: string }) => {
  const { t, spell } = useWords()
  const [{ data, error, fetching }] = useQuery({ query: VerifyDocument, variables: { peppolId, documentType } })
  const problem = problemOf(error, undefined)
  const found = data?.verifyParticipant
  if (problem) return <Fault {...problem} />
  if (!found) return fetching ? <Skeleton rows={4} /> : null
  return (
    <div className="stack tight" role="status">
      <div className="row">
        <Badge tone={found.canReceive ? 'good' : 'bad'}>{t(found.canReceive ? 'canReceive' : 'cannotReceive')}</Badge>
        <strong dir="auto">{found.recipientName}</strong>
        {found.reason && <span className="soft">{spell(found.reason)}</span>}
      </div>
      <ol className="steps" aria-label={t('traceSteps')}>
        {found.trace.map(({ step, target, answered, detail, reason, durationMs }, index) => (
          <li key={index} className={reason ? 'bad' : 'good'}>
            <div className="row">
              <strong>{spell(step)}</strong> <span className="soft">{durationMs} ms</span>
              {reason && <Badge tone="bad">{spell(reason)}</Badge>}
            </div>
            <code>{target}</code>
            <span>{detail ?? answered}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const Verifier = ({ asked, onAsk }: { asked: string; onAsk: (peppolId: string) => void }) => {
  const { t, name } = useWords()
  const [type, setType] = useState<(typeof documentTypes)[number]>('invoice')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onAsk(String(new FormData(event.currentTarget).get('peppolId')).trim())
  }
  return (
    <Card title={t('verifyTitle')}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('peppolId')} hint="0208:0123456789">
          <input key={asked} name="peppolId" required pattern="[0-9]{4}:\S+" maxLength={100} defaultValue={asked} />
        </Field>
        <Field label={t('type')}>
          <select value={type} onChange={({ target }) => setType(target.value as typeof type)}>
            {documentTypes.map((one) => (
              <option key={one} value={one}>
                {name(typeNames[nameOf[one]])}
              </option>
            ))}
          </select>
        </Field>
        <div>
          <Button type="submit" look="main">
            {t('verify')}
          </Button>
        </div>
      </form>
      {asked && <Trace peppolId={asked} documentType={type} />}
    </Card>
  )
}

interface ResultsProps {
  sought: Readonly<Record<string, string>>
  onVerify: (peppolId: string) => void
}

const Results = ({ sought, onVerify }: ResultsProps) => {
  const { t, name } = useWords()
  const list = useList(DirectoryDocument, sought)
  const columns: readonly Column<Participant>[] = [
    { name: t('name'), of: (one) => one.name },
    { name: t('city'), look: 'wide-only', of: ({ city, country }) => [city, country].filter(Boolean).join(', ') },
    { name: t('peppolId'), look: 'soft', of: ({ peppolId }) => peppolId },
    {
      name: t('accepts'),
      look: 'wide-only soft',
      of: (one) => one.documentTypes.map((type) => name(typeNames[type])).join(', '),
    },
    {
      name: '',
      look: 'number',
      of: ({ peppolId, name: who }) => (
        <Button aria-label={`${t('verify')}: ${who}`} onPress={() => onVerify(peppolId)}>
          {t('verify')}
        </Button>
      ),
    },
  ]
  return <List label={t('directory')} list={list} columns={columns} empty={t('nothingFound')} />
}

/** Whole numbers are looked up everywhere, names in one country: the one that is chosen, or else that of the own company. */
const soughtBy = (q: string, country: string): Readonly<Record<string, string>> => {
  const number = q.replace(/[\s.]/g, '')
  if (/^[A-Z]{2}(?=(?:\D*\d){6})[A-Z0-9+*]{6,13}$/i.test(number)) return { vatNumber: number.toUpperCase() }
  return /^(?:\d{9}|\d{14}|\d{4}:\S+)$/.test(number) ? { q: number } : { q, country }
}

const useDirectory = () => {
  const { q = '', open = '', country: given } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { company } = useOwnCompany()
  const country = given ?? company?.country ?? 'BE'
  const go = (parts: { q?: string; open?: string; country?: string }): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...parts }) })
  return { q, open, country, sought: useMemo(() => soughtBy(q.trim(), country), [q, country]), go }
}

/** Countries whose participants the directory knows, by their names. */
const countries =
  'AT AU BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT JP LT LU LV MT NL NO NZ PL PT RO SE SG SI SK'

const Countries = ({ country, onChange }: { country: string; onChange: (country: string) => void }) => {
  const { t, language } = useWords()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const codes = [...new Set([...countries.split(' '), country])]
  const options = codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language))
  return (
    <Field label={t('country')} hint={t('countryHint')}>
      <select value={country} onChange={({ target }) => onChange(target.value)}>
        {options.map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

export const Directory = () => {
  const { t } = useWords()
  const { q, open, country, sought, go } = useDirectory()
  const [typed, setTyped] = useTyped(q, (text) => go({ q: text }))
  return (
    <>
      <Head title={t('directory')} />
      <div className="document">
        <div className="stack">
          <div className="fields">
            <SearchField value={typed} onChange={setTyped} hint={t('directoryText')} />
            <Countries country={country} onChange={(code) => go({ country: code })} />
          </div>
          {q.trim().length > 1 ? (
            <Results sought={sought} onVerify={(peppolId) => go({ open: peppolId })} />
          ) : (
            <Empty title={t('emptyDirectory')} />
          )}
        </div>
        <Verifier asked={open} onAsk={(peppolId) => go({ open: peppolId })} />
      </div>
    </>
  )
}
