/** One service of a participant: asked from its SMP, believed when it is signed by an SMP that is trusted, followed once elsewhere. */
import type { X509Certificate } from 'node:crypto'
import { PARTICIPANT_SCHEME, TRANSPORT_PROFILE } from '../../values/peppol-documents.ts'
import { type Lookup, LookupFailure, type StepNote, step } from './lookup.ts'
import { CACHE, newMemory } from './memory.ts'
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

export interface ServiceQuestion {
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

export const openServices = (options: ServiceOptions): Services => {
  const { trusted, faultOfUrl, clock } = options
  const memory = newMemory<SignedService>(clock)

  const ask = (lookup: Lookup, noted: StepNote, url: string, otherwise: Date): Promise<SmpAnswer> => {
    const fault = faultOfUrl(url)
    if (fault !== undefined) throw new LookupFailure(lookup, 'SMP_ERROR', `The redirect leads nowhere: ${fault}`)
    return askSmp(options, lookup, noted, { url, absent: 'DOCUMENT_TYPE_NOT_SUPPORTED', otherwise })
  }

  const published = (lookup: Lookup, bytes: Uint8Array, { peppolId, key }: ServiceQuestion): SignedService => {
    const { root, certificate, others } = signed(lookup, bytes)
    const chain = chainTo(trusted, certificate, others)
    if (!chain)
      throw new LookupFailure(
        lookup,
        'CERTIFICATE_UNTRUSTED',
        `Nobody that is trusted here has certified ${subjectOf(certificate)}.`,
      )
    return {
      metadata: readAnswer(lookup, () => readServiceMetadata(root, peppolId, key, TRANSPORT_PROFILE)),
      signer: subjectOf(certificate),
      certified: windowOf(chain),
    }
  }

  const judge = (lookup: Lookup, { signer, certified }: SignedService, expected: string | undefined): void => {
    if (!isWithin(certified, clock.now()))
      throw new LookupFailure(lookup, 'CERTIFICATE_EXPIRED', `The certificate is ${spanOf(certified)}.`)
    if (expected !== undefined && !isSameSubject(expected, signer))
      throw new LookupFailure(
        lookup,
        'CERTIFICATE_UNTRUSTED',
        `The redirect leads to an SMP of ${expected.slice(0, 200)}, and ${signer} has signed.`,
      )
  }

  const read = async (
    lookup: Lookup,
    question: ServiceQuestion,
    { name, url, signer }: ServiceLocation,
  ): Promise<ServiceMetadata> => {
    // What one participant's SMP redirects to is not taken for what was said of another.
    const place = `${question.peppolId.toLowerCase()} ${question.key.documentTypeId} ${url}`
    const kept = memory.get(place)
    const answer = await step(lookup, name, url, (noted) => {
      if (!kept) return ask(lookup, noted, url, question.until)
      noted.answered = CACHE
      return undefined
    })
    return step(lookup, 'signature', url, (noted) => {
      const record = answer ? published(lookup, answer.bytes, question) : kept?.value
      if (!record) throw new Error('There is neither an answer nor one that was kept.')
      noted.answered = record.signer
      judge(lookup, record, signer)
      if (answer) memory.keep(place, { value: record, until: answer.until }, answer.bytes.length)
      noted.detail = spanOf(record.certified)
      return record.metadata
    })
  }

  return {
    async endpointsOf(lookup, question) {
      const { smpUrl, peppolId, key } = question
      const first = await read(lookup, question, {
        name: 'service-metadata',
        url: `${groupUrl(smpUrl, peppolId)}/services/${segment(`${key.scheme}::${key.documentTypeId}`)}`,
      })
      if ('endpoints' in first) return first.endpoints
      const second = await read(lookup, question, {
        name: 'redirect',
        url: first.redirect.url,
        signer: first.redirect.certificateUid,
      })
      if ('endpoints' in second) return second.endpoints
      return step(lookup, 'redirect', second.redirect.url, () => {
        throw new LookupFailure(
          lookup,
          'SMP_ERROR',
          'The SMP that a redirect leads to redirects again, which it may not.',
        )
      })
    },
    forget: (peppolId) => memory.forget((place) => place.startsWith(`${peppolId.toLowerCase()} `)),
  }
}
