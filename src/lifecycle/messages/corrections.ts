/** A wrong field as figures of a CDAR: what stands there (DIV), and what should (DVA). */
import type { Figure } from '../../formats/cdar/message.ts'
import { terms } from '../../formats/terms.ts'
import { isDate } from '../../values/dates.ts'
import { type Decimal, parseDecimal } from '../../values/money.ts'
import type { Correction } from '../read/update-input.ts'

const names = new Map(terms.map(({ id, name }) => [id, name]))
const nameOf = (term: string): string => names.get(term) ?? term

const isPercentage = (name: string): boolean => /\b(rate|percentage)$/i.test(name)
const isQuantity = (name: string): boolean => /\bquantity$/i.test(name)
const isAmount = (name: string): boolean =>
  /\b(amount|price|discount)$|amount (with|without) VAT$|due for payment$|VAT amount\b/i.test(name)

/** A value in the form that its term has. What has not that form travels as text. */
const valueOf = (term: string, value: string, currency: string | null): Partial<Figure> => {
  const name = nameOf(term)
  const number = parseDecimal(value)
  if (number && isPercentage(name)) return { percent: number }
  if (number && isQuantity(name)) return { quantity: number }
  if (number && isAmount(name)) return { amount: number, ...(currency !== null && { currency }) }
  return isDate(value) ? { date: value } : { text: value }
}

const figureOf = (kind: 'DIV' | 'DVA', { term, path }: Correction, value: string, currency: string | null): Figure => ({
  term,
  kind,
  changed: true,
  name: nameOf(term),
  ...(path !== undefined && { path }),
  ...valueOf(term, value, currency),
})

export const figuresOfCorrections = (corrections: readonly Correction[], currency: string | null): Figure[] =>
  corrections.flatMap((correction) => [
    ...(correction.current === undefined ? [] : [figureOf('DIV', correction, correction.current, currency)]),
    figureOf('DVA', correction, correction.expected, currency),
  ])

const shownNumber = (number: Decimal | undefined): string | undefined =>
  number?.toFixed(Math.max(2, number.decimalPlaces()))
const shown = ({ text, amount, percent, quantity, date }: Figure): string =>
  text ?? shownNumber(amount) ?? shownNumber(percent) ?? quantity?.toFixed() ?? date ?? ''

/** The way back: a figure that is wrong, and after it the one that is right. */
export const correctionsOfFigures = (figures: readonly Figure[]): Correction[] => {
  const told = figures.filter(({ kind, term }) => (kind === 'DIV' || kind === 'DVA') && term !== undefined)
  return told.flatMap((figure, index): Correction[] => {
    if (figure.kind === 'DIV') return []
    const before = told[index - 1]
    const wrong = before?.kind === 'DIV' && before.term === figure.term ? before : undefined
    const path = figure.path ?? wrong?.path
    return [
      {
        term: figure.term ?? '',
        ...(path !== undefined && { path }),
        ...(wrong && { current: shown(wrong) }),
        expected: shown(figure),
      },
    ]
  })
}

const ARROW = ' → '

/** In an Invoice Response a correction is the description of a condition. */
export const conditionOf = ({ term, current, expected }: Correction): { field: string; description: string } => ({
  field: term,
  description: current === undefined ? expected : `${current}${ARROW}${expected}`,
})

export const correctionOf = ({
  field = '',
  description = '',
}: {
  field?: string
  description?: string
}): Correction => {
  const [current, ...expected] = description.split(ARROW)
  return expected.length === 0
    ? { term: field, expected: description }
    : { term: field, ...(current !== undefined && { current }), expected: expected.join(ARROW) }
}
