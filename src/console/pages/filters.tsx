/** The filter of a list. Each field is a part of the address. */
import { useEffect, useState } from 'react'
import { type Search, isFiltered } from '../data/filter.ts'
import { Button, Field } from '../ui/parts.tsx'
import { lifecycleNames, typeNames } from '../words/codes.ts'
import { useWords } from '../words/words.ts'

interface FiltersProps {
  search: Search
  onChange: (change: Partial<Record<keyof Search, unknown>>) => void
}

const TYPING_MS = 250

/** What is typed is asked for when the typing rests; the address may change it too. */
const useTyped = (given: string, onRest: (text: string) => void) => {
  const [typed, setTyped] = useState(given)
  useEffect(() => setTyped(given), [given])
  useEffect(() => {
    if (typed === given) return undefined
    const timer = window.setTimeout(() => onRest(typed), TYPING_MS)
    return () => window.clearTimeout(timer)
  })
  return [typed, setTyped] as const
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

const Flags = ({ search, onChange }: FiltersProps) => {
  const { t } = useWords()
  return (
    <div className="row">
      {(['unread', 'attention'] as const).map((one) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={search[one] ?? false}
            onChange={({ target }) => onChange({ [one]: target.checked })}
          />
          {t(one)}
        </label>
      ))}
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

export const Filters = ({ search, onChange }: FiltersProps) => {
  const { t } = useWords()
  const [q, setQ] = useTyped(search.q ?? '', (text) => onChange({ q: text }))
  const [least, setLeast] = useTyped(search.least ?? '', (text) => onChange({ least: text.replace(',', '.') }))
  return (
    <>
      <search className="filters">
        <Field label={t('search')}>
          <input
            data-search
            type="search"
            maxLength={200}
            placeholder={t('searchText')}
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
        </Field>
        <Choice
          label={t('status')}
          any={t('anyStatus')}
          value={search.status}
          names={lifecycleNames}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label={t('type')}
          any={t('anyType')}
          value={search.type}
          names={typeNames}
          onChange={(type) => onChange({ type })}
        />
        {(['from', 'to'] as const).map((one) => (
          <Field key={one} label={t(one)}>
            <input type="date" value={search[one] ?? ''} onChange={({ target }) => onChange({ [one]: target.value })} />
          </Field>
        ))}
        <Field label={t('least')}>
          <input inputMode="decimal" maxLength={20} value={least} onChange={({ target }) => setLeast(target.value)} />
        </Field>
      </search>
      <Flags search={search} onChange={onChange} />
    </>
  )
}
