/** Which columns a list shows: a part of the address, so that a link and a saved view keep it. */
import type { Search } from '../../data/filter.ts'
import type { Direction } from '../../data/shown.ts'
import { Menu } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { columnsOf } from './row-table.tsx'

interface ColumnsProps {
  search: Search
  direction: Direction
  onChange: (parts: { hide: string | undefined }) => void
}

export const hiddenIn = ({ hide }: Search): ReadonlySet<string> => new Set(hide?.split(',') ?? [])

export const Columns = ({ search, direction, onChange }: ColumnsProps) => {
  const { t } = useWords()
  const hidden = hiddenIn(search)
  const toggle = (name: string): void => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    onChange({ hide: next.size === 0 ? undefined : [...next].join() })
  }
  return (
    <Menu title={t('columns')} look="menu">
      {columnsOf(direction, new Set()).map(({ name }) => (
        <label key={name} className="check">
          <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
          {t(name)}
        </label>
      ))}
    </Menu>
  )
}
