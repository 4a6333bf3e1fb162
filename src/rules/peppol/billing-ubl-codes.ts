/** Peppol BIS Billing 3 in UBL: code lists, the form of dates, and which codes go together. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import {
  allowanceReasons,
  attachmentTypes,
  chargeReasons,
  peppolCurrencies,
  peppolElectronicAddressSchemes,
  taxPointDates,
} from '../../values/codelists/code-lists.ts'
import type { CodeRule } from '../code-rules.ts'
import { ublAmounts } from '../en16931/codes.ts'
import { day } from '../numbers.ts'
import { some, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import type { Position } from '../position.ts'
import { fatal, type Pattern } from '../rule.ts'
import { bothGerman } from './ubl-invoice.ts'
import { type Billing, processOf } from './billing-specifications.ts'

const onAllowanceCharge = ({ parent }: Position): boolean => parent?.qname === 'cac:AllowanceCharge'
const reasonOf =
  (indicator: string) =>
  ({ parent }: XmlElement): boolean =>
    parent !== undefined && some(parent, 'cbc:ChargeIndicator', indicator)
const asWritten = (written: string | undefined): string => written ?? ''

const commonLists: readonly CodeRule[] = [
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
]

const asksTypes =
  (billing: Billing): CodeRule['where'] =>
  (_, document) =>
    billing.processesOfTypes.includes(processOf(billing, document) ?? '')

const typeLists = (billing: Billing): readonly CodeRule[] => [
  {
    id: 'PEPPOL-EN16931-P0100',
    terms: 'BT-3',
    names: ['cbc:InvoiceTypeCode'],
    where: asksTypes(billing),
    list: billing.invoiceTypes,
    message: 'The type of the invoice (BT-3) is not allowed in this process.',
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    terms: 'BT-3',
    names: ['cbc:CreditNoteTypeCode'],
    where: asksTypes(billing),
    list: billing.creditNoteTypes,
    message: 'The type of the credit note (BT-3) is not allowed in this process.',
  },
]

const addressList: CodeRule = {
  id: 'PEPPOL-EN16931-CL008',
  terms: 'BT-34-1 BT-49-1',
  names: ['cbc:EndpointID'],
  attribute: 'schemeID',
  list: peppolElectronicAddressSchemes,
  read: asWritten,
  message: 'The scheme of an electronic address (BT-34-1, BT-49-1) is not in the Peppol list.',
}

export const codeLists = (billing: Billing): readonly CodeRule[] => [...commonLists, ...typeLists(billing), addressList]

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

export const typesOfGermanParties = (billing: Billing): Pattern => [
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
]

export const dates: Pattern = [
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
        'A date does not have the form YYYY-MM-DD, or does not exist in the calendar.',
        'Write the date as YYYY-MM-DD, without a time zone.',
      ),
    ],
  },
]

export const exemptionReasons: Pattern = reasonCategories.map(([id, reason, category]) => ({
  names: ['cac:TaxCategory'],
  where: (tax) => (text(tax, 'cbc:TaxExemptionReasonCode') ?? '').toUpperCase() === reason,
  rules: [
    fatal(
      id,
      'BT-121 BT-118',
      (tax) => value(tax, 'cbc:ID') === category,
      `The exemption reason ${reason} belongs to another VAT category than ${category}.`,
      `Use category ${category} with this reason.`,
    ),
  ],
}))
