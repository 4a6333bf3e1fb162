/** Peppol BIS Billing 3 in CII. The official file follows an earlier release than the one for UBL. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { allowanceReasons, chargeReasons } from '../../values/codelists/allowances-charges.ts'
import { peppolCurrencies } from '../../values/codelists/currencies.ts'
import { peppolElectronicAddressSchemes } from '../../values/codelists/electronic-addresses.ts'
import { attachmentTypes } from '../../values/codelists/references.ts'
import { type CodeRule, codeRules, hasAttribute } from '../code-rules.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { Exact, type Amount } from '../exact.ts'
import { cents, decimalAt, double, minus, near, percentOf, plus, sumAt, times, total } from '../numbers.ts'
import { count, has, select, some, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { type Position, within } from '../position.ts'
import { type Context, fatal, never, type Pattern, type Rule } from '../rule.ts'
import { settlement } from './cii-invoice.ts'
import { ciiIdentifiers } from './identifiers.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROCESS = /urn:fdc:peppol.eu:2017:poacc:billing:([0-9]{2}):1.0/

const processOf = ({ root }: CheckedDocument): string | undefined =>
  PROCESS.exec(
    value(root, 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
  )?.[1]
const currencies = ({ root }: CheckedDocument): string[] =>
  select(root, `${settlement}/ram:InvoiceCurrencyCode`).map((code) => code.stringValue)
const accountingCurrencies = ({ root }: CheckedDocument): string[] =>
  select(root, `${settlement}/ram:TaxCurrencyCode`).map((code) => code.stringValue)

const vatTotals = (header: XmlElement): readonly XmlElement[] =>
  select(header, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount')
const totalsIn = (header: XmlElement, codes: readonly string[]): XmlElement[] =>
  vatTotals(header).filter((vat) => codes.includes(vat.attribute('currencyID') ?? '\0'))

const sameSign = (header: XmlElement, document: CheckedDocument): boolean => {
  const accounting = document.fact(accountingCurrencies)
  if (accounting.length === 0) return true
  const [one, other] = [totalsIn(header, accounting), totalsIn(header, document.fact(currencies))].map((totals) =>
    totals.map((vat) => double(vat.stringValue)),
  )
  const both = (holds: (amount: number) => boolean): boolean =>
    (one?.some(holds) ?? false) && (other?.some(holds) ?? false)
  return both((amount) => amount < 0) || both((amount) => amount >= 0)
}

const differs = (vat: XmlElement, codes: readonly string[]): boolean =>
  vat.attribute('currencyID') !== undefined && codes.some((code) => code !== vat.attribute('currencyID'))

const typed = (element: XmlElement, type: string): number =>
  element.all('ram:AdditionalReferencedDocument').filter((reference) => some(reference, 'ram:TypeCode', type)).length

const indicator = (charge: XmlElement): string => value(charge, 'ram:ChargeIndicator/udt:Indicator')
const saysWhich = fatal<XmlElement>(
  'PEPPOL-EN16931-R043',
  'BG-20 BG-21 BG-27 BG-28',
  (charge) => ['true', 'false'].includes(indicator(charge)),
  'The charge indicator is neither "true" nor "false".',
  'Write true for a charge, false for an allowance.',
)

const percentageHolds = (charge: XmlElement): boolean => {
  if (!has(charge, 'ram:CalculationPercent') || !has(charge, 'ram:BasisAmount')) return true
  const amount = has(charge, 'ram:ActualAmount') ? decimalAt(charge, 'ram:ActualAmount') : Exact.of(0)
  return near(amount, percentOf(decimalAt(charge, 'ram:BasisAmount'), decimalAt(charge, 'ram:CalculationPercent')))
}

const orElse = (element: XmlElement, path: string, otherwise: number): Amount =>
  has(element, path) ? decimalAt(element, path) : Exact.of(otherwise)
const NET = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'
const LINE = 'ram:SpecifiedLineTradeSettlement'

const lineAmountHolds = (line: XmlElement): boolean => {
  const base = decimalAt(line, `${NET}/ram:BasisQuantity`)
  const price = orElse(line, `${NET}/ram:ChargeAmount`, 0)
  const unitPrice = base === undefined || base.isZero() ? price : price?.div(base)
  const sumOf = (which: string): Amount =>
    cents(
      total(
        select(line, `${LINE}/ram:SpecifiedTradeAllowanceCharge`)
          .filter((charge) => indicator(charge) === which)
          .map((charge) => sumAt(charge, 'ram:ActualAmount')),
      ),
    )
  const quantity = orElse(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', 1)
  const net = orElse(line, `${LINE}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`, 0)
  return near(net, minus(plus(times(quantity, unitPrice), sumOf('true')), sumOf('false')))
}

const inLinePeriod = (at: Position): boolean =>
  within(at, 'ram:BillingSpecifiedPeriod', 'ram:SpecifiedLineTradeSettlement', 'ram:IncludedSupplyChainTradeLineItem')
const besidePeriod =
  (part: string): Context['where'] =>
  (_, { root }) =>
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/${part}`)

const withinPeriod =
  (part: string, holds: (line: string, invoice: string) => boolean) =>
  (date: XmlElement, { root }: CheckedDocument): boolean =>
    date
      .all('udt:DateTimeString')
      .some((own) =>
        select(root, `${settlement}/ram:BillingSpecifiedPeriod/${part}/udt:DateTimeString`).some((outer) =>
          holds(own.stringValue, outer.stringValue),
        ),
      )

const sameUnit = (base: XmlElement): boolean =>
  select(base, '../../../ram:SpecifiedLineTradeDelivery/ram:BilledQuantity').some(
    (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
  )

const headerRules: readonly Context[] = [
  {
    names: ['rsm:ExchangedDocumentContext'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R001',
        'BT-23',
        (context) => has(context, 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
        'The business process (BT-23) is missing.',
        'Give the process identifier.',
      ),
      fatal(
        'PEPPOL-EN16931-R007',
        'BT-23',
        (_, document) => processOf(document) !== undefined,
        'The business process (BT-23) is not one that Peppol knows.',
        'Use the process identifier of the Peppol document type.',
      ),
      fatal(
        'PEPPOL-EN16931-R004',
        'BT-24',
        (context) => value(context, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID').startsWith(CUSTOMIZATION),
        `The specification identifier (BT-24) does not start with ${CUSTOMIZATION}.`,
        'Give the identifier of the specification that the document follows.',
      ),
    ],
  },
  {
    names: ['ram:ApplicableHeaderTradeAgreement'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R003',
        'BT-10 BT-13',
        (agreement) =>
          has(agreement, 'ram:BuyerReference') ||
          has(agreement, 'ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID'),
        'There is neither a buyer reference (BT-10) nor an order reference (BT-13).',
        'Give the reference that the buyer asked for.',
      ),
      fatal(
        'PEPPOL-EN16931-R006',
        'BT-18',
        (agreement) => typed(agreement, '130') <= 1,
        'There is more than one invoiced object (BT-18).',
        'Give one for the document.',
      ),
      fatal(
        'PEPPOL-EN16931-R080',
        'BT-17',
        (agreement) => typed(agreement, '50') <= 1,
        'There is more than one project reference.',
        'Give one for the document.',
      ),
    ],
  },
  {
    names: ['ram:ApplicableHeaderTradeSettlement'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R005',
        'BT-5 BT-6',
        (header) =>
          !has(header, 'ram:TaxCurrencyCode') ||
          value(header, 'ram:TaxCurrencyCode') !== value(header, 'ram:InvoiceCurrencyCode'),
        'The accounting currency (BT-6) is the currency of the invoice.',
        'Leave the accounting currency out.',
      ),
      fatal(
        'PEPPOL-EN16931-R053',
        'BT-110',
        (header, document) => totalsIn(header, document.fact(currencies)).length === 1,
        'There is not exactly one VAT total in the currency of the invoice.',
        'Give one.',
      ),
      fatal(
        'PEPPOL-EN16931-R054',
        'BT-111',
        (header, document) =>
          vatTotals(header).filter((vat) => differs(vat, document.fact(currencies))).length ===
          (has(header, 'ram:TaxCurrencyCode') ? 1 : 0),
        'A VAT total in the accounting currency (BT-111) is there without that currency (BT-6), or missing with it.',
        'Give one if, and only if, there is an accounting currency.',
      ),
      fatal(
        'PEPPOL-EN16931-R055',
        'BT-110 BT-111',
        sameSign,
        'The VAT total and the one in the accounting currency have different signs.',
        'Convert the VAT total without changing its sign.',
      ),
    ],
  },
  {
    names: ['rsm:ExchangedDocument'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R002',
        'BT-21 BT-22',
        (document) => count(document, 'ram:IncludedNote') <= 1 && !has(document, 'ram:IncludedNote/ram:SubjectCode'),
        'There is more than one note (BT-22) on the document, or a note with a subject code.',
        'Join the notes into one, without a subject code.',
      ),
    ],
  },
  {
    names: ['ram:BuyerTradeParty'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R010',
        'BT-49',
        (party) => has(party, 'ram:URIUniversalCommunication/ram:URIID'),
        'The buyer has no electronic address (BT-49).',
        'Give the Peppol participant identifier of the buyer.',
      ),
    ],
  },
  {
    names: ['ram:SellerTradeParty'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R020',
        'BT-34',
        (party) => has(party, 'ram:URIUniversalCommunication/ram:URIID'),
        'The seller has no electronic address (BT-34).',
        'Give the Peppol participant identifier of the seller.',
      ),
    ],
  },
]

const detailRules: readonly Context[] = [
  {
    names: ['ram:SpecifiedTradeAllowanceCharge'],
    where: (charge) => has(charge, 'ram:CalculationPercent') && !has(charge, 'ram:BasisAmount'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R041',
        'BT-93 BT-94',
        never,
        'An allowance or charge has a percentage but no base amount.',
        'Give the base amount that the percentage is of.',
      ),
    ],
  },
  {
    names: ['ram:SpecifiedTradeAllowanceCharge'],
    where: (charge) => !has(charge, 'ram:CalculationPercent') && has(charge, 'ram:BasisAmount'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R042',
        'BT-93 BT-94',
        never,
        'An allowance or charge has a base amount but no percentage.',
        'Give the percentage, or leave the base amount out.',
      ),
    ],
  },
  {
    names: ['ram:SpecifiedTradeAllowanceCharge'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R040',
        'BT-92 BT-93 BT-94',
        percentageHolds,
        'The amount of an allowance or charge is not its base amount times its percentage.',
        'Compute the amount; a difference of 0.02 is accepted.',
      ),
      saysWhich,
    ],
  },
  { names: ['ram:AppliedTradeAllowanceCharge'], rules: [saysWhich] },
  {
    names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
    where: (means) => ['49', '59'].includes(value(means, 'ram:TypeCode')),
    rules: [
      fatal(
        'PEPPOL-EN16931-R061',
        'BT-89',
        (means) => has(means, '../ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID'),
        'A direct debit names no mandate (BT-89).',
        'Give the mandate reference.',
      ),
    ],
  },
  {
    names: ['ram:StartDateTime'],
    at: inLinePeriod,
    where: besidePeriod('ram:StartDateTime'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R110',
        'BT-134 BT-73',
        withinPeriod('ram:StartDateTime', (line, invoice) => line >= invoice),
        'The period of a line starts before the invoicing period.',
        'Widen the invoicing period, or correct the line.',
      ),
    ],
  },
  {
    names: ['ram:EndDateTime'],
    at: inLinePeriod,
    where: besidePeriod('ram:EndDateTime'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R111',
        'BT-135 BT-74',
        withinPeriod('ram:EndDateTime', (line, invoice) => line <= invoice),
        'The period of a line ends after the invoicing period.',
        'Widen the invoicing period, or correct the line.',
      ),
    ],
  },
  {
    names: ['ram:IncludedSupplyChainTradeLineItem'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R120',
        'BT-131 BT-129 BT-146 BT-149',
        lineAmountHolds,
        'The net amount of the line (BT-131) is not quantity times price per base quantity, plus charges, less ' +
          'allowances.',
        'Compute the net amount; a difference of 0.02 is accepted.',
      ),
      fatal(
        'PEPPOL-EN16931-R100',
        'BT-128',
        (line) => select(line, LINE).reduce((sum, part) => sum + typed(part, '130'), 0) <= 1,
        'A line has more than one invoiced object (BT-128).',
        'Give one invoiced object for each line.',
      ),
      fatal(
        'PEPPOL-EN16931-R101',
        'BT-128',
        (line) =>
          !has(line, `${LINE}/ram:AdditionalReferencedDocument`) ||
          some(line, `${LINE}/ram:AdditionalReferencedDocument/ram:TypeCode`, '130'),
        'A document reference of a line is not an invoiced object (type 130).',
        'Use the reference for an invoiced object only.',
      ),
    ],
  },
  {
    names: ['ram:NetPriceProductTradePrice', 'ram:GrossPriceProductTradePrice'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R121',
        'BT-149',
        (price) => !has(price, 'ram:BasisQuantity') || (decimalAt(price, 'ram:BasisQuantity')?.isPositive() ?? false),
        'The base quantity of the price (BT-149) is not above zero.',
        'Give a positive base quantity, or leave it out.',
      ),
    ],
  },
  {
    names: ['ram:BasisQuantity'],
    at: (path) => within(path, 'ram:NetPriceProductTradePrice') || within(path, 'ram:GrossPriceProductTradePrice'),
    where: hasAttribute('unitCode'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R130',
        'BT-150 BT-130',
        sameUnit,
        'The base quantity of the price has another unit than the invoiced quantity.',
        'Give both in the same unit.',
      ),
    ],
  },
]

const asWritten = (written: string | undefined): string => written ?? ''
const onAllowanceCharge = (at: Position): boolean => within(at, 'ram:SpecifiedTradeAllowanceCharge')
const reasonOf =
  (which: string) =>
  ({ parent }: XmlElement): boolean =>
    parent !== undefined && indicator(parent) === which
const TYPES = new Set(
  (
    '71 102 218 219 326 331 382 553 817 870 875 876 877 380 383 384 386 388 393 82 80 84 395 575 623 780 381 396 ' +
    '81 83 532'
  ).split(' '),
)

const codeLists: readonly CodeRule[] = [
  {
    id: 'PEPPOL-EN16931-CL001',
    terms: 'BT-125-1',
    names: ['ram:AttachmentBinaryObject'],
    attribute: 'mimeCode',
    list: attachmentTypes,
    read: asWritten,
    message: 'An attachment (BT-125) is of a type that Peppol does not allow.',
  },
  {
    id: 'PEPPOL-EN16931-CL002',
    terms: 'BT-98 BT-140',
    names: ['ram:ReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('false'),
    list: allowanceReasons,
    message: 'The reason code of an allowance (BT-98, BT-140) is not in UNCL 5189.',
  },
  {
    id: 'PEPPOL-EN16931-CL003',
    terms: 'BT-105 BT-145',
    names: ['ram:ReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('true'),
    list: chargeReasons,
    message: 'The reason code of a charge (BT-105, BT-145) is not in UNCL 7161.',
  },
  {
    id: 'PEPPOL-EN16931-CL007',
    terms: 'BT-110 BT-111',
    names: ['ram:TaxTotalAmount'],
    attribute: 'currencyID',
    list: peppolCurrencies,
    read: asWritten,
    message: 'A VAT total is in a currency that ISO 4217 does not know.',
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    terms: 'BT-3',
    names: ['ram:TypeCode'],
    at: (path) => within(path, 'ram:ExchangedDocument'),
    where: (_, document) => processOf(document) === '01',
    list: TYPES,
    message: 'The type of the document (BT-3) is not allowed in this process.',
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    terms: 'BT-34-1 BT-49-1',
    names: ['ram:URIID'],
    at: (path) =>
      within(path, 'ram:URIUniversalCommunication', 'ram:BuyerTradeParty') ||
      within(path, 'ram:URIUniversalCommunication', 'ram:SellerTradeParty'),
    attribute: 'schemeID',
    required: true,
    list: peppolElectronicAddressSchemes,
    read: asWritten,
    message: 'The scheme of an electronic address (BT-34-1, BT-49-1) is not in the Peppol list.',
  },
]

const dates: Rule = fatal(
  'PEPPOL-EN16931-F001',
  '',
  (date) => normalize(date.attribute('format')) === '102' && date.text.length === 8 && /20[0-9]{6}/.test(date.text),
  'A date is not written YYYYMMDD in format 102.',
  'Write the date as eight digits.',
)

export const ciiBillingRules: readonly Pattern[] = [
  [...headerRules, ...detailRules],
  ciiIdentifiers('040 041 042 043 044 045 046 047 048 049 050'.split(' ').map((number) => `PEPPOL-COMMON-R${number}`)),
  ...codeRules(codeLists),
  [{ names: ['udt:DateTimeString'], rules: [dates] }],
]
