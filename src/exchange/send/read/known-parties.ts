/** What is known of the two parties of a document before its body is read. */
import type { CompanyRow } from '../../../companies/company.ts'
import { contactOf } from '../../../companies/settings.ts'
import type { Address, Identifier } from '../../../formats/invoice.ts'
import { type KnownParty, electronicAddressOf } from '../../../formats/json/draft-party.ts'
import type { DirectoryRecord } from '../../../upstreams/directory/port.ts'
import { isInvoiceKind } from '../../../values/document-types.ts'
import { frenchAddressOf } from '../../../values/french-address.ts'
import { schemeOf } from '../../../values/peppol-schemes.ts'
import type { RecipientEntity } from './know-recipient.ts'
import { vatNumberOf } from '../../../values/vat-number.ts'

export interface SendParties {
  sender: CompanyRow
  /** Which of its addresses takes statuses about its invoices. */
  statusAddress?: string | null
  recipient: { peppolId: string; record: DirectoryRecord; entity?: RecipientEntity | null } | null
}

/**
 * Schemes whose identifier is the number of a company in the national register, under which rules ask for it (DK-R-014,
 * IS-R-002, SE-R-004).
 */
const registerSchemes = new Set(['0007', '0184', '0191', '0192', '0196', '0200', '0208', '0218'])

/** A number of the Dutch chamber of commerce, which alone is taken there (NL-R-003). */
const KVK = /^\d{8}$/

/** Where the SIREN begins in a French VAT number: behind the country and the key. */
const SIREN_IN_VAT = 4

/** The number in the national register as countries with rules about it want it. */
const nationalId = (country: string, number: string): Identifier | undefined => {
  if (country === 'FR') return { value: number.slice(0, 9), scheme: '0002' }
  if (country === 'NL') return KVK.test(number) ? { value: number, scheme: '0106' } : undefined
  return { value: number }
}

const registrationOf = ({ peppolId, country, registrationNumber }: CompanyRow): Pick<KnownParty, 'legalId'> => {
  const { scheme, value } = electronicAddressOf(peppolId)
  if (scheme !== undefined && registerSchemes.has(scheme)) return { legalId: { value, scheme } }
  const legalId = registrationNumber === null ? undefined : nationalId(country, registrationNumber)
  return legalId ? { legalId } : {}
}

/**
 * BT-34: an invoice inside France names the address that takes statuses, where the company has one and sends from no
 * other of its addresses.
 */
export const addressOfSender = (
  { type, from, to = '' }: { type: string; from: string; to?: string | undefined },
  { sender, statusAddress }: SendParties,
): string =>
  statusAddress && from === sender.peppolId && isInvoiceKind(type) && frenchAddressOf(to) ? statusAddress : from

type KnownAddress = { [part in 'street' | 'streetLine2' | 'city' | 'postalCode']?: string | null }

const addressOf = (known: KnownAddress | null | undefined, country: string): Address => ({
  ...(known?.street && { street: known.street }),
  ...(known?.streetLine2 && { streetLine2: known.streetLine2 }),
  ...(known?.city && { city: known.city }),
  ...(known?.postalCode && { postalCode: known.postalCode }),
  country,
})

export const knownSender = (company: CompanyRow, from: string): KnownParty => ({
  name: company.legalName ?? company.name,
  vatNumber: company.vatNumber,
  identifiers: [],
  ...registrationOf(company),
  electronicAddress: electronicAddressOf(from),
  ...contactOf(company),
  address: addressOf(company.legalAddress, company.legalAddress?.country ?? company.country),
})

const countryOf = ({ peppolId, record, entity }: NonNullable<SendParties['recipient']>): string | undefined =>
  entity?.address.country ?? record.country ?? schemeOf(peppolId)?.country ?? undefined

/**
 * Where a country takes no other registration of a party than that of its own register (NL-R-005, DK-R-017), or asks
 * for it (BR-FR-10).
 */
const legalIdOf = (
  { peppolId, entity }: NonNullable<SendParties['recipient']>,
  country: string | undefined,
  vatNumber: string | undefined,
): Identifier | undefined => {
  const address = electronicAddressOf(peppolId)
  if (country === 'DK') return address.scheme === '0184' ? address : undefined
  const number = entity?.registrationNumber ?? (country === 'FR' ? vatNumber?.slice(SIREN_IN_VAT) : undefined)
  return (country === 'NL' || country === 'FR') && number ? nationalId(country, number) : undefined
}

export const knownRecipient = ({ recipient }: SendParties): KnownParty => {
  if (recipient === null) return {}
  const { peppolId, record, entity } = recipient
  const country = countryOf(recipient)
  const vatNumber = entity?.vatNumber ?? vatNumberOf(peppolId)
  const legalId = legalIdOf(recipient, country, vatNumber)
  return {
    identifiers: [],
    electronicAddress: electronicAddressOf(peppolId),
    // A recipient unknown to the network gets its identifier as its name: otherwise a broken rule about the
    // name would hide the error that says the recipient is unknown.
    name: record.name ?? entity?.legalName ?? peppolId,
    ...(country && { address: addressOf(entity?.address, country) }),
    ...(vatNumber && { vatNumber }),
    ...(legalId && { legalId }),
  }
}
