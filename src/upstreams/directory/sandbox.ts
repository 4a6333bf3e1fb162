import { askingTogether } from '../../kernel/database/grouped.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { AddressUse, Company } from '../../generated/prisma/client.ts'
import { receivedTypes } from '../../values/document-types.ts'
import {
  TRANSPORT_PROFILE,
  documentTypeIdsFor,
  networkDocuments,
  networkDocumentsById,
} from '../../values/peppol-documents.ts'
import { companyBehind } from '../../values/french-address.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { SANDBOX_ACCESS_POINT, SANDBOX_ENDPOINT } from '../access-point/sandbox-endings.ts'
import type { Circuit } from '../circuit.ts'
import { identifierBehind, madeUpCompany } from '../made-up.ts'
import { type Lookup, LookupFailure, NOT_LISTED, asAnswer, step } from './lookup.ts'
import { type Directory, type DirectoryRecord, type Endpoint, type Reception, unknownParticipant } from './port.ts'
import { smlNameOf } from './sml.ts'

/** Identifiers that end so are registered nowhere: 000000400 to 000000409. Listed in the README. */
export const UNKNOWN = /00000040\d$/
/** Identifiers that end so are registered, but for no invoice: 000000410 to 000000419. */
const NO_INVOICES = /00000041\d$/

const endpoint: Endpoint = {
  url: SANDBOX_ENDPOINT,
  transportProfile: TRANSPORT_PROFILE,
  accessPoint: SANDBOX_ACCESS_POINT,
}
const ZONE = 'sml.sandbox.invalid'
const SMP = 'https://smp.sandbox.invalid'
/** Who answers every step. */
const SIMULATOR = 'simulator'
/** Beyond what the database itself is waited for: when it is away, that is what the caller is to hear. */
const TIMEOUT_MS = 60_000

const everything = [...new Set(networkDocuments.map(({ documentTypeId }) => documentTypeId))]
const withoutInvoices = documentTypeIdsFor(['purchase-order', 'sales-order'])

const processesOf = (documentTypeId: string): string[] =>
  networkDocumentsById(documentTypeId).flatMap(({ processIds }) => processIds)

/** Everybody there is in the sandbox. */
export const sandboxParticipants = (client: Client) => {
  const claimsOn = claimsTogether(client)
  return async (peppolId: string): Promise<DirectoryRecord> =>
    isPeppolId(peppolId)
      ? (ownParticipant(peppolId, await claimsOn(peppolId)) ?? madeUpParticipant(peppolId))
      : unknown(peppolId)
}

/**
 * The participants of this deployment with the capabilities of their companies, and around them a world in which every
 * well-formed participant exists and accepts everything. Its lookups have the steps of real ones, but nothing is
 * signed.
 */
export const sandboxDirectory = (client: Client, circuit: Circuit): Directory => {
  const find = sandboxParticipants(client)
  return {
    async lookUp(lookup, peppolId) {
      const record = await circuit.call(lookup.trace, `lookUp ${peppolId}`, TIMEOUT_MS, () =>
        answered(lookup, peppolId, find),
      )
      if (record.exists)
        await step(
          lookup,
          'service-group',
          `${SMP}/${peppolId}`,
          (noted) =>
            void Object.assign(noted, { answered: SIMULATOR, detail: `${record.accepts.length} document types` }),
        )
      return record
    },
    receptionOf: (lookup, { accepts }, documentTypeId, processId) =>
      asAnswer<Reception>(
        async () => {
          await step(lookup, 'service-metadata', documentTypeId, (noted) => {
            noted.answered = SIMULATOR
            if (!accepts.includes(documentTypeId))
              throw new LookupFailure(lookup, 'DOCUMENT_TYPE_NOT_SUPPORTED', NOT_LISTED)
          })
          return step(lookup, 'endpoint', documentTypeId, (noted) => {
            if (processId !== undefined && !processesOf(documentTypeId).includes(processId))
              throw new LookupFailure(
                lookup,
                'PROCESS_NOT_SUPPORTED',
                `The participant has no endpoint for the process ${processId}.`,
              )
            Object.assign(noted, { answered: endpoint.accessPoint, detail: endpoint.url })
            return { endpoint, reason: null }
          })
        },
        (reason) => ({ endpoint: null, reason }),
      ),
  }
}

/** The step to the SML, which knows those who exist. */
const answered = (
  lookup: Lookup,
  peppolId: string,
  find: (peppolId: string) => Promise<DirectoryRecord>,
): Promise<DirectoryRecord> =>
  asAnswer(
    () =>
      step(lookup, 'sml', `NAPTR ${smlNameOf(peppolId, ZONE)}`, async (noted) => {
        const record = await find(peppolId)
        noted.answered = SIMULATOR
        if (record.reason !== null)
          throw new LookupFailure(lookup, record.reason, `The SML has no SMP for ${peppolId}.`)
        noted.detail = SMP
        return record
      }),
    (reason) => unknownParticipant(peppolId, reason),
  )

const found = { exists: true, reason: null, publisher: SMP }
const unknown = (peppolId: string): DirectoryRecord => unknownParticipant(peppolId, 'NOT_IN_SML')

interface Claim extends Pick<Company, 'name' | 'country' | 'capabilities' | 'smpRegistered'> {
  askedAs: string
  isOwner: boolean
  takes: AddressUse | null
}

/** Who claims these participants, or the companies behind them, or did so once. */
const claimsOf = (client: Client, peppolIds: readonly string[]): Promise<Claim[]> => {
  const asked = [...new Set(peppolIds)].map((peppolId) => {
    const company = companyBehind(peppolId)
    return {
      peppolId,
      key: peppolId.toLowerCase(),
      names: [...new Set([company, company.toUpperCase(), company.toLowerCase()])],
    }
  })
  // All names once more by themselves: a distributed database reads no others.
  return client.$queryRaw<Claim[]>`
    SELECT asked."peppolId" AS "askedAs", companies.name, companies.country, companies.capabilities,
      companies."smpRegistered", participants."ownedId" IS NOT NULL AS "isOwner", published.takes
    FROM json_to_recordset(${JSON.stringify(asked)}::json) AS asked("peppolId" text, key text, names text[])
    JOIN participants ON participants."peppolId" = ANY(asked.names)
      AND participants."peppolId" = ANY(${asked.flatMap(({ names }) => names)}::text[])
    JOIN companies ON companies."organizationId" = participants."organizationId"
      AND companies.id = participants."companyId"
    LEFT JOIN LATERAL (
      SELECT takes FROM company_addresses AS one
      WHERE one."addressKey" = asked.key AND one."organizationId" = companies."organizationId"
        AND one."companyId" = companies.id AND one."publishedAt" IS NOT NULL LIMIT 1
    ) AS published ON true`
}

/** Looks for the claims of one participant: together with those of all who ask meanwhile. */
const claimsTogether = (client: Client) => {
  const together = async (peppolIds: readonly string[]): Promise<Claim[][]> => {
    const claims = Map.groupBy(await claimsOf(client, peppolIds), ({ askedAs }) => askedAs)
    return peppolIds.map((peppolId) => claims.get(peppolId) ?? [])
  }
  return askingTogether<string, Claim[]>({ together, alone: (peppolId) => claimsOf(client, [peppolId]) })
}

/**
 * A participant that was ever claimed here is what its owner is: nobody, while none is published. So are the further
 * addresses of a company.
 */
const ownParticipant = (peppolId: string, claims: readonly Claim[]): DirectoryRecord | undefined => {
  if (claims.length === 0) return undefined
  const owner = claims.find(({ isOwner, smpRegistered }) => isOwner && smpRegistered)
  if (!owner || (companyBehind(peppolId) !== peppolId && owner.takes === null)) return unknown(peppolId)
  if (owner.takes === 'statuses')
    return { ...found, peppolId, name: owner.name, country: owner.country, accepts: documentTypeIdsFor([]) }
  const receives = receivedTypes(owner.capabilities)
  const accepts = receives.length === 0 ? [] : documentTypeIdsFor(receives)
  return { ...found, peppolId, name: owner.name, country: owner.country, accepts }
}

const madeUpParticipant = (peppolId: string): DirectoryRecord => {
  const scheme = schemeOf(peppolId)
  if (!scheme || UNKNOWN.test(peppolId)) return unknown(peppolId)
  const { name } = madeUpCompany(identifierBehind(peppolId), scheme.country)
  return {
    ...found,
    peppolId,
    name,
    country: scheme.country,
    accepts: NO_INVOICES.test(peppolId) ? withoutInvoices : everything,
  }
}
