/** The amounts of a payment at each VAT rate: what a French seller reports of what was collected. */
import type { Shown } from '../../data/shown.ts'
import { Field } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

/** An amount as the server reads it, however it was typed. */
export const decimal = (text: string): string => text.replace(/\s/g, '').replace(',', '.')
/** What was collected at each rate stands under `rate 20`. */
const RATE = 'rate '
export const isRate = (name: string): boolean => name.startsWith(RATE)
const ratesOf = ({ lines }: Shown): string[] => [...new Set(lines.flatMap(({ vatRate }) => vatRate ?? []))]
export const byRateIn = (values: Readonly<Record<string, string>>) => {
  const shares = Object.entries(values)
    .filter(([name, value]) => isRate(name) && value !== '')
    .map(([name, value]) => ({ rate: name.slice(RATE.length), amount: decimal(value) }))
  return shares.length > 0 && { paymentByRate: shares }
}

interface ByRateProps {
  document: Shown
  values: Readonly<Record<string, string>>
  change: (name: string, value: string) => void
}

/** How an amount is divided among the rates of the document, where there are several. */
export const ByRate = ({ document, values, change }: ByRateProps) => {
  const { t, decimal: shown } = useWords()
  const rates = ratesOf(document)
  if (rates.length < 2) return null
  return (
    <fieldset className="stack">
      <legend>{t('paymentByRate')}</legend>
      <p className="hint">{t('paymentByRateText')}</p>
      {rates.map((rate) => (
        <Field key={rate} label={t('paidAtRate', { rate: shown(rate) })}>
          <input
            inputMode="decimal"
            maxLength={30}
            value={values[`${RATE}${rate}`] ?? ''}
            onChange={({ target: { value } }) => change(`${RATE}${rate}`, value)}
          />
        </Field>
      ))}
    </fieldset>
  )
}
