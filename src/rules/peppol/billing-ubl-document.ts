/** Peppol BIS Billing 3 in UBL: the rules on the document as a whole. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { double } from '../numbers.ts'
import { count, has, select, value } from '../path.ts'
import { fatal, type Rule } from '../rule.ts'
import { bothGerman } from './ubl-invoice.ts'
import { type Billing, processOf } from './billing-specifications.ts'

/** The two VAT totals have the same sign, zero counting as either. */
const sameSign = (root: XmlElement): boolean => {
  if (!has(root, 'cbc:TaxCurrencyCode')) return true
  const amounts = (currency: string): number[] => {
    const code = value(root, currency)
    return select(root, 'cac:TaxTotal/cbc:TaxAmount')
      .filter((amount) => amount.attribute('currencyID') === code)
      .map((amount) => double(amount.stringValue))
  }
  const [accounting, invoice] = [amounts('cbc:TaxCurrencyCode'), amounts('cbc:DocumentCurrencyCode')]
  const some = (values: readonly number[], holds: (value: number) => boolean): boolean => values.some(holds)
  return (
    (some(accounting, (value) => value <= 0) && some(invoice, (value) => value <= 0)) ||
    (some(accounting, (value) => value >= 0) && some(invoice, (value) => value >= 0))
  )
}

const processRules = (billing: Billing): readonly Rule[] => [
  fatal(
    'PEPPOL-EN16931-R001',
    'BT-23',
    (root) => has(root, 'cbc:ProfileID'),
    'The business process (BT-23) is missing.',
    'Give the profile identifier of the process.',
  ),
  fatal(
    'PEPPOL-EN16931-R007',
    'BT-23',
    (_, document) => processOf(billing, document) !== undefined,
    'The business process (BT-23) is not one that Peppol knows.',
    'Use the process identifier of the Peppol document type.',
  ),
]

const referenceRules: readonly Rule[] = [
  fatal(
    'PEPPOL-EN16931-R002',
    'BT-22',
    (root, document) => count(root, 'cbc:Note') <= 1 || document.fact(bothGerman),
    'There is more than one note (BT-22) on the document.',
    'Join the notes into one; only two German parties may give several.',
  ),
  fatal(
    'PEPPOL-EN16931-R003',
    'BT-10 BT-13',
    (root) => has(root, 'cbc:BuyerReference') || has(root, 'cac:OrderReference/cbc:ID'),
    'There is neither a buyer reference (BT-10) nor an order reference (BT-13).',
    'Give the reference that the buyer asked for.',
  ),
]

const specificationRule = (billing: Billing): Rule =>
  fatal(
    'PEPPOL-EN16931-R004',
    'BT-24',
    (root) =>
      value(root, 'cbc:CustomizationID').startsWith(billing.customization) &&
      !value(root, 'cbc:CustomizationID').includes('::'),
    `The specification identifier (BT-24) does not start with ${billing.customization}.`,
    'Give the customization identifier of the specification that the document follows.',
  )

const vatTotalRules: readonly Rule[] = [
  fatal(
    'PEPPOL-EN16931-R053',
    'BG-23',
    (root) => root.all('cac:TaxTotal').filter((tax) => has(tax, 'cac:TaxSubtotal')).length === 1,
    'There is not exactly one tax total with a VAT breakdown.',
    'Give the VAT breakdown in one tax total, in the currency of the invoice.',
  ),
  fatal(
    'PEPPOL-EN16931-R054',
    'BT-111',
    (root) =>
      root.all('cac:TaxTotal').filter((tax) => !has(tax, 'cac:TaxSubtotal')).length ===
      (has(root, 'cbc:TaxCurrencyCode') ? 1 : 0),
    'A tax total without breakdown (BT-111) is there without accounting currency (BT-6), or missing with it.',
    'Give one tax total without breakdown if, and only if, there is an accounting currency.',
  ),
  fatal(
    'PEPPOL-EN16931-R055',
    'BT-110 BT-111',
    sameSign,
    'The VAT total and the one in the accounting currency have different signs.',
    'Convert the VAT total without changing its sign.',
  ),
]

export const documentRules = (billing: Billing): readonly Rule[] => [
  ...processRules(billing),
  ...referenceRules,
  specificationRule(billing),
  ...vatTotalRules,
]
