/** The Greek rules of Peppol BIS Billing (GR-R, GR-S), for UBL alone. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { isGreekTin } from '../check-digits.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { select, some, text, value } from '../path.ts'
import { within, isDocumentElement } from '../position.ts'
import { type Context, type RuleSet, fatal, warning } from '../rule.ts'
import { normalize } from '../white-space.ts'
import {
  buyerCountry,
  roots,
  seller,
  sellerAddress,
  sellerCountry,
  sellersOwnCountry,
  vatNumbers,
} from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const isSeller = (party: XmlElement): boolean => within(party, 'cac:AccountingSupplierParty')
const isBuyer = (party: XmlElement): boolean => within(party, 'cac:AccountingCustomerParty')

const GREEK = ['GR', 'EL']
const greekSeller = (document: CheckedDocument): boolean => GREEK.includes(document.fact(sellerCountry))
const bothGreek = (document: CheckedDocument): boolean =>
  greekSeller(document) && GREEK.includes(document.fact(buyerCountry))
const inGreece = (document: CheckedDocument): boolean => greekSeller(document) && document.fact(sellerAddress) === 'GR'

/** The six parts of a Greek invoice number: tax number, date, branch, type, series, number. */
const parts = (id: XmlElement): string[] => id.stringValue.split('|')
const part = (id: XmlElement, number: number): string => parts(id)[number - 1] ?? ''
const GREEK_TYPES = ['1.1', '1.6', '2.1', '2.4', '5.1', '5.2', '']
const GREEK_DATE = /^(0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(0?[1-9]|1[0-2])[-\\/ ]?(19|20)[0-9]{2}/

const ownTaxNumber = (id: XmlElement, { root }: CheckedDocument): boolean => {
  const number = part(id, 1)
  const parties = [...select(root, seller), ...root.all('cac:TaxRepresentativeParty')]
  return (
    normalize(number).length === 9 &&
    isGreekTin(number) &&
    parties.flatMap(vatNumbers).some((vat) => vat?.slice(2, 11) === number)
  )
}

const issueDate = (id: XmlElement, { root }: CheckedDocument): boolean => {
  const [written, [date, month, year]] = [part(id, 2), part(id, 2).split('/')]
  const [issuedYear, issuedMonth, issuedDay] = (text(root, 'cbc:IssueDate') ?? '').split('-')
  return GREEK_DATE.test(written) && date === issuedDay && month === issuedMonth && year === issuedYear
}

const wholeNumber = (written: string): boolean =>
  normalize(written) !== '' && Number.isInteger(double(written)) && double(written) >= 0

const vatOf = (party: XmlElement): string[] =>
  party
    .all('cac:PartyTaxScheme')
    .filter((scheme) => value(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT')
    .flatMap((scheme) => scheme.all('cbc:CompanyID'))
    .map((id) => id.stringValue)
const isGreekVat = (number: string): boolean => number.startsWith('EL') && isGreekTin(number.slice(2))
const oneGreekVat = (party: XmlElement): boolean => {
  const numbers = vatOf(party)
  return numbers.length === 1 && isGreekVat(numbers[0] ?? '')
}
const named = (party: XmlElement): boolean => (text(party, 'cac:PartyName/cbc:Name') ?? '').length > 0
const greekAddress = (endpoint: XmlElement): boolean =>
  endpoint.attribute('schemeID') === '9933' && isGreekTin(endpoint.stringValue)
const described = (root: XmlElement, description: string): number =>
  root
    .all('cac:AdditionalDocumentReference')
    .filter((reference) => some(reference, 'cbc:DocumentDescription', description)).length

const MARK = '##M.AR.K##'
const URL = '##INVOICE|URL##'

const invoiceNumber: Context = {
  names: ['cbc:ID'],
  where: ({ parent }, document) =>
    parent !== undefined && roots.includes(parent.qname) && isDocumentElement(parent) && greekSeller(document),
  rules: [
    fatal(
      'GR-R-001-1',
      'BT-1',
      (id) => parts(id).length === 6,
      'A Greek invoice number (BT-1) does not have six parts.',
      'Write tax number|date|branch|type|series|number.',
    ),
    fatal(
      'GR-R-001-2',
      'BT-1 BT-31',
      ownTaxNumber,
      'The first part of a Greek invoice number is not the tax number of the seller or its representative.',
      'Start the number with the nine digits of the tax number.',
    ),
    fatal(
      'GR-R-001-3',
      'BT-1 BT-2',
      issueDate,
      'The second part of a Greek invoice number is not the issue date.',
      'Write the issue date as DD/MM/YYYY.',
    ),
    fatal(
      'GR-R-001-4',
      'BT-1',
      (id) => wholeNumber(part(id, 3)),
      'The third part of a Greek invoice number (branch) is not a whole number.',
      'Give the number of the branch, 0 for the seat.',
    ),
    fatal(
      'GR-R-001-5',
      'BT-1',
      (id) => normalize(part(id, 4)) !== '' && GREEK_TYPES.includes(part(id, 4)),
      'The fourth part of a Greek invoice number is not a Greek document type.',
      'Use 1.1, 1.6, 2.1, 2.4, 5.1 or 5.2.',
    ),
    fatal(
      'GR-R-001-6',
      'BT-1',
      (id) => part(id, 5) !== '',
      'The fifth part of a Greek invoice number (series) is empty.',
      'Give the series, 0 where there is none.',
    ),
    fatal(
      'GR-R-001-7',
      'BT-1',
      (id) => part(id, 6) !== '',
      'The sixth part of a Greek invoice number is empty.',
      'Give the number within the series.',
    ),
  ],
}

const greekRules: readonly Context[] = [
  {
    names: ['cac:Party'],
    where: (party, document) => isSeller(party) && greekSeller(document),
    rules: [
      fatal(
        'GR-R-002',
        'BT-28',
        named,
        'A Greek seller does not give its full name (BT-28).',
        'Give the name as it is registered.',
      ),
      warning(
        'GR-S-011',
        'BT-31',
        oneGreekVat,
        'A Greek seller does not give its VAT number (BT-31) with EL in front.',
        'Give the VAT number as EL and nine digits.',
      ),
    ],
  },
  {
    names: ['cbc:CompanyID'],
    where: (number, document) =>
      within(number, 'cac:PartyTaxScheme', 'cac:Party', 'cac:AccountingSupplierParty') &&
      value(number, '../cac:TaxScheme/cbc:ID') === 'VAT' &&
      greekSeller(document),
    rules: [
      fatal(
        'GR-R-003',
        'BT-31',
        (number) => isGreekVat(number.stringValue),
        'The VAT number of a Greek seller is not EL and a valid tax number.',
        'Give the VAT number as EL and nine digits.',
      ),
    ],
  },
  {
    names: roots,
    where: (root, document) => isDocumentElement(root) && inGreece(document),
    rules: [
      fatal(
        'GR-R-004-1',
        'BT-122',
        (root) => described(root, MARK) === 1,
        'A Greek invoice does not have exactly one M.AR.K. number.',
        `Give it in a supporting document described ${MARK}.`,
      ),
      warning(
        'GR-S-008-1',
        'BT-124',
        (root) => described(root, URL) === 1,
        'A Greek invoice does not have exactly one verification address.',
        `Give it in a supporting document described ${URL}.`,
      ),
      fatal(
        'GR-R-008-2',
        'BT-124',
        (root) => described(root, URL) <= 1,
        'A Greek invoice has more than one verification address.',
        'Give one.',
      ),
    ],
  },
  {
    names: ['cbc:ID'],
    where: (id, document) =>
      id.parent?.qname === 'cac:AdditionalDocumentReference' &&
      some(id.parent, 'cbc:DocumentDescription', MARK) &&
      inGreece(document),
    rules: [
      fatal(
        'GR-R-004-2',
        'BT-122',
        (id) => /^[1-9]\d*/.test(id.stringValue),
        'The M.AR.K. number is not a positive number.',
        'Give the number that myDATA returned.',
      ),
    ],
  },
  {
    names: ['cac:AdditionalDocumentReference'],
    where: (reference, document) => some(reference, 'cbc:DocumentDescription', URL) && greekSeller(document),
    rules: [
      fatal(
        'GR-R-008-3',
        'BT-124',
        (reference) => value(reference, 'cac:Attachment/cac:ExternalReference/cbc:URI') !== '',
        'The verification address (BT-124) is empty.',
        'Give the address.',
      ),
    ],
  },
  {
    names: ['cac:Party'],
    where: (party, document) => isBuyer(party) && greekSeller(document),
    rules: [
      fatal(
        'GR-R-005',
        'BT-45',
        named,
        'A Greek seller does not give the full name of the buyer (BT-45).',
        'Give the name of the buyer.',
      ),
    ],
  },
  {
    names: ['cbc:EndpointID'],
    where: (endpoint, document) =>
      within(endpoint, 'cac:Party', 'cac:AccountingSupplierParty') && GREEK.includes(document.fact(sellersOwnCountry)),
    rules: [
      fatal(
        'GR-R-009',
        'BT-34',
        greekAddress,
        'The electronic address of a Greek seller is not its tax number (9933).',
        'Use scheme 9933 and the tax number.',
      ),
    ],
  },
]

const bothGreekRules: readonly Context[] = [
  {
    names: ['cac:Party'],
    where: (party, document) => isBuyer(party) && bothGreek(document),
    rules: [
      fatal(
        'GR-R-006',
        'BT-48',
        oneGreekVat,
        'A Greek buyer has no VAT number (BT-48) with EL in front.',
        'Give the VAT number as EL and nine digits.',
      ),
    ],
  },
  {
    names: ['cbc:EndpointID'],
    where: (endpoint, document) => within(endpoint, 'cac:Party', 'cac:AccountingCustomerParty') && bothGreek(document),
    rules: [
      fatal(
        'GR-R-010',
        'BT-49',
        greekAddress,
        'The electronic address of a Greek buyer is not its tax number (9933).',
        'Use scheme 9933 and the tax number.',
      ),
    ],
  },
]

const ubl: RuleSet = {
  when: (document) => greekSeller(document) || GREEK.includes(document.fact(sellersOwnCountry)),
  patterns: [[invoiceNumber, ...greekRules], bothGreekRules],
}

export const greece = { ubl } satisfies NationalRules
