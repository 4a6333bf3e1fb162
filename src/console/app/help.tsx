import { Dialog } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { commandKey } from './shortcuts.ts'

const rows = [
  ['/', 'shortcutSearch'],
  ['g d', 'shortcutInbox'],
  ['g o', 'shortcutOutbox'],
  ['g l', 'shortcutLive'],
  ['j k', 'shortcutRows'],
  [`${commandKey} K`, 'shortcutPalette'],
  ['?', 'shortcutHelp'],
  ['Esc', 'shortcutClose'],
] as const

export const Help = ({ onClose }: { onClose: () => void }) => {
  const { t } = useWords()
  return (
    <Dialog title={t('shortcuts')} onClose={onClose}>
      <dl className="keys-list">
        {rows.map(([keys, name]) => [
          <dt key={keys}>
            {keys.split(' ').map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>,
          <dd key={name}>{t(name)}</dd>,
        ])}
      </dl>
    </Dialog>
  )
}
