/** The lines of a draft, each with what the rules say about it. */
import type { VatCategory } from '#operations'
import { Icon } from '../../ui/icon.tsx'
import { Button, Field } from '../../ui/parts.tsx'
import { vatCategoryNames } from '../../words/codes.ts'
import { type Word, useWords } from '../../words/words.ts'
import { type Verdict, findingsAt } from './check.ts'
import { namesOf, reasonsOf } from './exemptions.ts'
import { type Line, newLine } from './draft.ts'

interface LinesProps {
  lines: readonly Line[]
  verdict: Verdict | undefined
  onChange: (lines: readonly Line[]) => void
}
interface LineProps {
  line: Line
  index: number
  verdict: Verdict | undefined
  change: (parts: Partial<Line>) => void
  remove: (() => void) | undefined
}

const texts = [
  ['description', 'description', 'text'],
  ['quantity', 'quantity', 'decimal'],
  ['unit', 'unit', 'text'],
  ['unitPrice', 'unitPrice', 'decimal'],
  ['allowance', 'allowance', 'decimal'],
] as const satisfies readonly (readonly [keyof Line, Word, 'text' | 'decimal'])[]

/** Where a category has one reason, that is it. */
const taxed = (vatCategory: VatCategory): Partial<Line> => {
  const [only = '', ...others] = reasonsOf(vatCategory)
  return { vatCategory, vatExemptionCode: others.length === 0 ? only : '' }
}

/** A code where there are some, and words where somebody wants them. */
const Exemption = ({ line, index, change }: Pick<LineProps, 'line' | 'index' | 'change'>) => {
  const { t, name } = useWords()
  const codes = Object.entries(namesOf(line.vatCategory))
  return (
    <>
      {codes.length > 0 && (
        <Field label={t('exemptionCode')}>
          <select value={line.vatExemptionCode} onChange={({ target }) => change({ vatExemptionCode: target.value })}>
            <option value="">–</option>
            {codes.map(([code, both]) => (
              <option key={code} value={code}>
                {name(both)}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={t('exemptionReason')}>
        <input
          maxLength={500}
          aria-describedby={`line-${index}`}
          value={line.vatExemptionReason}
          onChange={({ target }) => change({ vatExemptionReason: target.value })}
        />
      </Field>
    </>
  )
}

const Vat = ({ line, index, change }: LineProps) => {
  const { t, name } = useWords()
  return (
    <>
      <Field label={t('vatCategory')}>
        <select value={line.vatCategory} onChange={({ target }) => change(taxed(target.value as VatCategory))}>
          {Object.entries(vatCategoryNames).map(([code, both]) => (
            <option key={code} value={code}>
              {name(both)}
            </option>
          ))}
        </select>
      </Field>
      {line.vatCategory === 'S' ? (
        <Field label={t('vatRate')}>
          <input
            inputMode="decimal"
            maxLength={10}
            value={line.vatRate}
            onChange={({ target }) => change({ vatRate: target.value })}
          />
        </Field>
      ) : (
        <Exemption {...{ line, index, change }} />
      )}
    </>
  )
}

const OneLine = (props: LineProps) => {
  const { line, index, verdict, change, remove } = props
  const { t } = useWords()
  const findings = findingsAt(verdict, '').filter(({ path }) => path?.includes(`lines[${index}]`))
  return (
    <fieldset className="line">
      <legend className="visually-hidden">{`${t('line')} ${index + 1}`}</legend>
      {texts.map(([name, label, kind]) => (
        <Field key={name} label={t(label)}>
          <input
            inputMode={kind}
            maxLength={name === 'description' ? 1_000 : 30}
            aria-invalid={findingsAt(verdict, `lines[${index}].${name}`).length > 0}
            value={line[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </Field>
      ))}
      <Vat {...props} />
      {remove && (
        <Button look="quiet" aria-label={t('removeLine', { number: index + 1 })} onPress={remove}>
          <Icon name="close" />
        </Button>
      )}
      <p id={`line-${index}`} className="wrong" role="status">
        {findings.map(({ message }) => message).join(' ')}
      </p>
    </fieldset>
  )
}

export const LineFields = ({ lines, verdict, onChange }: LinesProps) => {
  const { t } = useWords()
  return (
    <>
      {lines.map((line, index) => (
        <OneLine
          key={index}
          {...{ line, index, verdict }}
          change={(parts) => onChange(lines.map((one, place) => (place === index ? { ...one, ...parts } : one)))}
          remove={lines.length > 1 ? () => onChange(lines.filter((_, place) => place !== index)) : undefined}
        />
      ))}
      <div>
        <Button onPress={() => onChange([...lines, { ...newLine, vatRate: lines.at(-1)?.vatRate ?? newLine.vatRate }])}>
          {t('addLine')}
        </Button>
      </div>
    </>
  )
}
