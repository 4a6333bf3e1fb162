/** The Norwegian rules of Peppol BIS Billing (NO-R). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { isNorwegian } from '../check-digits.ts'
import { select, text, value } from '../path.ts'
import { within } from '../position.ts'
import { type Rule, type RuleSet, fatal, warning } from '../rule.ts'
import { normalize } from '../white-space.ts'
import * as inCii from '../peppol/cii-invoice.ts'
import * as inUbl from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const hasNorwegianVat = (numbers: readonly string[]): boolean =>
  numbers
    .filter((number) => number.startsWith('NO'))
    .every((number) => /^NO\d{9}MVA$/.test(number) && isNorwegian(number.slice(2, 11)))

const MISSING_REGISTER = 'The seller does not say "Foretaksregisteret", which most Norwegian companies must.'

const vatNumber = (numbersOf: (party: XmlElement) => readonly string[]): Rule =>
  fatal(
    'NO-R-001',
    'BT-31',
    (party) => hasNorwegianVat(numbersOf(party)),
    'The VAT number of a Norwegian seller is not NO, a valid organization number and MVA.',
    'Write it as NO123456785MVA.',
  )

/** The registrations of a party whose scheme is that one, white space aside. */
const registered = (party: XmlElement, scheme: string): XmlElement[] =>
  party.all('cac:PartyTaxScheme').filter((tax) => value(tax, 'cac:TaxScheme/cbc:ID') === scheme)

const ubl: RuleSet = {
  when: (document) => document.fact(inUbl.sellerCountry) === 'NO',
  patterns: [
    [
      {
        names: ['cac:Party'],
        where: (party) => within(party, 'cac:AccountingSupplierParty'),
        rules: [
          warning(
            'NO-R-002',
            'BT-32',
            (party) =>
              registered(party, 'TAX').some((scheme) => value(scheme, 'cbc:CompanyID') === 'Foretaksregisteret'),
            MISSING_REGISTER,
            'Give it as tax registration (BT-32) with the scheme TAX.',
          ),
          vatNumber((party) => registered(party, 'VAT').map((scheme) => text(scheme, 'cbc:CompanyID') ?? '')),
        ],
      },
    ],
  ],
}

const cii: RuleSet = {
  when: (document) => document.fact(inCii.sellerCountry) === 'NO',
  patterns: [
    [
      {
        names: ['ram:SellerTradeParty'],
        rules: [
          warning(
            'NO-R-002',
            'BT-32',
            (party) =>
              select(party, 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]').some(
                (id) => normalize(id.text) === 'Foretaksregisteret',
              ),
            MISSING_REGISTER,
            'Give it as tax registration (BT-32).',
          ),
          vatNumber(inCii.vatNumbers),
        ],
      },
    ],
  ],
}

export const norway = { ubl, cii } satisfies NationalRules
