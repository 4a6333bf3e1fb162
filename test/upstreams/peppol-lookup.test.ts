import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type LookupReason } from '../../src/upstreams/directory/lookup.ts'
import { smlNameOf } from '../../src/upstreams/directory/sml.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { SERVFAIL, packet } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Lookups, expectEnd, startLookups, traceIn } from '../support/lookups.ts'

let x: Lookups
beforeAll(async () => void (x = await startLookups()))
afterEach(() => x.heal())
afterAll(() => x.close())

const DAY = 86_400_000

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
    ['no NAPTR record for another service', 'sml', 'NOT_IN_SML', () => x.naptr({ services: 'Meta:Other' })],
    [
      'a name server that fails',
      'sml',
      'SML_ERROR',
      () => void (x.network.respond = (query) => [packet(query, { code: SERVFAIL })]),
    ],
    ['a record that is no address', 'sml', 'SML_ERROR', () => x.naptr({ regexp: '!^.*$!smp.example.com!' })],
    [
      'a record with a pattern that would have to be run',
      'sml',
      'SML_ERROR',
      () => x.naptr({ regexp: '!^(.*)$!http://\\1.example.com!' }),
    ],
    ['a record that leads to a file', 'sml', 'SML_ERROR', () => x.naptr({ regexp: '!^.*$!file:///etc/passwd!' })],
    [
      'an SMP that does not know the participant',
      'service-group',
      'NOT_IN_SMP',
      () => x.smpSays('group', (response) => response.writeHead(404).end()),
    ],
    [
      'an SMP that is not there',
      'service-group',
      'SMP_UNREACHABLE',
      () => x.naptr({ regexp: '!^.*$!http://127.0.0.1:1!' }),
    ],
    [
      'an SMP that fails',
      'service-group',
      'SMP_ERROR',
      () => x.smpSays('group', (response) => response.writeHead(500).end()),
    ],
    [
      'an SMP that sends us elsewhere',
      'service-group',
      'SMP_ERROR',
      () => x.smpSays('group', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    ],
    [
      'an SMP that breaks off',
      'service-group',
      'SMP_ERROR',
      () => x.smpSays('group', (_response, request) => request.socket.destroy()),
    ],
    [
      'an SMP that answers with a page',
      'service-group',
      'SMP_ERROR',
      () => x.smpSays('group', (response) => response.end('<!DOCTYPE html><html><body>Welcome</body></html>')),
    ],
    [
      'an SMP that answers without end',
      'service-group',
      'SMP_ERROR',
      () => x.smpSays('group', (response) => response.end(Buffer.alloc(2 * 1_048_576, 0x20))),
    ],
    [
      'an SMP that answers about another participant',
      'service-group',
      'SMP_ERROR',
      () =>
        x.smpSays('group', (response) =>
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
      () => x.smpSays('service', (response) => response.writeHead(404).end()),
    ],
    [
      'an SMP that fails on the second question',
      'service-metadata',
      'SMP_ERROR',
      () => x.smpSays('service', (response) => response.writeHead(503).end()),
    ],
    [
      'a record of another kind of document',
      'signature',
      'SMP_ERROR',
      () => x.metadata((xml) => xml.replaceAll('Invoice-2', 'Order-2')),
    ],
    [
      'a record of another participant',
      'signature',
      'SMP_ERROR',
      () => x.metadata((xml) => xml.replaceAll(x.peppolId, '0208:0403019261')),
    ],
    [
      'an activation that is no instant',
      'signature',
      'SMP_ERROR',
      () => x.within('<ServiceActivationDate>soon</ServiceActivationDate>'),
    ],
    [
      'a transport of former times',
      'endpoint',
      'TRANSPORT_NOT_SUPPORTED',
      () => x.metadata((xml) => xml.replaceAll('peppol-transport-as4-v2_0', 'busdox-transport-as2-ver2p0')),
    ],
    [
      'an endpoint that is no address',
      'endpoint',
      'TRANSPORT_NOT_SUPPORTED',
      () => x.metadata((xml) => xml.replace('https://ap.example.com/as4', 'mailto:ap@example.com')),
    ],
    [
      'an endpoint that becomes active tomorrow',
      'endpoint',
      'ENDPOINT_NOT_YET_ACTIVE',
      () =>
        x.within(
          `<ServiceActivationDate>${new Date(systemClock.now().getTime() + DAY).toISOString()}</ServiceActivationDate>`,
        ),
    ],
    [
      'an endpoint that was active until yesterday',
      'endpoint',
      'ENDPOINT_EXPIRED',
      () =>
        x.within(
          '<ServiceActivationDate>2020-01-01T00:00:00</ServiceActivationDate><ServiceExpirationDate>' +
            `${new Date(systemClock.now().getTime() - DAY).toISOString().replace('Z', '+00:00')}</ServiceExpirationDate>`,
        ),
    ],
    [
      'an access point whose certificate has expired',
      'endpoint',
      'ENDPOINT_CERTIFICATE_EXPIRED',
      async () => {
        const { base64 } = await x.network.certifyAccessPoint(
          new Date(systemClock.now().getTime() - 2 * DAY),
          new Date(systemClock.now().getTime() - DAY),
        )
        x.metadata((xml) => xml.replace(/<Certificate>[^<]*</, `<Certificate>${base64}<`))
      },
    ],
  ]
  test.each(failures)(
    'a lookup with %s ends at %s with %s, and is not remembered',
    async (_name, step, reason, arrange) => {
      await arrange()
      expectEnd(await x.verify(), step, reason)
      // And it is not remembered.
      x.heal()
      expect((await x.verify()).body).toMatchObject({ canReceive: true, reason: null })
    },
  )

  test('a lookup of a name that nobody has ends at sml with NOT_IN_SML', async () =>
    expectEnd(await x.verify('INVOICE', '0208:0403019261'), 'sml', 'NOT_IN_SML'))
  test.each(['PURCHASE_ORDER', 'urn:x::y##z::1'])(
    'a lookup of %s, which is not received, ends at service-metadata with DOCUMENT_TYPE_NOT_SUPPORTED',
    async (documentType) => {
      expectEnd(await x.verify(documentType), 'service-metadata', 'DOCUMENT_TYPE_NOT_SUPPORTED')
      expect(x.network.requests.filter(({ path }) => path.includes('/services/'))).toEqual([])
    },
  )

  test('a broken SMP is the affair of its participants: the circuit of the lookup stays closed', async () => {
    x.smpSays('group', (response) => response.writeHead(500).end())
    for (let n = 0; n < 6; n += 1) expect((await x.verify()).status).toBe(502)
    expect((await x.app.anyone.get('/health/readiness')).body.circuits.directory).toMatchObject({
      state: 'closed',
      failures: 0,
    })
  })
})

describe('silent servers', () => {
  let hasty: TestApp
  let asking: Tenant
  beforeAll(async () => {
    hasty = await startApp({ ...x.network.settings, DIRECTORY_TIMEOUT_MS: '1000' })
    asking = await hasty.tenant()
  })
  afterAll(() => hasty.close())
  afterEach(() => hasty.clock.advance(61_000))

  test.each<[step: string, reason: LookupReason, arrange: () => unknown]>([
    ['sml', 'SML_TIMEOUT', () => void (x.network.respond = () => [])],
    ['service-group', 'SMP_TIMEOUT', () => x.smpSays('group', () => undefined)],
    ['service-metadata', 'SMP_TIMEOUT', () => x.smpSays('service', () => undefined)],
  ])('a lookup does not wait for a server that is silent: %s ends with %s', async (step, reason, arrange) => {
    arrange()
    const answer = await asking.post('/v1/directory/verify', { peppolId: x.peppolId, documentType: 'INVOICE' })
    expectEnd(answer, step, reason)
    expect(traceIn(answer).at(-1)).toMatchObject({ answered: null })
    expect(traceIn(answer).at(-1).durationMs).toBeGreaterThanOrEqual(990)
  })
})
