/** Where the Peppol rules find the parties, their countries and the lines in a UBL invoice. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { select, some, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { type Position } from '../position.ts'

export const seller = 'cac:AccountingSupplierParty/cac:Party'
export const buyer = 'cac:AccountingCustomerParty/cac:Party'

/** VAT numbers where the scheme is written exactly VAT; other rules read it in any case. */
export const vatNumbers = (party: XmlElement): readonly (string | undefined)[] =>
  party
    .all('cac:PartyTaxScheme')
    .filter((scheme) => some(scheme, 'cac:TaxScheme/cbc:ID', 'VAT'))
    .map((scheme) => text(scheme, 'cbc:CompanyID'))

/** The first two characters of the VAT number, else the country of the address, else XX. */
const countryOf = (parties: readonly XmlElement[], addressed: readonly XmlElement[]): string => {
  for (const party of parties) {
    const [number] = vatNumbers(party)
    const prefix = number?.slice(0, 2) ?? ''
    if (prefix !== '') return normalize(prefix).toUpperCase()
  }
  for (const party of addressed) {
    const code = text(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode')
    if (code !== undefined) return normalize(code).toUpperCase()
  }
  return 'XX'
}

export const sellerCountry = ({ root }: CheckedDocument): string =>
  countryOf([...select(root, seller), ...root.all('cac:TaxRepresentativeParty')], select(root, seller))
/** Without the tax representative, as the Greek rule on the seller's address reads it. */
export const sellersOwnCountry = ({ root }: CheckedDocument): string =>
  countryOf(select(root, seller), select(root, seller))
export const buyerCountry = ({ root }: CheckedDocument): string => countryOf(select(root, buyer), select(root, buyer))

const addressCountry =
  (party: string) =>
  ({ root }: CheckedDocument): string =>
    text(root, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`) ?? ''
/** The country of the address as written, which the Danish, Swedish and Icelandic rules compare exactly. */
export const sellerAddress = addressCountry(seller)
export const buyerAddress = addressCountry(buyer)

/** True where the address of the party names this country, in any case. */
export const isAddressed =
  (party: string, country: string) =>
  ({ root }: CheckedDocument): boolean =>
    value(root, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`).toUpperCase() === country
export const bothGerman = (document: CheckedDocument): boolean =>
  isAddressed(seller, 'DE')(document) && isAddressed(buyer, 'DE')(document)

export const isLine = (at: Position | undefined): boolean =>
  at?.qname === 'cac:InvoiceLine' || at?.qname === 'cac:CreditNoteLine'
export const roots = ['inv:Invoice', 'cn:CreditNote']
export const lines = ['cac:InvoiceLine', 'cac:CreditNoteLine']
