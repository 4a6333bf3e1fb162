/**
 * EN 16931-3-2: what the binding to UBL 2.1 asks beyond the model. UBL-SR: cardinality; -DT: data types; -CR: unused
 * parts.
 */
import type { XmlElement, XmlPath } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { decimalsAtMost } from '../numbers.ts'
import { count, has, isAllowance, isCharge, select, some } from '../path.ts'
import { within } from '../position.ts'
import { type Context, fatal, type Pattern, type Rule, warning } from '../rule.ts'
import { unusedTree } from '../unused.ts'
import { isRoot } from './ubl.ts'
import { unusedInUbl } from './ubl-unused.ts'

type Test = (element: XmlElement, document: CheckedDocument) => boolean
const SPECIFICATION = 'the core invoice (EN 16931)'

/** At most one element on the path. */
const once = (id: string, terms: string, path: string, what: string): Rule =>
  fatal(
    id,
    terms,
    (element) => count(element, path) <= 1,
    `${what} occurs more than once.`,
    'Give it once; put further ones into a note or an attachment.',
  )

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'

const taxNumbers = (path: string, vat: boolean) => (element: XmlElement) =>
  select(element, `${path}/cac:PartyTaxScheme`)
    .filter((scheme) =>
      scheme
        .all('cac:TaxScheme')
        .some((tax) => ((tax.first('cbc:ID')?.stringValue ?? '').toUpperCase() === 'VAT') === vat),
    )
    .flatMap((scheme) => scheme.all('cbc:CompanyID')).length <= 1

const documentTypes = (type: string) => (element: XmlElement) =>
  element.all('cac:AdditionalDocumentReference').filter((reference) => some(reference, 'cbc:DocumentTypeCode', type))

/** At most one distinct value of such elements in the whole document. */
const oneValue =
  (name: string): Test =>
  (_, document) =>
    new Set(document.named(name).map((element) => element.stringValue)).size <= 1

/** Anywhere in the document, no such element has the attribute. */
const noAttribute =
  (name: string, attribute: string, ...parents: readonly string[]): Test =>
  (_, document) =>
    !document.pathsOf(name, ...parents).some(({ attributes }) => attributes.has(attribute))

const invoiceRules: readonly Rule[] = [
  once('UBL-SR-01', 'BT-12', 'cac:ContractDocumentReference/cbc:ID', 'The contract reference (BT-12)'),
  once('UBL-SR-02', 'BT-15', 'cac:ReceiptDocumentReference/cbc:ID', 'The receiving advice (BT-15)'),
  once('UBL-SR-03', 'BT-16', 'cac:DespatchDocumentReference/cbc:ID', 'The despatch advice (BT-16)'),
  fatal(
    'UBL-SR-04',
    'BT-18',
    (root) => documentTypes('130')(root).flatMap((reference) => reference.all('cbc:ID')).length <= 1,
    'The invoiced object (BT-18) occurs more than once.',
    'Give one invoiced object for the document.',
  ),
  once('UBL-SR-05', 'BT-20', 'cac:PaymentTerms/cbc:Note', 'The payment terms (BT-20)'),
  once('UBL-SR-08', 'BG-14', 'cac:InvoicePeriod', 'The invoicing period (BG-14)'),
  once('UBL-SR-09', 'BT-27', `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, 'The name of the seller (BT-27)'),
  once('UBL-SR-10', 'BT-28', `${seller}/cac:PartyName/cbc:Name`, 'The trading name of the seller (BT-28)'),
  once('UBL-SR-11', 'BT-30', `${seller}/cac:PartyLegalEntity/cbc:CompanyID`, 'The registration of the seller (BT-30)'),
  fatal(
    'UBL-SR-12',
    'BT-31',
    taxNumbers(seller, true),
    'The VAT number of the seller (BT-31) occurs more than once.',
    'Give the one under which the supply is taxed.',
  ),
  fatal(
    'UBL-SR-13',
    'BT-32',
    taxNumbers(seller, false),
    'The tax registration of the seller (BT-32) occurs more than once.',
    'Give one tax registration besides the VAT number.',
  ),
  once(
    'UBL-SR-14',
    'BT-33',
    `${seller}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
    'The legal information of the seller (BT-33)',
  ),
  once('UBL-SR-15', 'BT-44', `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName`, 'The name of the buyer (BT-44)'),
  once('UBL-SR-16', 'BT-46', `${buyer}/cac:PartyIdentification/cbc:ID`, 'The identifier of the buyer (BT-46)'),
  once('UBL-SR-17', 'BT-47', `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`, 'The registration of the buyer (BT-47)'),
  fatal(
    'UBL-SR-18',
    'BT-48',
    taxNumbers(buyer, true),
    'The VAT number of the buyer (BT-48) occurs more than once.',
    'Give one VAT number of the buyer.',
  ),
  once('UBL-SR-24', 'BG-13', 'cac:Delivery', 'The delivery (BG-13)'),
  fatal(
    'UBL-SR-29',
    'BT-90',
    (_, document) =>
      document
        .named('cbc:ID', 'cac:PartyIdentification')
        .filter((id) => id.attribute('schemeID')?.toUpperCase() === 'SEPA').length <= 1,
    'The bank assigned creditor identifier (BT-90) occurs more than once.',
    'Give it once, with the seller or with the payee.',
  ),
  once('UBL-SR-39', 'BT-11', 'cac:ProjectReference/cbc:ID', 'The project reference (BT-11)'),
  once('UBL-SR-40', 'BT-45', `${buyer}/cac:PartyName/cbc:Name`, 'The trading name of the buyer (BT-45)'),
  fatal(
    'UBL-SR-44',
    'BT-83',
    oneValue('cbc:PaymentID'),
    'The payment groups give different remittance information (BT-83).',
    'Give the same in each, or give it once.',
  ),
  once('UBL-SR-45', 'BT-9', 'cac:PaymentMeans/cbc:PaymentDueDate', 'The due date (BT-9)'),
  fatal(
    'UBL-SR-46',
    'BT-82',
    (root) =>
      select(root, 'cac:PaymentMeans/cbc:PaymentMeansCode').filter((code) => code.attribute('name') !== undefined)
        .length <= 1,
    'The payment means text (BT-82) occurs more than once.',
    'Give it once.',
  ),
  fatal(
    'UBL-SR-47',
    'BT-81',
    oneValue('cbc:PaymentMeansCode'),
    'The payment groups give different payment means (BT-81).',
    'Use one payment means code in the document.',
  ),
  once('UBL-SR-49', 'BT-8', 'cac:InvoicePeriod/cbc:DescriptionCode', 'The tax point code (BT-8)'),
  once('UBL-SR-54', 'BG-18', 'cac:PaymentMeans/cac:CardAccount', 'The payment card (BG-18)'),
  once('UBL-SR-55', 'BG-19', 'cac:PaymentMeans/cac:PaymentMandate', 'The direct debit (BG-19)'),
  once('UBL-SR-56', 'BT-17', 'cac:OriginatorDocumentReference/cbc:ID', 'The tender or lot reference (BT-17)'),
]

/** UBL-DT-08 to -28: attributes that the core does not use, anywhere. */
const unusedAttributes: readonly [id: string, attribute: string][] = [
  ['UBL-DT-08', 'schemeName'],
  ['UBL-DT-09', 'schemeAgencyName'],
  ['UBL-DT-10', 'schemeDataURI'],
  ['UBL-DT-11', 'schemeURI'],
  ['UBL-DT-12', 'format'],
  ['UBL-DT-13', 'unitCodeListIdentifier'],
  ['UBL-DT-14', 'unitCodeListAgencyIdentifier'],
  ['UBL-DT-15', 'unitCodeListAgencyName'],
  ['UBL-DT-16', 'listAgencyName'],
  ['UBL-DT-17', 'listName'],
  ['UBL-DT-18', 'name'],
  ['UBL-DT-19', 'languageID'],
  ['UBL-DT-20', 'listURI'],
  ['UBL-DT-21', 'listSchemeURI'],
  ['UBL-DT-22', 'languageLocaleID'],
  ['UBL-DT-23', 'uri'],
  ['UBL-DT-24', 'currencyCodeListVersionID'],
  ['UBL-DT-25', 'characterSetCode'],
  ['UBL-DT-26', 'encodingCode'],
  ['UBL-DT-27', 'schemeAgencyID'],
  ['UBL-DT-28', 'listAgencyID'],
]

/** The attributes that occur; the name of a payment means (BT-82) is the one `name` that the core has. */
const attributesIn = (document: CheckedDocument): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const { qname, attributes } of document.paths)
    for (const attribute of attributes)
      if (attribute !== 'name' || qname !== 'cbc:PaymentMeansCode') found.add(attribute)
  return found
}

const unusedAttribute = ([id, attribute]: readonly [string, string]): Rule =>
  warning(
    id,
    '',
    (_, document) => !document.fact(attributesIn).has(attribute),
    `The attribute "${attribute}" is not part of ${SPECIFICATION}.`,
    'Leave the attribute out.',
  )

const unused = (id: string, what: string, test: Test): Rule =>
  warning(id, '', test, `${what} is not part of ${SPECIFICATION}.`, 'Leave it out.')

const noElement =
  (name: string, ...parents: readonly string[]): Test =>
  (_, document) =>
    document.pathsOf(name, ...parents).length === 0

const supporting = (document: CheckedDocument, counted: (reference: XmlElement) => boolean): readonly XmlElement[] =>
  document.named('cac:AdditionalDocumentReference').filter(counted)
const isObject = (reference: XmlElement): boolean => some(reference, 'cbc:DocumentTypeCode', '130')

const unusedAnywhere: readonly Rule[] = [
  unused(
    'UBL-CR-002',
    'A UBL version other than 2.1',
    (root) => !has(root, 'cbc:UBLVersionID') || some(root, 'cbc:UBLVersionID', '2.1'),
  ),
  unused(
    'UBL-CR-412',
    'cac:PaymentMeans/cbc:PaymentDueDate of an invoice',
    (root) => root.qname === 'cn:CreditNote' || !has(root, 'cac:PaymentMeans/cbc:PaymentDueDate'),
  ),
  unused('UBL-CR-652', 'The scheme of a tax number', noAttribute('cbc:CompanyID', 'schemeID', 'cac:PartyTaxScheme')),
  unused('UBL-CR-660', 'The list of a country code', noAttribute('cbc:IdentificationCode', 'listID', 'cac:Country')),
  unused('UBL-CR-662', 'The list of a reason code', noAttribute('cbc:AllowanceChargeReasonCode', 'listID')),
  unused('UBL-CR-663', 'The list of a unit code', (_, document) => !document.fact(attributesIn).has('unitCodeListID')),
  unused('UBL-CR-664', 'cac:FinancialInstitution', noElement('cac:FinancialInstitution')),
  unused('UBL-CR-665', 'The scheme of a supporting document that is no invoiced object', (_, document) =>
    supporting(
      document,
      (reference) =>
        !has(reference, 'cbc:DocumentTypeCode') ||
        select(reference, 'cbc:DocumentTypeCode').some((code) => code.stringValue !== '130'),
    ).every((reference) => reference.all('cbc:ID').every((id) => id.attribute('schemeID') === undefined)),
  ),
  fatal(
    'UBL-CR-666',
    'BT-18 BG-24',
    (_, document) => !supporting(document, isObject).some((reference) => has(reference, 'cac:Attachment')),
    'An invoiced object (BT-18) carries an attachment.',
    'Give the attachment in a reference of its own, without type code 130.',
  ),
  unused(
    'UBL-CR-667',
    "The scheme of a buyer's item identifier",
    noAttribute('cbc:ID', 'schemeID', 'cac:BuyersItemIdentification'),
  ),
  unused(
    'UBL-CR-668',
    "The scheme of a seller's item identifier",
    noAttribute('cbc:ID', 'schemeID', 'cac:SellersItemIdentification'),
  ),
  unused(
    'UBL-CR-669',
    'The reason code of a price allowance',
    noElement('cbc:AllowanceChargeReasonCode', 'cac:AllowanceCharge', 'cac:Price'),
  ),
  unused(
    'UBL-CR-670',
    'The reason of a price allowance',
    noElement('cbc:AllowanceChargeReason', 'cac:AllowanceCharge', 'cac:Price'),
  ),
  unused(
    'UBL-CR-671',
    'The percentage of a price allowance',
    noElement('cbc:MultiplierFactorNumeric', 'cac:AllowanceCharge', 'cac:Price'),
  ),
  fatal(
    'UBL-CR-673',
    'BT-18 BT-123',
    (_, document) => !supporting(document, isObject).some((reference) => has(reference, 'cbc:DocumentDescription')),
    'An invoiced object (BT-18) carries a description.',
    'Describe supporting documents in references of their own.',
  ),
  unused('UBL-CR-674', 'The scheme of a card number', noAttribute('cbc:PrimaryAccountNumberID', 'schemeID')),
  unused('UBL-CR-675', 'The scheme of a card network', noAttribute('cbc:NetworkID', 'schemeID', 'cac:CardAccount')),
  unused('UBL-CR-676', 'The scheme of a mandate', noAttribute('cbc:ID', 'schemeID', 'cac:PaymentMandate')),
  unused(
    'UBL-CR-677',
    'The scheme of a debited account',
    noAttribute('cbc:ID', 'schemeID', 'cac:PayerFinancialAccount', 'cac:PaymentMandate'),
  ),
  unused('UBL-CR-678', 'The scheme of a tax category', noAttribute('cbc:ID', 'schemeID', 'cac:TaxCategory')),
  unused(
    'UBL-CR-679',
    'The scheme of a line tax category',
    noAttribute('cbc:ID', 'schemeID', 'cac:ClassifiedTaxCategory'),
  ),
  unused(
    'UBL-CR-680',
    'cac:PaymentMeans/cac:PayerFinancialAccount',
    noElement('cac:PayerFinancialAccount', 'cac:PaymentMeans'),
  ),
]

const invoice: Context = {
  names: ['inv:Invoice', 'cn:CreditNote'],
  at: isRoot,
  rules: [...invoiceRules, ...unusedAttributes.map(unusedAttribute), ...unusedAnywhere],
  unused: unusedTree('UBL-CR-', unusedInUbl, 'warning', SPECIFICATION),
}

const lineRules: readonly Rule[] = [
  once('UBL-SR-34', 'BT-127', 'cbc:Note', 'The note of the line (BT-127)'),
  once('UBL-SR-35', 'BT-132', 'cac:OrderLineReference/cbc:LineID', 'The order line (BT-132)'),
  once('UBL-SR-36', 'BG-26', 'cac:InvoicePeriod', 'The period of the line (BG-26)'),
  once('UBL-SR-37', 'BT-147', 'cac:Price/cac:AllowanceCharge/cbc:Amount', 'The discount on the price (BT-147)'),
  fatal(
    'UBL-SR-48',
    'BT-151',
    (line) => count(line, 'cac:Item/cac:ClassifiedTaxCategory') === 1,
    'The line has no VAT category (BT-151), or more than one.',
    'Give exactly one VAT category for each line.',
  ),
  once('UBL-SR-50', 'BT-154', 'cac:Item/cbc:Description', 'The description of the item (BT-154)'),
  once('UBL-SR-52', 'BT-128', 'cac:DocumentReference', 'The invoiced object of the line (BT-128)'),
]

/** The payee is someone else than the seller, whose registered name UBL compares. */
const notTheSeller = (payee: XmlElement): boolean => {
  const sellers =
    payee.parent === undefined
      ? []
      : select(payee.parent, `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`).map((name) => name.stringValue)
  return select(payee, 'cac:PartyName/cbc:Name').some((name) => sellers.some((other) => other !== name.stringValue))
}

const payee = (id: string, term: string, elements: (payee: XmlElement) => number, what: string): Rule =>
  fatal(
    id,
    `${term} BT-59`,
    (element) => elements(element) <= 1 && notTheSeller(element),
    `${what} occurs more than once, or the payee is the seller.`,
    'Give it once, and only for a payee that is not the seller.',
  )

const isAmount = (path: XmlPath): boolean => {
  const { name } = path.names
  if (!name.endsWith('Amount') || name.endsWith('PriceAmount')) return false
  for (let at = path.parent; at !== undefined; at = at.parent)
    if (at.qname === 'cac:AllowanceCharge' && at.parent?.qname === 'cac:Price') return false
  return true
}

const context = (
  names: readonly string[],
  rules: readonly Rule[],
  at?: Context['at'],
  where?: Context['where'],
): Pattern => [{ names, at, where, rules }]

export const ublSyntax: readonly Pattern[] = [
  [invoice],
  context(['cac:InvoiceLine', 'cac:CreditNoteLine'], lineRules),
  context(
    ['cac:PostalAddress', 'cac:Address'],
    [
      fatal(
        'UBL-SR-51',
        'BT-162',
        (address) => count(address, 'cac:AddressLine') <= 1,
        'An address has more than one third line (BT-162, BT-163, BT-165).',
        'Give one address line besides street and additional street.',
      ),
    ],
  ),
  context(
    ['cac:Party'],
    [
      fatal(
        'UBL-SR-42',
        'BT-31 BT-32',
        (party) => count(party, 'cac:PartyTaxScheme') <= 2,
        'The seller has more than two tax registrations.',
        'Give the VAT number and at most one other tax registration.',
      ),
    ],
    (path) => within(path, 'cac:AccountingSupplierParty'),
  ),
  context(
    ['cac:AdditionalDocumentReference'],
    [
      once('UBL-SR-33', 'BT-123', 'cbc:DocumentDescription', 'The description of a supporting document (BT-123)'),
      fatal(
        'UBL-SR-43',
        'BT-18 BT-122',
        (reference, { root }) =>
          isObject(reference) ||
          (root.name === 'CreditNote' && some(reference, 'cbc:DocumentTypeCode', '50')) ||
          (!reference.all('cbc:ID').some((id) => id.attribute('schemeID') !== undefined) &&
            !has(reference, 'cbc:DocumentTypeCode')),
        'A supporting document has a type code or a scheme that only an invoiced object (130) may have.',
        'Leave both out for a supporting document; a credit note may name its project with type code 50.',
      ),
    ],
  ),
  context(
    ['*'],
    [
      fatal(
        'UBL-DT-01',
        '',
        (amount) => decimalsAtMost(amount.stringValue, 2),
        'An amount has more than two decimals.',
        'Round it to two decimals; only prices and quantities may have more.',
      ),
    ],
    isAmount,
  ),
  context(
    ['*'],
    [
      fatal(
        'UBL-DT-06',
        'BT-125-1',
        (binary) => binary.attribute('mimeCode') !== undefined,
        'An attachment does not say of what type it is.',
        'Give the MIME type.',
      ),
      fatal(
        'UBL-DT-07',
        'BT-125-2',
        (binary) => binary.attribute('filename') !== undefined,
        'An attachment has no file name.',
        'Give the file name.',
      ),
    ],
    ({ names: { name } }) => name.endsWith('BinaryObject'),
  ),
  context(
    ['cac:Delivery'],
    [
      once(
        'UBL-SR-25',
        'BT-70',
        'cac:DeliveryParty/cac:PartyName/cbc:Name',
        'The name of the deliver-to party (BT-70)',
      ),
    ],
  ),
  context(
    ['cac:AllowanceCharge'],
    [once('UBL-SR-30', 'BT-97', 'cbc:AllowanceChargeReason', 'The reason of an allowance (BT-97)')],
    undefined,
    isAllowance,
  ),
  context(
    ['cac:AllowanceCharge'],
    [once('UBL-SR-31', 'BT-104', 'cbc:AllowanceChargeReason', 'The reason of a charge (BT-104)')],
    undefined,
    isCharge,
  ),
  context(
    ['cac:PartyTaxScheme'],
    [
      fatal(
        'UBL-SR-53',
        'BT-31 BT-32 BT-48',
        (scheme) => has(scheme, 'cac:TaxScheme/cbc:ID') && has(scheme, 'cbc:CompanyID'),
        'A tax registration lacks its number or its scheme.',
        'Give both, or leave the registration out.',
      ),
    ],
  ),
  context(
    ['cac:PayeeParty'],
    [
      payee(
        'UBL-SR-19',
        'BT-59',
        (element) => count(element, 'cac:PartyName/cbc:Name'),
        'The name of the payee (BT-59)',
      ),
      payee(
        'UBL-SR-20',
        'BT-60',
        (element) =>
          select(element, 'cac:PartyIdentification/cbc:ID').filter(
            (id) => id.attribute('schemeID') !== undefined && id.attribute('schemeID')?.toUpperCase() !== 'SEPA',
          ).length,
        'The identifier of the payee (BT-60)',
      ),
      payee(
        'UBL-SR-21',
        'BT-61',
        (element) => count(element, 'cac:PartyLegalEntity/cbc:CompanyID'),
        'The registration of the payee (BT-61)',
      ),
    ],
  ),
  context(
    ['cac:PaymentMeans'],
    [
      once('UBL-SR-26', 'BT-83', 'cbc:PaymentID', 'The remittance information (BT-83)'),
      once('UBL-SR-27', 'BT-81', 'cbc:PaymentMeansCode', 'The payment means (BT-81)'),
      once('UBL-SR-28', 'BT-89', 'cac:PaymentMandate/cbc:ID', 'The mandate (BT-89)'),
    ],
  ),
  context(
    ['cac:BillingReference'],
    [
      once('UBL-SR-06', 'BG-3', 'cac:InvoiceDocumentReference', 'The preceding invoice (BG-3)'),
      fatal(
        'UBL-SR-07',
        'BT-25',
        (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
        'A preceding invoice has no number (BT-25).',
        'Give the number of the preceding invoice.',
      ),
    ],
  ),
  context(
    ['cac:TaxRepresentativeParty'],
    [
      once('UBL-SR-22', 'BT-62', 'cac:PartyName/cbc:Name', 'The name of the tax representative (BT-62)'),
      once(
        'UBL-SR-23',
        'BT-63',
        'cac:PartyTaxScheme/cbc:CompanyID',
        'The VAT number of the tax representative (BT-63)',
      ),
    ],
  ),
  context(
    ['cac:TaxSubtotal'],
    [once('UBL-SR-32', 'BT-120', 'cac:TaxCategory/cbc:TaxExemptionReason', 'The exemption reason (BT-120)')],
  ),
]
