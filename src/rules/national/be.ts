/**
 * UBL.BE, the Belgian specification: its own rules. The official file repeats an older EN 16931 and Peppol around them;
 * here a document is tested against en16931-ubl and this. ubl-BE-13 is not here: as published no document can break it.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { codeList } from '../../values/codelists/code-list.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { day, double } from '../numbers.ts'
import { count, has, text, value } from '../path.ts'
import { type Context, fatal, type Pattern } from '../rule.ts'

/** Legal mentions, as delivery terms. */
const legalMentions = codeList('BELM-001 BELM-002 BELM-003 BELM-004 BELM-005 BELM-006 BELM-007 BELM-008')

/** Their wordings, in English and Dutch; the official list has one entry twice, by a stray space. */
const legalWordings = new Set([
  'Special ruling - travelagencies',
  'Bijzondere regeling - reisbureaus',
  'Special ruling - used goods',
  'Bijzondere regeling - gebruikte goederen',
  'Special ruling - art objects',
  ' Special ruling - art objects',
  'Bijzondere regeling - kunstvoorwerpen',
  'Special ruling - antiques',
  'Bijzondere regeling - antiquiteiten',
  'Small company under exempt from taxes ruling',
  'Kleine onderneming onderworpen aan de vrijstellingsregeling van belasting',
  'Invoice issued by the receiver',
  'Factuur uitgereikt door de afnemer',
  'Copy issued at request from the customer',
  'Dubbel uitgereikt op vraag van de klant',
  'VAT to be refunded to the state to the extent that it was deducted',
  'BTW terug te storten aan de staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht',
])

/** The grids of the Belgian VAT return that a category belongs to. */
const vatGrids = codeList(
  '00 01 02 03 45 NA FD SC 00/44 03/SE MA 46/GO 47/TO 47/AS 47/DI 47/SE 44 46/TR 47/EX 47/EI 47/EE NS ' +
    'OSS-S OSS-G OSS-I',
)

/** Why there is no VAT: the grid after BETE-, and what it is called. */
const exemptions: Readonly<Record<string, string>> = {
  'BETE-45': 'Reverse charge - Contractor',
  'BETE-EX': 'Exempt',
  'BETE-FD': 'Financial discount',
  'BETE-SC': 'Small company',
  'BETE-00/44': '0% Clause 44',
  'BETE-03/SE': 'Standard exchange',
  'BETE-MA': 'Margin',
  'BETE-46/GO': 'Intra-community supply - Goods',
  'BETE-47/TO': 'Intra-community supply - Manufacturing cost',
  'BETE-47/AS': 'Intra-community supply - Assembly',
  'BETE-47/DI': 'Intra-community supply - Distance',
  'BETE-47/SE': 'Intra-community supply - Services',
  'BETE-44': 'Intra-community supply - Services B2B',
  'BETE-46/TR': 'Intra-community supply - Triangle a-B-c',
  'BETE-47/EX': 'Export non E.U.',
  'BETE-47/EI': 'Indirect export',
  'BETE-47/EE': 'Export via E.U.',
  'BETE-NS': 'Not subject to VAT',
}
const exemptionWordings = new Set(Object.values(exemptions))

const describedAsDocument = (document: CheckedDocument): number =>
  document
    .named('cbc:DocumentDescription')
    .filter(({ stringValue }) => stringValue === 'CommercialInvoice' || stringValue === 'CreditNote').length
const softwareMarks = (document: CheckedDocument): number =>
  document.named('cbc:ID').filter(({ stringValue }) => stringValue === 'UBL.BE').length

const discount = 'cbc:SettlementDiscountPercent'
const isPercentage = (terms: XmlElement): boolean => {
  const percent = double(text(terms, discount))
  return !has(terms, discount) || percent === -1 || (percent > 0 && percent < 100)
}
const isDay = (date: string): boolean => date.length === 10 && day(date) !== undefined

const inside =
  (parent: string): Context['where'] =>
  (element) =>
    element.parent?.qname === parent
const isRoot: Context['where'] = ({ parent }) => parent === undefined

export const belgianRules: Pattern = [
  {
    names: ['inv:Invoice', 'cn:CreditNote'],
    where: isRoot,
    rules: [
      fatal(
        'ubl-BE-01',
        'BG-24',
        (root) => count(root, 'cac:AdditionalDocumentReference') >= 2,
        'There are not two additional documents: the readable invoice and the mark of the software.',
        'Add one described as CommercialInvoice or CreditNote, and one with the reference UBL.BE.',
      ),
    ],
  },
  {
    names: ['cac:AdditionalDocumentReference'],
    rules: [
      fatal(
        'ubl-BE-02',
        'BT-123',
        (_, document) => document.fact(describedAsDocument) === 1,
        'Not exactly one additional document is described as the invoice or credit note itself.',
        'Describe one document, and no other, as CommercialInvoice or CreditNote.',
      ),
      fatal(
        'ubl-BE-03',
        'BT-122',
        (_, document) => document.fact(softwareMarks) === 1,
        'Not exactly one reference is UBL.BE.',
        'Add one document with the reference UBL.BE whose description names the software.',
      ),
    ],
  },
  {
    names: ['cbc:ID'],
    where: inside('cac:AdditionalDocumentReference'),
    rules: [
      fatal(
        'ubl-BE-04',
        'BT-123',
        (id) => count(id, '../cbc:DocumentDescription') === 1,
        'An additional document is not described, or twice.',
        'Describe every additional document once.',
      ),
    ],
  },
  {
    names: ['cac:DeliveryTerms'],
    where: inside('cac:Delivery'),
    rules: [
      fatal(
        'ubl-BE-05',
        '',
        (terms) => legalMentions.has(value(terms, 'cbc:ID')),
        'A legal mention is not one of the Belgian list.',
        'Use BELM-001 to BELM-008.',
      ),
      fatal(
        'ubl-BE-06',
        '',
        (terms) => legalWordings.has(text(terms, 'cbc:SpecialTerms') ?? ''),
        'A legal mention is not worded as the Belgian list does.',
        'Use the wording of the list, letter by letter.',
      ),
    ],
  },
  {
    names: ['cac:PaymentTerms'],
    rules: [
      fatal(
        'ubl-BE-07',
        'BT-20',
        isPercentage,
        'A discount for early payment is not a percentage between 0 and 100.',
        'Give the percentage.',
      ),
      fatal(
        'ubl-BE-08',
        'BT-20',
        (terms) => !has(terms, discount) || value(terms, 'cbc:Amount') !== '',
        'A discount for early payment has no amount.',
        'Give the amount.',
      ),
      fatal(
        'ubl-BE-09',
        'BT-20',
        (terms) => !has(terms, discount) || isDay(text(terms, 'cbc:PaymentDueDate') ?? ''),
        'A discount for early payment does not say until when.',
        'Give the day as YYYY-MM-DD.',
      ),
    ],
  },
  {
    names: ['cac:InvoiceLine', 'cac:CreditNoteLine'],
    rules: [
      fatal(
        'ubl-BE-14',
        'BT-131',
        (line) => has(line, 'cac:TaxTotal/cbc:TaxAmount'),
        'A line does not say its VAT amount.',
        'Give the VAT of the line.',
      ),
    ],
  },
  {
    names: ['cac:TaxCategory'],
    where: ({ parent }) => parent?.qname === 'cac:TaxSubtotal' && parent.parent?.qname === 'cac:TaxTotal',
    rules: [
      fatal(
        'ubl-BE-10',
        'BT-118',
        (category) => vatGrids.has(value(category, 'cbc:Name')),
        'A VAT category does not name its Belgian grid.',
        'Name the grid: 03 for 21 %, 02 for 12 %, 01 for 6 %.',
      ),
      fatal(
        'ubl-BE-11',
        'BT-121',
        (category) =>
          !has(category, 'cbc:TaxExemptionReasonCode') ||
          Object.hasOwn(exemptions, value(category, 'cbc:TaxExemptionReasonCode')),
        'An exemption reason code is not one of the Belgian list.',
        'Write BETE- and the grid.',
      ),
      fatal(
        'ubl-BE-12',
        'BT-120',
        (category) =>
          !has(category, 'cbc:TaxExemptionReason') || exemptionWordings.has(value(category, 'cbc:TaxExemptionReason')),
        'An exemption reason is not worded as the Belgian list does.',
        'Use the wording of the list.',
      ),
    ],
  },
  {
    names: ['cac:ClassifiedTaxCategory'],
    rules: [
      fatal(
        'ubl-BE-15',
        'BT-151',
        (category) => count(category, 'cbc:Name') === 1,
        'The VAT category of an item does not name its Belgian grid.',
        'Name the grid: 03 for 21 %, 02 for 12 %, 01 for 6 %.',
      ),
    ],
  },
]
