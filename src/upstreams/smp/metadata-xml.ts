/** What an SMP takes and serves: the group of a participant's services, and one of them. */
import { writeXml } from '../../formats/xml/write.ts'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME, TRANSPORT_PROFILE } from '../../values/peppol-documents.ts'
import type { Registration } from './port.ts'

const SMP = {
  '': 'http://busdox.org/serviceMetadata/publishing/1.0/',
  id: 'http://busdox.org/transport/identifiers/1.0/',
  wsa: 'http://www.w3.org/2005/08/addressing',
}

export const participant = (peppolId: string) => ({ '@scheme': PARTICIPANT_SCHEME, '#': peppolId })

/** `references` are the addresses of the services; who publishes a group leaves them to the SMP. */
export const groupXml = (peppolId: string, references: readonly string[] = []): string =>
  writeXml('ServiceGroup', SMP, {
    'id:ParticipantIdentifier': participant(peppolId),
    ServiceMetadataReferenceCollection:
      references.length === 0 ? {} : { ServiceMetadataReference: references.map((href) => ({ '@href': href })) },
  })

/** The certificate is in base64, without the lines around it. */
interface PublishedAccessPoint {
  endpointUrl: string
  certificate: string
  contact: string
}

const serviceOf = (
  peppolId: string,
  { scheme, documentTypeId, processIds }: Registration['documents'][number],
  { endpointUrl, certificate, contact }: PublishedAccessPoint,
) => ({
  ServiceInformation: {
    'id:ParticipantIdentifier': participant(peppolId),
    'id:DocumentIdentifier': { '@scheme': scheme, '#': documentTypeId },
    ProcessList: {
      Process: processIds.map((processId) => ({
        'id:ProcessIdentifier': { '@scheme': PROCESS_SCHEME, '#': processId },
        ServiceEndpointList: {
          Endpoint: {
            '@transportProfile': TRANSPORT_PROFILE,
            'wsa:EndpointReference': { 'wsa:Address': endpointUrl },
            RequireBusinessLevelSignature: 'false',
            Certificate: certificate,
            ServiceDescription: 'Access point',
            TechnicalContactUrl: contact,
          },
        },
      })),
    },
  },
})

/** As it is published. */
export const metadataXml = (
  peppolId: string,
  document: Registration['documents'][number],
  accessPoint: PublishedAccessPoint,
): string => writeXml('ServiceMetadata', SMP, serviceOf(peppolId, document, accessPoint))

/** As it is served, yet without the signature. */
export const servedXml = (
  peppolId: string,
  document: Registration['documents'][number],
  accessPoint: PublishedAccessPoint,
): string => writeXml('SignedServiceMetadata', SMP, { ServiceMetadata: serviceOf(peppolId, document, accessPoint) })
