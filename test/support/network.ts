/**
 * The other ends of the network on loopback: an SML (DNS), an SMP that takes registrations as phoss-smp does and serves
 * them signed, and the certificates of both. They behave well until they are told otherwise.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NaptrAnswer } from 'dns-packet'
import { smlNameOf } from '../../src/upstreams/directory/sml.ts'
import { type Authority, type Certified, type Keys, newAuthority, newKeys, privatePem } from './authority.ts'
import {
  NXDOMAIN,
  type NameServer,
  type Respond,
  packet,
  startNameServer,
} from '../../src/upstreams/directory/loopback/name-server.ts'
import { type SignatureOptions, signXml } from './xml-signature.ts'

export const ZONE = 'participant.sml.loopback.example'
const PREFIX = 'iso6523-actorid-upis::'
const SMP = 'http://busdox.org/serviceMetadata/publishing/1.0/'
const ID = 'http://busdox.org/transport/identifiers/1.0/'
const RECORD_SECONDS = 60
const ABSENT_SECONDS = 30

type Answering = (request: IncomingMessage, response: ServerResponse, usual: () => void) => void

export interface Network {
  zone: string
  authority: Authority
  /** Keys and certificate of the SMP; a test may have it sign with others. */
  signer: SignatureOptions
  keys: Keys
  /** The certificate of the access point, and another for the same keys. */
  accessPoint: Certified
  certifyAccessPoint(notBefore: Date, notAfter: Date): Promise<Certified>
  dns: NameServer
  smpUrl: string
  /** What was asked of the SMP. */
  requests: { method: string; path: string }[]
  /** What is published, by path. */
  published: Map<string, string>
  /** How names are answered, when that is not as usual. */
  respond: Respond | undefined
  /** How the SMP answers, when that is not as usual. */
  answer: Answering | undefined
  /** What is signed, when that is not what was published. */
  rewrite: ((signed: string) => string) | undefined
  /** The record of a participant in the SML. */
  naptr(
    peppolId: string,
    record?: Partial<{ services: string; flags: string; regexp: string; order: number; preference: number }>,
  ): NaptrAnswer
  /** What the settings say to use it. */
  settings: Record<string, string>
  /** Everything well again. */
  heal(): void
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const withoutDeclaration = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>\s*/, '')

const listen = async (server: ReturnType<typeof createServer>): Promise<string> => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const startNetwork = async ({
  endpointUrl = 'https://ap.example.com/as4',
}: { endpointUrl?: string } = {}): Promise<Network> => {
  const [rootKeys, keys] = [await newKeys(), await newKeys()]
  const root = await newAuthority('CN=Test Root, O=Loopback, C=BE', rootKeys)
  const authority = await root.authorize({ subject: 'CN=Test SMP Authority, O=Loopback, C=BE', keys: rootKeys })
  const accessPoints = await root.authorize({ subject: 'CN=Test AP Authority, O=Loopback, C=BE', keys: rootKeys })
  const certifyAccessPoint = (notBefore?: Date, notAfter?: Date): Promise<Certified> =>
    accessPoints.certify({
      subject: 'CN=POP000777, O=Loopback AP, C=BE',
      keys,
      ...(notBefore && { notBefore }),
      ...(notAfter && { notAfter }),
    })
  const [certificate, accessPoint] = [
    await authority.certify({ subject: 'CN=PSMP000777, O=Loopback SMP, C=BE', keys }),
    await certifyAccessPoint(),
  ]
  const usualSigner: SignatureOptions = { key: await privatePem(keys), certificates: [certificate.base64] }

  const folder = await mkdtemp(join(tmpdir(), 'network-'))
  const [trust, apFile] = [join(folder, 'trust.pem'), join(folder, 'ap.pem')]
  await writeFile(trust, `# The authority for SMPs\n${authority.pem}`)
  await writeFile(apFile, accessPoint.pem)

  /** Names of the DNS of those who are registered. */
  const participants = (): Set<string> =>
    new Set(
      [...network.published.keys()]
        .filter((path) => !path.includes('/'))
        .map((group) => smlNameOf(group.slice(PREFIX.length), ZONE).toLowerCase()),
    )

  const usually: Respond = (query) => {
    const name = query.questions?.[0]?.name ?? ''
    if (participants().has(name.toLowerCase())) return [packet(query, { answers: [{ ...record({}), name }] })]
    return [
      packet(query, {
        code: NXDOMAIN,
        authorities: [
          {
            type: 'SOA',
            name: ZONE,
            ttl: ABSENT_SECONDS,
            data: {
              mname: `ns.${ZONE}`,
              rname: `hostmaster.${ZONE}`,
              serial: 1,
              refresh: 60,
              retry: 60,
              expire: 60,
              minimum: ABSENT_SECONDS,
            },
          },
        ],
      }),
    ]
  }
  const record = (more: object): NaptrAnswer => ({
    type: 'NAPTR',
    class: 'IN',
    name: ZONE,
    ttl: RECORD_SECONDS,
    data: {
      order: 100,
      preference: 10,
      flags: 'U',
      services: 'Meta:SMP',
      regexp: `!^.*$!${network.smpUrl}!`,
      replacement: '.',
      ...more,
    },
  })

  /** The record of a participant, whatever the case of its identifier. */
  const pathOf = (path: string): string | undefined =>
    [...network.published.keys()].find((key) => key.toLowerCase() === path.toLowerCase())

  const groupXml = (group: string): string => {
    const references = [...network.published.keys()]
      .filter((path) => path.startsWith(`${group}/services/`))
      .map(
        (path) =>
          `<ServiceMetadataReference href="${network.smpUrl}/${path.split('/').map(encodeURIComponent).join('/')}"/>`,
      )
    return (
      `<?xml version="1.0" encoding="UTF-8"?><ServiceGroup xmlns="${SMP}" ` +
      `xmlns:id="${ID}"><id:ParticipantIdentifier ` +
      `scheme="iso6523-actorid-upis">${group.slice(PREFIX.length)}</id:ParticipantIdentifier>` +
      `<ServiceMetadataReferenceCollection>${references.join('')}</ServiceMetadataReferenceCollection>` +
      '</ServiceGroup>'
    )
  }
  const signedXml = (path: string): string => {
    const metadata = withoutDeclaration(network.published.get(path) ?? '')
    const whole = `<SignedServiceMetadata xmlns="${SMP}">\n  ${metadata}\n</SignedServiceMetadata>`
    return `<?xml version="1.0" encoding="UTF-8"?>\n${signXml(network.rewrite?.(whole) ?? whole, network.signer)}`
  }
  const serve = (method: string, path: string, body: string, response: ServerResponse): void => {
    const known = pathOf(path)
    if (method === 'PUT') network.published.set(path, body)
    else if (known === undefined) return void response.writeHead(404).end()
    if (method === 'DELETE')
      for (const key of network.published.keys())
        if (key === known || key.startsWith(`${known}/`)) network.published.delete(key)
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        method === 'GET' && known !== undefined
          ? known.includes('/services/')
            ? signedXml(known)
            : groupXml(known)
          : '',
      )
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [method, path] = [
      request.method ?? '',
      (request.url ?? '').slice(1).split('/').map(decodeURIComponent).join('/'),
    ]
    network.requests.push({ method, path })
    const body = await bodyOf(request)
    const usual = (): void => serve(method, path, body, response)
    if (network.answer) network.answer(request, response, usual)
    else usual()
  }
  const server = createServer((request, response) => void take(request, response))

  const dns = await startNameServer((query, over) => (network.respond ?? usually)(query, over))
  const smpUrl = await listen(server)
  const network: Network = {
    zone: ZONE,
    authority,
    signer: { ...usualSigner },
    keys,
    accessPoint,
    certifyAccessPoint,
    dns,
    smpUrl,
    requests: [],
    published: new Map(),
    respond: undefined,
    answer: undefined,
    rewrite: undefined,
    naptr: (peppolId, more = {}) => ({ ...record(more), name: smlNameOf(peppolId, ZONE) }),
    settings: {
      DIRECTORY: 'peppol',
      SML_ZONE: ZONE,
      SML_DNS: dns.address,
      SMP_TRUST_FILE: trust,
      DIRECTORY_ALLOW_PRIVATE: 'true',
      SMP_URL: smpUrl,
      SMP_USER: 'peppol',
      SMP_PASSWORD: 'secret',
      SMP_ENDPOINT_URL: endpointUrl,
      SMP_CERTIFICATE_FILE: apFile,
      SMP_CONTACT: 'https://example.com/help',
    },
    heal() {
      Object.assign(network, { signer: { ...usualSigner }, respond: undefined, answer: undefined, rewrite: undefined })
      network.requests.splice(0)
      dns.asked.splice(0)
    },
    async close() {
      server.closeAllConnections()
      await Promise.all([new Promise((done) => server.close(done)), dns.close()])
      await rm(folder, { recursive: true })
    },
  }
  return network
}
