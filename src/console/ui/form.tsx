/** A form as a list of fields. What it asks is a table; what is answered goes to the server, which knows the rules. */
import type { FormEvent, ReactNode } from 'react'
import type { Problem } from '../data/refused.ts'
import { useWords } from '../words/words.ts'
import { Button, Dialog, Fault, Field } from './parts.tsx'

export interface Ask {
  name: string
  label: string
  /** `check` is a box, `area` a text of several lines; the others are types of inputs. */
  kind?: 'text' | 'date' | 'datetime-local' | 'number' | 'url' | 'email' | 'color' | 'file' | 'check' | 'area'
  options?: readonly (readonly [value: string, label: string])[]
  hint?: string
  optional?: boolean
  value?: string
  accept?: string
}

const longest = 2_000

const Control = ({ ask: { name, kind = 'text', options, optional, value, accept } }: { ask: Ask }) => {
  const common = { name, required: optional !== true, defaultValue: value }
  if (kind === 'area') return <textarea {...common} rows={5} maxLength={200_000} />
  if (!options) return <input {...common} type={kind} maxLength={longest} accept={accept} autoComplete="off" />
  return (
    <select {...common}>
      {optional && <option value="">–</option>}
      {options.map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </select>
  )
}

export const Asked = ({ ask }: { ask: Ask }) =>
  ask.kind === 'check' ? (
    <label className="check">
      <input type="checkbox" name={ask.name} defaultChecked={ask.value === 'true'} /> {ask.label}
    </label>
  ) : (
    <Field label={ask.label} {...(ask.hint !== undefined && { hint: ask.hint })}>
      <Control ask={ask} />
    </Field>
  )

export type Given = Readonly<Record<string, string>>

/** What was filled in, without what was left empty. */
export const givenIn = (form: HTMLFormElement): Given =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )

export interface FormProps {
  asks: readonly Ask[]
  action: string
  isBusy: boolean
  problem: Problem | undefined
  onSubmit: (given: Given, form: HTMLFormElement) => void
  children?: ReactNode
}

export const Form = ({ asks, action, isBusy, problem, onSubmit, children }: FormProps) => {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSubmit(givenIn(event.currentTarget), event.currentTarget)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {asks.map((ask) => (
        <Asked key={ask.name} ask={ask} />
      ))}
      {children}
      {problem && <Fault {...problem} />}
      <div className="row">
        <Button type="submit" look="main" isDisabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

export const FormDialog = ({ title, onClose, ...form }: FormProps & { title: string; onClose: () => void }) => (
  <Dialog title={title} onClose={onClose}>
    <Form {...form} />
  </Dialog>
)

/** Asks before what cannot be taken back. */
export const Sure = ({
  title,
  text,
  ...form
}: Omit<FormProps, 'asks'> & { title: string; text: string; onClose: () => void }) => {
  const { t } = useWords()
  return (
    <Dialog title={title} onClose={form.onClose}>
      <p>{text}</p>
      {form.problem && <Fault {...form.problem} />}
      <div className="row">
        <Button
          look="danger"
          isDisabled={form.isBusy}
          onPress={() => form.onSubmit({}, document.createElement('form'))}
        >
          {form.action}
        </Button>
        <Button onPress={form.onClose}>{t('cancel')}</Button>
      </div>
    </Dialog>
  )
}
