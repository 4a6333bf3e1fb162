/**
 * Peppol BIS Billing 3 in UBL: the rules of the specification itself, release of May 2026. National rules are beside.
 */
import { codeRules, hasAttribute } from '../code-rules.ts'
import { ublAmounts } from '../en16931/codes.ts'
import { decimalAt } from '../numbers.ts'
import { count, has, some, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { isDocumentElement, type Position, within } from '../position.ts'
import { type Context, fatal, never, type Pattern } from '../rule.ts'
import { isLine, lines, roots } from './ubl-invoice.ts'
import { ublIdentifiers } from './identifiers.ts'
import { type Billing } from './billing-specifications.ts'
import { documentRules } from './billing-ubl-document.ts'
import { codeLists, typesOfGermanParties, dates, exemptionReasons } from './billing-ubl-codes.ts'
import {
  percentageHolds,
  lineAmountHolds,
  sameUnit,
  withinPeriod,
  inDocumentCurrency,
  priceHolds,
} from './billing-ubl-amounts.ts'

const onDocumentOrLine = ({ parent }: Position): boolean =>
  roots.includes(parent?.qname ?? '') || (isLine(parent) && roots.includes(parent?.parent?.qname ?? ''))

const allowanceCharges: readonly Context[] = [
  {
    names: ['cac:AllowanceCharge'],
    at: onDocumentOrLine,
    where: (element) => has(element, 'cbc:MultiplierFactorNumeric') && !has(element, 'cbc:BaseAmount'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R041',
        'BT-93 BT-94 BT-100 BT-101',
        never,
        'An allowance or charge has a percentage but no base amount.',
        'Give the base amount that the percentage is of.',
      ),
    ],
  },
  {
    names: ['cac:AllowanceCharge'],
    at: onDocumentOrLine,
    where: (element) => !has(element, 'cbc:MultiplierFactorNumeric') && has(element, 'cbc:BaseAmount'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R042',
        'BT-93 BT-94 BT-100 BT-101',
        never,
        'An allowance or charge has a base amount but no percentage.',
        'Give the percentage, or leave the base amount out.',
      ),
    ],
  },
  {
    names: ['cac:AllowanceCharge'],
    at: onDocumentOrLine,
    rules: [
      fatal(
        'PEPPOL-EN16931-R040',
        'BT-92 BT-93 BT-94 BT-99 BT-100 BT-101',
        percentageHolds,
        'The amount of an allowance or charge is not its base amount times its percentage.',
        'Compute the amount; a difference of 0.02 is accepted.',
      ),
      fatal(
        'PEPPOL-EN16931-R043',
        'BG-20 BG-21 BG-27 BG-28',
        (element) => ['true', 'false'].includes(value(element, 'cbc:ChargeIndicator')),
        'The charge indicator is neither "true" nor "false".',
        'Write true for a charge, false for an allowance.',
      ),
    ],
  },
]

const inLinePeriod = ({ parent }: Position): boolean =>
  parent?.qname === 'cac:InvoicePeriod' && isLine(parent.parent) && parent.parent?.parent?.parent === undefined
const besidePeriod =
  (path: string): Context['where'] =>
  (_, { root }) =>
    has(root, path)

/** Contexts in the order of the specification: an element meets the first that matches. */
const body = (billing: Billing): Pattern => [
  {
    names: ['cbc:TaxCurrencyCode'],
    rules: [
      fatal(
        'PEPPOL-EN16931-R005',
        'BT-5 BT-6',
        (code) => normalize(code.stringValue) !== value(code, '../cbc:DocumentCurrencyCode'),
        'The accounting currency (BT-6) is the currency of the invoice.',
        'Leave the accounting currency out.',
      ),
    ],
  },
  {
    names: ['cac:Party'],
    at: (path) => within(path, 'cac:AccountingCustomerParty'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R010',
        'BT-49',
        (party) => has(party, 'cbc:EndpointID'),
        'The buyer has no electronic address (BT-49).',
        'Give the Peppol participant identifier of the buyer.',
      ),
    ],
  },
  {
    names: ['cac:Party'],
    at: (path) => within(path, 'cac:AccountingSupplierParty'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R020',
        'BT-34',
        (party) => has(party, 'cbc:EndpointID'),
        'The seller has no electronic address (BT-34).',
        'Give the Peppol participant identifier of the seller.',
      ),
    ],
  },
  ...allowanceCharges,
  {
    names: ['cac:PaymentMeans'],
    where: (means) => ['49', '59'].includes(value(means, 'cbc:PaymentMeansCode')),
    rules: [
      fatal(
        'PEPPOL-EN16931-R061',
        'BT-89',
        (means) => has(means, 'cac:PaymentMandate/cbc:ID'),
        'A direct debit has no mandate (BT-89).',
        'Give the mandate reference.',
      ),
    ],
  },
  {
    names: ublAmounts,
    at: ({ qname, parent }) =>
      qname !== 'cbc:TaxAmount' ||
      parent?.qname === 'cac:TaxTotal' ||
      (parent?.qname === 'cac:TaxSubtotal' && billing.asksCurrencyOfSubtotals),
    where: ({ qname, parent }) =>
      qname !== 'cbc:TaxAmount' || parent?.qname !== 'cac:TaxTotal' || has(parent, 'cac:TaxSubtotal'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R051',
        'BT-5',
        inDocumentCurrency,
        'An amount is in another currency than the invoice (BT-5).',
        'Give every amount in the currency of the invoice; only the VAT total in the accounting currency differs.',
      ),
    ],
  },
  {
    names: ['cbc:StartDate'],
    at: inLinePeriod,
    where: besidePeriod('cac:InvoicePeriod/cbc:StartDate'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R110',
        'BT-134 BT-73',
        withinPeriod('cac:InvoicePeriod/cbc:StartDate', (line, invoice) => line >= invoice),
        'The period of a line starts before the invoicing period.',
        'Widen the invoicing period, or correct the line.',
      ),
    ],
  },
  {
    names: ['cbc:EndDate'],
    at: inLinePeriod,
    where: besidePeriod('cac:InvoicePeriod/cbc:EndDate'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R111',
        'BT-135 BT-74',
        withinPeriod('cac:InvoicePeriod/cbc:EndDate', (line, invoice) => line <= invoice),
        'The period of a line ends after the invoicing period.',
        'Widen the invoicing period, or correct the line.',
      ),
    ],
  },
  {
    names: lines,
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
        'PEPPOL-EN16931-R121',
        'BT-149',
        (line) =>
          !has(line, 'cac:Price/cbc:BaseQuantity') ||
          (decimalAt(line, 'cac:Price/cbc:BaseQuantity')?.isPositive() ?? false),
        'The base quantity of the price (BT-149) is not above zero.',
        'Give a positive base quantity, or leave it out.',
      ),
      fatal(
        'PEPPOL-EN16931-R100',
        'BT-128',
        (line) => count(line, 'cac:DocumentReference') <= 1,
        'A line has more than one invoiced object (BT-128).',
        'Give one invoiced object for each line.',
      ),
      fatal(
        'PEPPOL-EN16931-R101',
        'BT-128',
        (line) =>
          !has(line, 'cac:DocumentReference') || some(line, 'cac:DocumentReference/cbc:DocumentTypeCode', '130'),
        'A document reference of a line is not an invoiced object (type 130).',
        'Use the reference for an invoiced object only.',
      ),
    ],
  },
  {
    names: ['cac:AllowanceCharge'],
    at: (path) => within(path, 'cac:Price'),
    rules: [
      fatal(
        'PEPPOL-EN16931-R044',
        'BT-147',
        (charge) => value(charge, 'cbc:ChargeIndicator') === 'false',
        'A price carries a charge.',
        'Put the charge into the price, or on the line.',
      ),
      fatal(
        'PEPPOL-EN16931-R046',
        'BT-146 BT-147 BT-148',
        priceHolds,
        'The net price (BT-146) is not the gross price (BT-148) less the discount (BT-147).',
        'Compute the net price from gross price and discount.',
      ),
    ],
  },
  {
    names: ['cbc:BaseQuantity'],
    at: (path) => within(path, 'cac:Price'),
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

export const billingRules = (billing: Billing): readonly Pattern[] => [
  [
    {
      names: ['*'],
      at: ({ holdsBlank }) => holdsBlank,
      where: ({ isBlank }) => isBlank,
      rules: [fatal('PEPPOL-EN16931-R008', '', never, 'An element is empty.', 'Remove empty elements.')],
    },
  ],
  [
    {
      names: ['cn:CreditNote'],
      at: isDocumentElement,
      rules: [
        fatal(
          'PEPPOL-EN16931-R080',
          'BT-11',
          (root) =>
            root
              .all('cac:AdditionalDocumentReference')
              .filter((reference) => some(reference, 'cbc:DocumentTypeCode', '50')).length <= 1,
          'A credit note names more than one project (BT-11).',
          'Give one project reference.',
        ),
      ],
    },
  ],
  [{ names: roots, rules: documentRules(billing) }],
  body(billing),
  ublIdentifiers(billing.identifiers),
  ...codeRules(codeLists(billing)),
  typesOfGermanParties(billing),
  dates,
  exemptionReasons,
]
