/** An SMP of ours on loopback: it serves the participants of the sandbox, signed. */
import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignedXml } from 'xml-crypto'
import { PARTICIPANT_SCHEME, networkDocumentsById } from '../../../values/peppol-documents.ts'
import { SANDBOX_ENDPOINT } from '../../access-point/sandbox-endings.ts'
import { groupXml, servedXml } from '../../smp/metadata-xml.ts'
import type { DirectoryRecord } from '../port.ts'
import type { Certificates } from './certificates.ts'

interface MetadataServer {
  url: string
  close(): Promise<void>
}

const signed = (xml: string, { smp, smpKey }: Certificates): string => {
  const signer = new SignedXml({
    privateKey: smpKey,
    publicCert: smp.toString(),
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  })
  signer.addReference({
    xpath: '/*',
    isEmptyUri: true,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
  })
  signer.computeSignature(xml, { location: { reference: '/*', action: 'append' } })
  return signer.getSignedXml()
}

const documentOf = (documentTypeId: string) => {
  const known = networkDocumentsById(documentTypeId)
  return {
    scheme: known[0]?.scheme ?? '',
    documentTypeId,
    processIds: [...new Set(known.flatMap(({ processIds }) => processIds))],
  }
}

const ofGroup = (text: string): string | undefined =>
  text.startsWith(`${PARTICIPANT_SCHEME}::`) ? text.slice(PARTICIPANT_SCHEME.length + 2) : undefined

/** What the server answers from: the participants there are, and its own certificates. */
interface MetadataSource {
  find(peppolId: string): Promise<DirectoryRecord>
  certificates: Certificates
  /** Its own address, which the lists of services refer to. */
  url(): string
}

/** The answer to a path, or undefined where there is none. */
const answerTo = async (path: string, { find, certificates, url }: MetadataSource): Promise<string | undefined> => {
  const [group = '', services, service = '', ...more] = path.slice(1).split('/').map(decodeURIComponent)
  const peppolId = ofGroup(group)
  const record = peppolId === undefined ? undefined : await find(peppolId)
  if (!record?.exists || more.length > 0) return undefined
  const listed = record.accepts.map(documentOf)
  const nameOf = ({ scheme, documentTypeId }: (typeof listed)[number]): string => `${scheme}::${documentTypeId}`
  if (services === undefined) {
    const base = `${url()}/${encodeURIComponent(group)}/services`
    const links = listed.map((document) => `${base}/${encodeURIComponent(nameOf(document))}`)
    return groupXml(record.peppolId, links)
  }
  const document = listed.find((one) => service === nameOf(one))
  return services === 'services' && document
    ? signed(servedXml(record.peppolId, document, accessPointOf(certificates)), certificates)
    : undefined
}

const accessPointOf = ({ accessPoint }: Certificates) => ({
  endpointUrl: SANDBOX_ENDPOINT,
  certificate: accessPoint.raw.toString('base64'),
  contact: 'https://sandbox.invalid',
})

const answer = async (path: string, response: ServerResponse, source: MetadataSource): Promise<void> => {
  try {
    const xml = await answerTo(path, source)
    response.writeHead(xml === undefined ? 404 : 200, { 'content-type': 'application/xml' }).end(xml ?? '')
  } catch (error) {
    // A path that cannot be decoded; anything else is told by its status as well.
    response.writeHead(error instanceof URIError ? 400 : 500).end()
  }
}

export const startMetadataServer = async (
  find: MetadataSource['find'],
  certificates: Certificates,
): Promise<MetadataServer> => {
  const source: MetadataSource = { find, certificates, url: () => url }
  const server = createServer((request, response) => void answer(request.url ?? '/', response, source))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
