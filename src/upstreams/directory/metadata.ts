/** What an SMP says (Peppol SMP 1.4): the list of a participant's services, and one of them. */
import type { X509Certificate } from 'node:crypto'
import { type XmlElement, readXml } from '../../formats/xml/tree.ts'
import { PARTICIPANT_SCHEME } from '../../values/peppol-documents.ts'
import { type ValidityWindow, nameOf, readCertificate, windowOf } from './trust.ts'

/** It is well-formed, and yet not what was asked for. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** Some participants receive hundreds of kinds of documents; nobody receives thousands. */
const LIMITS = { bytes: 524_288, nodes: 5_000, depth: 30 }

const WILDCARD = 'peppol-doctype-wildcard'
/** Schemes of document types; others are of other networks. */
const documentSchemes: readonly string[] = ['busdox-docid-qns', WILDCARD]

export interface DocumentTypeKey {
  scheme: string
  documentTypeId: string
}

/**
 * A wildcard ends the customization, and stands for whatever goes on from there: `…##urn:peppol:pint:billing-1*::2.1`.
 */
const takes = ({ scheme, documentTypeId: listed }: DocumentTypeKey, documentTypeId: string): boolean => {
  const [start = '', end] = scheme === WILDCARD ? listed.split('*') : []
  return (
    listed === documentTypeId ||
    (end !== undefined &&
      documentTypeId.length >= start.length + end.length &&
      documentTypeId.startsWith(start) &&
      documentTypeId.endsWith(end))
  )
}

/** The service for a document type: the one of that name, else the wildcard that says most of it. */
export const keyFor = (listed: readonly DocumentTypeKey[], documentTypeId: string): DocumentTypeKey | undefined =>
  listed.find((one) => one.documentTypeId === documentTypeId) ??
  listed
    .filter((one) => takes(one, documentTypeId))
    .toSorted((one, other) => other.documentTypeId.length - one.documentTypeId.length)[0]

export interface PublishedEndpoint {
  processId: string
  transportProfile: string
  url: string
  activeFrom: Date | null
  activeUntil: Date | null
  /** Whose certificate it is, and when that is valid. */
  accessPoint: string
  certified: ValidityWindow
}

export type ServiceMetadata =
  { redirect: { url: string; certificateUid: string } } | { endpoints: readonly PublishedEndpoint[] }

const refuse = (message: string): never => {
  throw new UnexpectedAnswer(message)
}

const textIn = (element: XmlElement | undefined, name: string): string => element?.first(name)?.text.trim() ?? ''

const refuseOther = (element: XmlElement | undefined, peppolId: string): void => {
  const named = element?.first('busdox:ParticipantIdentifier')
  const is =
    named?.attribute('scheme') === PARTICIPANT_SCHEME && named.text.trim().toLowerCase() === peppolId.toLowerCase()
  if (!is) refuse(`The answer is about ${named?.text.trim().slice(0, 150) ?? 'no participant'}, not about ${peppolId}.`)
}

const keyIn = (href: string): DocumentTypeKey | undefined => {
  const [, segment] = /\/services\/([^/?#]+)\/?$/.exec(href) ?? []
  try {
    const [, scheme, documentTypeId] = /^([^:]+)::(.+)$/.exec(decodeURIComponent(segment ?? '')) ?? []
    return scheme !== undefined && documentTypeId !== undefined && documentSchemes.includes(scheme)
      ? { scheme, documentTypeId }
      : undefined
  } catch {
    return undefined
  }
}

/** The document types that a participant has services for. The references are read, never followed. */
export const readServiceGroup = (bytes: Uint8Array, peppolId: string): DocumentTypeKey[] => {
  const root = readXml(bytes, LIMITS)
  if (root.qname !== 'smp:ServiceGroup') refuse(`The answer is a ${root.name}, not a ServiceGroup.`)
  refuseOther(root, peppolId)
  const references = root.first('smp:ServiceMetadataReferenceCollection')?.all('smp:ServiceMetadataReference') ?? []
  return references.flatMap((reference) => keyIn(reference.attribute('href') ?? '') ?? [])
}

/** An instant that names no time zone is one of UTC. */
const instantIn = (element: XmlElement, name: string): Date | null => {
  const text = textIn(element, name)
  if (text === '') return null
  const instant = new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(instant.getTime()) ? refuse(`${name} is not a timestamp: ${text.slice(0, 50)}.`) : instant
}

const certificateIn = (element: XmlElement): X509Certificate =>
  readCertificate(textIn(element, 'smp:Certificate').replace(/-----[A-Z ]+-----|\s/g, '')) ??
  refuse('The certificate of an endpoint cannot be read.')

const endpointIn = (element: XmlElement, processId: string): PublishedEndpoint => {
  const certificate = certificateIn(element)
  return {
    processId,
    transportProfile: element.attribute('transportProfile') ?? '',
    url: textIn(element.first('wsa:EndpointReference'), 'wsa:Address'),
    activeFrom: instantIn(element, 'smp:ServiceActivationDate'),
    activeUntil: instantIn(element, 'smp:ServiceExpirationDate'),
    accessPoint: nameOf(certificate),
    certified: windowOf([certificate]),
  }
}

/** One service of a participant, from what was signed. Endpoints of other transports are left out unread. */
export const readServiceMetadata = (
  root: XmlElement,
  peppolId: string,
  { scheme, documentTypeId }: DocumentTypeKey,
  transportProfile: string,
): ServiceMetadata => {
  if (root.qname !== 'smp:SignedServiceMetadata') refuse(`The answer is a ${root.name}, not a SignedServiceMetadata.`)
  const metadata = root.first('smp:ServiceMetadata')
  const redirect = metadata?.first('smp:Redirect')
  if (redirect)
    return {
      redirect: { url: redirect.attribute('href') ?? '', certificateUid: textIn(redirect, 'smp:CertificateUID') },
    }
  const service = metadata?.first('smp:ServiceInformation')
  refuseOther(service, peppolId)
  const document = service?.first('busdox:DocumentIdentifier')
  if (document?.attribute('scheme') !== scheme || document.text.trim() !== documentTypeId)
    refuse('The answer is about another type of document.')
  const processes = service?.first('smp:ProcessList')?.all('smp:Process') ?? []
  return {
    endpoints: processes.flatMap((process) =>
      (process.first('smp:ServiceEndpointList')?.all('smp:Endpoint') ?? [])
        .filter((one) => one.attribute('transportProfile') === transportProfile)
        .map((one) => endpointIn(one, textIn(process, 'busdox:ProcessIdentifier'))),
    ),
  }
}
