/** What is known of the two parties of a document before its body is read. */
import type { CompanyRow } from '../../companies/company.ts'
import { type KnownParty, electronicAddressOf } from '../../formats/json/draft-party.ts'
import type { DirectoryRecord } from '../../upstreams/directory/port.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { vatNumberOf } from '../../values/vat-number.ts'

export interface SendParties {
  sender: CompanyRow
  recipient: { peppolId: string; record: DirectoryRecord } | null
}

/**
 * Schemes whose identifier is the number of a company in the national register, under which rules ask for it (DK-R-014,
 * IS-R-002, SE-R-004).
 */
const registerSchemes = new Set(['0007', '0184', '0191', '0192', '0196', '0200', '0208', '0218'])

const registrationOf = ({ peppolId, country, registrationNumber }: CompanyRow): Pick<KnownParty, 'legalId'> => {
  const { scheme, value } = electronicAddressOf(peppolId)
  if (scheme !== undefined && registerSchemes.has(scheme)) return { legalId: { value, scheme } }
  if (registrationNumber === null) return {}
  return {
    legalId:
      country === 'FR' ? { value: registrationNumber.slice(0, 9), scheme: '0002' } : { value: registrationNumber },
  }
}

export const knownSender = (company: CompanyRow, from: string): KnownParty => ({
  name: company.legalName ?? company.name,
  vatNumber: company.vatNumber,
  identifiers: [],
  ...registrationOf(company),
  electronicAddress: electronicAddressOf(from),
  address: {
    ...(company.legalAddress?.street && { street: company.legalAddress.street }),
    ...(company.legalAddress?.streetLine2 && { streetLine2: company.legalAddress.streetLine2 }),
    ...(company.legalAddress?.city && { city: company.legalAddress.city }),
    ...(company.legalAddress?.postalCode && { postalCode: company.legalAddress.postalCode }),
    country: company.legalAddress?.country ?? company.country,
  },
})

const countryOf = ({ peppolId, record }: NonNullable<SendParties['recipient']>): string | undefined =>
  record.country ?? schemeOf(peppolId)?.country ?? undefined

export const knownRecipient = ({ recipient }: SendParties): KnownParty =>
  recipient === null
    ? {}
    : {
        identifiers: [],
        electronicAddress: electronicAddressOf(recipient.peppolId),
        // A recipient unknown to the network gets its identifier as its name: otherwise a broken rule about the
        // name would hide the error that says the recipient is unknown.
        name: recipient.record.name ?? recipient.peppolId,
        ...(countryOf(recipient) && { address: { country: countryOf(recipient) ?? '' } }),
        ...(vatNumberOf(recipient.peppolId) && { vatNumber: vatNumberOf(recipient.peppolId) ?? '' }),
      }
