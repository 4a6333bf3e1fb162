/** Invoices that e-reporting tells one by one (flux 10.1): what they refer to, who trades, how their amounts go together. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { codeList } from '../../values/codelists/code-list.ts'
import { double } from '../numbers.ts'
import { attribute, has, select, text } from '../path.ts'
import { afterPrepayment, corrections, creditNotes, prepayments } from './lists.ts'
import { AMOUNT, PRICE, isWritten } from './reporting-forms.ts'
import { agree, type Row, rowsAt } from './reporting-rule.ts'

const INVOICE = '/Report/TransactionsReport/Invoice'
const SIREN = '0002'
const EUROPEAN = '0223'

/** What the portal takes is less than what the parties may send one another. */
const documentTypes = codeList('261 380 381 384 386 389 393 396 471 472 473 500 501 502 503')
const billingModes = codeList('B1 S1 M1 B2 S2 M2 B4 S4 M4 S5 S6 B7 S7')
const taxPoints = codeList('5 29 72 3 35 432')

export const isTaxPoint = ({ stringValue }: XmlElement): boolean => taxPoints.has(stringValue)

/** A total is the sum of its parts; unless one of them is written wrongly, which has its own rule. */
export const isTotal = (element: XmlElement, total: string, parts: string): boolean => {
  const [totals, amounts] = [select(element, total), select(element, parts)]
  if (![...totals, ...amounts].every((amount) => isWritten(amount, AMOUNT))) return true
  const sum = amounts.reduce((before, { stringValue }) => before + double(stringValue), 0)
  return agree(double(totals[0]?.stringValue), sum, amounts.length)
}

const typeOf = (invoice: XmlElement): string => text(invoice, 'TypeCode') ?? ''
const isDated = (reference: XmlElement): boolean => has(reference, 'IssueDate')

const refersBack = (invoice: XmlElement): boolean => {
  const earlier = select(invoice, 'ReferencedDocument')
  if (corrections.has(typeOf(invoice))) return earlier.length === 1 && earlier.every(isDated)
  if (!creditNotes.has(typeOf(invoice))) return true
  const lines = select(invoice, 'Line')
  return (
    earlier.some(isDated) ||
    (lines.length > 0 &&
      lines.every((line) => has(line, 'ReferencedDocument/ID') && has(line, 'ReferencedDocument/IssueDate')))
  )
}

const isNet = (price: XmlElement): boolean => {
  const parts = ['PriceAmount', 'AllowanceChargeBaseAmount', 'AllowanceChargeAmount'].map((name) => price.first(name))
  if (!parts.every((part) => part !== undefined && isWritten(part, PRICE))) return true
  const [net, gross, rebate] = parts.map((part) => double(part?.stringValue))
  return agree(Number(net), Number(gross) - Number(rebate), 1)
}

const isInEuros = (invoice: XmlElement): boolean => text(invoice, 'CurrencyCode') === 'EUR'

const totals: readonly Row[] = [
  ...rowsAt(`${INVOICE}/TypeCode`, [
    'G1.01',
    'TT-21',
    (type) => documentTypes.has(type.stringValue),
    'The portal does not take this type of invoice.',
    'Write a type of the French list.',
  ]),
  ...rowsAt(`${INVOICE}/BusinessProcess/ID`, [
    'G1.02',
    'TT-28',
    (mode) => billingModes.has(mode.stringValue),
    'The billing mode is not one of the French list.',
    'Write a mode of the list, such as S1.',
  ]),
  ...rowsAt(`${INVOICE}/BusinessProcess/TypeID`, [
    'S1.12',
    'TT-29',
    (profile) => profile.stringValue === 'urn.cpro.gouv.fr:1p0:ereporting',
    'The profile is not that of e-reporting.',
    'Write urn.cpro.gouv.fr:1p0:ereporting.',
  ]),
  ...rowsAt(`${INVOICE}/TaxDueDateTypeCode`, [
    'P1.11',
    'TT-24',
    isTaxPoint,
    'The code does not say when VAT is due.',
    'Write 5, 29, 72, 3, 35 or 432.',
  ]),
  ...rowsAt(
    INVOICE,
    [
      'G1.60',
      'TT-21',
      (invoice) => !prepayments.has(typeOf(invoice)) || !afterPrepayment.has(text(invoice, 'BusinessProcess/ID') ?? ''),
      'A prepayment cannot be a final invoice after prepayment.',
      'Change the type or the billing mode.',
    ],
    [
      'G6.21',
      'TT-59',
      (invoice) =>
        ['261', '381', '396'].includes(typeOf(invoice)) ||
        select(invoice, 'TaxSubTotal/TaxCategory/TaxExemptionReasonCode').every(
          ({ stringValue }) => stringValue !== 'VATEX-FR-CNWVAT',
        ),
      'VATEX-FR-CNWVAT is for credit notes.',
      'Give another reason, or write a credit note.',
    ],
    [
      'G1.32',
      'TG-11',
      refersBack,
      'A corrective invoice refers to one earlier invoice with its date, a credit note to one at least.',
      'Give the number and date of the earlier invoice.',
    ],
    [
      'G6.28',
      'TT-36',
      (invoice) => has(invoice, 'Buyer/CompanyId'),
      'The buyer is not identified.',
      'Give the identifier of the buyer.',
    ],
    [
      'G1.102',
      'TT-34',
      (invoice) =>
        has(invoice, 'Seller/TaxRegistrationId') ||
        has(invoice, 'SellerTaxRepresentative/TaxRegistrationId') ||
        select(invoice, 'TaxSubTotal/TaxCategory/Code').every(({ stringValue }) => stringValue !== 'E'),
      'An exempted invoice needs the VAT number of the seller or of its representative.',
      'Give one of them.',
    ],
    [
      'G1.53',
      'TT-51',
      (invoice) =>
        !isInEuros(invoice) ||
        !has(invoice, 'MonetaryTotal/TaxExclusiveAmount') ||
        isTotal(invoice, 'MonetaryTotal/TaxExclusiveAmount', 'TaxSubTotal/TaxableAmount'),
      'The total without VAT is not the sum of the taxable amounts.',
      'Correct the total or the amounts.',
    ],
    [
      'G1.53',
      'TT-52',
      // The total is in euros, the amounts are in the currency of the invoice.
      (invoice) =>
        !isInEuros(invoice) ||
        !has(invoice, 'MonetaryTotal/TaxAmount') ||
        isTotal(invoice, 'MonetaryTotal/TaxAmount', 'TaxSubTotal/TaxAmount'),
      'The total VAT is not the sum of the VAT amounts.',
      'Correct the total or the amounts.',
    ],
  ),
  ...rowsAt(`${INVOICE}/MonetaryTotal/TaxAmount`, [
    'G6.23',
    'TT-202',
    (amount) => amount.attribute('CurrencyCode') === 'EUR',
    'The total VAT is not in euros.',
    'Write it in EUR.',
  ]),
  ...rowsAt(`${INVOICE}/TaxSubTotal/TaxCategory`, [
    'G1.40',
    'TT-58',
    (category) =>
      text(category, 'Code') !== 'E' ||
      (has(category, 'TaxExemptionReason') && has(category, 'TaxExemptionReasonCode')),
    'An exemption (E) needs its reason and the code of it.',
    'Give both.',
  ]),
  ...rowsAt(`${INVOICE}/Line/Price`, [
    'G1.55',
    'TT-69',
    isNet,
    'The net price is not gross less rebate.',
    'Correct it.',
  ]),
]

/** How an identifier of each kind is written (TT-33, TT-36). */
const identifiers: Readonly<Record<string, RegExp>> = {
  [SIREN]: /^\d{9}$/,
  [EUROPEAN]: /^.{0,18}$/su,
  '0227': /^.{0,18}$/su,
  '0228': /^\d{9,10}$/,
  '0229': /^\d{9}$/,
}

const partyRows = (who: 'Seller' | 'Buyer', id: string, vat: string): readonly Row[] => [
  ...rowsAt(
    `${INVOICE}/${who}/CompanyId`,
    [
      'G2.19',
      id,
      (company) => Object.hasOwn(identifiers, company.attribute('schemeId') ?? ''),
      'This kind of identifier is not taken.',
      'Use 0002, 0223, 0227, 0228 or 0229.',
    ],
    [
      'G2.19',
      id,
      (company) => identifiers[company.attribute('schemeId') ?? '']?.test(company.stringValue) ?? true,
      'The identifier does not have the form of its kind.',
      'Correct the identifier or its kind.',
    ],
  ),
  ...rowsAt(`${INVOICE}/${who}`, [
    'G2.33',
    vat,
    (party) =>
      ![SIREN, EUROPEAN].includes(attribute(party, 'CompanyId', 'schemeId') ?? '') || has(party, 'TaxRegistrationId'),
    'A party of the European Union has a VAT number.',
    'Give it.',
  ]),
  ...rowsAt(`${INVOICE}/${who}/TaxRegistrationId`, [
    'G2.33',
    vat,
    (number) => number.attribute('qualifyingId') === 'VAT',
    'The number is not said to be that of VAT.',
    'Write qualifyingId="VAT".',
  ]),
]

export const invoices: readonly Row[] = [
  ...totals,
  ...partyRows('Seller', 'TT-33', 'TT-34'),
  ...partyRows('Buyer', 'TT-36', 'TT-38'),
]
