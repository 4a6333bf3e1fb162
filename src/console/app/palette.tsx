/** Pages and documents by typing: the arrows choose, Enter opens. */
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { DocumentsDocument, type Scope } from '#operations'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Dialog } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { pagesFor } from './pages.ts'

const MOST_DOCUMENTS = 6

interface Choice {
  id: string
  text: string
  icon: IconName
  go: () => void
}

/** Pages follow each key at once, so that Enter opens what was typed; documents come when they are found. */
const useChoices = (scopes: readonly Scope[], typed: string): Choice[] => {
  const asked = useDeferredValue(typed)
  const { t, money } = useWords()
  const navigate = useNavigate()
  const [{ data }] = useQuery({
    query: DocumentsDocument,
    variables: { filter: { q: asked }, first: MOST_DOCUMENTS },
    pause: asked.length < 2,
  })
  const found = asked.length < 2 ? [] : (data?.documents.nodes ?? [])
  return [
    ...pagesFor(scopes)
      .filter(({ name }) => t(name).toLowerCase().includes(typed.toLowerCase()))
      .map(({ to, name, icon }) => ({ id: to, text: t(name), icon, go: () => void navigate({ to }) })),
    ...found.map(({ id, number, senderName, receiverName, direction, grossAmount, currency }) => ({
      id,
      text: [number, direction === 'INCOMING' ? senderName : receiverName, money(grossAmount, currency)].join(' · '),
      icon: direction === 'INCOMING' ? ('inbox' as const) : ('outbox' as const),
      go: () => void navigate({ to: '/documents/$id', params: { id } }),
    })),
  ]
}

const Choices = ({ choices, chosen, take }: ChoicesProps) => {
  const { t } = useWords()
  return (
    <ul id="choices" role="listbox" aria-label={t('searchOrJump')}>
      {choices.map((choice, index) => (
        <li
          key={choice.id}
          id={`choice-${choice.id}`}
          role="option"
          aria-selected={index === chosen}
          onClick={() => take(choice)}
        >
          <Icon name={choice.icon} /> {choice.text}
        </li>
      ))}
    </ul>
  )
}
interface ChoicesProps {
  choices: readonly Choice[]
  chosen: number
  take: (choice: Choice | undefined) => void
}

const usePalette = (scopes: readonly Scope[], onClose: () => void) => {
  const [asked, setAsked] = useState('')
  const [place, setPlace] = useState(0)
  const choices = useChoices(scopes, asked.trim())
  const chosen = Math.min(place, choices.length - 1)
  const take = (choice: Choice | undefined): void => {
    if (!choice) return
    onClose()
    choice.go()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return take(choices[chosen])
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setPlace((chosen + by + choices.length) % Math.max(1, choices.length))
  }
  const change = (text: string): void => {
    setAsked(text)
    setPlace(0)
  }
  return { asked, choices, chosen, take, onKeyDown, change }
}

export const Palette = ({ scopes, onClose }: { scopes: readonly Scope[]; onClose: () => void }) => {
  const { t } = useWords()
  const { asked, choices, chosen, take, onKeyDown, change } = usePalette(scopes, onClose)
  return (
    <Dialog title={t('searchOrJump')} onClose={onClose} wide>
      <div className="palette stack">
        <input
          autoFocus
          role="combobox"
          aria-label={t('searchOrJump')}
          aria-expanded={choices.length > 0}
          aria-controls="choices"
          aria-activedescendant={choices[chosen] && `choice-${choices[chosen].id}`}
          autoComplete="off"
          maxLength={200}
          value={asked}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
        />
        <Choices choices={choices} chosen={chosen} take={take} />
      </div>
    </Dialog>
  )
}
