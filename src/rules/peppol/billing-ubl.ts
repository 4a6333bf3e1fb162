/**
 * Peppol BIS Billing 3 in UBL: the rules of the specification itself, release of May 2026. National rules are beside.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { allowanceReasons, chargeReasons } from '../../values/codelists/allowances-charges.ts'
import { peppolCurrencies } from '../../values/codelists/currencies.ts'
import { peppolElectronicAddressSchemes } from '../../values/codelists/electronic-addresses.ts'
import { attachmentTypes } from '../../values/codelists/references.ts'
import { taxPointDates } from '../../values/codelists/vat.ts'
import { type CodeRule, codeRules, hasAttribute } from '../code-rules.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { Exact, type Amount } from '../exact.ts'
import { ublAmounts } from '../en16931/codes.ts'
import {
  cents,
  day,
  decimal,
  decimalAt,
  double,
  minus,
  near,
  percentOf,
  plus,
  same,
  sumAt,
  times,
  total,
} from '../numbers.ts'
import { count, has, select, some, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { isDocumentElement, type Position, within } from '../position.ts'
import { type Context, fatal, never, type Pattern, type Rule } from '../rule.ts'
import { bothGerman, isLine, lines, roots } from './ubl-invoice.ts'
import { ublIdentifiers } from './identifiers.ts'

/** What billing and self-billing say differently. */
export type Billing = {
  /** What a specification identifier starts with. */
  readonly customization: string
  /** The process number of a profile identifier: 01, 02, or undefined for one that is not approved. */
  readonly process: (profile: string) => string | undefined
  readonly invoiceTypes: ReadonlySet<string>
  readonly creditNoteTypes: ReadonlySet<string>
  /** Types that only two German parties may use. */
  readonly germanTypes: ReadonlySet<string>
  readonly identifiers: readonly string[]
}

const codes = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const numbered = (list: string): readonly string[] => list.split(' ').map((number) => `PEPPOL-COMMON-R${number}`)

const frenchProcesses = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated']
const withResponse = 'urn:peppol:bis:billing_with_response'

export const billing: Billing = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: (profile) =>
    profile === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' || frenchProcesses.includes(profile)
      ? '01'
      : profile === withResponse
        ? '02'
        : undefined,
  invoiceTypes: codes(
    '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877',
  ),
  creditNoteTypes: codes('381 396 81 83 532'),
  germanTypes: codes('326 384'),
  identifiers: numbered('040 041 042 052 053 043 044 045 046 047 049 050 054 055 056-1 056-2 057'),
}

export const selfBilling: Billing = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
  process: (profile) =>
    profile === 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0' || frenchProcesses.includes(profile)
      ? '01'
      : profile === withResponse
        ? '02'
        : undefined,
  invoiceTypes: codes('389 527'),
  creditNoteTypes: codes('261'),
  germanTypes: codes(''),
  identifiers: numbered('040 041 042 052 053 043 044 045 046 047 049 050 054 055 056-1 056-2 057'),
}

const processOf = (billing: Billing, { root }: CheckedDocument): string | undefined =>
  billing.process(value(root, 'cbc:ProfileID'))

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

const documentRules = (billing: Billing): readonly Rule[] => [
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
  fatal(
    'PEPPOL-EN16931-R004',
    'BT-24',
    (root) =>
      value(root, 'cbc:CustomizationID').startsWith(billing.customization) &&
      !value(root, 'cbc:CustomizationID').includes('::'),
    `The specification identifier (BT-24) does not start with ${billing.customization}.`,
    'Give the customization identifier of the specification that the document follows.',
  ),
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

function percentageHolds(element: XmlElement): boolean {
  if (!has(element, 'cbc:MultiplierFactorNumeric') || !has(element, 'cbc:BaseAmount')) return true
  const amount = has(element, 'cbc:Amount') ? decimalAt(element, 'cbc:Amount') : Exact.of(0)
  return near(
    amount,
    percentOf(decimalAt(element, 'cbc:BaseAmount'), decimalAt(element, 'cbc:MultiplierFactorNumeric')),
  )
}

const orElse = (element: XmlElement, path: string, otherwise: number): Amount => {
  const said = text(element, path)
  return said === undefined ? Exact.of(otherwise) : decimal(said)
}

const lineAmountHolds = (line: XmlElement, { root }: CheckedDocument): boolean => {
  const quantity = orElse(line, root.qname === 'inv:Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', 1)
  const base = decimalAt(line, 'cac:Price/cbc:BaseQuantity')
  const price = orElse(line, 'cac:Price/cbc:PriceAmount', 0)
  const unitPrice = base === undefined || base.isZero() ? price : price?.div(base)
  return near(orElse(line, 'cbc:LineExtensionAmount', 0), plus(times(quantity, unitPrice), allowancesAndCharges(line)))
}

/** What the charges of a line come to, less its allowances; each of the two sums is rounded. */
const allowancesAndCharges = (line: XmlElement): Amount => {
  const all = line.all('cac:AllowanceCharge')
  if (all.length === 0) return NOTHING
  const sumOf = (indicator: string): Amount =>
    cents(
      total(
        all
          .filter((charge) => value(charge, 'cbc:ChargeIndicator') === indicator)
          .map((charge) => sumAt(charge, 'cbc:Amount')),
      ),
    )
  return minus(sumOf('true'), sumOf('false'))
}

const NOTHING = Exact.of(0)

const sameUnit = (base: XmlElement, { root }: CheckedDocument): boolean => {
  const line = base.parent?.parent
  if (line === undefined || !(has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity'))) return true
  return select(line, root.qname === 'inv:Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity').some(
    (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
  )
}

const withinPeriod =
  (path: string, holds: (line: string, invoice: string) => boolean) =>
  (date: XmlElement, { root }: CheckedDocument): boolean => {
    const [own, outer] = [day(date.stringValue), day(text(root, path))]
    return own !== undefined && outer !== undefined && holds(own, outer)
  }

const inLinePeriod = ({ parent }: Position): boolean =>
  parent?.qname === 'cac:InvoicePeriod' && isLine(parent.parent) && parent.parent?.parent?.parent === undefined
const besidePeriod =
  (path: string): Context['where'] =>
  (_, { root }) =>
    has(root, path)

const documentCurrencies = ({ root }: CheckedDocument): readonly string[] =>
  root.all('cbc:DocumentCurrencyCode').map((code) => code.stringValue)
const inDocumentCurrency = (amount: XmlElement, document: CheckedDocument): boolean =>
  document.fact(documentCurrencies).includes(amount.attribute('currencyID') ?? '\0')

const priceHolds = (charge: XmlElement): boolean => {
  if (!has(charge, 'cbc:BaseAmount') || charge.parent === undefined) return true
  return same(
    decimalAt(charge.parent, 'cbc:PriceAmount'),
    minus(decimalAt(charge, 'cbc:BaseAmount'), decimalAt(charge, 'cbc:Amount')),
  )
}

/** Contexts in the order of the specification: an element meets the first that matches. */
const body: Pattern = [
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
        'A direct debit names no mandate (BT-89).',
        'Give the mandate reference.',
      ),
    ],
  },
  {
    names: ublAmounts,
    at: ({ qname, parent }) =>
      qname !== 'cbc:TaxAmount' || parent?.qname === 'cac:TaxSubtotal' || parent?.qname === 'cac:TaxTotal',
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

const onAllowanceCharge = ({ parent }: Position): boolean => parent?.qname === 'cac:AllowanceCharge'
const reasonOf =
  (indicator: string) =>
  ({ parent }: XmlElement): boolean =>
    parent !== undefined && some(parent, 'cbc:ChargeIndicator', indicator)
const asWritten = (written: string | undefined): string => written ?? ''

const codeLists = (billing: Billing): readonly CodeRule[] => [
  {
    id: 'PEPPOL-EN16931-CL001',
    terms: 'BT-125-1',
    names: ['cbc:EmbeddedDocumentBinaryObject'],
    attribute: 'mimeCode',
    list: attachmentTypes,
    read: asWritten,
    message: 'An attachment (BT-125) is of a type that Peppol does not allow.',
  },
  {
    id: 'PEPPOL-EN16931-CL002',
    terms: 'BT-98 BT-140',
    names: ['cbc:AllowanceChargeReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('false'),
    list: allowanceReasons,
    message: 'The reason code of an allowance (BT-98, BT-140) is not in UNCL 5189.',
  },
  {
    id: 'PEPPOL-EN16931-CL003',
    terms: 'BT-105 BT-145',
    names: ['cbc:AllowanceChargeReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('true'),
    list: chargeReasons,
    message: 'The reason code of a charge (BT-105, BT-145) is not in UNCL 7161.',
  },
  {
    id: 'PEPPOL-EN16931-CL006',
    terms: 'BT-8',
    names: ['cbc:DescriptionCode'],
    at: ({ parent }) => parent?.qname === 'cac:InvoicePeriod',
    list: taxPointDates,
    message: 'The tax point code (BT-8) is not in UNCL 2005.',
  },
  {
    id: 'PEPPOL-EN16931-CL007',
    terms: 'BT-5',
    names: ublAmounts,
    attribute: 'currencyID',
    required: true,
    list: peppolCurrencies,
    read: asWritten,
    message: 'An amount is in a currency that ISO 4217 does not know.',
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    terms: 'BT-3',
    names: ['cbc:InvoiceTypeCode'],
    where: (_, document) => processOf(billing, document) !== undefined,
    list: billing.invoiceTypes,
    message: 'The type of the invoice (BT-3) is not allowed in this process.',
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    terms: 'BT-3',
    names: ['cbc:CreditNoteTypeCode'],
    where: (_, document) => processOf(billing, document) !== undefined,
    list: billing.creditNoteTypes,
    message: 'The type of the credit note (BT-3) is not allowed in this process.',
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    terms: 'BT-34-1 BT-49-1',
    names: ['cbc:EndpointID'],
    attribute: 'schemeID',
    list: peppolElectronicAddressSchemes,
    read: asWritten,
    message: 'The scheme of an electronic address (BT-34-1, BT-49-1) is not in the Peppol list.',
  },
]

/** An exemption reason of the directive belongs to one VAT category. */
const reasonCategories: readonly [id: string, reason: string, category: string][] = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'],
  ['PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'],
  ['PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'],
  ['PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'],
  ['PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'],
]

const formats = (billing: Billing): readonly Pattern[] => [
  [
    {
      names: ['cbc:InvoiceTypeCode'],
      where: (code) => billing.germanTypes.has(normalize(code.stringValue)),
      rules: [
        fatal(
          'PEPPOL-EN16931-P0112',
          'BT-3',
          (_, document) => document.fact(bothGerman),
          'Types 326 and 384 (BT-3) are for two German parties only.',
          'Use 380, and refer to the invoice that is corrected.',
        ),
      ],
    },
  ],
  [
    {
      names: [
        'cbc:IssueDate',
        'cbc:DueDate',
        'cbc:TaxPointDate',
        'cbc:StartDate',
        'cbc:EndDate',
        'cbc:ActualDeliveryDate',
      ],
      rules: [
        fatal(
          'PEPPOL-EN16931-F001',
          '',
          (date) => date.text.length === 10 && day(date.stringValue) !== undefined,
          'A date is not written YYYY-MM-DD, or is no day of the calendar.',
          'Write the date as YYYY-MM-DD, without a time zone.',
        ),
      ],
    },
  ],
  reasonCategories.map(([id, reason, category]) => ({
    names: ['cac:TaxCategory'],
    where: (tax) => (text(tax, 'cbc:TaxExemptionReasonCode') ?? '').toUpperCase() === reason,
    rules: [
      fatal(
        id,
        'BT-121 BT-118',
        (tax) => value(tax, 'cbc:ID') === category,
        `The exemption reason ${reason} is given for another VAT category than ${category}.`,
        `Use category ${category} with this reason.`,
      ),
    ],
  })),
]

export const billingRules = (billing: Billing): readonly Pattern[] => [
  [
    {
      names: ['*'],
      at: ({ holdsBlank }) => holdsBlank,
      where: ({ isBlank }) => isBlank,
      rules: [fatal('PEPPOL-EN16931-R008', '', never, 'An element is empty.', 'Leave out elements that say nothing.')],
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
  body,
  ublIdentifiers(billing.identifiers),
  ...codeRules(codeLists(billing)),
  ...formats(billing),
]
