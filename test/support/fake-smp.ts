/** A server that keeps records as phoss-smp does: what is put is there, what is deleted is gone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FakeSmp {
  /** What the settings say to use it. */
  settings: Record<string, string>
  /** What is published, by path. */
  store: Map<string, string>
  /** Keys of participants that leave, by their group. */
  offers: Map<string, string>
  /** How many requests have come in. */
  asked: number
  /** Paths that are answered with a status of their own, or never. */
  broken: { status: number | 'silence'; path: RegExp } | undefined
  /** What happens once while the server is putting or deleting. */
  meanwhile: { method: 'PUT' | 'DELETE'; happens(): Promise<void> } | undefined
  authorizations: Set<string | undefined>
  /** Nothing is published, and everything is well. */
  reset(): void
  close(): Promise<void>
}

export const groupOf = (peppolId: string): string => encodeURIComponent(`iso6523-actorid-upis::${peppolId}`)

const groupXml = (store: FakeSmp['store'], group: string): string => {
  const references = [...store.keys()]
    .filter((path) => path.startsWith(`${group}/services/`))
    .map((path) => `<ServiceMetadataReference href="http://smp.example/${path}"/>`)
  return (
    '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/">' +
    `<ServiceMetadataReferenceCollection>${references.join('')}</ServiceMetadataReferenceCollection>` +
    '</ServiceGroup>'
  )
}

/** As phoss-smp answers: a participant that leaves has one key, and a key works once. */
const migrated = (fake: FakeSmp, step: string, group: string, key: string): { status: number; body: string } => {
  if (step === 'outbound/cancel') return { status: fake.offers.delete(group) ? 200 : 400, body: '' }
  if (step === 'inbound') {
    if (key === '' || fake.offers.get(group) !== key) return { status: 400, body: 'The SML refuses the migration key' }
    fake.offers.delete(group)
    return { status: 200, body: '<migrationInboundResponse success="true" serviceGroupCreated="true"/>' }
  }
  if (fake.offers.has(group)) return { status: 400, body: 'The outbound migration is already in progress' }
  if (!fake.store.has(group)) return { status: 404, body: 'The service group does not exist' }
  const made = `Ab<&"$#${fake.offers.size}${fake.asked}`
  fake.offers.set(group, made)
  const shown = made.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;')
  return {
    status: 200,
    body: `<migrationOutboundResponse><migrationKey>${shown}</migrationKey></migrationOutboundResponse>`,
  }
}

const served = (
  fake: FakeSmp,
  { method, headers }: IncomingMessage,
  path: string,
  body: string,
): { status: number; body: string } | undefined => {
  fake.authorizations.add(headers.authorization)
  if (fake.broken?.path.test(path))
    return fake.broken.status === 'silence'
      ? undefined
      : { status: fake.broken.status, body: '<html><body>It is broken</body></html>' }
  const [, step, group = '', key = ''] =
    /^migration\/(outbound\/start|outbound\/cancel|inbound)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  if (step) return migrated(fake, step, group, decodeURIComponent(key))
  if (method === 'PUT') fake.store.set(path, body)
  else if (!fake.store.has(path)) return { status: 404, body: '' }
  else if (method === 'DELETE')
    for (const key of fake.store.keys()) if (key === path || key.startsWith(`${path}/`)) fake.store.delete(key)
  return { status: 200, body: method === 'GET' ? groupXml(fake.store, path) : '' }
}

export const startFakeSmp = async (): Promise<FakeSmp> => {
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    fake.asked += 1
    const once = fake.meanwhile
    if (once && once.method === request.method) {
      fake.meanwhile = undefined
      await once.happens()
    }
    const answer = served(fake, request, (request.url ?? '').slice(1), body)
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const folder = await mkdtemp(join(tmpdir(), 'smp-'))
  const certificate = join(folder, 'ap.pem')
  await writeFile(certificate, '-----BEGIN CERTIFICATE-----\nQUJD\nREVG\n-----END CERTIFICATE-----\n')
  const fake: FakeSmp = {
    settings: {
      SMP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      SMP_USER: 'peppol',
      SMP_PASSWORD: 'secret',
      SMP_ENDPOINT_URL: 'https://ap.example.com/as4',
      SMP_CERTIFICATE_FILE: certificate,
      SMP_CONTACT: 'https://example.com/help',
    },
    store: new Map(),
    offers: new Map(),
    asked: 0,
    broken: undefined,
    meanwhile: undefined,
    authorizations: new Set(),
    reset() {
      fake.store.clear()
      fake.offers.clear()
      Object.assign(fake, { asked: 0, broken: undefined, meanwhile: undefined, authorizations: new Set() })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true })
    },
  }
  return fake
}
