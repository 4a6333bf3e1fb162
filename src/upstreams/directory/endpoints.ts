/** Which of the published endpoints takes a message at this time. */
import { TRANSPORT_PROFILE } from '../../values/peppol-documents.ts'
import { type Lookup, LookupFailure, type LookupReason } from './lookup.ts'
import type { PublishedEndpoint } from './metadata.ts'
import { isWithin, spanOf } from './trust.ts'

/** What may be wrong with an endpoint at this time. */
const endpointFaults: readonly {
  reason: LookupReason
  broken(endpoint: PublishedEndpoint, now: Date): boolean
  message(endpoint: PublishedEndpoint): string
}[] = [
  {
    reason: 'ENDPOINT_NOT_YET_ACTIVE',
    broken: ({ activeFrom }, now) => activeFrom !== null && activeFrom > now,
    message: ({ activeFrom }) => `The endpoint is not active before ${activeFrom?.toISOString()}.`,
  },
  {
    reason: 'ENDPOINT_EXPIRED',
    broken: ({ activeUntil }, now) => activeUntil !== null && activeUntil <= now,
    message: ({ activeUntil }) => `The endpoint was active until ${activeUntil?.toISOString()}.`,
  },
  {
    reason: 'ENDPOINT_CERTIFICATE_EXPIRED',
    broken: ({ certified }, now) => !isWithin(certified, now),
    message: ({ certified, accessPoint }) => `The certificate of ${accessPoint} is only ${spanOf(certified)}.`,
  },
  {
    reason: 'TRANSPORT_NOT_SUPPORTED',
    broken: ({ url }) => !/^https?:\/\//i.test(url) || !URL.canParse(url),
    message: ({ url }) => `The endpoint has no usable address: ${url.slice(0, 200)}.`,
  },
]

/** An endpoint without a fault, or else the fault of the first. */
export const chooseEndpoint = (
  lookup: Lookup,
  endpoints: readonly PublishedEndpoint[],
  processId: string | undefined,
  now: Date,
): PublishedEndpoint => {
  if (endpoints.length === 0)
    throw new LookupFailure(
      lookup,
      'TRANSPORT_NOT_SUPPORTED',
      `The participant has no endpoint for the transport ${TRANSPORT_PROFILE}.`,
    )
  const ofProcess = endpoints.filter((one) => processId === undefined || one.processId === processId)
  if (ofProcess.length === 0)
    throw new LookupFailure(
      lookup,
      'PROCESS_NOT_SUPPORTED',
      `The participant has no endpoint for the process ${processId}.`,
    )
  const judged = ofProcess.map((endpoint) => ({
    endpoint,
    fault: endpointFaults.find(({ broken }) => broken(endpoint, now)),
  }))
  const { endpoint, fault } = judged.find((one) => one.fault === undefined) ?? (judged[0] as (typeof judged)[number])
  if (fault) throw new LookupFailure(lookup, fault.reason, fault.message(endpoint))
  return endpoint
}
