import type { Address, Buyer, Delivery, Invoice, Payee, Seller, TaxRepresentative } from '../invoice.ts'
import type { Value } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant, ofDocument, onlyRead } from '../xml/fixed-bindings.ts'
import { date, identifier, text, within } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'

export const vatScheme = constant('cac:TaxScheme', { 'cbc:ID': 'VAT' })
/** Outside VAT the scheme is free text; the norm reads any other scheme as BT-32. */
const otherScheme = constant('cac:TaxScheme', { 'cbc:ID': 'TAX' }, 'any')

const schemeOf = (element: XmlElement): string => element.first('cac:TaxScheme')?.first('cbc:ID')?.text.trim() ?? ''
const isVat = (element: XmlElement): boolean => schemeOf(element) === 'VAT'

/** BT-90 stands among the party identifiers under the scheme SEPA. */
const sepaIdentifier: Value<string> = {
  attributes: ['schemeID'],
  read: ({ text }) => text.trim() || undefined,
  write: (value) => ({ '@schemeID': 'SEPA', '#': value }),
}
const creditorIdentifier = ofDocument<Invoice>()(
  'cac:PartyIdentification',
  'creditorIdentifier',
  within('cbc:ID', sepaIdentifier),
  {
    accepts: (element) => element.first('cbc:ID')?.attribute('schemeID') === 'SEPA',
  },
)

const address = tableOf<Address>()
export const addressRows = [
  address.one('cbc:StreetName', 'street', text),
  address.one('cbc:AdditionalStreetName', 'streetLine2', text),
  address.one('cbc:CityName', 'city', text),
  address.one('cbc:PostalZone', 'postalCode', text),
  address.one('cbc:CountrySubentity', 'subdivision', text),
  address.wrap('cac:AddressLine', [address.one('cbc:Line', 'streetLine3', text)]),
  address.wrap('cac:Country', [address.one('cbc:IdentificationCode', 'country', text)]),
]

const contact = tableOf<NonNullable<Buyer['contact']>>()
export const contactRows = [
  contact.one('cbc:Name', 'name', text),
  contact.one('cbc:Telephone', 'phone', text),
  contact.one('cbc:ElectronicMail', 'email', text),
]

const seller = tableOf<Seller>()
export const sellerRows = [
  seller.one('cbc:EndpointID', 'electronicAddress', identifier),
  creditorIdentifier,
  seller.many('cac:PartyIdentification', 'identifiers', within('cbc:ID', identifier)),
  seller.wrap('cac:PartyName', [seller.one('cbc:Name', 'tradingName', text)]),
  seller.group('cac:PostalAddress', 'address', addressRows),
  seller.wrap('cac:PartyTaxScheme', [seller.one('cbc:CompanyID', 'vatNumber', text), vatScheme], isVat),
  seller.wrap('cac:PartyTaxScheme', [seller.one('cbc:CompanyID', 'taxNumber', text), otherScheme]),
  seller.wrap('cac:PartyLegalEntity', [
    seller.must('cbc:RegistrationName', 'name', text),
    seller.one('cbc:CompanyID', 'legalId', identifier),
    seller.one('cbc:CompanyLegalForm', 'legalForm', text),
  ]),
  seller.group('cac:Contact', 'contact', contactRows),
]

const buyer = tableOf<Buyer>()
export const buyerRows = [
  buyer.one('cbc:EndpointID', 'electronicAddress', identifier),
  buyer.many('cac:PartyIdentification', 'identifiers', within('cbc:ID', identifier)),
  buyer.wrap('cac:PartyName', [buyer.one('cbc:Name', 'tradingName', text)]),
  buyer.group('cac:PostalAddress', 'address', addressRows),
  buyer.wrap('cac:PartyTaxScheme', [buyer.one('cbc:CompanyID', 'vatNumber', text), vatScheme], isVat),
  buyer.wrap('cac:PartyLegalEntity', [
    buyer.must('cbc:RegistrationName', 'name', text),
    buyer.one('cbc:CompanyID', 'legalId', identifier),
  ]),
  buyer.group('cac:Contact', 'contact', contactRows),
]

const payee = tableOf<Payee>()
export const payeeRows = [
  onlyRead(creditorIdentifier),
  payee.many('cac:PartyIdentification', 'identifiers', within('cbc:ID', identifier)),
  payee.wrap('cac:PartyName', [payee.must('cbc:Name', 'name', text)]),
  payee.wrap('cac:PartyLegalEntity', [payee.one('cbc:CompanyID', 'legalId', identifier)]),
]

const representative = tableOf<TaxRepresentative>()
export const taxRepresentativeRows = [
  representative.wrap('cac:PartyName', [representative.must('cbc:Name', 'name', text)]),
  representative.group('cac:PostalAddress', 'address', addressRows),
  representative.wrap('cac:PartyTaxScheme', [representative.one('cbc:CompanyID', 'vatNumber', text), vatScheme], isVat),
]

const delivery = tableOf<Delivery>()
export const deliveryRows = [
  delivery.one('cbc:ActualDeliveryDate', 'date', date),
  delivery.wrap('cac:DeliveryLocation', [
    delivery.one('cbc:ID', 'location', identifier),
    delivery.group('cac:Address', 'address', addressRows),
  ]),
  delivery.wrap('cac:DeliveryParty', [delivery.wrap('cac:PartyName', [delivery.one('cbc:Name', 'name', text)])]),
]
