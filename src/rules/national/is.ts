/** The Icelandic rules of Peppol BIS Billing (IS-R), for UBL alone. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { day } from '../numbers.ts'
import { first, has, select, some, text, value } from '../path.ts'
import { type RuleSet, fatal, warning } from '../rule.ts'
import { normalize } from '../white-space.ts'
import { buyerAddress, roots, seller, sellerAddress } from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const isIcelandic = (document: CheckedDocument): boolean => document.fact(sellerAddress) === 'IS'
const isIcelandicId = (element: XmlElement, path: string): boolean =>
  has(element, path) && select(element, path).some((id) => id.attribute('schemeID') === '0196')
const hasStreetAndPostcode = (element: XmlElement, address: string): boolean =>
  has(element, `${address}/cbc:StreetName`) && has(element, `${address}/cbc:PostalZone`)
const lastPaymentDates = (root: XmlElement): XmlElement[] =>
  root
    .all('cac:AdditionalDocumentReference')
    .filter((reference) => some(reference, 'cbc:DocumentDescription', 'EINDAGI'))
const hasAccount =
  (code: string) =>
  (root: XmlElement): boolean => {
    const means = root.all('cac:PaymentMeans').filter((payment) => some(payment, 'cbc:PaymentMeansCode', code))
    return (
      means.length === 0 ||
      normalize(means.flatMap((payment) => select(payment, 'cac:PayeeFinancialAccount/cbc:ID'))[0]?.stringValue)
        .length === 12
    )
  }
const isLastDateAfterDue = (root: XmlElement): boolean => {
  const [due, last] = [
    text(root, 'cbc:DueDate'),
    lastPaymentDates(root).flatMap((reference) => reference.all('cbc:ID')),
  ]
  return last.length === 0
    ? lastPaymentDates(root).length === 0
    : due !== undefined && last.some((id) => due <= id.stringValue)
}
const isUsedType = (root: XmlElement): boolean =>
  ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) => ['380', '381'].includes(value(root, name)))

const ubl: RuleSet = {
  when: isIcelandic,
  patterns: [
    [
      {
        names: roots,
        rules: [
          warning(
            'IS-R-001',
            'BT-3',
            isUsedType,
            'The type of an Icelandic document (BT-3) is neither 380 nor 381.',
            'Use 380 for an invoice, 381 for a credit note.',
          ),
          fatal(
            'IS-R-002',
            'BT-30',
            (root) => isIcelandicId(root, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`),
            'An Icelandic seller gives no kennitala (BT-30, scheme 0196).',
            'Give the kennitala with scheme 0196.',
          ),
          fatal(
            'IS-R-003',
            'BT-35 BT-38',
            (root) => hasStreetAndPostcode(root, `${seller}/cac:PostalAddress`),
            'The address of an Icelandic seller lacks street (BT-35) or post code (BT-38).',
            'Give both.',
          ),
          fatal(
            'IS-R-006',
            'BT-84',
            hasAccount('9'),
            'A claim (payment means 9) has no account of twelve digits (BT-84).',
            'Give bank, ledger and account number.',
          ),
          fatal(
            'IS-R-007',
            'BT-84',
            hasAccount('42'),
            'A bank transfer (payment means 42) has no account of twelve digits (BT-84).',
            'Give bank, ledger and account number.',
          ),
          fatal(
            'IS-R-008',
            'BT-122',
            (root) =>
              lastPaymentDates(root).length === 0 ||
              (day(first(lastPaymentDates(root)[0] ?? root, 'cbc:ID')?.stringValue) !== undefined &&
                (text(lastPaymentDates(root)[0] ?? root, 'cbc:ID') ?? '').length === 10),
            'The last payment date (EINDAGI) is not written YYYY-MM-DD.',
            'Write the date as YYYY-MM-DD.',
          ),
          fatal(
            'IS-R-009',
            'BT-9 BT-122',
            (root) => lastPaymentDates(root).length === 0 || has(root, 'cbc:DueDate'),
            'There is a last payment date (EINDAGI) but no due date (BT-9).',
            'Give the due date too.',
          ),
          fatal(
            'IS-R-010',
            'BT-9 BT-122',
            isLastDateAfterDue,
            'The last payment date (EINDAGI) is before the due date (BT-9).',
            'Give a last payment date on or after the due date.',
          ),
        ],
      },
      {
        names: ['cac:AccountingCustomerParty'],
        where: (_, document) => document.fact(buyerAddress) === 'IS',
        rules: [
          fatal(
            'IS-R-004',
            'BT-47',
            (party) => isIcelandicId(party, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID'),
            'An Icelandic buyer has no kennitala (BT-47, scheme 0196).',
            'Give the kennitala with scheme 0196.',
          ),
          fatal(
            'IS-R-005',
            'BT-50 BT-53',
            (party) => hasStreetAndPostcode(party, 'cac:Party/cac:PostalAddress'),
            'The address of an Icelandic buyer lacks street (BT-50) or post code (BT-53).',
            'Give both.',
          ),
        ],
      },
    ],
  ],
}

export const iceland = { ubl } satisfies NationalRules
