/** Who receives: looked up while somebody types, and asked whether it can be reached. */
import { useState } from 'react'
import { useQuery } from 'urql'
import { RecipientsDocument } from '#operations'
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

const ID = /^\d{4}:\S+$/

export const Recipient = ({ value, country, verdict, onChange }: RecipientProps) => {
  const { t } = useWords()
  const [q, setQ] = useState('')
  const [typed, setTyped] = useTyped(value, (text) =>
    ID.test(text.trim()) ? onChange(text.trim()) : setQ(text.trim()),
  )
  const [{ data }] = useQuery({
    query: RecipientsDocument,
    variables: { q, ...(country !== undefined && { country }) },
    pause: q.length < 2,
  })
  const found = q.length < 2 || ID.test(typed) ? [] : (data?.searchDirectory.nodes ?? [])
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
          {found.map(({ peppolId, name, city, country }) => (
            <li key={peppolId}>
              <Button look="quiet" onPress={() => choose(peppolId)}>
                <span dir="auto">{name}</span> <span className="soft">{[city, country, peppolId].join(' · ')}</span>
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
