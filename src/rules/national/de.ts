/** The German rules of Peppol BIS Billing (DE-R), for UBL alone. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { isIban } from '../check-digits.ts'
import { has, select, text, value } from '../path.ts'
import { within, isDocumentElement } from '../position.ts'
import { type Context, type Rule, type RuleSet, fatal, warning } from '../rule.ts'
import { normalize } from '../white-space.ts'
import { roots, seller, bothGerman } from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const filledIn = (id: string, terms: string, path: string, what: string): Rule =>
  fatal(
    id,
    terms,
    (element) => select(element, path).some((found) => normalize(found.stringValue) !== ''),
    `Between German parties, ${what} (${terms}) is required.`,
    `Give ${what}.`,
  )
const present = (id: string, terms: string, path: string, what: string): Rule =>
  fatal(
    id,
    terms,
    (element) => has(element, path),
    `Between German parties, ${what} (${terms}) is required.`,
    `Give ${what}.`,
  )
const absent = (id: string, terms: string, paths: readonly string[], what: string): Rule =>
  fatal(
    id,
    terms,
    (element) => !paths.some((path) => has(element, path)),
    `Between German parties, ${what} may carry no other payment group (${terms}).`,
    'Leave the other groups out.',
  )

const TAXED = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])
const taxNumberGiven = (root: XmlElement): boolean => {
  const categories = [
    ...select(root, 'cac:AllowanceCharge/cac:TaxCategory/cbc:ID'),
    ...select(root, 'cac:InvoiceLine|cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
  ]
  if (!categories.some((code) => TAXED.has(code.stringValue))) return true
  return (
    has(root, 'cac:TaxRepresentativeParty') ||
    select(root, `${seller}/cac:PartyTaxScheme/cbc:CompanyID`).some((number) => normalize(number.stringValue) !== '')
  )
}

const GERMAN_TYPES = ['326', '380', '384', '389', '381', '875', '876', '877']
const SKONTO = /(^|\r?\n)#(SKONTO)#TAGE=([0-9]+#PROZENT=[0-9]+\.[0-9]{2})(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/

/** Lines that start with # are cash discounts, each in its form, and the last of them ends its line. */
const skonto = (root: XmlElement): boolean => {
  const notes = root
    .all('cac:PaymentTerms')
    .flatMap((terms) => terms.all('cbc:Note').slice(0, 1))
    .map((note) => note.stringValue)
  return notes.every((note) => {
    const discounts = note.split(/\r?\n/).filter((line) => normalize(line).startsWith('#'))
    const rest = note.split(/#.+#/).at(-1) ?? ''
    return discounts.every((line) => SKONTO.test(normalize(line)) && /^\s*\n/.test(rest))
  })
}

const fileNames = (root: XmlElement): boolean => {
  const names = root
    .all('cac:AdditionalDocumentReference')
    .map((reference) =>
      select(reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject').flatMap(
        (file) => file.attribute('filename') ?? [],
      ),
    )
  const seen = new Set<string>()
  return names.every((own) => {
    const repeated = own.some((name) => seen.has(name))
    for (const name of own) seen.add(name)
    return !repeated
  })
}

const correction = (root: XmlElement): boolean =>
  !['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) => value(root, name) === '384') ||
  has(root, 'cac:BillingReference/cac:InvoiceDocumentReference')

const mandates = (root: XmlElement): boolean => has(root, 'cac:PaymentMeans/cac:PaymentMandate')

const germanDocument: Context = {
  names: roots,
  at: isDocumentElement,
  rules: [
    present('DE-R-001', 'BG-16', 'cac:PaymentMeans', 'the means of payment'),
    filledIn('DE-R-015', 'BT-10', 'cbc:BuyerReference', 'the buyer reference'),
    fatal(
      'DE-R-016',
      'BT-31 BT-32 BG-11',
      taxNumberGiven,
      'Between German parties, an invoice with VAT needs a tax number of the seller (BT-31, BT-32) or a tax ' +
        'representative (BG-11).',
      'Give the VAT number or the tax number of the seller.',
    ),
    warning(
      'DE-R-017',
      'BT-3',
      (root) =>
        ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) => GERMAN_TYPES.includes(value(root, name))),
      'The type of the document (BT-3) is not used between German parties.',
      `Use one of ${GERMAN_TYPES.join(', ')}.`,
    ),
    fatal(
      'DE-R-018',
      'BT-20',
      skonto,
      'A cash discount in the payment terms (BT-20) is not in the German form.',
      'Write #SKONTO#TAGE=7#PROZENT=2.00# on a line of its own, and end the line.',
    ),
    fatal(
      'DE-R-022',
      'BT-125-2',
      fileNames,
      'Two attachments have the same file name.',
      'Give each attachment its own name.',
    ),
    warning(
      'DE-R-026',
      'BG-3',
      correction,
      'A corrected invoice (384) does not name the invoice that it corrects (BG-3).',
      'Give the preceding invoice.',
    ),
    fatal(
      'DE-R-030',
      'BT-90',
      (root) =>
        !mandates(root) ||
        select(root, `${seller}/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]`).length > 0 ||
        select(root, 'cac:PayeeParty/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]').length > 0,
      'Between German parties, a direct debit needs the creditor identifier (BT-90).',
      'Give it with the scheme SEPA.',
    ),
    fatal(
      'DE-R-031',
      'BT-91',
      (root) => !mandates(root) || has(root, 'cac:PaymentMeans/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID'),
      'Between German parties, a direct debit needs the debited account (BT-91).',
      'Give the account.',
    ),
  ],
}

const onDocument =
  (...names: readonly string[]) =>
  (element: XmlElement): boolean =>
    within(element, ...names) && roots.some((root) => within(element, ...names, root))

const means =
  (...codes: readonly string[]): Context['where'] =>
  (element) =>
    roots.includes(element.parent?.qname ?? '') && codes.includes(value(element, 'cbc:PaymentMeansCode'))

const iban = (id: string, term: string, code: string, path: string): Rule =>
  warning(
    id,
    term,
    (element) => value(element, 'cbc:PaymentMeansCode') !== code || isIban(text(element, path) ?? ''),
    `The account (${term}) is not a valid IBAN.`,
    'Check the digits of the IBAN.',
  )

const germanContact: Context = {
  names: ['cac:Contact'],
  where: onDocument('cac:Party', 'cac:AccountingSupplierParty'),
  rules: [
    filledIn('DE-R-005', 'BT-41', 'cbc:Name', 'the contact point of the seller'),
    filledIn('DE-R-006', 'BT-42', 'cbc:Telephone', 'the telephone number of the seller'),
    filledIn('DE-R-007', 'BT-43', 'cbc:ElectronicMail', 'the e-mail address of the seller'),
    warning(
      'DE-R-027',
      'BT-42',
      (contact) => /([0-9].*){3,}/.test(value(contact, 'cbc:Telephone')),
      'The telephone number of the seller (BT-42) has fewer than three digits.',
      'Give the number in full.',
    ),
    warning(
      'DE-R-028',
      'BT-43',
      (contact) => /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(value(contact, 'cbc:ElectronicMail')),
      'The e-mail address of the seller (BT-43) is not one.',
      'Give an address with one @ and a domain.',
    ),
  ],
}

const germanDetails: readonly Context[] = [
  {
    names: ['cac:ExternalReference'],
    where: onDocument('cac:Attachment', 'cac:AdditionalDocumentReference'),
    rules: [
      warning(
        'DE-R-T02',
        'BT-124',
        (reference) => /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(text(reference, 'cbc:URI') ?? ''),
        'The location of a supporting document (BT-124) is not an absolute address.',
        'Give the address with its scheme, as https://…',
      ),
    ],
  },
  {
    names: ['cac:AccountingSupplierParty'],
    where: ({ parent }) => roots.includes(parent?.qname ?? ''),
    rules: [present('DE-R-002', 'BG-6', 'cac:Party/cac:Contact', 'the contact of the seller')],
  },
  {
    names: ['cac:PostalAddress'],
    where: onDocument('cac:Party', 'cac:AccountingSupplierParty'),
    rules: [
      filledIn('DE-R-003', 'BT-37', 'cbc:CityName', 'the city of the seller'),
      filledIn('DE-R-004', 'BT-38', 'cbc:PostalZone', 'the post code of the seller'),
    ],
  },
  germanContact,
  {
    names: ['cac:PostalAddress'],
    where: onDocument('cac:Party', 'cac:AccountingCustomerParty'),
    rules: [
      filledIn('DE-R-008', 'BT-52', 'cbc:CityName', 'the city of the buyer'),
      filledIn('DE-R-009', 'BT-53', 'cbc:PostalZone', 'the post code of the buyer'),
    ],
  },
  {
    names: ['cac:Address'],
    where: onDocument('cac:DeliveryLocation', 'cac:Delivery'),
    rules: [
      filledIn('DE-R-010', 'BT-77', 'cbc:CityName', 'the city of delivery'),
      filledIn('DE-R-011', 'BT-78', 'cbc:PostalZone', 'the post code of delivery'),
    ],
  },
  {
    names: ['cac:PaymentMeans'],
    where: means('30', '58'),
    rules: [
      iban('DE-R-019', 'BT-84', '58', 'cac:PayeeFinancialAccount/cbc:ID'),
      present('DE-R-023-1', 'BG-17', 'cac:PayeeFinancialAccount', 'the account of a credit transfer'),
      absent('DE-R-023-2', 'BG-18 BG-19', ['cac:CardAccount', 'cac:PaymentMandate'], 'a credit transfer'),
    ],
  },
  {
    names: ['cac:PaymentMeans'],
    where: means('48', '54', '55'),
    rules: [
      present('DE-R-024-1', 'BG-18', 'cac:CardAccount', 'the card of a card payment'),
      absent('DE-R-024-2', 'BG-17 BG-19', ['cac:PayeeFinancialAccount', 'cac:PaymentMandate'], 'a card payment'),
    ],
  },
  {
    names: ['cac:PaymentMeans'],
    where: means('59'),
    rules: [
      iban('DE-R-020', 'BT-91', '59', 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID'),
      present('DE-R-025-1', 'BG-19', 'cac:PaymentMandate', 'the mandate of a direct debit'),
      absent('DE-R-025-2', 'BG-17 BG-18', ['cac:PayeeFinancialAccount', 'cac:CardAccount'], 'a direct debit'),
    ],
  },
  {
    names: ['cac:TaxSubtotal'],
    where: onDocument('cac:TaxTotal'),
    rules: [filledIn('DE-R-014', 'BT-119', 'cac:TaxCategory/cbc:Percent', 'the rate of the VAT breakdown')],
  },
]

const ubl: RuleSet = {
  when: (document) => document.fact(bothGerman),
  patterns: [[germanDocument, ...germanDetails]],
}

export const germany = { ubl } satisfies NationalRules
