/** Who receives: looked up while somebody types, and asked whether it can be reached. */
import { useState } from 'react'
import { useQuery } from 'urql'
import { PartnerListDocument, RecipientsDocument } from '#operations'
import { useMay } from '../../data/may.ts'
import { Badge, Button, Field } from '../../ui/parts.tsx'
import { useTyped } from '../../ui/typed.ts'
import { useWords } from '../../words/words.ts'
import type { Verdict } from './check.ts'

interface RecipientProps {
  value: string
  /** Names are looked up in one country: that of the sender. */
  country: string | undefined
  verdict: Verdict | undefined
  onChange: (peppolId: string) => void
}

const MOST_FOUND = 4
const ID = /^\d{4}:\S+$/

interface Found {
  peppolId: string
  name: string
  more: readonly (string | null | undefined)[]
}

/** Those with whom something was exchanged already come first; each is named once. */
const useFound = (q: string, country: string | undefined): readonly Found[] => {
  const { t } = useWords()
  const may = useMay()
  const isShort = q.length < 2
  const [{ data: known }] = useQuery({
    query: PartnerListDocument,
    variables: { search: q, first: MOST_FOUND },
    pause: isShort || !(may('PARTNERS') || may('PARTNERS_READ')),
  })
  const [{ data }] = useQuery({
    query: RecipientsDocument,
    variables: { q, ...(country !== undefined && { country }) },
    pause: isShort || !may('DIRECTORY'),
  })
  if (isShort) return []
  const all = [
    ...(known?.partners.nodes ?? []).flatMap(({ peppolId, name, country: at }) =>
      peppolId ? [{ peppolId, name, more: [t('partner'), at] }] : [],
    ),
    ...(data?.searchDirectory.nodes ?? []).map(({ peppolId, name, city, country: at }) => ({
      peppolId,
      name,
      more: [city, at],
    })),
  ]
  return all.filter(({ peppolId }, index) => all.findIndex((one) => one.peppolId === peppolId) === index)
}

export const Recipient = ({ value, country, verdict, onChange }: RecipientProps) => {
  const { t } = useWords()
  const [q, setQ] = useState('')
  const [typed, setTyped] = useTyped(value, (text) =>
    ID.test(text.trim()) ? onChange(text.trim()) : setQ(text.trim()),
  )
  const found = useFound(q, country).filter(() => !ID.test(typed))
  const choose = (peppolId: string): void => {
    setQ('')
    setTyped(peppolId)
    onChange(peppolId)
  }
  return (
    <div className="stack tight">
      <Field label={t('recipient')} hint={t('recipientText')}>
        <input required maxLength={200} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {found.length > 0 && (
        <ul className="choices" aria-label={t('recipient')}>
          {found.map(({ peppolId, name, more }) => (
            <li key={peppolId}>
              <Button look="quiet" onPress={() => choose(peppolId)}>
                <span dir="auto">{name}</span>{' '}
                <span className="soft">{[...more, peppolId].filter(Boolean).join(' · ')}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Reach verdict={value === '' ? undefined : verdict} />
    </div>
  )
}

const Reach = ({ verdict }: { verdict: Verdict | undefined }) => {
  const { t, spell } = useWords()
  if (verdict?.recipientCanReceive === true)
    return (
      <div role="status">
        <Badge tone="good">{t('reachable')}</Badge>
      </div>
    )
  if (verdict?.recipientCanReceive !== false) return null
  return (
    <div role="status">
      <Badge tone="bad">{t('unreachable', { reason: spell(verdict.recipientReason ?? 'NOT_IN_SML') })}</Badge>
    </div>
  )
}
