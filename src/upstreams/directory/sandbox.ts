import type { Client } from '../../database/open.ts'
import type { Company } from '../../generated/prisma/client.ts'
import { receivedTypes } from '../../values/document-types.ts'
import { TRANSPORT_PROFILE, documentTypeIdsFor, networkDocuments } from '../../values/peppol-documents.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { SANDBOX_ACCESS_POINT, SANDBOX_ENDPOINT } from '../access-point/magic.ts'
import { identifierBehind, madeUpCompany } from '../made-up.ts'
import { type Directory, type DirectoryRecord, type Endpoint, unknownParticipant } from './port.ts'

/** Identifiers that end so are registered nowhere: 000000400 to 000000409. Listed in the README. */
export const UNKNOWN = /00000040\d$/
/** Identifiers that end so are registered, but for no invoice: 000000410 to 000000419. */
const NO_INVOICES = /00000041\d$/

const endpoint: Endpoint = { url: SANDBOX_ENDPOINT, transportProfile: TRANSPORT_PROFILE, accessPoint: SANDBOX_ACCESS_POINT }

const everything = [...new Set(networkDocuments.map(({ documentTypeId }) => documentTypeId))]
const withoutInvoices = documentTypeIdsFor(['purchase-order', 'sales-order'])

/**
 * The participants of this deployment with the capabilities of their companies, and around them a world in which every
 * well-formed participant exists and accepts everything.
 */
export const sandboxDirectory = (client: Client): Directory => ({
  async lookUp(peppolId, signal) {
    signal.throwIfAborted()
    if (!isPeppolId(peppolId)) return unknownParticipant
    return (await ownParticipant(client, peppolId)) ?? madeUpParticipant(peppolId)
  },
})

const ownParticipant = async (client: Client, peppolId: string): Promise<DirectoryRecord | undefined> => {
  const spellings = [...new Set([peppolId, peppolId.toUpperCase(), peppolId.toLowerCase()])]
  const known = await client.$queryRaw<Pick<Company, 'name' | 'country' | 'capabilities' | 'smpRegistered'>[]>`
    SELECT companies.name, companies.country, companies.capabilities, companies."smpRegistered"
    FROM participants JOIN companies ON companies."organizationId" = participants."organizationId" AND companies.id = participants."companyId"
    WHERE participants."peppolId" = ANY(${spellings}) ORDER BY companies.id`
  if (known.length === 0) return undefined
  const companies = known.filter(({ smpRegistered }) => smpRegistered)
  const first = companies[0]
  // Its company is here, and not published yet.
  if (!first) return unknownParticipant
  // The same participant may be registered by several organizations of a sandbox: what one of them accepts is accepted.
  const receives = new Set(companies.flatMap(({ capabilities }) => receivedTypes(capabilities)))
  const accepts = receives.size === 0 ? [] : documentTypeIdsFor([...receives])
  return { exists: true, name: first.name, country: first.country, accepts, endpoint: accepts.length > 0 ? endpoint : null }
}

const madeUpParticipant = (peppolId: string): DirectoryRecord => {
  const scheme = schemeOf(peppolId)
  if (!scheme || UNKNOWN.test(peppolId)) return unknownParticipant
  const { name } = madeUpCompany(identifierBehind(peppolId), scheme.country)
  return { exists: true, name, country: scheme.country, accepts: NO_INVOICES.test(peppolId) ? withoutInvoices : everything, endpoint }
}
