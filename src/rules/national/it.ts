/** The Italian rules of Peppol BIS Billing (IT-R). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { has, value } from '../path.ts'
import { within } from '../position.ts'
import { type Rule, type RuleSet, fatal } from '../rule.ts'
import { normalize } from '../white-space.ts'
import * as inCii from '../peppol/cii-invoice.ts'
import * as inUbl from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

/** The parts of the seller's address that must be there, by what each syntax calls them. */
const addressParts = (address: string, street: string, city: string, postCode: string): readonly Rule[] =>
  (
    [
      ['IT-R-002', 'BT-35', street, 'street'],
      ['IT-R-003', 'BT-37', city, 'city'],
      ['IT-R-004', 'BT-38', postCode, 'post code'],
    ] as const
  ).map(([id, term, part, what]) =>
    fatal(
      id,
      term,
      (party) => has(party, `${address}/${part}`),
      `The address of an Italian seller has no ${what} (${term}).`,
      `Give the ${what}.`,
    ),
  )

const taxCode = (holds: (registration: XmlElement) => boolean): Rule =>
  fatal(
    'IT-R-001',
    'BT-32',
    holds,
    'The tax code of an Italian seller (BT-32) is not eleven to sixteen capitals or digits.',
    'Give the codice fiscale.',
  )

const TAX_CODE = /^[A-Z0-9]{11,16}$/

const ubl: RuleSet = {
  when: (document) => document.fact(inUbl.sellerCountry) === 'IT',
  patterns: [
    [
      {
        names: ['cac:PartyTaxScheme'],
        where: (scheme) =>
          scheme.parent !== undefined &&
          within(scheme, 'cac:Party', 'cac:AccountingSupplierParty') &&
          value(scheme, 'cac:TaxScheme/cbc:ID') !== 'VAT',
        rules: [taxCode((scheme) => TAX_CODE.test(value(scheme, 'cbc:CompanyID')))],
      },
      {
        names: ['cac:Party'],
        where: (party) => within(party, 'cac:AccountingSupplierParty'),
        rules: addressParts('cac:PostalAddress', 'cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone'),
      },
    ],
  ],
}

const isTaxCodeScheme = (id: XmlElement): boolean => normalize(id.attribute('schemeID')) === 'FC'

/** A registration under another scheme passes, as the official file reads it. */
const hasTaxCode = (registration: XmlElement): boolean => {
  const ids = registration.all('ram:ID')
  return (
    ids.some((id) => id.attribute('schemeID') !== undefined && !isTaxCodeScheme(id)) ||
    TAX_CODE.test(normalize(ids.find(isTaxCodeScheme)?.stringValue))
  )
}

const cii: RuleSet = {
  when: (document) => document.fact(inCii.sellerCountry) === 'IT',
  patterns: [
    [
      {
        names: ['ram:SpecifiedTaxRegistration'],
        where: ({ parent }) => parent?.qname === 'ram:SellerTradeParty',
        rules: [taxCode(hasTaxCode)],
      },
      {
        names: ['ram:SellerTradeParty'],
        rules: addressParts('ram:PostalTradeAddress', 'ram:LineOne', 'ram:CityName', 'ram:PostcodeCode'),
      },
    ],
  ],
}

export const italy = { ubl, cii } satisfies NationalRules
