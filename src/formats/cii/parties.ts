import type { Address, Buyer, Identifier, Payee, Seller, TaxRepresentative } from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { onlyRead } from '../xml/fixed-bindings.ts'
import { identifier, text, within } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { bareIdentifier, registration } from './values.ts'

const hasScheme = ({ scheme }: Identifier): boolean => scheme !== undefined
const hasNoScheme = ({ scheme }: Identifier): boolean => scheme === undefined

/** An identifier with a scheme is a GlobalID, one without an ID. */
const identifierRows = (): Binding<{ identifiers: Identifier[] }>[] => {
  const party = tableOf<{ identifiers: Identifier[] }>()
  return [
    party.many('ram:ID', 'identifiers', bareIdentifier, { when: hasNoScheme }),
    party.many('ram:GlobalID', 'identifiers', identifier, { when: hasScheme }),
  ]
}
export const singleIdentifierRows = <T extends { location?: Identifier }>(): Binding<T>[] => {
  const place = tableOf<{ location?: Identifier }>()
  return [
    place.one('ram:ID', 'location', bareIdentifier, { when: hasNoScheme }),
    place.one('ram:GlobalID', 'location', identifier, { when: hasScheme }),
  ]
}

const address = tableOf<Address>()
export const addressRows = [
  address.one('ram:PostcodeCode', 'postalCode', text),
  address.one('ram:LineOne', 'street', text),
  address.one('ram:LineTwo', 'streetLine2', text),
  address.one('ram:LineThree', 'streetLine3', text),
  address.one('ram:CityName', 'city', text),
  address.one('ram:CountryID', 'country', text),
  address.one('ram:CountrySubDivisionName', 'subdivision', text),
]

const contact = tableOf<NonNullable<Buyer['contact']>>()
const contactRows = [
  contact.one('ram:PersonName', 'name', text),
  // A department is a contact point too, where no person is named.
  onlyRead(contact.one('ram:DepartmentName', 'name', text)),
  contact.wrap('ram:TelephoneUniversalCommunication', [contact.one('ram:CompleteNumber', 'phone', text)]),
  contact.wrap('ram:EmailURIUniversalCommunication', [contact.one('ram:URIID', 'email', text)]),
]

const registeredAs =
  (scheme: string) =>
  (element: XmlElement): boolean =>
    element.first('ram:ID')?.attribute('schemeID') === scheme

const seller = tableOf<Seller>()
const buyer = tableOf<Buyer>()
const beforeName: readonly Binding<Buyer>[] = [...identifierRows(), buyer.must('ram:Name', 'name', text)]
const afterName: readonly Binding<Buyer>[] = [
  buyer.wrap('ram:SpecifiedLegalOrganization', [
    buyer.one('ram:ID', 'legalId', identifier),
    buyer.one('ram:TradingBusinessName', 'tradingName', text),
  ]),
  buyer.group('ram:DefinedTradeContact', 'contact', contactRows),
  buyer.group('ram:PostalTradeAddress', 'address', addressRows),
  buyer.wrap('ram:URIUniversalCommunication', [buyer.one('ram:URIID', 'electronicAddress', identifier)]),
  buyer.one('ram:SpecifiedTaxRegistration', 'vatNumber', within('ram:ID', registration('VA')), {
    accepts: registeredAs('VA'),
  }),
]

export const buyerRows = [...beforeName, ...afterName]

export const sellerRows: readonly Binding<Seller>[] = [
  ...beforeName,
  seller.one('ram:Description', 'legalForm', text),
  ...afterName,
  seller.one('ram:SpecifiedTaxRegistration', 'taxNumber', within('ram:ID', registration('FC')), {
    accepts: registeredAs('FC'),
  }),
]

const payee = tableOf<Payee>()
export const payeeRows = [
  ...identifierRows(),
  payee.must('ram:Name', 'name', text),
  payee.wrap('ram:SpecifiedLegalOrganization', [payee.one('ram:ID', 'legalId', identifier)]),
]

const representative = tableOf<TaxRepresentative>()
export const taxRepresentativeRows = [
  representative.must('ram:Name', 'name', text),
  representative.group('ram:PostalTradeAddress', 'address', addressRows),
  representative.one('ram:SpecifiedTaxRegistration', 'vatNumber', within('ram:ID', registration('VA')), {
    accepts: registeredAs('VA'),
  }),
]
