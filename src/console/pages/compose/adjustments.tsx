/** Allowances and charges of the whole document, each with its VAT. */
import type { VatCategory } from '#operations'
import { Icon } from '../../ui/icon.tsx'
import { Button, Field } from '../../ui/parts.tsx'
import { vatCategoryNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { Adjustment } from './draft.ts'

interface AdjustmentsProps {
  adjustments: readonly Adjustment[]
  /** The rate that a new one begins with. */
  vatRate: string
  onChange: (adjustments: readonly Adjustment[]) => void
}

const names = { allowances: 'allowance', charges: 'charge' } as const
const texts = [
  ['reason', 'reason', 'text'],
  ['amount', 'amount', 'decimal'],
] as const

const One = ({ one, change, remove }: OneProps) => {
  const { t, name } = useWords()
  return (
    <fieldset className="line">
      <legend className="visually-hidden">{t(names[one.kind])}</legend>
      {texts.map(([field, label, mode]) => (
        <Field
          key={field}
          label={field === 'reason' ? t('pair', { name: t(names[one.kind]), value: t(label) }) : t(label)}
        >
          <input
            inputMode={mode}
            maxLength={field === 'reason' ? 500 : 30}
            value={one[field]}
            onChange={({ target }) => change({ [field]: target.value })}
          />
        </Field>
      ))}
      <Field label={t('vatCategory')}>
        <select value={one.vatCategory} onChange={({ target }) => change({ vatCategory: target.value as VatCategory })}>
          {Object.entries(vatCategoryNames).map(([code, both]) => (
            <option key={code} value={code}>
              {name(both)}
            </option>
          ))}
        </select>
      </Field>
      {one.vatCategory === 'S' && (
        <Field label={t('vatRate')}>
          <input
            inputMode="decimal"
            maxLength={10}
            value={one.vatRate}
            onChange={({ target }) => change({ vatRate: target.value })}
          />
        </Field>
      )}
      <Button
        look="quiet"
        aria-label={t('removeAdjustment', { name: one.reason || t(names[one.kind]) })}
        onPress={remove}
      >
        <Icon name="close" />
      </Button>
    </fieldset>
  )
}
interface OneProps {
  one: Adjustment
  change: (parts: Partial<Adjustment>) => void
  remove: () => void
}

export const Adjustments = ({ adjustments, vatRate, onChange }: AdjustmentsProps) => {
  const { t } = useWords()
  return (
    <>
      {adjustments.map((one, index) => (
        <One
          key={index}
          one={one}
          change={(parts) => onChange(adjustments.map((it, place) => (place === index ? { ...it, ...parts } : it)))}
          remove={() => onChange(adjustments.filter((_, place) => place !== index))}
        />
      ))}
      <div className="row">
        {(['allowances', 'charges'] as const).map((kind) => (
          <Button
            key={kind}
            onPress={() => onChange([...adjustments, { kind, amount: '', reason: '', vatCategory: 'S', vatRate }])}
          >
            {t(kind === 'allowances' ? 'addAllowance' : 'addCharge')}
          </Button>
        ))}
      </div>
    </>
  )
}
