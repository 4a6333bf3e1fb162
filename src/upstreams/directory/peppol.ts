/**
 * The network's own lookup: the SML names the SMP of a participant by a NAPTR record; the SMP lists what the participant
 * receives, and says for each kind of document, signed, where it is handed over. Answers are kept for as long as they say.
 */
import type { X509Certificate } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import { PARTICIPANT_SCHEME, TRANSPORT_PROFILE } from '../../values/peppol-documents.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import type { Circuit } from '../circuit.ts'
import { DnsFailure, askNaptr } from './dns.ts'
import { chooseEndpoint } from './endpoints.ts'
import { type Lookup, LookupFailure, type LookupReason, NOT_LISTED, type Noted, asAnswer, step } from './lookup.ts'
import { type Kept, newMemory } from './memory.ts'
import { type DocumentTypeKey, type PublishedEndpoint, type ServiceMetadata, readServiceGroup, readServiceMetadata } from './metadata.ts'
import { type Directory, type DirectoryRecord, type Reception, unknownParticipant } from './port.ts'
import { SignatureInvalid, type Signed, readSigned } from './signature.ts'
import { type SmpClientOptions, askSmp, readAnswer } from './smp-client.ts'
import { smlNameOf, smpUrlIn } from './sml.ts'
import { type Window, chainTo, isSameSubject, isWithin, spanOf, subjectOf, windowOf } from './trust.ts'

export interface PeppolDirectoryOptions extends SmpClientOptions {
  zone: string
  nameServers: readonly string[]
  /** Whose SMPs are believed. */
  trusted: readonly X509Certificate[]
  /** Of the name servers, which every lookup needs; a broken SMP is the affair of its participants alone. */
  circuit: Circuit
  /** What is wrong with the address of an SMP. */
  faultOfUrl(url: string): string | undefined
}

/** One service as an SMP has signed it. */
interface Published {
  metadata: ServiceMetadata
  /** Subject of the certificate, and when it is valid with all that stand above it. */
  signer: string
  certified: Window
}

/** What stands behind a record that was answered. */
interface Source { smpUrl: string; until: Date; services: readonly DocumentTypeKey[] }

const CACHE = 'cache'

const groupId = (peppolId: string): string => encodeURIComponent(`${PARTICIPANT_SCHEME}::${peppolId.toLowerCase()}`)

const dnsReasons = { timeout: 'SML_TIMEOUT', unreachable: 'SML_UNREACHABLE', error: 'SML_ERROR' } as const satisfies Record<DnsFailure['kind'], LookupReason>

/** In the words of a lookup: what the name servers did, or that their circuit is open. */
const smlFailure = (lookup: Lookup, error: AppError): LookupFailure => {
  const { cause } = error
  if (cause instanceof DnsFailure) return new LookupFailure(lookup, dnsReasons[cause.kind], cause.message, { cause: error, ...(cause.kind === 'unreachable' && { retryAfter: error.retryAfter }) })
  return new LookupFailure(lookup, error.code === 'UPSTREAM_TIMEOUT' ? 'SML_TIMEOUT' : 'SML_UNREACHABLE', error.message, { cause: error, retryAfter: error.retryAfter })
}

export const peppolDirectory = (options: PeppolDirectoryOptions): Directory => {
  const { zone, nameServers, timeoutMs, trusted, client, clock, circuit, faultOfUrl } = options
  const smps = newMemory<string | null | undefined>(clock)
  const groups = newMemory<readonly DocumentTypeKey[]>(clock)
  const services = newMemory<Published>(clock)
  const sources = new WeakMap<DirectoryRecord, Source>()

  const askSml = async (lookup: Lookup, noted: Noted, name: string): Promise<Kept<string | null | undefined>> => {
    // Each question has its own limit; the circuit's is for what hangs all the same.
    const answer = await circuit.call(lookup.trace, `NAPTR ${name}`, timeoutMs * 2, () => askNaptr(name, nameServers, timeoutMs)).catch((error: unknown) => {
      throw error instanceof AppError ? smlFailure(lookup, error) : error
    })
    noted.answered = answer.server
    const found = { value: smpUrlIn(answer.records), until: new Date(clock.now().getTime() + answer.seconds * 1_000) }
    smps.keep(name, found, 0)
    return found
  }

  const locate = (lookup: Lookup, peppolId: string): Promise<Kept<string>> => {
    const name = smlNameOf(peppolId, zone)
    return step(lookup, 'sml', `NAPTR ${name}`, async (noted) => {
      const kept = smps.get(name)
      if (kept) noted.answered = CACHE
      const { value: url, until } = kept ?? (await askSml(lookup, noted, name))
      if (url === undefined) throw new LookupFailure(lookup, 'NOT_IN_SML', `The SML has no SMP for ${peppolId}.`)
      const fault = url === null ? 'The record names no usable address.' : faultOfUrl(url)
      if (url === null || fault !== undefined) throw new LookupFailure(lookup, 'SML_ERROR', `The SML leads nowhere: ${fault}`)
      noted.detail = url
      return { value: url, until }
    })
  }

  const list = (lookup: Lookup, peppolId: string, smp: Kept<string>): Promise<readonly DocumentTypeKey[]> => {
    const url = `${smp.value}/${groupId(peppolId)}`
    return step(lookup, 'service-group', url, async (noted) => {
      const kept = groups.get(url)
      if (kept) noted.answered = CACHE
      const answer = kept ? undefined : await askSmp(options, lookup, noted, { url, absent: 'NOT_IN_SMP', otherwise: smp.until })
      const listed = kept?.value ?? readAnswer(lookup, () => readServiceGroup(answer?.bytes ?? Buffer.alloc(0), peppolId))
      if (answer) groups.keep(url, { value: listed, until: answer.until }, answer.bytes.length)
      noted.detail = `${listed.length} document types`
      return listed
    })
  }

  const judged = (lookup: Lookup, { root, certificate, others }: Signed, peppolId: string, key: DocumentTypeKey): Published => {
    const chain = chainTo(trusted, certificate, others)
    if (!chain) throw new LookupFailure(lookup, 'CERTIFICATE_UNTRUSTED', `Nobody that is trusted here has certified ${subjectOf(certificate)}.`)
    return { metadata: readAnswer(lookup, () => readServiceMetadata(root, peppolId, key, TRANSPORT_PROFILE)), signer: subjectOf(certificate), certified: windowOf(chain) }
  }

  const signed = (lookup: Lookup, bytes: Uint8Array): Signed => {
    try {
      return readAnswer(lookup, () => readSigned(bytes))
    } catch (error) {
      throw error instanceof SignatureInvalid ? new LookupFailure(lookup, 'SIGNATURE_INVALID', error.message, { cause: error }) : error
    }
  }

  /** One service at one address; `signer` is who must have signed it, where somebody has said so. */
  const fetchService = async (lookup: Lookup, name: 'service-metadata' | 'redirect', { url, until, peppolId, key, signer }: { url: string; until: Date; peppolId: string; key: DocumentTypeKey; signer?: string }): Promise<ServiceMetadata> => {
    const kept = services.get(url)
    const answer = await step(lookup, name, url, (noted) => {
      if (kept) noted.answered = CACHE
      return kept ? undefined : askSmp(options, lookup, noted, { url, absent: 'DOCUMENT_TYPE_NOT_SUPPORTED', otherwise: until })
    })
    return step(lookup, 'signature', url, (noted) => {
      const published = kept?.value ?? judged(lookup, signed(lookup, answer?.bytes ?? Buffer.alloc(0)), peppolId, key)
      noted.answered = published.signer
      if (!isWithin(published.certified, clock.now())) throw new LookupFailure(lookup, 'CERTIFICATE_EXPIRED', `The certificate is ${spanOf(published.certified)}.`)
      if (signer !== undefined && !isSameSubject(signer, published.signer)) throw new LookupFailure(lookup, 'CERTIFICATE_UNTRUSTED', `The redirect leads to an SMP of ${signer.slice(0, 200)}, and ${published.signer} has signed.`)
      if (answer) services.keep(url, { value: published, until: answer.until }, answer.bytes.length)
      noted.detail = spanOf(published.certified)
      return published.metadata
    })
  }

  const redirected = (lookup: Lookup, url: string): string => {
    const fault = faultOfUrl(url)
    if (fault !== undefined) throw new LookupFailure(lookup, 'SMP_ERROR', `The redirect leads nowhere: ${fault}`)
    return url
  }

  const endpointsOf = async (lookup: Lookup, peppolId: string, key: DocumentTypeKey, { smpUrl, until }: Source): Promise<readonly PublishedEndpoint[]> => {
    const asked = { peppolId, key, until }
    const first = await fetchService(lookup, 'service-metadata', { ...asked, url: `${smpUrl}/${groupId(peppolId)}/services/${encodeURIComponent(`${key.scheme}::${key.documentTypeId}`)}` })
    if ('endpoints' in first) return first.endpoints
    const { url, certificateUid } = first.redirect
    const second = await fetchService(lookup, 'redirect', { ...asked, url: redirected(lookup, url), signer: certificateUid })
    if ('endpoints' in second) return second.endpoints
    throw new LookupFailure(lookup, 'SMP_ERROR', 'The SMP that a redirect leads to redirects again, which it may not.')
  }

  const supported = (lookup: Lookup, { services: listed }: Source, documentTypeId: string): Promise<DocumentTypeKey> | DocumentTypeKey =>
    listed.find((one) => one.documentTypeId === documentTypeId) ?? step(lookup, 'service-metadata', documentTypeId, () => {
      throw new LookupFailure(lookup, 'DOCUMENT_TYPE_NOT_SUPPORTED', NOT_LISTED)
    })

  return {
    lookUp: (lookup, peppolId) => asAnswer(async () => {
      if (!isPeppolId(peppolId)) return unknownParticipant(peppolId, 'NOT_IN_SML')
      const smp = await locate(lookup, peppolId)
      const listed = await list(lookup, peppolId, smp)
      const record: DirectoryRecord = { peppolId, exists: true, reason: null, name: null, country: null, accepts: [...new Set(listed.map(({ documentTypeId }) => documentTypeId))], publisher: smp.value }
      sources.set(record, { smpUrl: smp.value, until: smp.until, services: listed })
      return record
    }, (reason) => unknownParticipant(peppolId, reason)),

    receptionOf: (lookup, record, documentTypeId, processId) => asAnswer<Reception>(async () => {
      const source = sources.get(record)
      if (!source) throw new Error('A reception is asked for with the record that a lookup has answered.')
      const endpoints = await endpointsOf(lookup, record.peppolId, await supported(lookup, source, documentTypeId), source)
      return step(lookup, 'endpoint', documentTypeId, (noted) => {
        const { url, transportProfile, accessPoint } = chooseEndpoint(lookup, endpoints, processId, clock.now())
        noted.answered = accessPoint
        noted.detail = url
        return { endpoint: { url, transportProfile, accessPoint }, reason: null }
      })
    }, (reason) => ({ endpoint: null, reason })),

    forget(peppolId) {
      const [name, group] = [smlNameOf(peppolId, zone), groupId(peppolId)]
      smps.forget((key) => key === name)
      for (const memory of [groups, services]) memory.forget((url) => url.includes(`/${group}`))
    },
    close: () => client.close(),
  }
}
