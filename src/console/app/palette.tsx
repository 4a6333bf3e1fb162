/** Pages, documents, partners and actions by typing: the arrows choose, Enter opens. */
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Dialog } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { type Choice, useChoices } from './choices.ts'
import type { Page } from './pages.ts'

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
          <Icon name={choice.icon} /> <bdi>{choice.text}</bdi>
          {choice.kind && <span className="soft end">{choice.kind}</span>}
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

const usePalette = ({ shown, onClose, onHelp }: PaletteProps) => {
  const [asked, setAsked] = useState('')
  const [place, setPlace] = useState(0)
  const choices = useChoices({ shown, typed: asked.trim(), onHelp })
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

interface PaletteProps {
  shown: readonly Page[]
  onClose: () => void
  onHelp: () => void
}

export const Palette = (props: PaletteProps) => {
  const { onClose } = props
  const { t } = useWords()
  const { asked, choices, chosen, take, onKeyDown, change } = usePalette(props)
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
