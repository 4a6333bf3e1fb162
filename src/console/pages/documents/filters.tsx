/** The filter of a list. Each field is a part of the address. */
import { type ReactNode, useState } from 'react'
import { type Search, isFiltered } from '../../data/filter.ts'
import { useMay } from '../../data/may.ts'
import { Button, Field, SearchField } from '../../ui/parts.tsx'
import { useTyped } from '../../ui/typed.ts'
import { lifecycleNames, typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { PartnerField } from './partner-field.tsx'
import { Views } from './views.tsx'

interface FiltersProps {
  search: Search
  onChange: (change: Partial<Record<keyof Search, unknown>>) => void
}

interface ChoiceProps {
  label: string
  any: string
  value: string | undefined
  names: Readonly<Record<string, readonly [string, string]>>
  onChange: (value: string) => void
}

const Choice = ({ label, any, value = '', names, onChange }: ChoiceProps) => {
  const { name } = useWords()
  return (
    <Field label={label}>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{any}</option>
        {Object.entries(names).map(([code, both]) => (
          <option key={code} value={code}>
            {name(both)}
          </option>
        ))}
      </select>
    </Field>
  )
}

const Flags = ({ search, onChange, children }: FiltersProps & { children: ReactNode }) => {
  const { t } = useWords()
  return (
    <div className="row">
      {children}
      {(['unread', 'attention', 'archived'] as const).map((one) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={search[one] ?? false}
            onChange={({ target }) => onChange({ [one]: target.checked })}
          />
          {t(one)}
        </label>
      ))}
      <Views isFiltered={isFiltered(search) || search.hide !== undefined} />
      {isFiltered(search) && (
        <Button
          look="quiet"
          onPress={() => onChange(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))}
        >
          {t('clearFilters')}
        </Button>
      )}
    </div>
  )
}

interface AmountProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}

/** However it is typed, the address has it with a point. */
const Amount = ({ label, value = '', onChange }: AmountProps) => {
  const [typed, setTyped] = useTyped(value, (text) => onChange(text.replace(/\s/g, '').replace(',', '.')))
  return (
    <Field label={label}>
      <input inputMode="decimal" maxLength={20} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </Field>
  )
}

const choices = [
  ['status', 'anyStatus', lifecycleNames],
  ['type', 'anyType', typeNames],
] as const

export const Filters = ({ search, onChange }: FiltersProps) => {
  const { t } = useWords()
  const [q, setQ] = useTyped(search.q ?? '', (text) => onChange({ q: text }))
  const may = useMay()
  const [isFolded, setFolded] = useState(true)
  const [tag, setTag] = useTyped(search.tag ?? '', (text) => onChange({ tag: text }))
  return (
    <>
      <search className={isFolded ? 'filters folded' : 'filters'}>
        <SearchField value={q} onChange={setQ} hint={t('searchText')} />
        {choices.map(([one, any, names]) => (
          <Choice
            key={one}
            label={t(one)}
            any={t(any)}
            value={search[one]}
            names={names}
            onChange={(value) => onChange({ [one]: value })}
          />
        ))}
        {(['from', 'to'] as const).map((one) => (
          <Field key={one} label={t(one)}>
            <input type="date" value={search[one] ?? ''} onChange={({ target }) => onChange({ [one]: target.value })} />
          </Field>
        ))}
        <Field label={t('tag')}>
          <input maxLength={100} value={tag} onChange={({ target }) => setTag(target.value)} />
        </Field>
        {(['least', 'most'] as const).map((one) => (
          <Amount key={one} label={t(one)} value={search[one]} onChange={(text) => onChange({ [one]: text })} />
        ))}
        {(may('PARTNERS') || may('PARTNERS_READ')) && (
          <PartnerField value={search.partner} onChange={(partner) => onChange({ partner })} />
        )}
      </search>
      <Flags search={search} onChange={onChange}>
        <span className="fold-button">
          <Button aria-expanded={!isFolded} onPress={() => setFolded(!isFolded)}>
            {t('filters')}
          </Button>
        </span>
      </Flags>
    </>
  )
}
