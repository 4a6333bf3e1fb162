/**
 * One service of a participant: asked from its SMP, believed when it is signed by an SMP that is trusted, followed once
 * elsewhere.
 */
import type { X509Certificate } from 'node:crypto'
import { PARTICIPANT_SCHEME, TRANSPORT_PROFILE } from '../../values/peppol-documents.ts'
import { type Lookup, LookupFailure, type StepNote, step } from './lookup.ts'
import { CACHE, type Memory, newMemory } from './memory.ts'
import { type DocumentTypeKey, type PublishedEndpoint, type ServiceMetadata, readServiceMetadata } from './metadata.ts'
import { SignatureInvalid, type SignedDocument, readSigned } from './signature.ts'
import { type SmpAnswer, type SmpClientOptions, askSmp, readAnswer } from './smp-client.ts'
import { type ValidityWindow, chainTo, isSameSubject, isWithin, spanOf, subjectOf, windowOf } from './trust.ts'

export interface ServiceOptions extends SmpClientOptions {
  /** Whose SMPs are believed. */
  trusted: readonly X509Certificate[]
  /** What is wrong with the address of an SMP. */
  faultOfUrl(url: string): string | undefined
}

interface ServiceQuestion {
  peppolId: string
  key: DocumentTypeKey
  smpUrl: string
  /** How long to believe an answer that does not say so itself. */
  until: Date
}

export interface Services {
  endpointsOf(lookup: Lookup, question: ServiceQuestion): Promise<readonly PublishedEndpoint[]>
  forget(peppolId: string): void
}

/** A service as an SMP has signed it. */
interface SignedService {
  metadata: ServiceMetadata
  /** Subject of the certificate, and when it is valid with all that stand above it. */
  signer: string
  certified: ValidityWindow
}

/** Where to ask, and whose signature is expected, where somebody has said so. */
interface ServiceLocation {
  name: 'service-metadata' | 'redirect'
  url: string
  signer?: string
}

const segment = (text: string): string => encodeURIComponent(text)
export const groupUrl = (smpUrl: string, peppolId: string): string =>
  `${smpUrl}/${segment(`${PARTICIPANT_SCHEME}::${peppolId.toLowerCase()}`)}`

const signed = (lookup: Lookup, bytes: Uint8Array): SignedDocument => {
  try {
    return readAnswer(lookup, () => readSigned(bytes))
  } catch (error) {
    throw error instanceof SignatureInvalid
      ? new LookupFailure(lookup, 'SIGNATURE_INVALID', error.message, { cause: error })
      : error
  }
}

export const openServices = (options: ServiceOptions): Services => new SignedServices(options)

class SignedServices implements Services {
  readonly #options: ServiceOptions
  readonly #memory: Memory<SignedService>

  constructor(options: ServiceOptions) {
    this.#options = options
    this.#memory = newMemory(options.clock)
  }

  async endpointsOf(lookup: Lookup, question: ServiceQuestion): Promise<readonly PublishedEndpoint[]> {
    const { smpUrl, peppolId, key } = question
    const first = await this.#read(lookup, question, {
      name: 'service-metadata',
      url: `${groupUrl(smpUrl, peppolId)}/services/${segment(`${key.scheme}::${key.documentTypeId}`)}`,
    })
    if ('endpoints' in first) return first.endpoints
    const { url, certificateUid: signer } = first.redirect
    const second = await this.#read(lookup, question, { name: 'redirect', url, signer })
    if ('endpoints' in second) return second.endpoints
    return step(lookup, 'redirect', second.redirect.url, () => {
      throw new LookupFailure(
        lookup,
        'SMP_ERROR',
        'The SMP redirects to another SMP, which redirects again. Only one redirect is allowed.',
      )
    })
  }

  forget(peppolId: string): void {
    this.#memory.forget((place) => place.startsWith(`${peppolId.toLowerCase()} `))
  }

  /** What is kept is judged again each time: a certificate may have run out since. */
  async #read(
    lookup: Lookup,
    question: ServiceQuestion,
    { name, url, signer }: ServiceLocation,
  ): Promise<ServiceMetadata> {
    // What one participant's SMP redirects to is not taken for what was said of another.
    const place = `${question.peppolId.toLowerCase()} ${question.key.documentTypeId} ${url}`
    const kept = this.#memory.get(place)
    const answer = await step(lookup, name, url, (noted) => {
      if (!kept) return this.#ask(lookup, noted, url, question.until)
      noted.answered = CACHE
      return undefined
    })
    return step(lookup, 'signature', url, (noted) => {
      const service = answer ? this.#signedService(lookup, answer.bytes, question) : kept?.value
      if (!service) throw new Error('The SMP gave no answer, and no earlier answer is stored.')
      noted.answered = service.signer
      this.#refuseUnfit(lookup, service, signer)
      if (answer) this.#memory.keep(place, { value: service, until: answer.until }, answer.bytes.length)
      noted.detail = spanOf(service.certified)
      return service.metadata
    })
  }

  #ask(lookup: Lookup, noted: StepNote, url: string, otherwise: Date): Promise<SmpAnswer> {
    const fault = this.#options.faultOfUrl(url)
    if (fault !== undefined)
      throw new LookupFailure(lookup, 'SMP_ERROR', `The redirect does not give a usable address: ${fault}`)
    return askSmp(this.#options, lookup, noted, { url, absent: 'DOCUMENT_TYPE_NOT_SUPPORTED', otherwise })
  }

  #signedService(lookup: Lookup, bytes: Uint8Array, { peppolId, key }: ServiceQuestion): SignedService {
    const { root, certificate, others } = signed(lookup, bytes)
    const chain = chainTo(this.#options.trusted, certificate, others)
    if (!chain)
      throw new LookupFailure(
        lookup,
        'CERTIFICATE_UNTRUSTED',
        `The certificate of ${subjectOf(certificate)} was not issued by a trusted authority.`,
      )
    return {
      metadata: readAnswer(lookup, () => readServiceMetadata(root, peppolId, key, TRANSPORT_PROFILE)),
      signer: subjectOf(certificate),
      certified: windowOf(chain),
    }
  }

  /** Refuses a certificate whose time is over, and a signature of another than the one expected. */
  #refuseUnfit(lookup: Lookup, { signer, certified }: SignedService, expected: string | undefined): void {
    if (!isWithin(certified, this.#options.clock.now()))
      throw new LookupFailure(lookup, 'CERTIFICATE_EXPIRED', `The certificate of the SMP is only ${spanOf(certified)}.`)
    if (expected !== undefined && !isSameSubject(expected, signer))
      throw new LookupFailure(
        lookup,
        'CERTIFICATE_UNTRUSTED',
        `The redirect expects an SMP with the certificate ${expected.slice(0, 200)}, but ${signer} ` +
          `signed the answer.`,
      )
  }
}
