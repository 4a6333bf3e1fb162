/** Which VAT categories and rates France has. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { has, text } from '../path.ts'
import { vatCategories, vatRates } from './lists.ts'
import { type FrenchRow, type Section, termsOf } from './section.ts'

export const vat: Section = ({ places, unsaid }, version) => {
  const category = places['VAT category'] ?? ''
  const rate = places['VAT rate'] ?? ''
  const categoryRows = (id: string, idOfOldTaxes: string, at: string): FrenchRow[] => [
    {
      id,
      at,
      test: (tax) =>
        has(tax, category) ? vatCategories.has(text(tax, category) ?? '') : unsaid.category(tax, version),
      message: `A VAT category (${termsOf(at)}) is not one that France uses.`,
      fix: 'Use S, Z, E, AE, K, G or O.',
    },
    {
      id: idOfOldTaxes,
      at,
      test: (tax) => !['L', 'M'].includes(text(tax, category) ?? ''),
      message: `A VAT category (${termsOf(at)}) is a tax of the Canary Islands, Ceuta or Melilla.`,
      fix: 'Use S, Z, E, AE, K, G or O.',
    },
  ]
  // The rate of a charge (BT-103) stands where that of an allowance does: the official file finds it there under BT-96.
  const rates: readonly (readonly [string, string])[] = [
    ['BT-96', 'BT-95_BT-102'],
    ['BT-119', 'BT-118'],
    ['BT-152', 'BT-152'],
  ]
  const isRate = (rate: string): boolean => vatRates.has(rate) || (rate === '' && unsaid.rate)
  return [
    ...categoryRows('BR-FR-15_BT-95_BT-102-1', 'BR-FR-15_BT-95_BT-102-2', 'BT-95_BT-102'),
    ...categoryRows('BR-FR-15_BT-118-1', 'BR-FR-15_BT-118-2', 'BT-118'),
    ...categoryRows('BR-FR-15_BT-151-1', 'BR-FR-08_BT-151-2', 'BT-151'),
    ...rates.map(([term, at]) => ({
      id: `BR-FR-16_${term}`,
      at,
      terms: term,
      test: (tax: XmlElement) => !has(tax, rate) || isRate(text(tax, rate) ?? ''),
      message: `A VAT rate (${term}) is not one that France has or had.`,
      fix: 'Write the rate without a percent sign and without needless digits: 20, 10, 5.5, 2.1.',
    })),
  ]
}
