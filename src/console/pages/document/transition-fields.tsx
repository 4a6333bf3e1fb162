/** What a step of a document requires, and what else may be said with it. */
import { Field } from '../../ui/parts.tsx'
import { requestedActionNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { Shown } from '../../data/shown.ts'
import { ByRate } from './by-rate.tsx'

const ON_HOLD = 'SUSPENDED'

export type Transition = Shown['transitions'][number]

const fieldWords = {
  reason: 'reason',
  note: 'note',
  paymentAmount: 'paymentAmount',
  paymentDate: 'paymentDate',
  remainingAmount: 'remainingAmount',
  paymentReference: 'payReference',
} as const
type FieldName = keyof typeof fieldWords
const isField = (name: string): name is FieldName => Object.hasOwn(fieldWords, name)
const inputTypes: Readonly<Partial<Record<FieldName, string>>> = { paymentDate: 'date' }

interface ChoiceProps {
  label: string
  isRequired: boolean
  value: string | undefined
  choices: readonly (readonly [code: string, label: string])[]
  onChange: (value: string) => void
}

const Choice = ({ label, isRequired, value = '', choices, onChange }: ChoiceProps) => (
  <Field label={label}>
    <select required={isRequired} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">–</option>
      {choices.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  </Field>
)

interface FieldsProps {
  document: Shown
  transition: Transition
  values: Readonly<Record<string, string>>
  change: (name: string, value: string) => void
}

const Texts = ({ names, isRequired, values, change }: TextsProps) => {
  const { t } = useWords()
  return names.filter(isField).map((name) => (
    <Field key={name} label={t(fieldWords[name])}>
      <input
        required={isRequired}
        type={inputTypes[name] ?? 'text'}
        maxLength={1000}
        value={values[name] ?? ''}
        onChange={({ target: { value } }) => change(name, value)}
      />
    </Field>
  ))
}
interface TextsProps extends Omit<FieldsProps, 'transition' | 'document'> {
  names: readonly string[]
  isRequired: boolean
}

/** What the server lets be said beside what it requires; whoever wants to opens it. */
const Optional = ({ document, transition: { optionalFields, reasonCodes }, values, change }: FieldsProps) => {
  const { t, name } = useWords()
  const may = (field: string): boolean => optionalFields.includes(field)
  const reasons = reasonCodes.map(({ code, label }) => [code, label] as const)
  return (
    <details open={may('paymentAmount') || may('paymentByRate')}>
      <summary>{t('optionalFields')}</summary>
      <div className="stack">
        {may('reasonCode') && (
          <Choice
            label={t('reasonCode')}
            isRequired={false}
            value={values['reasonCode']}
            choices={reasons}
            onChange={(value) => change('reasonCode', value)}
          />
        )}
        <Texts names={optionalFields} isRequired={false} {...{ values, change }} />
        {may('paymentByRate') && <ByRate {...{ document, values, change }} />}
        {may('requestedAction') && (
          <Choice
            label={t('requestedAction')}
            isRequired={false}
            value={values['requestedAction']}
            choices={Object.entries(requestedActionNames).map(([code, both]) => [code, name(both)])}
            onChange={(value) => change('requestedAction', value)}
          />
        )}
        {may('suspensionReasonCode') && values['reasonCode'] === ON_HOLD && (
          <Choice
            label={t('suspensionReason')}
            isRequired={false}
            value={values['suspensionReasonCode']}
            choices={reasons.filter(([code]) => code !== ON_HOLD)}
            onChange={(value) => change('suspensionReasonCode', value)}
          />
        )}
        {may('corrections') &&
          (['term', 'expected'] as const).map((field) => (
            <Field key={field} label={t(field === 'term' ? 'correctionTerm' : 'correctionExpected')}>
              <input
                maxLength={500}
                value={values[field] ?? ''}
                onChange={({ target: { value } }) => change(field, value)}
              />
            </Field>
          ))}
      </div>
    </details>
  )
}

export const Fields = ({ document, transition, values, change }: FieldsProps) => {
  const { t } = useWords()
  const { requiredFields, reasonCodes } = transition
  return (
    <>
      {requiredFields.includes('reasonCode') && (
        <Choice
          label={t('reasonCode')}
          isRequired
          value={values['reasonCode']}
          choices={reasonCodes.map(({ code, label }) => [code, label])}
          onChange={(value) => change('reasonCode', value)}
        />
      )}
      <Texts names={requiredFields} isRequired {...{ values, change }} />
      <Optional {...{ document, transition, values, change }} />
    </>
  )
}
