/** Where the Peppol rules find the parties and their countries in a CII invoice. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { has, select, some, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'

export const transaction = 'rsm:SupplyChainTradeTransaction'
export const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
export const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`
export const seller = `${agreement}/ram:SellerTradeParty`
export const buyer = `${agreement}/ram:BuyerTradeParty`
export const taxRepresentative = `${agreement}/ram:SellerTaxRepresentativeTradeParty`
/** From a party. */
export const country = 'ram:PostalTradeAddress/ram:CountryID'

/** The parents of what stands in the seller, in the buyer and among the means of payment, from the nearest. */
export const inSeller = ['ram:SellerTradeParty', 'ram:ApplicableHeaderTradeAgreement', transaction] as const
export const inBuyer = ['ram:BuyerTradeParty', 'ram:ApplicableHeaderTradeAgreement', transaction] as const
export const inSettlement = ['ram:ApplicableHeaderTradeSettlement', transaction] as const

/**
 * The official rules look for the scheme VAT, where CII says VA: registrations found so are rare, and the address
 * decides.
 */
export const vatNumbers = (party: XmlElement): string[] =>
  party
    .all('ram:SpecifiedTaxRegistration')
    .filter((registration) => select(registration, 'ram:ID[@schemeID=VAT]').length > 0)
    .map((registration) => text(registration, 'ram:ID') ?? '')

/** The first two characters of the VAT number, else the country of the address, else XX. */
export const sellerCountry = ({ root }: CheckedDocument): string => {
  for (const party of [...select(root, seller), ...select(root, taxRepresentative)]) {
    const [number] = vatNumbers(party)
    if (number !== undefined) return normalize(number.slice(0, 2)).toUpperCase()
  }
  return has(root, `${seller}/${country}`) ? value(root, `${seller}/${country}`).toUpperCase() : 'XX'
}

/** True where the address of the party names exactly this country. */
export const isAddressed =
  (party: string, code: string) =>
  ({ root }: CheckedDocument): boolean =>
    some(root, `${party}/${country}`, code)
