/**
 * The French rules of the flow between platforms (flux 2), in the order of XP Z12-012. Written once for both syntaxes; what
 * only one version of the annexes asks stands in the list `since14`.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { double } from '../numbers.ts'
import { count, filled, has, normalize, place, select, some, text, value } from '../path.ts'
import { fatal, type Pattern, type Rule } from '../rule.ts'
import { afterPrepayment, alreadyPaid, attachmentKinds, billingModes, corrections, creditNotes, documentTypes, type FrenchVersion, prepayments, selfBilled, treatments, vatCategories, vatRates } from './lists.ts'
import { addressTerms, deliveryTerms, type FrenchSyntax, partyTerms } from './syntax.ts'

type Row = { readonly id: string; readonly at: string; readonly terms?: string; readonly test: (element: XmlElement) => boolean; readonly message: string; readonly fix: string }
type Section = (syntax: FrenchSyntax, version: FrenchVersion) => readonly Row[]

const SIREN = /^\d{9}$/
const SIRET = /^\d{14}$/
/** The file for 1.3 allows + and /, its text the full stop: what either allows is not worth a refusal. */
const ADDRESS = /^[A-Za-z0-9+\-_/.]+$/
const NUMBER = /^[A-Za-z0-9+\-_/]+$/

const termsOf = (at: string): string => at.replaceAll('_', ' ')

/** Decimals as text: no more digits after the point, and in all, than a French platform reads. */
const decimal = (sign: string, whole: number, fraction: number, digits: number) => {
  const form = new RegExp(`^${sign}\\d{1,${whole}}(\\.\\d{1,${fraction}})?$`)
  return (element: XmlElement): boolean => {
    const number = normalize(element.stringValue)
    return form.test(number) && number.replace('.', '').length <= digits
  }
}
const unlessBlank = (test: (element: XmlElement) => boolean) => (element: XmlElement): boolean => normalize(element.stringValue) === '' || test(element)

const numbersOfInvoices: Section = () =>
  ['BT-1', 'BT-25', 'EXT-FR-FE-136'].flatMap((at) => [
    { id: `BR-FR-01_${at}-1`, at, test: (number) => number.stringValue.length <= 35, message: `An invoice number (${at}) has more than 35 characters.`, fix: 'Shorten the number.' },
    { id: `BR-FR-01_${at}-2`, at, test: (number) => isNumber(number.stringValue), message: `An invoice number (${at}) has characters that France does not allow.`, fix: 'Use letters, digits, + - _ and /, without spaces.' },
    { id: `BR-FR-02_${at}`, at, test: (number) => isNumber(number.stringValue), message: `An invoice number (${at}) does not have the form that France asks for.`, fix: 'Use letters, digits, + - _ and /, without spaces.' },
  ])

const isNumber = (number: string): boolean => NUMBER.test(normalize(number)) && !number.includes(' ')

const dates: Section = ({ date }) =>
  ['BT-2', 'BT-7', 'BT-9', 'BT-26', 'BT-72', 'BT-73', 'BT-74', 'EXT-FR-FE-138', 'EXT-FR-FE-158', 'BT-134', 'BT-135'].map((at) => ({
    id: `BR-FR-03_${at}`,
    at,
    test: (element) => isDay(date.exec(element.stringValue)),
    message: `A date (${at}) is not a day of the years 2000 to 2099.`,
    fix: 'Give an existing day.',
  }))

const isDay = (match: RegExpExecArray | null): boolean => {
  if (match === null) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const types: Section = () =>
  ['BT-3', 'EXT-FR-FE-02', 'EXT-FR-FE-137'].map((at) => ({
    id: `BR-FR-04_${at}`,
    at,
    test: (code) => documentTypes.has(code.stringValue),
    message: `A document type (${at}) is not one that France uses.`,
    fix: 'Use 380, 381, 384, 386, 389 or another type of the French list; 383 is not in it.',
  }))

const subjects = { PMT: 'the fixed recovery costs', PMD: 'late payment penalties', AAB: 'discount for early payment, or that there is none', TXD: 'tax' } as const

const notes: Section = (syntax) => [
  ...(['PMT', 'PMD', 'AAB'] as const).map((subject, index) => ({
    id: `BR-FR-05_BT-22-${index + 1}`,
    at: '',
    terms: 'BT-21 BT-22',
    test: (root: XmlElement) => syntax.notes(root).count(subject) > 0,
    message: `The note on ${subjects[subject]} (subject ${subject}) is missing.`,
    fix: `Add the legal mention as a note with subject ${subject}.`,
  })),
  ...(['PMT', 'PMD', 'AAB', 'TXD'] as const).map((subject, index) => ({
    id: `BR-FR-06_BT-21-${index + 1}`,
    at: '',
    terms: 'BT-21',
    test: (root: XmlElement) => syntax.notes(root).count(subject) <= 1,
    message: `There are several notes on ${subjects[subject]} (subject ${subject}).`,
    fix: 'Keep one note of this subject.',
  })),
]

const mode: Section = ({ places }, version) => [
  {
    id: 'BR-FR-08_BT-23',
    at: '',
    terms: 'BT-23',
    // Until 1.4 an invoice may leave its mode out.
    test: (root) => (has(root, places['BT-23'] ?? '') || version === '1.4' ? billingModes[version].has(text(root, places['BT-23'] ?? '') ?? '') : true),
    message: 'The billing mode (BT-23) is not one of the French list.',
    fix: 'Use B1, S1 or M1 for a first invoice of goods, services or both, or the mode of the case.',
  },
]

/** The establishment number starts with the company number; a party without the latter is taken at its word. */
const siret = (siretPath: string, sirenPath: string, strict: boolean) => (element: XmlElement): boolean => {
  const number = text(element, siretPath)
  if (number === undefined) return true
  const company = text(element, sirenPath) ?? ''
  return SIRET.test(number) && number.slice(0, 9) === (strict || company !== '' ? company : number.slice(0, 9))
}
const siretRow = (id: string, at: string, test: Row['test']): Row => ({
  id: `BR-FR-09_${id}`,
  at,
  terms: id,
  test,
  message: `The SIRET (${id}) is not fourteen digits that start with the SIREN of the same party.`,
  fix: 'Check both numbers.',
})

const establishments: Section = ({ parties, party, delivery, places }) => [
  ...partyTerms.map((term) => siretRow(term, `=${parties[term]}`, siret(party.siret, party.siren, term === 'BT-29' || term === 'BT-46'))),
  ...deliveryTerms.map((term) => siretRow(term, `=${places[term] ?? ''}`, siret(delivery.siret, delivery.siren, false))),
]

const isB2b = (syntax: FrenchSyntax, root: XmlElement): boolean => syntax.notes(root).of('BAR').includes('B2B')
const typeOf = ({ places }: FrenchSyntax, root: XmlElement): string => text(root, places['BT-3'] ?? '') ?? ''

/** The platform finds a French party by an address of scheme 0225 that starts with its SIREN. */
const hasFrenchAddress = ({ party }: FrenchSyntax, root: XmlElement, path: string): boolean => {
  const [address] = select(root, `${path}/${party.address}`)
  return address !== undefined && address.attribute('schemeID') === '0225' && address.stringValue.startsWith(text(root, `${path}/${party.siren}`) ?? '')
}

const partiesOfInvoice: Section = (syntax) => {
  const { parties, party } = syntax
  const seller = parties['BT-29']
  const buyer = parties['BT-46']
  return [
    { id: 'BR-FR-10_BT-30', at: 'BT-30', test: (entity) => SIREN.test(value(entity, party.legalEntity)), message: 'The seller has no SIREN (BT-30, scheme 0002) of nine digits.', fix: 'Give the SIREN of the seller.' },
    { id: 'BR-FR-11_BT-47', at: '', terms: 'BT-47', test: (root) => !isB2b(syntax, root) || SIREN.test(value(root, `${buyer}/${party.siren}`)), message: 'The invoice is between French companies (note BAR, B2B) and the buyer has no SIREN (BT-47) of nine digits.', fix: 'Give the SIREN of the buyer.' },
    { id: 'BR-FR-12_BT-49', at: '', terms: 'BT-49', test: (root) => filled(root, `${buyer}/${party.address}`), message: 'The buyer has no electronic address (BT-49).', fix: 'Give the address that the annuaire has for the buyer.' },
    { id: 'BR-FR-13_BT-34', at: '', terms: 'BT-34', test: (root) => filled(root, `${seller}/${party.address}`), message: 'The seller has no electronic address (BT-34).', fix: 'Give the address that the annuaire has for the seller.' },
  ]
}

const vat: Section = ({ places }) => {
  const category = places['VAT category'] ?? ''
  const rate = places['VAT rate'] ?? ''
  const categoryRows = (id: string, idOfOldTaxes: string, at: string): Row[] => [
    { id, at, test: (tax) => !has(tax, category) || vatCategories.has(text(tax, category) ?? ''), message: `A VAT category (${termsOf(at)}) is not one that France uses.`, fix: 'Use S, Z, E, AE, K, G or O.' },
    { id: idOfOldTaxes, at, test: (tax) => !['L', 'M'].includes(text(tax, category) ?? ''), message: `A VAT category (${termsOf(at)}) is a tax of the Canary Islands, Ceuta or Melilla.`, fix: 'Use S, Z, E, AE, K, G or O.' },
  ]
  // The rate of a charge (BT-103) stands where that of an allowance does: the official file finds it there under BT-96.
  const rates: readonly (readonly [string, string])[] = [['BT-96', 'BT-95_BT-102'], ['BT-119', 'BT-118'], ['BT-152', 'BT-151']]
  return [
    ...categoryRows('BR-FR-15_BT-95_BT-102-1', 'BR-FR-15_BT-95_BT-102-2', 'BT-95_BT-102'),
    ...categoryRows('BR-FR-15_BT-118-1', 'BR-FR-15_BT-118-2', 'BT-118'),
    ...categoryRows('BR-FR-15_BT-151-1', 'BR-FR-08_BT-151-2', 'BT-151'),
    ...rates.map(([term, at]) => ({
      id: `BR-FR-16_${term}`,
      at,
      terms: term,
      test: (tax: XmlElement) => !has(tax, rate) || vatRates.has(text(tax, rate) ?? ''),
      message: `A VAT rate (${term}) is not one that France has or had.`,
      fix: 'Write the rate without a percent sign and without needless digits: 20, 10, 5.5, 2.1.',
    })),
  ]
}

const attachments: Section = ({ places }, version) => {
  const kind = places['BT-123'] ?? ''
  return [
    { id: 'BR-FR-17_BT-123', at: 'BG-24', terms: 'BT-123', test: (document) => !filled(document, kind) || attachmentKinds[version].has(value(document, kind)), message: 'The description of an attachment (BT-123) is not one of the French kinds.', fix: 'Use LISIBLE, RIB, BON_COMMANDE, BON_LIVRAISON, DOCUMENT_ANNEXE or another kind of the list.' },
    { id: 'BR-FR-18_BT-123', at: '', terms: 'BT-123', test: (root) => select(root, (places['BG-24'] ?? '').replace('//', '')).filter((document) => some(document, kind, 'LISIBLE')).length <= 1, message: 'Several attachments are said to be the readable view of the invoice (LISIBLE).', fix: 'Keep one.' },
  ]
}

const treatment: Section = (syntax, version) => {
  const { parties } = syntax
  const known: readonly string[] = treatments[version]
  const bar = (root: XmlElement): readonly string[] => syntax.notes(root).of('BAR').filter((value) => value !== '')
  return [
    { id: 'BR-FR-20_BT-21', at: '', terms: 'BT-21 BT-22', test: (root) => bar(root).every((value) => known.includes(value)), message: 'The note on the treatment (subject BAR) does not hold one of the treatments.', fix: `Write ${known.join(', ')}, or leave the note out.` },
    { id: 'BR-FR-21_BT-49', at: '', terms: 'BT-49', test: (root) => !isB2b(syntax, root) || selfBilled.has(typeOf(syntax, root)) || hasFrenchAddress(syntax, root, parties['BT-46']), message: 'Between French companies the electronic address of the buyer (BT-49) starts with its SIREN and has scheme 0225.', fix: 'Give the address that the annuaire has for the buyer.' },
    { id: 'BR-FR-22_BT-34', at: '', terms: 'BT-34', test: (root) => bar(root).length === 0 || !selfBilled.has(typeOf(syntax, root)) || hasFrenchAddress(syntax, root, parties['BT-29']), message: 'On a self-billed invoice the electronic address of the seller (BT-34) starts with its SIREN and has scheme 0225.', fix: 'Give the address that the annuaire has for the seller.' },
    { id: 'BR-FR-30_BT-21', at: '', terms: 'BT-21 BT-22', test: (root) => bar(root).filter((value) => known.includes(value)).length <= 1, message: 'The notes say more than one treatment (subject BAR).', fix: 'Keep one.' },
  ]
}

const addresses: Section = ({ parties, party }) =>
  partyTerms.flatMap((role) => {
    const term = addressTerms[role] ?? role
    const path = `=${parties[role]}/${party.address}`
    return [
      { id: `BR-FR-23_${term}`, at: path, terms: term, test: (address) => address.attribute('schemeID') !== '0225' || ADDRESS.test(address.stringValue), message: `A French electronic address (${term}) has characters that are not allowed.`, fix: 'Use letters, digits, - _ and the full stop.' },
      { id: `BR-FR-25_${term}`, at: path, terms: term, test: (address) => address.stringValue.length <= 125, message: `An electronic address (${term}) has more than 125 characters.`, fix: 'Shorten the address.' },
    ] satisfies Row[]
  })

const privateIdentifiers: Section = ({ parties, party }) =>
  (['BT-29', 'BT-46'] as const).flatMap((term) => {
    const path = `=${parties[term]}/${party.identifier}`
    const isPrivate = (identifier: XmlElement): boolean => identifier.attribute('schemeID') === '0224'
    return [
      { id: `BR-FR-24_${term}`, at: path, terms: term, test: (identifier) => !isPrivate(identifier) || ADDRESS.test(identifier.stringValue), message: `A private identifier (${term}, scheme 0224) has characters that are not allowed.`, fix: 'Use letters, digits, - _ and the full stop.' },
      { id: `BR-FR-26_${term}`, at: path, terms: term, test: (identifier) => !isPrivate(identifier) || identifier.stringValue.length <= 100, message: `A private identifier (${term}, scheme 0224) has more than 100 characters.`, fix: 'Shorten the identifier.' },
    ] satisfies Row[]
  })

const items: Section = ({ places }) => {
  const name = places['BT-160'] ?? ''
  const code = places['EXT-FR-FE-159'] ?? ''
  return [
    { id: 'BR-FR-27_BG-32', at: 'BG-32', test: (attribute) => has(attribute, name) || has(attribute, code), message: 'An item attribute (BG-32) has neither a name (BT-160) nor a code.', fix: 'Name the attribute.' },
    { id: 'BR-FR-27_BT-160', at: 'BG-32', terms: 'BT-160', test: (attribute) => !has(attribute, name) || filled(attribute, name), message: 'The name of an item attribute (BT-160) is blank.', fix: 'Name the attribute.' },
    { id: 'BR-FR-27_EXT-FR-FE-159', at: 'BG-32', terms: 'EXT-FR-FE-159', test: (attribute) => !has(attribute, code) || filled(attribute, code), message: 'The code of an item attribute is blank.', fix: 'Give the code, or a name.' },
  ]
}

const objects: Section = ({ objects: { values, scheme } }) =>
  ([['29', 'BT-18'], ['30', 'BT-128']] as const).flatMap(([number, term]) => [
    { id: `BR-FR-${number}_${term}`, at: term, test: (element) => ['AFL', 'AVV'].every((code) => select(element, values).filter((identifier) => scheme(identifier) === code).length <= 1), message: `An invoiced object (${term}) of scheme AFL or AVV occurs more than once.`, fix: 'Keep one of each.' },
    ...['AFL', 'AVV'].map((code) => ({ id: `BR-FR-${number}_${code}`, at: `${term} value`, terms: term, test: (identifier: XmlElement) => scheme(identifier) !== code || normalize(identifier.stringValue) !== '', message: `An invoiced object (${term}) of scheme ${code} is blank.`, fix: 'Give its identifier.' })),
  ])

const coherence: Section = (syntax) => {
  const { places } = syntax
  const at = (term: string): string => places[term] ?? ''
  const is = (root: XmlElement, list: { has: (code: string) => boolean }): boolean => list.has(typeOf(syntax, root))
  const modeIs = (root: XmlElement, list: { has: (code: string) => boolean }): boolean => list.has(text(root, at('BT-23')) ?? '')
  const paid = (root: XmlElement): boolean => modeIs(root, alreadyPaid)
  const amount = (root: XmlElement, term: string): number => double(text(root, at(term).replace('//', '')))
  const referred = (root: XmlElement): boolean => {
    const lines = select(root, at('BG-25'))
    return has(root, at('BG-3 dated')) || lines.every((line) => has(line, at('line reference')))
  }
  return [
    { id: 'BR-FR-CO-03_BT-3', at: '', terms: 'BT-3 BT-12 BG-14', test: (root) => typeOf(syntax, root) !== '262' || ['BT-12', 'BT-73', 'BT-74'].every((term) => filled(root, at(term))), message: 'A global rebate (type 262) names its contract (BT-12) and the period (BG-14) it is for.', fix: 'Give the contract and both days of the period.' },
    { id: 'BR-FR-CO-04_BT-3', at: '', terms: 'BT-3 BG-3', test: (root) => !is(root, corrections) || count(root, at('BG-3')) === 1, message: 'A corrective invoice (type 384, 471, 472 or 473) refers to exactly one preceding invoice (BG-3).', fix: 'Give the number and the date of the invoice that this one replaces.' },
    { id: 'BR-FR-CO-05_BT-3', at: '', terms: 'BT-3 BG-3', test: (root) => !is(root, creditNotes) || referred(root), message: 'A credit note refers to a preceding invoice (BT-25) with its date (BT-26), for the whole or on every line.', fix: 'Give the number and the date of the credited invoice.' },
    { id: 'BR-FR-CO-07_BT-9', at: '', terms: 'BT-9 BT-2', test: (root) => !filled(root, at('BT-9')) || is(root, prepayments) || paid(root) || value(root, at('BT-9')) >= value(root, at('BT-2')), message: 'The due date (BT-9) is before the invoice date (BT-2).', fix: 'Correct the dates; only prepayments and paid invoices may be due before.' },
    { id: 'BR-FR-CO-08_BT-23', at: '', terms: 'BT-23 BT-3', test: (root) => !modeIs(root, afterPrepayment) || !is(root, prepayments), message: 'An invoice after a prepayment (mode B4, S4 or M4) cannot itself be a prepayment (type 386, 500 or 503).', fix: 'Correct the mode or the type.' },
    { id: 'BR-FR-CO-09_BT-23-1', at: '', terms: 'BT-23 BT-113', test: (root) => !paid(root) || amount(root, 'BT-113') === amount(root, 'BT-112'), message: 'On a paid invoice (mode B2, S2 or M2) the paid amount (BT-113) is the total with VAT (BT-112).', fix: 'Correct the paid amount or the mode.' },
    { id: 'BR-FR-CO-09_BT-23-2', at: '', terms: 'BT-23 BT-115', test: (root) => !paid(root) || amount(root, 'BT-115') === 0, message: 'On a paid invoice (mode B2, S2 or M2) nothing is due (BT-115).', fix: 'Correct the amount due or the mode.' },
    { id: 'BR-FR-CO-09_BT-23-3', at: '', terms: 'BT-23 BT-9', test: (root) => !paid(root) || filled(root, at('BT-9')), message: 'A paid invoice (mode B2, S2 or M2) says the day of payment as its due date (BT-9).', fix: 'Give the day of payment.' },
  ]
}

const schemes: Section = ({ parties, party, delivery, places }) => {
  const rows = (term: string, at: string, identifier: string): Row[] => [
    { id: `BR-FR-CO-10_${term}-1`, at, terms: term, test: (element) => select(element, identifier).every((number) => number.attribute('schemeID') !== undefined), message: `An identifier (${term}) has no scheme.`, fix: 'Say the scheme: 0009 for a SIRET, 0088 for a GLN, 0224 for a private number.' },
    { id: `BR-FR-CO-10_${term}-2`, at, terms: term, test: (element) => isUnique(select(element, identifier).flatMap((number) => number.attribute('schemeID') ?? [])), message: `Two identifiers (${term}) have the same scheme.`, fix: 'Keep one identifier of each scheme.' },
  ]
  return [
    ...partyTerms.flatMap((term) => rows(term, `=${parties[term]}`, party.identifier)),
    ...deliveryTerms.flatMap((term) => rows(term, `=${places[term] ?? ''}`, delivery.identifier)),
  ]
}

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

const accounting: Section = (syntax) => {
  const { places, parties, party } = syntax
  const at = (term: string): string => places[term] ?? ''
  const isMember = (root: XmlElement): boolean => has(root, `${parties['BT-29']}/${party.identifier}[@schemeID=0231]`)
  return [
    { id: 'BR-FR-CO-12_BT-5', at: '', terms: 'BT-5 BT-6 BT-111', test: (root) => !has(root, at('BT-5')) || text(root, at('BT-5')) === 'EUR' || (text(root, at('BT-6')) === 'EUR' && filled(root, at('BT-111'))), message: 'An invoice that is not in euros gives its VAT in euros too (BT-6, BT-111).', fix: 'Give EUR as the VAT accounting currency and the total VAT in it.' },
    { id: 'BR-FR-CO-14_BT-29-1', at: '', terms: 'BT-29 BT-22', test: (root) => !isMember(root) || syntax.notes(root).of('TXD').includes('MEMBRE_ASSUJETTI_UNIQUE'), message: 'A seller in a VAT group (scheme 0231) says so in a note with subject TXD.', fix: 'Add the note TXD with the text MEMBRE_ASSUJETTI_UNIQUE.' },
    { id: 'BR-FR-CO-15_BT-29-1', at: '', terms: 'BT-29 BT-63', test: (root) => !isMember(root) || filled(root, at('BT-63')), message: 'A seller in a VAT group (scheme 0231) names the group as its tax representative, with its VAT number (BT-63).', fix: 'Add the tax representative.' },
  ]
}

const decimals: Section = () => {
  const rows = (family: string, test: Row['test'], fix: string, at: readonly (readonly [string, string])[]): Row[] =>
    at.map(([term, path]) => ({ id: `BR-FR-DEC-${family}_${term}`, at: path, terms: termsOf(term), test, message: `A number (${termsOf(term)}) has too many digits or is not one.`, fix }))
  const same = (...terms: readonly string[]) => terms.map((term) => [term, term] as const)
  return [
    // The VAT total in euros (BT-111) stands where BT-110 does: the official file finds it there.
    ...rows('01', decimal('-?', 19, 2, 19), 'Write at most nineteen digits, two of them after the point.', same('BT-92_BT-99', 'BT-93_BT-100', 'BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-114', 'BT-115', 'BT-116', 'BT-117', 'BT-131', 'BT-136_BT-141', 'BT-137_BT-142')),
    ...rows('02', decimal('-?', 19, 4, 19), 'Write at most nineteen digits, four of them after the point.', same('BT-129')),
    ...rows('02', unlessBlank(decimal('-?', 19, 4, 19)), 'Write at most nineteen digits, four of them after the point.', same('BT-149')),
    ...rows('03', unlessBlank(decimal('', 19, 6, 19)), 'Write at most nineteen digits, six of them after the point, without a sign.', same('BT-146', 'BT-147', 'BT-148')),
    ...rows('04', decimal('', 4, 2, 4), 'Write at most four digits, two of them after the point.', [['BT-96_BT-103', 'BT-95_BT-102/VAT rate'], ['BT-119', 'BT-118/VAT rate'], ['BT-152', 'BT-151/VAT rate']]),
  ]
}

/** What only the annexes from 1.4 on ask. */
const since14: Section = (syntax) => {
  const { places } = syntax
  const quantity = places['EXT-FR-FE-160'] ?? ''
  const isOne = (attribute: XmlElement): boolean => has(attribute, places['BT-161'] ?? '') !== select(attribute, quantity).some((measure) => measure.attribute('unitCode') !== undefined)
  const digits = (number: XmlElement): boolean => SIREN.test(number.stringValue)
  return [
    { id: 'BR-FR-28-Value', at: 'BG-32', terms: 'BT-161', test: isOne, message: 'An item attribute (BG-32) has neither a value (BT-161) nor a quantity with a unit, or both.', fix: 'Give one of the two.' },
    { id: 'BR-FR-32-LEGALID', at: 'legal identifier', terms: 'BT-30 BT-47 BT-61', test: digits, message: 'A SIREN (scheme 0002) as the legal identifier of a party is not nine digits.', fix: 'Check the number.' },
    { id: 'BR-FR-32-ID', at: 'party identifier', terms: 'BT-29 BT-46 BT-60', test: digits, message: 'A SIREN (scheme 0002) as the identifier of a party is not nine digits.', fix: 'Check the number.' },
  ]
}

const common: readonly Section[] = [numbersOfInvoices, dates, types, notes, mode, establishments, partiesOfInvoice, vat, attachments, treatment, addresses, privateIdentifiers, items, objects, coherence, schemes, accounting, decimals]

export const frenchRules = (syntax: FrenchSyntax, version: FrenchVersion): Pattern[] =>
  [...common, ...(version === '1.4' ? [since14] : [])].flatMap((section) => section(syntax, version)).map((row) => [{ ...place(pathOf(row.at, syntax)), rules: [ruleOf(row, syntax)] }])

/** Places are named by their term; `=` marks a path, and what follows a slash is found from there. */
const pathOf = (at: string, { roots, places }: FrenchSyntax): string => {
  const [term = '', inner] = at.startsWith('=') ? [at] : at.split('/')
  const path = (at.startsWith('=') ? at.slice(1) : (places[term] ?? '')) + (inner === undefined ? '' : `/${places[inner] ?? ''}`)
  if (path.startsWith('//')) return path.slice(2)
  return path === '' ? `/${roots}` : `/${roots}/${path}`
}

const ruleOf = ({ id, at, terms, test, message, fix }: Row, { ids }: FrenchSyntax): Rule => fatal(ids[id] ?? id, terms ?? termsOf(at), test, message, fix)
