/** The parties and addresses of an EN 16931 invoice as FatturaPA says them. */
import type { Address, Buyer, Seller, TaxRepresentative } from '../invoice.ts'
import type { FatturaParty, FatturaPlace } from './fattura.ts'
import { fiscalIdOf } from './route.ts'

export const withoutContact = ({ phone: _phone, email: _email, ...party }: FatturaParty): FatturaParty => party

const FISCAL_CODE = /^[A-Z0-9]{11,16}$/
const PHONE = /^[\x20-\x7e]{5,12}$/
const EMAIL = /^(?=.{7,256}$).+@.+\..+$/

export const partyOf = (party: Seller | Buyer): FatturaParty => {
  const { name, vatNumber, legalId, address, contact } = party
  const fiscalCode = [
    'taxNumber' in party ? party.taxNumber : undefined,
    legalId?.scheme === '0210' ? legalId.value : undefined,
  ].find((code) => code !== undefined && FISCAL_CODE.test(code))
  const phone = [contact?.phone, contact?.phone?.replace(/[^\d+]/g, '').slice(0, 12)].find((number) =>
    PHONE.test(number ?? ''),
  )
  return {
    ...(vatNumber && { vat: fiscalIdOf(vatNumber) }),
    ...(fiscalCode && { fiscalCode }),
    name,
    ...(address && { place: placeOf(address) }),
    ...(phone && { phone }),
    ...(contact?.email && EMAIL.test(contact.email) && { email: contact.email }),
  }
}

export const representativeOf = ({ name, vatNumber }: TaxRepresentative): FatturaParty => ({
  ...(vatNumber && { vat: fiscalIdOf(vatNumber) }),
  name,
})

const CAP = /^\d{5}$/

/** A postal code that is not of five digits stands before the city, and five zeros in its place. */
export const placeOf = ({
  street,
  streetLine2,
  streetLine3,
  city,
  postalCode,
  subdivision,
  country,
}: Address): FatturaPlace => {
  const province = /^(?:IT-)?([A-Z]{2})$/.exec(subdivision ?? '')?.[1]
  const fits = CAP.test(postalCode ?? '')
  return {
    street: [street, streetLine2, streetLine3].filter(Boolean).join(', '),
    postalCode: fits ? (postalCode ?? '') : '00000',
    city: [!fits && postalCode, city].filter(Boolean).join(' '),
    ...(province && { province }),
    country: country ?? 'IT',
  }
}
