import type { Address, Buyer, Contact, Identifier, Invoice, Seller } from '../invoice.ts'
import type { BodyParty } from './body.ts'
import { present } from './present.ts'

/** What the platform knows of a party before the body says more. */
export type KnownParty = Partial<Seller>

/** A participant identifier `0208:0123456789` as an electronic address. */
export const electronicAddressOf = (participant: string): Identifier => {
  const colon = participant.indexOf(':')
  return { scheme: participant.slice(0, colon), value: participant.slice(colon + 1) }
}

const sellerOf = (said: BodyParty | undefined, known: KnownParty): Seller =>
  present({
    ...known,
    name: said?.name ?? known.name ?? '',
    tradingName: said?.tradingName ?? known.tradingName,
    identifiers: said?.identifiers?.map((entry) => present(entry)) ?? known.identifiers ?? [],
    legalId: said?.legalId ? present(said.legalId) : known.legalId,
    vatNumber: said?.vatNumber ?? known.vatNumber,
    taxNumber: said?.taxNumber ?? known.taxNumber,
    legalForm: said?.legalForm ?? known.legalForm,
    electronicAddress: said?.id ? electronicAddressOf(said.id) : known.electronicAddress,
    address: said?.address ? (present(said.address) as Address) : known.address,
    contact: said?.contact ? (present(said.contact) as Contact) : known.contact,
  })

const buyerOf = (said: BodyParty | undefined, known: KnownParty): Buyer => {
  const { taxNumber: _taxNumber, legalForm: _legalForm, ...buyer } = sellerOf(said, known)
  return buyer
}

/** Greece asks for the name of both parties as the name that they trade under, too (GR-R-002, GR-R-005). */
const withTradingName = <T extends Buyer>(party: T): T => ({ ...party, tradingName: party.tradingName ?? party.name })

/**
 * Where something is outside the scope of VAT no party is named by its VAT number (BR-O-02), yet each stays identified:
 * as a legal registration, or by another identifier in the Netherlands, which take only their own registers there
 * (NL-R-003, NL-R-005).
 */
const withoutVatNumber = <T extends Buyer>(party: T): T => {
  const { vatNumber, ...rest } = party
  if (party.legalId !== undefined || party.identifiers.length > 0 || vatNumber === undefined) return rest as T
  const identity = { value: vatNumber }
  return { ...rest, ...(party.address?.country === 'NL' ? { identifiers: [identity] } : { legalId: identity }) } as T
}

type Parties = Pick<Invoice, 'seller' | 'buyer' | 'payee' | 'taxRepresentative'>

export const partiesOf = (
  said: readonly BodyParty[],
  known: { seller: KnownParty; buyer: KnownParty },
  outsideVat: boolean,
): Parties => {
  const as = (role: BodyParty['role']) => said.find((party) => party.role === role)
  const [payee, representative] = [as('payee'), as('tax-representative')]
  const [sold, bought] = [sellerOf(as('seller'), known.seller), buyerOf(as('buyer'), known.buyer)]
  const isGreek = sold.address?.country === 'GR'
  const [seller, buyer] = isGreek ? [withTradingName(sold), withTradingName(bought)] : [sold, bought]
  return present({
    seller: outsideVat ? withoutVatNumber(seller) : seller,
    buyer: outsideVat ? withoutVatNumber(buyer) : buyer,
    payee:
      payee &&
      present({
        name: payee.name ?? '',
        identifiers: (payee.identifiers ?? []).map((entry) => present(entry)),
        legalId: payee.legalId && present(payee.legalId),
      }),
    taxRepresentative:
      representative &&
      present({
        name: representative.name ?? '',
        vatNumber: representative.vatNumber,
        address: representative.address && (present(representative.address) as Address),
      }),
  })
}
