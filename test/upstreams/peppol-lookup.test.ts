import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { smlNameOf } from '../../src/upstreams/directory/sml.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { SERVFAIL, packet } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { expectRefusal } from '../support/refusals.ts'

let network: Network
let app: TestApp
let tenant: Tenant
let peppolId: string
beforeAll(async () => {
  network = await startNetwork()
  app = await startApp(network.settings)
  tenant = await app.tenant('white_label')
  peppolId = (await tenant.post('/v1/companies', { vatNumber: 'BE0417497106', capabilities: { receive: ['invoice'] } }))
    .body.peppolId
  await app.platform.runner?.settle()
})
afterEach(() => {
  network.heal()
  // Whatever was looked up is forgotten: no record here is kept for longer.
  app.clock.advance(61_000)
})
afterAll(async () => {
  await app.close()
  await network.close()
})

const DAY = 86_400_000

const verify = (documentType = 'INVOICE', who = peppolId): Promise<Answer> =>
  tenant.post('/v1/directory/verify?trace=true', { peppolId: who, documentType })

const traceIn = ({ body }: Answer): Body[] => body.trace ?? body.error.details[0].trace
const taken = (answer: Answer): string[] => traceIn(answer).map(({ step, outcome }) => `${step} ${outcome}`)
const steps = ['sml', 'service-group', 'service-metadata', 'signature', 'endpoint']

/** It ended at that step for that reason, all before went well, and the caller is told so by the catalog's code. */
const expectEnd = (answer: Answer, step: string, reason: LookupReason): void => {
  expect(taken(answer)).toEqual([...steps.slice(0, steps.indexOf(step)).map((one) => `${one} OK`), `${step} ${reason}`])
  const { code } = lookupReasons[reason]
  if (catalog[code].status < 500)
    expect(answer).toMatchObject({
      status: 200,
      body: { exists: code !== 'RECIPIENT_NOT_FOUND', canReceive: false, reason, accessPoint: null },
    })
  else {
    expectRefusal(answer, code)
    expect(answer.body.error.details).toMatchObject([{ field: 'peppolId', rule: code, reason }])
  }
}

/** The SMP answers so to what ends so, and as usual to everything else. */
const smpSays = (
  path: 'group' | 'service',
  say: (response: ServerResponse, request: IncomingMessage) => void,
): void => {
  network.answer = (request, response, usual) =>
    /\/services\//.test(request.url ?? '') === (path === 'service') ? say(response, request) : usual()
}

const naptr = (record: Parameters<Network['naptr']>[1]): void => {
  network.respond = (query) => [packet(query, { answers: [network.naptr(peppolId, record)] })]
}

/** The metadata before it is signed. */
const metadata = (change: (xml: string) => string): void => void (network.rewrite = change)
const within = (element: string): void => metadata((xml) => xml.replace('<Certificate>', `${element}<Certificate>`))

test.each([
  ['0192:923609016', 'XQK4T3FMTEZDUY5BOVJMTNAQ45N7E4TIBYHWFPGOT75BSP7UYG2A'],
  ['0208:0000000001', 'X5JURPDV7S26QCFWTOMLYUVI3W4I6TADE5CT27TCAT2VJU5Z5VWQ'],
  ['9930:DE123456789', smlNameOf('9930:de123456789', 'x').split('.')[0]],
])('the name of %s in the SML is %s', (participant, label) => {
  expect(smlNameOf(participant, 'participant.sml.test.tech.peppol.org')).toBe(
    `${label}.iso6523-actorid-upis.participant.sml.test.tech.peppol.org`,
  )
})

describe('lookups that fail', () => {
  const failures: [name: string, step: string, reason: LookupReason, arrange: () => unknown][] = [
    ['no NAPTR record for another service', 'sml', 'NOT_IN_SML', () => naptr({ services: 'Meta:Other' })],
    [
      'a name server that fails',
      'sml',
      'SML_ERROR',
      () => void (network.respond = (query) => [packet(query, { code: SERVFAIL })]),
    ],
    ['a record that is no address', 'sml', 'SML_ERROR', () => naptr({ regexp: '!^.*$!smp.example.com!' })],
    [
      'a record with a pattern that would have to be run',
      'sml',
      'SML_ERROR',
      () => naptr({ regexp: '!^(.*)$!http://\\1.example.com!' }),
    ],
    ['a record that leads to a file', 'sml', 'SML_ERROR', () => naptr({ regexp: '!^.*$!file:///etc/passwd!' })],
    [
      'an SMP that does not know the participant',
      'service-group',
      'NOT_IN_SMP',
      () => smpSays('group', (response) => response.writeHead(404).end()),
    ],
    [
      'an SMP that is not there',
      'service-group',
      'SMP_UNREACHABLE',
      () => naptr({ regexp: '!^.*$!http://127.0.0.1:1!' }),
    ],
    [
      'an SMP that fails',
      'service-group',
      'SMP_ERROR',
      () => smpSays('group', (response) => response.writeHead(500).end()),
    ],
    [
      'an SMP that sends us elsewhere',
      'service-group',
      'SMP_ERROR',
      () => smpSays('group', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    ],
    [
      'an SMP that breaks off',
      'service-group',
      'SMP_ERROR',
      () => smpSays('group', (_response, request) => request.socket.destroy()),
    ],
    [
      'an SMP that answers with a page',
      'service-group',
      'SMP_ERROR',
      () => smpSays('group', (response) => response.end('<!DOCTYPE html><html><body>Welcome</body></html>')),
    ],
    [
      'an SMP that answers without end',
      'service-group',
      'SMP_ERROR',
      () => smpSays('group', (response) => response.end(Buffer.alloc(2 * 1_048_576, 0x20))),
    ],
    [
      'an SMP that answers about another participant',
      'service-group',
      'SMP_ERROR',
      () =>
        smpSays('group', (response) =>
          response.end(
            '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
              'xmlns:id="http://busdox.org/transport/identifiers/1.0/"><id:ParticipantIdentifier ' +
              'scheme="iso6523-actorid-upis">0208:0403019261</id:ParticipantIdentifier></ServiceGroup>',
          ),
        ),
    ],
    [
      'a kind of document that was listed and is gone',
      'service-metadata',
      'DOCUMENT_TYPE_NOT_SUPPORTED',
      () => smpSays('service', (response) => response.writeHead(404).end()),
    ],
    [
      'an SMP that fails on the second question',
      'service-metadata',
      'SMP_ERROR',
      () => smpSays('service', (response) => response.writeHead(503).end()),
    ],
    [
      'a record of another kind of document',
      'signature',
      'SMP_ERROR',
      () => metadata((xml) => xml.replaceAll('Invoice-2', 'Order-2')),
    ],
    [
      'a record of another participant',
      'signature',
      'SMP_ERROR',
      () => metadata((xml) => xml.replaceAll(peppolId, '0208:0403019261')),
    ],
    [
      'an activation that is no instant',
      'signature',
      'SMP_ERROR',
      () => within('<ServiceActivationDate>soon</ServiceActivationDate>'),
    ],
    [
      'a transport of former times',
      'endpoint',
      'TRANSPORT_NOT_SUPPORTED',
      () => metadata((xml) => xml.replaceAll('peppol-transport-as4-v2_0', 'busdox-transport-as2-ver2p0')),
    ],
    [
      'an endpoint that is no address',
      'endpoint',
      'TRANSPORT_NOT_SUPPORTED',
      () => metadata((xml) => xml.replace('https://ap.example.com/as4', 'mailto:ap@example.com')),
    ],
    [
      'an endpoint that becomes active tomorrow',
      'endpoint',
      'ENDPOINT_NOT_YET_ACTIVE',
      () => within(`<ServiceActivationDate>${new Date(Date.now() + DAY).toISOString()}</ServiceActivationDate>`),
    ],
    [
      'an endpoint that was active until yesterday',
      'endpoint',
      'ENDPOINT_EXPIRED',
      () =>
        within(
          '<ServiceActivationDate>2020-01-01T00:00:00</ServiceActivationDate><ServiceExpirationDate>' +
            `${new Date(Date.now() - DAY).toISOString().replace('Z', '+00:00')}</ServiceExpirationDate>`,
        ),
    ],
    [
      'an access point whose certificate has expired',
      'endpoint',
      'ENDPOINT_CERTIFICATE_EXPIRED',
      async () => {
        const { base64 } = await network.certifyAccessPoint(new Date(Date.now() - 2 * DAY), new Date(Date.now() - DAY))
        metadata((xml) => xml.replace(/<Certificate>[^<]*</, `<Certificate>${base64}<`))
      },
    ],
  ]
  test.each(failures)(
    'a lookup with %s ends at %s with %s, and is not remembered',
    async (_name, step, reason, arrange) => {
      await arrange()
      expectEnd(await verify(), step, reason)
      // And it is not remembered.
      network.heal()
      app.clock.advance(61_000)
      expect((await verify()).body).toMatchObject({ canReceive: true, reason: null })
    },
  )

  test('a lookup of a name that nobody has ends at sml with NOT_IN_SML', async () =>
    expectEnd(await verify('INVOICE', '0208:0403019261'), 'sml', 'NOT_IN_SML'))
  test.each(['PURCHASE_ORDER', 'urn:x::y##z::1'])(
    'a lookup of %s, which is not received, ends at service-metadata with DOCUMENT_TYPE_NOT_SUPPORTED',
    async (documentType) => {
      expectEnd(await verify(documentType), 'service-metadata', 'DOCUMENT_TYPE_NOT_SUPPORTED')
      expect(network.requests.filter(({ path }) => path.includes('/services/'))).toEqual([])
    },
  )

  test('a broken SMP is the affair of its participants: the circuit of the lookup stays closed', async () => {
    smpSays('group', (response) => response.writeHead(500).end())
    for (let n = 0; n < 6; n += 1) expect((await verify()).status).toBe(502)
    expect((await app.anyone.get('/health/readiness')).body.circuits.directory).toMatchObject({
      state: 'closed',
      failures: 0,
    })
  })
})

describe('silent servers', () => {
  let hasty: TestApp
  let asking: Tenant
  beforeAll(async () => {
    hasty = await startApp({ ...network.settings, DIRECTORY_TIMEOUT_MS: '1000' })
    asking = await hasty.tenant()
  })
  afterAll(() => hasty.close())
  afterEach(() => hasty.clock.advance(61_000))

  test.each<[step: string, reason: LookupReason, arrange: () => unknown]>([
    ['sml', 'SML_TIMEOUT', () => void (network.respond = () => [])],
    ['service-group', 'SMP_TIMEOUT', () => smpSays('group', () => undefined)],
    ['service-metadata', 'SMP_TIMEOUT', () => smpSays('service', () => undefined)],
  ])('a lookup does not wait for a server that is silent: %s ends with %s', async (step, reason, arrange) => {
    arrange()
    const answer = await asking.post('/v1/directory/verify', { peppolId, documentType: 'INVOICE' })
    expectEnd(answer, step, reason)
    expect(traceIn(answer).at(-1)).toMatchObject({ answered: null })
    expect(traceIn(answer).at(-1).durationMs).toBeGreaterThanOrEqual(990)
  })
})
