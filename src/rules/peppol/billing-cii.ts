/** Peppol BIS Billing 3 in CII. The official file follows an earlier release than the one for UBL. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { codeRules, hasAttribute } from '../code-rules.ts'
import { decimalAt } from '../numbers.ts'
import { count, has, select, some, value } from '../path.ts'
import { type Position, within } from '../position.ts'
import { type Context, fatal, never, type Pattern } from '../rule.ts'
import { settlement } from './cii-invoice.ts'
import { ciiIdentifiers } from './identifiers.ts'
import { processOf, indicator, codeLists, dates } from './billing-cii-codes.ts'
import {
  currencies,
  vatTotals,
  totalsIn,
  sameSign,
  differs,
  percentageHolds,
  LINE,
  lineAmountHolds,
  withinPeriod,
  sameUnit,
} from './billing-cii-amounts.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

const typed = (element: XmlElement, type: string): number =>
  element.all('ram:AdditionalReferencedDocument').filter((reference) => some(reference, 'ram:TypeCode', type)).length
const saysWhich = fatal<XmlElement>(
  'PEPPOL-EN16931-R043',
  'BG-20 BG-21 BG-27 BG-28',
  (charge) => ['true', 'false'].includes(indicator(charge)),
  'The charge indicator is neither "true" nor "false".',
  'Write true for a charge, false for an allowance.',
)

const inLinePeriod = (at: Position): boolean =>
  within(at, 'ram:BillingSpecifiedPeriod', 'ram:SpecifiedLineTradeSettlement', 'ram:IncludedSupplyChainTradeLineItem')
const besidePeriod =
  (part: string): Context['where'] =>
  (_, { root }) =>
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/${part}`)

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
        'A direct debit has no mandate (BT-89).',
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

export const ciiBillingRules: readonly Pattern[] = [
  [...headerRules, ...detailRules],
  ciiIdentifiers('040 041 042 043 044 045 046 047 048 049 050'.split(' ').map((number) => `PEPPOL-COMMON-R${number}`)),
  ...codeRules(codeLists),
  [{ names: ['udt:DateTimeString'], rules: [dates] }],
]
