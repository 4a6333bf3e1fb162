/** The parties and addresses of a FatturaPA file as EN 16931 says them. */
import type { Address, Buyer, Seller } from '../invoice.ts'
import type { Fattura, FatturaParty, FatturaPlace } from './fattura.ts'
import { FOREIGN_RECIPIENT, UNKNOWN_RECIPIENT } from './route.ts'

export const nameOf = ({ name, firstName, lastName }: FatturaParty): string =>
  name ?? [firstName, lastName].filter(Boolean).join(' ')
export const vatNumberOf = ({ vat }: FatturaParty): { vatNumber?: string } =>
  vat ? { vatNumber: `${vat.country}${vat.code}` } : {}

export const addressOf = ({ street, number, postalCode, city, province, country }: FatturaPlace): Address => ({
  street: [street, number].filter(Boolean).join(' '),
  city,
  ...(postalCode !== '00000' && { postalCode }),
  ...(province && { subdivision: province }),
  country: country || 'IT',
})

const partyOf = (party: FatturaParty): Buyer => ({
  name: nameOf(party),
  identifiers: [],
  ...vatNumberOf(party),
  ...(party.place && { address: addressOf(party.place) }),
  ...((party.phone || party.email) && {
    contact: { ...(party.phone && { phone: party.phone }), ...(party.email && { email: party.email }) },
  }),
})

export const sellerOf = (party: FatturaParty): Seller => ({
  ...partyOf(party),
  ...(party.fiscalCode && { taxNumber: party.fiscalCode }),
})

export const buyerOf = ({ buyer, transmission: { recipientCode, pec } }: Fattura): Buyer => {
  const known = recipientCode !== UNKNOWN_RECIPIENT && recipientCode !== FOREIGN_RECIPIENT && recipientCode !== ''
  const electronicAddress = known
    ? { value: recipientCode, scheme: recipientCode.length === 6 ? '0201' : '0205' }
    : pec
      ? { value: pec, scheme: '0202' }
      : undefined
  return {
    ...partyOf(buyer),
    ...(buyer.fiscalCode && { legalId: { value: buyer.fiscalCode, scheme: '0210' } }),
    ...(electronicAddress && { electronicAddress }),
  }
}
