/** The partner of a filter: found by its name while somebody types, and kept by its id. */
import { useEffect, useId, useState } from 'react'
import { useQuery } from 'urql'
import { PartnerListDocument, PartnerNameDocument } from '#operations'
import { useTyped } from '../../ui/typed.ts'
import { Field } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

const MOST_FOUND = 20

interface PartnerFieldProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** What is called alike is told apart by its number. */
const labelOf = ({ name, vatNumber }: { name: string; vatNumber: string | null | undefined }): string =>
  [name, vatNumber].filter(Boolean).join(' · ')

export const PartnerField = ({ value, onChange }: PartnerFieldProps) => {
  const { t } = useWords()
  const list = useId()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [{ data: chosen }] = useQuery({ query: PartnerNameDocument, variables: { id: value ?? '' }, pause: !value })
  const [{ data }] = useQuery({
    query: PartnerListDocument,
    variables: { search: asked, first: MOST_FOUND },
    pause: asked.length < 2,
  })
  const [typed, setTyped] = useTyped(text, setAsked)
  const name = value && chosen?.partner?.id === value ? labelOf(chosen.partner) : ''
  useEffect(() => {
    setText(name)
    setTyped(name)
  }, [name])
  const found = asked.length < 2 ? [] : (data?.partners.nodes ?? [])
  const type = (given: string): void => {
    setTyped(given)
    const one = found.find((partner) => labelOf(partner) === given)
    if (one) onChange(one.id)
    else if (given === '' && value) onChange(undefined)
  }
  return (
    <Field label={t('partner')}>
      <input
        list={list}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <datalist id={list}>
        {found.map((partner) => (
          <option key={partner.id} value={labelOf(partner)} />
        ))}
      </datalist>
    </Field>
  )
}
