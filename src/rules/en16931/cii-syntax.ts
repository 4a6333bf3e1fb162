/**
 * EN 16931-3-3: what the binding to CII D16B asks beyond the model. CII-SR: cardinality and unused parts; -DT: data
 * types.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { count, has, isAllowance, select, some } from '../path.ts'
import { normalize } from '../white-space.ts'
import { hasAncestor, type Position, within } from '../position.ts'
import { type Context, fatal, type Pattern, type Rule, type Severity, warning } from '../rule.ts'
import { type UnusedPaths, unusedTree } from '../unused.ts'
import { unusedInAddresses, unusedInCii, unusedInPeriods, unusedInReferences, unusedInTaxes } from './cii-unused.ts'

type Test = Rule['test']
const SPECIFICATION = 'the core invoice (EN 16931)'

const make = (severity: Severity) => (severity === 'fatal' ? fatal : warning)

const once = (severity: Severity, id: string, terms: string, path: string, what: string): Rule =>
  make(severity)<XmlElement>(
    id,
    terms,
    (element) => count(element, path) <= 1,
    `${what} occurs more than once.`,
    'Give it once.',
  )

const exactlyOnce = (severity: Severity, id: string, terms: string, path: string, what: string): Rule =>
  make(severity)<XmlElement>(
    id,
    terms,
    (element) => count(element, path) === 1,
    `${what} is missing, or occurs more than once.`,
    'Give it exactly once.',
  )

const oneIdentifier = (id: string, terms: string, party: string, what: string): Rule =>
  warning(
    id,
    terms,
    (element) => !(has(element, `${party}/ram:ID`) && has(element, `${party}/ram:GlobalID`)),
    `${what} has both an identifier and a global identifier.`,
    'Give one of them.',
  )

const documents = (type: string) => (element: XmlElement) =>
  element.all('ram:AdditionalReferencedDocument').filter((document) => some(document, 'ram:TypeCode', type))

const byType = (severity: Severity, id: string, terms: string, type: string, part: string, what: string): Rule =>
  make(severity)<XmlElement>(
    id,
    terms,
    (element) =>
      documents(type)(element).flatMap((document) => (part === '' ? [document] : document.all(part))).length <= 1,
    `${what} occurs more than once.`,
    'Give it once.',
  )

const context = (
  names: readonly string[],
  rules: readonly Rule[],
  at?: Context['at'],
  unused?: Context['unused'],
): Pattern => [{ names, at, rules, unused }]

/** The same value wherever it is given. */
const oneValue =
  (path: string): Test =>
  (_, document) =>
    new Set(
      document
        .named('ram:SpecifiedTradeSettlementPaymentMeans')
        .flatMap((means) => select(means, path))
        .map((element) => normalize(element.stringValue)),
    ).size <= 1

const cardinality: readonly Pattern[] = [
  context(
    ['rsm:ExchangedDocumentContext'],
    [
      once(
        'warning',
        'CII-SR-003',
        'BT-23',
        'ram:BusinessProcessSpecifiedDocumentContextParameter',
        'The business process (BT-23)',
      ),
      exactlyOnce(
        'fatal',
        'CII-SR-009',
        'BT-24',
        'ram:GuidelineSpecifiedDocumentContextParameter',
        'The specification (BT-24)',
      ),
      exactlyOnce(
        'fatal',
        'CII-SR-010',
        'BT-24',
        'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
        'The specification identifier (BT-24)',
      ),
    ],
  ),
  context(
    ['rsm:ExchangedDocument'],
    [exactlyOnce('fatal', 'CII-SR-014', 'BT-3', 'ram:TypeCode', 'The type of the document (BT-3)')],
  ),
  context(
    ['ram:IncludedNote'],
    [once('warning', 'CII-SR-030', 'BT-22', 'ram:Content', 'The text of a note (BT-22)')],
    (note) => within(note, 'rsm:ExchangedDocument'),
  ),
  context(
    ['ram:AssociatedDocumentLineDocument'],
    [
      once('warning', 'CII-SR-039', 'BT-127', 'ram:IncludedNote', 'The note of the line (BT-127)'),
      once('warning', 'CII-SR-040', 'BT-127', 'ram:IncludedNote/ram:Content', 'The text of the line note (BT-127)'),
    ],
  ),
  context(
    ['ram:SpecifiedTradeProduct'],
    [
      fatal(
        'CII-SR-046',
        'BT-157-1',
        (product) =>
          !has(product, 'ram:GlobalID') ||
          product.all('ram:GlobalID').some((id) => id.attribute('schemeID') !== undefined),
        'The standard identifier of the item (BT-157) has no scheme.',
        'Give the scheme of the identifier.',
      ),
      fatal(
        'CII-SR-090',
        'BT-159',
        (product) => !has(product, 'ram:OriginTradeCountry') || count(product, 'ram:OriginTradeCountry/ram:ID') === 1,
        'The country of origin (BT-159) has no code, or more than one.',
        'Give one country.',
      ),
    ],
  ),
  context(
    ['ram:ApplicableProductCharacteristic'],
    [
      exactlyOnce('fatal', 'CII-SR-069', 'BT-160', 'ram:Description', 'The name of the attribute (BT-160)'),
      exactlyOnce('fatal', 'CII-SR-072', 'BT-161', 'ram:Value', 'The value of the attribute (BT-161)'),
    ],
  ),
  context(
    ['ram:SpecifiedLineTradeAgreement'],
    [
      exactlyOnce(
        'fatal',
        'CII-SR-439',
        'BT-146',
        'ram:NetPriceProductTradePrice/ram:ChargeAmount',
        'The net price (BT-146)',
      ),
      once('fatal', 'CII-SR-441', 'BT-146', 'ram:NetPriceProductTradePrice/ram:ChargeAmount', 'The net price (BT-146)'),
      warning(
        'CII-SR-119',
        'BT-147',
        (line) => onlyDiscounts(line),
        'The gross price carries a charge, or a discount without an amount (BT-147).',
        'Give the discount as an allowance with its amount.',
      ),
    ],
  ),
  context(
    ['ram:SpecifiedTradeAllowanceCharge'],
    [
      fatal(
        'CII-SR-463',
        'BG-20 BG-21',
        (charge) => has(charge, 'ram:ChargeIndicator'),
        'An allowance or charge does not say which of the two it is.',
        'Give the charge indicator.',
      ),
      // The official titles of these two speak of other terms than their tests.
      once('fatal', 'CII-SR-471', 'BT-96 BT-103', 'ram:RateApplicablePercent', 'The rate of an allowance or charge'),
      once('fatal', 'CII-SR-472', 'BT-95 BT-102', 'ram:CategoryTradeTax', 'The VAT of an allowance or charge'),
      once('fatal', 'CII-SR-473', 'BT-92 BT-99', 'ram:ActualAmount', 'The amount of an allowance or charge'),
    ],
  ),
  context(
    ['ram:AppliedTradeAllowanceCharge'],
    [once('fatal', 'CII-SR-440', 'BT-147', 'ram:ActualAmount', 'The discount on the price (BT-147)')],
    (charge) => within(charge, 'ram:GrossPriceProductTradePrice'),
  ),
  context(
    ['ram:SpecifiedLineTradeSettlement'],
    [
      exactlyOnce('warning', 'CII-SR-454', 'BT-151', 'ram:ApplicableTradeTax', 'The VAT of the line (BT-151)'),
      byType('warning', 'CII-SR-474', 'BT-128', '130', '', 'The invoiced object of the line (BT-128)'),
    ],
  ),
  context(
    ['ram:ApplicableHeaderTradeAgreement'],
    [
      oneIdentifier('CII-SR-450', 'BT-46', 'ram:BuyerTradeParty', 'The buyer'),
      once(
        'fatal',
        'CII-SR-455',
        'BG-6',
        'ram:SellerTradeParty/ram:DefinedTradeContact',
        'The contact of the seller (BG-6)',
      ),
      once(
        'fatal',
        'CII-SR-456',
        'BG-9',
        'ram:BuyerTradeParty/ram:DefinedTradeContact',
        'The contact of the buyer (BG-9)',
      ),
      byType('warning', 'CII-SR-457', 'BT-17', '50', '', 'The tender reference (BT-17)'),
      byType('warning', 'CII-SR-458', 'BT-18', '130', '', 'The invoiced object (BT-18)'),
      once(
        'fatal',
        'CII-SR-459',
        'BT-34',
        'ram:SellerTradeParty/ram:URIUniversalCommunication',
        'The electronic address of the seller (BT-34)',
      ),
      once(
        'fatal',
        'CII-SR-460',
        'BT-49',
        'ram:BuyerTradeParty/ram:URIUniversalCommunication',
        'The electronic address of the buyer (BT-49)',
      ),
      oneContactName('CII-SR-465', 'BT-41', 'ram:SellerTradeParty'),
      oneContactName('CII-SR-466', 'BT-56', 'ram:BuyerTradeParty'),
      byType('warning', 'CII-SR-475', 'BT-123', '916', 'ram:Name', 'The description of a supporting document (BT-123)'),
      byType('warning', 'CII-SR-476', 'BT-125', '916', 'ram:AttachmentBinaryObject', 'The attached document (BT-125)'),
    ],
  ),
  context(
    ['ram:ApplicableHeaderTradeDelivery'],
    [oneIdentifier('CII-SR-449', 'BT-71', 'ram:ShipToTradeParty', 'The deliver-to location')],
  ),
  context(
    ['ram:ApplicableHeaderTradeSettlement'],
    [
      oneIdentifier('CII-SR-451', 'BT-60', 'ram:PayeeTradeParty', 'The payee'),
      once('warning', 'CII-SR-452', 'BT-9', 'ram:SpecifiedTradePaymentTerms', 'The payment terms (BT-9, BT-20)'),
      once(
        'warning',
        'CII-SR-453',
        'BT-20',
        'ram:SpecifiedTradePaymentTerms/ram:Description',
        'The text of the payment terms (BT-20)',
      ),
      once('fatal', 'CII-SR-461', 'BT-7', 'ram:ApplicableTradeTax/ram:TaxPointDate', 'The tax point date (BT-7)'),
      fatal(
        'CII-SR-462',
        'BT-8',
        (_, document) =>
          new Set(document.named('ram:DueDateTypeCode', 'ram:ApplicableTradeTax').map((code) => code.stringValue))
            .size <= 1,
        'The VAT breakdown gives different tax point codes (BT-8).',
        'Give the same code in each group.',
      ),
    ],
  ),
  context(
    ['ram:SpecifiedTradeSettlementPaymentMeans'],
    [
      warning(
        'CII-SR-464',
        'BG-16',
        (means) => !has(means, 'ram:PayerSpecifiedDebtorFinancialInstitution'),
        `The bank of the payer is not part of ${SPECIFICATION}.`,
        'Leave it out.',
      ),
      fatal(
        'CII-SR-470',
        'BT-84',
        accountGiven,
        'A credit transfer has no account (BT-84).',
        'Give the account to pay to, as IBAN or as another number.',
      ),
    ],
  ),
  context(
    ['rsm:CrossIndustryInvoice'],
    [
      fatal(
        'CII-SR-467',
        'BT-81',
        oneValue('ram:TypeCode'),
        'The payment groups give different payment means (BT-81).',
        'Use one payment means code in the document.',
      ),
      fatal(
        'CII-SR-468',
        'BT-82',
        oneValue('ram:Information'),
        'The payment groups give different payment means texts (BT-82).',
        'Use one text in the document.',
      ),
      fatal(
        'CII-SR-469',
        'BT-83',
        (_, document) => document.named('ram:PaymentReference').length <= 1,
        'The remittance information (BT-83) occurs more than once.',
        'Give it once.',
      ),
    ],
  ),
]

function oneContactName(id: string, term: string, party: string): Rule {
  return warning(
    id,
    term,
    (element) =>
      !(
        has(element, `${party}/ram:DefinedTradeContact/ram:PersonName`) &&
        has(element, `${party}/ram:DefinedTradeContact/ram:DepartmentName`)
      ),
    `The contact point (${term}) names both a person and a department.`,
    'Give one of the two.',
  )
}

function accountGiven(means: XmlElement): boolean {
  const codes = means.all('ram:TypeCode').map((code) => normalize(code.stringValue))
  return (
    !codes.some((code) => code === '30' || code === '58') ||
    has(means, 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID|ram:ProprietaryID')
  )
}

function onlyDiscounts(line: XmlElement): boolean {
  const charges = select(line, 'ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge')
  const amounts = charges.some((charge) => has(charge, 'ram:ActualAmount'))
  if (charges.some(isAllowance) && amounts) return true
  return !charges.some((charge) => has(charge, 'ram:ChargeIndicator')) && !amounts
}

/** CII-SR-477 to -494: each total stands at most once. */
const totals =
  'LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount RoundingAmount GrandTotalAmount ' +
  'InformationAmount TotalPrepaidAmount TotalDiscountAmount TotalAllowanceChargeAmount DuePayableAmount ' +
  'RetailValueExcludingTaxInformationAmount TotalDepositFeeInformationAmount ' +
  'ProductValueExcludingTobaccoTaxInformationAmount TotalRetailValueInformationAmount GrossLineTotalAmount ' +
  'NetLineTotalAmount NetIncludingTaxesLineTotalAmount'
const totalsOnce: Pattern = context(
  ['ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
  totals
    .split(' ')
    .map((name, index) => once('fatal', `CII-SR-${477 + index}`, 'BG-22', `ram:${name}`, `The total ${name}`)),
)

const HEADERS = new Set(['rsm:ExchangedDocumentContext', 'rsm:ExchangedDocument', 'rsm:CrossIndustryInvoice'])

const unusedElements: readonly Pattern[] = unusedInCii.map(({ at, rows }) =>
  context([at], [], HEADERS.has(at) ? undefined : inTransaction, unusedTree('CII-SR-', rows, 'warning', SPECIFICATION)),
)

function inTransaction(path: Position): boolean {
  return hasAncestor(path, 'rsm:SupplyChainTradeTransaction')
}

/** An attribute that the data type does not use. */
const noAttribute = (id: string, attribute: string, severity: Severity = 'fatal'): Rule =>
  make(severity)<XmlElement>(
    id,
    '',
    (element) => element.attribute(attribute) === undefined,
    `The attribute "${attribute}" is not part of ${SPECIFICATION} here.`,
    'Leave the attribute out.',
  )

const noAttributes = (severity: Severity, ...rows: readonly (readonly [string, string])[]): Rule[] =>
  rows.map(([id, attribute]) => noAttribute(id, attribute, severity))

const only = (
  severity: Severity,
  id: string,
  terms: string,
  part: string,
  allowed: (element: XmlElement) => boolean,
): Rule =>
  make(severity)<XmlElement>(
    id,
    terms,
    (element) => !has(element, part) || allowed(element),
    `${part} is not part of ${SPECIFICATION} here.`,
    'Leave it out.',
  )

const isSupporting = (reference: XmlElement): boolean =>
  reference.qname === 'ram:AdditionalReferencedDocument' && some(reference, 'ram:TypeCode', '916')
const isObject = (reference: XmlElement): boolean =>
  reference.qname === 'ram:AdditionalReferencedDocument' && some(reference, 'ram:TypeCode', '130')
const isReference = (reference: XmlElement): boolean =>
  reference.qname === 'ram:AdditionalReferencedDocument' &&
  ['50', '130', '916'].some((type) => some(reference, 'ram:TypeCode', type))
const inHeader = (element: XmlElement): boolean => hasAncestor(element, 'ram:ApplicableHeaderTradeSettlement')
const isTradeTax = ({ qname }: XmlElement): boolean => qname === 'ram:ApplicableTradeTax'

const named =
  (ending: string) =>
  ({ qname }: Position): boolean =>
    qname.startsWith('ram:') && qname.endsWith(ending)

const plainIds = (path: Position): boolean =>
  [
    'ram:GuidelineSpecifiedDocumentContextParameter',
    'rsm:ExchangedDocument',
    'ram:AssociatedDocumentLineDocument',
    'ram:SpecifiedTradeProduct',
  ].includes(path.parent?.qname ?? '')

const unitsBilled = (document: CheckedDocument): boolean =>
  document.pathsOf('ram:BilledQuantity').some(({ attributes }) => attributes.has('unitCode'))

const unused = (rows: readonly UnusedPaths[], severity: Severity): Context['unused'] =>
  unusedTree('CII-DT-', rows, severity, SPECIFICATION)

const dataTypes: readonly Pattern[] = [
  context(
    ['*'],
    [
      warning(
        'CII-SR-04',
        '',
        (parameter) => !has(parameter, 'ram:Value'),
        `The value of a context parameter is not part of ${SPECIFICATION}.`,
        'Leave it out.',
      ),
      warning(
        'CII-SR-05',
        '',
        (parameter) => !has(parameter, 'ram:SpecifiedDocumentVersion'),
        `The version of a context parameter is not part of ${SPECIFICATION}.`,
        'Leave it out.',
      ),
    ],
    ({ names: { name } }) => name.endsWith('DocumentContextParameter'),
  ),
  // Identifiers: four of them take no attribute at all, and are not tested as the others are.
  [
    {
      names: ['ram:ID', 'ram:LineID', 'ram:SellerAssignedID'],
      at: plainIds,
      rules: noAttributes(
        'fatal',
        ['CII-DT-001', 'schemeName'],
        ['CII-DT-002', 'schemeAgencyName'],
        ['CII-DT-003', 'schemeDataURI'],
        ['CII-DT-004', 'schemeURI'],
        ['CII-DT-005', 'schemeID'],
        ['CII-DT-006', 'schemeAgencyID'],
        ['CII-DT-007', 'schemeVersionID'],
      ),
    },
    {
      names: ['*'],
      at: named('ID'),
      rules: noAttributes(
        'fatal',
        ['CII-DT-101', 'schemeName'],
        ['CII-DT-102', 'schemeAgencyName'],
        ['CII-DT-103', 'schemeDataURI'],
        ['CII-DT-104', 'schemeURI'],
      ),
    },
  ],
  context(['ram:TypeCode'], noAttributes('fatal', ['CII-DT-008', 'name'], ['CII-DT-009', 'listURI'])),
  context(
    ['ram:TypeCode'],
    noAttributes('fatal', ['CII-DT-010', 'listID'], ['CII-DT-011', 'listAgencyID'], ['CII-DT-012', 'listVersionID']),
    (code) => within(code, 'rsm:ExchangedDocument'),
  ),
  context(
    ['ram:CategoryCode'],
    noAttributes(
      'warning',
      ['CII-DT-045', 'listID'],
      ['CII-DT-046', 'listAgencyID'],
      ['CII-DT-047', 'listVersionID'],
      ['CII-DT-048', 'listURI'],
    ),
    (code) => within(code, 'ram:ApplicableTradeTax', 'ram:SpecifiedLineTradeSettlement'),
  ),
  context(
    ['*'],
    [
      only('fatal', 'CII-DT-015', 'BT-124', 'ram:URIID', isSupporting),
      only('fatal', 'CII-DT-018', '', 'ram:TypeCode', isReference),
      only('fatal', 'CII-DT-021', 'BT-123', 'ram:Name', isSupporting),
      only('fatal', 'CII-DT-022', 'BT-125', 'ram:AttachmentBinaryObject', isSupporting),
      only('fatal', 'CII-DT-024', 'BT-18-1', 'ram:ReferenceTypeCode', isObject),
      only(
        'fatal',
        'CII-DT-027',
        'BT-26',
        'ram:FormattedIssueDateTime',
        ({ qname }) => qname === 'ram:InvoiceReferencedDocument',
      ),
    ],
    named('ReferencedDocument'),
    unused(unusedInReferences, 'fatal'),
  ),
  context(
    ['*'],
    noAttributes('fatal', ['CII-DT-031', 'currencyID'], ['CII-DT-032', 'currencyCodeListVersionID']),
    (path) => named('Amount')(path) && path.qname !== 'ram:TaxTotalAmount',
  ),
  context(
    ['*'],
    [
      fatal(
        'CII-DT-033',
        '',
        (quantity, document) => quantity.attribute('unitCode') === undefined || unitsBilled(document),
        'A quantity has a unit where no billed quantity has one.',
        'Give the unit of the billed quantity.',
      ),
      ...noAttributes(
        'fatal',
        ['CII-DT-034', 'unitCodeListID'],
        ['CII-DT-035', 'unitCodeListAgencyID'],
        ['CII-DT-036', 'unitCodeListAgencyName'],
      ),
    ],
    named('Quantity'),
  ),
  context(
    ['*'],
    [
      fatal(
        'CII-DT-037',
        'BT-118-0',
        (tax) => !has(tax, 'ram:TypeCode') || some(tax, 'ram:TypeCode', 'VAT'),
        'A tax is of another type than VAT.',
        'Write VAT.',
      ),
      only('warning', 'CII-DT-041', 'BT-116', 'ram:BasisAmount', inHeader),
      only('warning', 'CII-DT-052', 'BT-121', 'ram:ExemptionReasonCode', isTradeTax),
      only('warning', 'CII-DT-098', 'BT-120', 'ram:ExemptionReason', isTradeTax),
      only('warning', 'CII-DT-054', 'BT-7', 'ram:TaxPointDate', inHeader),
      only('warning', 'CII-DT-058', 'BT-8', 'ram:DueDateTypeCode', inHeader),
    ],
    named('TradeTax'),
    unused(unusedInTaxes, 'warning'),
  ),
  context(['ram:BillingSpecifiedPeriod'], [], undefined, unused(unusedInPeriods, 'fatal')),
  context(['ram:PostalTradeAddress'], [], undefined, unused(unusedInAddresses, 'fatal')),
  context(
    ['udt:DateTimeString'],
    [
      fatal(
        'CII-DT-097',
        '',
        (date) =>
          date.attribute('format') !== '102' ||
          /^\s*\d{4}(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])\s*$/.test(date.stringValue),
        'A date of format 102 is not written YYYYMMDD.',
        'Write the date as eight digits.',
      ),
    ],
  ),
  context(
    ['rsm:CrossIndustryInvoice'],
    noAttributes('fatal', ['CII-DT-013', 'languageID'], ['CII-DT-014', 'languageLocaleID']),
  ),
]

export const ciiSyntax: readonly Pattern[] = [...cardinality, totalsOnce, ...unusedElements, ...dataTypes]
