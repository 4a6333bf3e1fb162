import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { smlNameOf } from '../../src/upstreams/directory/sml.ts'
import { documentTypeIdOf } from '../../src/values/peppol-documents.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { newAuthority, newKeys, privatePem } from '../support/authority.ts'
import { SERVFAIL, packet } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { smallInvoice } from '../support/invoices.ts'
import { expectRefusal } from '../support/refusals.ts'
import { EXCLUSIVE } from '../support/xml-signature.ts'

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

const INVOICE = documentTypeIdOf('invoice', 'peppol-billing') ?? ''
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

describe('signatures', () => {
  const forged: [name: string, reason: LookupReason, arrange: () => unknown][] = [
    [
      'that is not signed',
      'SIGNATURE_INVALID',
      () => tampered((xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '')),
    ],
    [
      'that was changed after it was signed',
      'SIGNATURE_INVALID',
      () => tampered((xml) => xml.replace('https://ap.example.com/as4', 'https://ap.attacker.example/as4')),
    ],
    [
      'whose signature was changed',
      'SIGNATURE_INVALID',
      () => tampered((xml) => xml.replace(/(<ds:SignatureValue>.)./, (_all, start: string) => `${start}+`)),
    ],
    [
      'that hides the signed record in another',
      'SIGNATURE_INVALID',
      () =>
        tampered(
          (xml) =>
            '<SignedServiceMetadata xmlns="http://busdox.org/serviceMetadata/publishing/1.0/">' +
            `<ServiceMetadata/>${bare(xml)}</SignedServiceMetadata>`,
        ),
    ],
    [
      'that carries the signed record beside another, with its signature',
      'SIGNATURE_INVALID',
      () =>
        tampered((xml) =>
          xml.replace('<ServiceMetadata', `<ServiceMetadata><ServiceInformation/></ServiceMetadata><ServiceMetadata`),
        ),
    ],
    [
      'that is signed twice',
      'SIGNATURE_INVALID',
      () => tampered((xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, (one) => one + one)),
    ],
    ['of which a part is signed', 'SIGNATURE_INVALID', () => Object.assign(network.signer, { uri: '#part' })],
    [
      'whose signature leaves something out',
      'SIGNATURE_INVALID',
      () =>
        Object.assign(network.signer, {
          transforms: [
            'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
            'http://www.w3.org/TR/1999/REC-xpath-19991116',
          ],
        }),
    ],
    ['with a digest of former times', 'SIGNATURE_INVALID', () => Object.assign(network.signer, { hash: 'sha1' })],
    [
      'by the holder of another key',
      'SIGNATURE_INVALID',
      async () => Object.assign(network.signer, { key: await privatePem(await newKeys()) }),
    ],
    ['without a certificate', 'SIGNATURE_INVALID', () => Object.assign(network.signer, { certificates: [] })],
    [
      'with something else for a certificate',
      'SIGNATURE_INVALID',
      () => Object.assign(network.signer, { certificates: ['QUJD'] }),
    ],
    [
      'by somebody who certifies himself',
      'CERTIFICATE_UNTRUSTED',
      async () =>
        Object.assign(network.signer, {
          certificates: [(await newAuthority('CN=Test SMP Authority, O=Loopback, C=BE', network.keys)).base64],
        }),
    ],
    [
      'by an access point, whose authority is not that for SMPs',
      'CERTIFICATE_UNTRUSTED',
      () => Object.assign(network.signer, { certificates: [network.accessPoint.base64] }),
    ],
    [
      'by whom an SMP has certified, which is no authority',
      'CERTIFICATE_UNTRUSTED',
      async () => {
        const false_ = await (
          await newAuthority('CN=PSMP000777, O=Loopback SMP, C=BE', network.keys)
        ).certify({ subject: 'CN=Anybody', keys: network.keys })
        Object.assign(network.signer, { certificates: [false_.base64, ...network.signer.certificates] })
      },
    ],
    ['with a certificate that has expired', 'CERTIFICATE_EXPIRED', () => certified(-2, -1)],
    ['with a certificate that is not valid yet', 'CERTIFICATE_EXPIRED', () => certified(1, 2)],
  ]
  const bare = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>\s*/, '')
  /** What the SMP answers is changed on its way. */
  const tampered = (change: (signed: string) => string): void => {
    network.answer = (request, response, usual) => {
      if (!(request.url ?? '').includes('/services/')) return usual()
      const end = response.end.bind(response)
      response.end = ((text: string) => end(change(text))) as typeof response.end
      return usual()
    }
  }
  const certified = async (fromDays: number, toDays: number): Promise<void> => {
    const { base64 } = await network.authority.certify({
      subject: 'CN=PSMP000777, O=Loopback SMP, C=BE',
      keys: network.keys,
      notBefore: new Date(Date.now() + fromDays * DAY),
      notAfter: new Date(Date.now() + toDays * DAY),
    })
    Object.assign(network.signer, { certificates: [base64] })
  }

  test.each(forged)('a record %s is not believed: %s', async (_name, reason, arrange) => {
    await arrange()
    const answer = await verify()
    expectEnd(answer, 'signature', reason)
    expect(JSON.stringify(answer.body)).not.toContain('attacker')
  })

  test.each([
    [
      'exclusive canonicalization',
      { canonicalization: EXCLUSIVE, transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE] },
    ],
    ['a longer digest', { hash: 'sha512' }],
  ])('a record with %s is believed', async (_name, options) => {
    Object.assign(network.signer, options)
    expect((await verify()).body).toMatchObject({ canReceive: true })
  })

  test('a record by an authority below the trusted one is believed when its certificate comes along', async () => {
    const below = await network.authority.authorize({ subject: 'CN=Below', keys: network.keys })
    const { base64 } = await below.certify({ subject: 'CN=PSMP000778', keys: network.keys })
    Object.assign(network.signer, { certificates: [base64] })
    expectEnd(await verify(), 'signature', 'CERTIFICATE_UNTRUSTED')
    Object.assign(network.signer, { certificates: [base64, below.base64] })
    expect((await verify()).body).toMatchObject({ canReceive: true })
  })

  test('nothing is sent on the word of a forger: 502 with the reason, and nothing is stored', async () => {
    tampered((xml) => xml.replace('https://ap.example.com/as4', 'https://ap.attacker.example/as4'))
    const before = await tenant.footprint()
    const answer = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: tenant.peppolId,
      to: peppolId,
      document: {
        number: 'N-1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      },
    })
    expectRefusal(answer, 'UPSTREAM_ERROR')
    expect(answer.body.error.details).toMatchObject([{ field: 'to', reason: 'SIGNATURE_INVALID' }])
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('a send tells why it cannot reach the recipient', () => {
  const send = (): Promise<Answer> =>
    tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: tenant.peppolId,
      to: peppolId,
      document: {
        number: 'N-2',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      },
    })
  test.each<[LookupReason, () => unknown]>([
    ['NOT_IN_SMP', () => smpSays('group', (response) => response.writeHead(404).end())],
    ['PROCESS_NOT_SUPPORTED', () => metadata((xml) => xml.replaceAll('billing:01:1.0', 'billing:02:1.0'))],
    ['ENDPOINT_EXPIRED', () => within('<ServiceExpirationDate>2024-01-01T00:00:00Z</ServiceExpirationDate>')],
  ])('a send tells why it cannot reach its recipient: %s', async (reason, arrange) => {
    arrange()
    const before = await tenant.footprint()
    const answer = await send()
    expectRefusal(answer, lookupReasons[reason].code)
    expect(answer.body.error.details).toMatchObject([{ field: 'to', rule: lookupReasons[reason].code, reason }])
    expect(traceIn(answer).at(-1)).toMatchObject({ outcome: reason })
    expect(await tenant.footprint()).toEqual(before)
  })
})

test('a send tells the broken rules also while its recipient cannot be found out, and stores nothing', async () => {
  const broken = (more: object): object => ({ type: 'invoice', from: tenant.peppolId, to: peppolId, ...more })
  const json = broken({
    document: {
      number: 'N-3',
      issueDate: '2026-11-20',
      lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
    },
  })
  const xml = broken({
    format: 'ubl-xml',
    xml: smallInvoice
      .replaceAll('0403170701', tenant.peppolId.slice(5))
      .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>|<cac:OrderReference>.*?<\/cac:OrderReference>/g, ''),
  })
  const before = await tenant.footprint()
  for (const [path, body] of [
    ['service', json],
    ['service', xml],
    ['group', xml],
  ] as const) {
    smpSays(path, (response) => response.writeHead(503).end())
    const answer = await tenant.post('/v1/documents/send', body)
    expectRefusal(answer, 'UBL_VALIDATION_FAILED')
    expect(answer.body.error.details).toContainEqual(expect.objectContaining({ rule: 'PEPPOL-EN16931-R003' }))
    expect(await tenant.post('/v1/documents/validate', body)).toMatchObject({
      status: 200,
      body: { valid: false, recipient: null },
    })
    network.heal()
    app.clock.advance(61_000)
  }
  expect(await tenant.footprint()).toEqual(before)
})

describe('wildcards', () => {
  const JAPAN = documentTypeIdOf('invoice', 'pint-jp') ?? ''
  const wildcard = JAPAN.replace('@jp-1::', '*::')
  const group = (): string => `iso6523-actorid-upis::${peppolId}`
  const publish = (listed: string): void =>
    void network.published.set(
      `${group()}/services/peppol-doctype-wildcard::${listed}`,
      (network.published.get(`${group()}/services/busdox-docid-qns::${INVOICE}`) ?? '')
        .replace('busdox-docid-qns', 'peppol-doctype-wildcard')
        .replace(INVOICE, listed)
        .replaceAll('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:peppol:bis:billing'),
    )

  test('a wildcard stands for customizations that begin so, and the one that says most is asked', async () => {
    const before = new Map(network.published)
    try {
      // What only a wildcard takes is not among the documents that were registered one by one.
      for (const path of before.keys()) if (path.includes('pint')) network.published.delete(path)
      publish(wildcard)
      publish(JAPAN.replace('@jp-1::', '@jp*::'))
      const answer = await verify(JAPAN)
      expect(answer.body).toMatchObject({ canReceive: true, documentType: JAPAN })
      expect(decodeURIComponent(traceIn(answer)[2].target)).toContain('billing-1@jp*::2.1')
      expect((await verify(JAPAN.replace('@jp-1', '@xx-9'))).body).toMatchObject({ canReceive: true })
      expect((await verify(JAPAN.replace('Invoice-2::Invoice', 'Order-2::Order'))).body).toMatchObject({
        canReceive: false,
        reason: 'DOCUMENT_TYPE_NOT_SUPPORTED',
      })
      expect((await tenant.get(`/v1/directory/${peppolId}`)).body.accepts).toEqual(
        expect.arrayContaining([JAPAN, wildcard]),
      )
    } finally {
      network.published.clear()
      for (const [path, xml] of before) network.published.set(path, xml)
    }
  })
})

describe('redirects', () => {
  const elsewhere = '/moved/invoice'
  const redirectTo = (href: string, uid: string): void => {
    network.rewrite = (xml) =>
      xml.replace(
        /<ServiceInformation>.*<\/ServiceInformation>/s,
        `<Redirect href="${href}"><CertificateUID>${uid}</CertificateUID></Redirect>`,
      )
  }
  /** The other SMP, which has the record that the first one had. */
  const moved = (xml: () => string): void => {
    network.answer = (request, response, usual) => (request.url === elsewhere ? void response.end(xml()) : usual())
  }
  const record = async (): Promise<string> => {
    const response = await fetch(
      `${network.smpUrl}/${encodeURIComponent(`iso6523-actorid-upis::${peppolId}`)}` +
        `/services/${encodeURIComponent(`busdox-docid-qns::${INVOICE}`)}`,
    )
    return response.text()
  }

  test('the SMP that another names is believed by its signature and the name that the first one gave', async () => {
    const signed = await record()
    moved(() => signed)
    redirectTo(`${network.smpUrl}${elsewhere}`, 'C=BE,O=Loopback SMP,CN=PSMP000777')
    const answer = await verify()
    expect(answer.body).toMatchObject({ canReceive: true, accessPoint: 'POP000777' })
    expect(taken(answer)).toEqual(
      ['sml', 'service-group', 'service-metadata', 'signature', 'redirect', 'signature', 'endpoint'].map(
        (step) => `${step} OK`,
      ),
    )
    app.clock.advance(61_000)
    redirectTo(`${network.smpUrl}${elsewhere}`, 'CN=PSMP000999,O=Other,C=BE')
    expect(taken(await verify()).at(-1)).toBe('signature CERTIFICATE_UNTRUSTED')
  })

  test('an SMP names another for this participant alone, and nothing is taken from records of others', async () => {
    const other = (
      await tenant.post('/v1/companies', { vatNumber: 'BE0501234533', capabilities: { receive: ['invoice'] } })
    ).body.peppolId
    await app.platform.runner?.settle()
    expect((await verify('INVOICE', other)).body).toMatchObject({ canReceive: true })
    const theirs = traceIn(await verify('INVOICE', other)).find(({ step }) => step === 'service-metadata').target
    network.rewrite = (xml) =>
      xml.includes(peppolId)
        ? xml.replace(
            /<ServiceInformation>.*<\/ServiceInformation>/s,
            `<Redirect href="${theirs}"><CertificateUID>CN=PSMP000777,O=Loopback SMP,C=BE</CertificateUID></Redirect>`,
          )
        : xml
    const answer = await verify()
    expect(taken(answer).slice(-2)).toEqual(['redirect OK', 'signature SMP_ERROR'])
    expect(answer.body.error.message).toContain(`about ${other}, not about ${peppolId}`)
  })

  test('an SMP may name another once only, and by http', async () => {
    redirectTo(`${network.smpUrl}${elsewhere}`, 'CN=PSMP000777,O=Loopback SMP,C=BE')
    const again = await record()
    moved(() => again)
    const twice = await verify()
    expectRefusal(twice, 'UPSTREAM_ERROR')
    expect(taken(twice).slice(-3)).toEqual(['redirect OK', 'signature OK', 'redirect SMP_ERROR'])
    app.clock.advance(61_000)
    redirectTo('file:///etc/passwd', 'CN=PSMP000777,O=Loopback SMP,C=BE')
    const answer = await verify()
    expect(answer.body.error.details).toMatchObject([
      { reason: 'SMP_ERROR', message: expect.stringContaining('not http or https') },
    ])
    expect(taken(answer).at(-1)).toBe('redirect SMP_ERROR')
  })
})

describe('the cache of answers', () => {
  const asked = (): number => network.dns.asked.length + network.requests.length

  test('an answer is kept as long as its NAPTR record where the SMP says nothing, then asked anew', async () => {
    await verify()
    const first = asked()
    expect(first).toBe(3)
    app.clock.advance(59_000)
    const kept = await verify()
    expect(asked()).toBe(first)
    expect(traceIn(kept).map(({ answered }) => answered)).toEqual([
      'cache',
      'cache',
      'cache',
      'C=BE, O=Loopback SMP, CN=PSMP000777',
      'POP000777',
    ])
    app.clock.advance(2_000)
    await verify()
    expect(asked()).toBe(2 * first)
  })

  test.each([
    ['max-age=10', 11_000, 4],
    ['no-store', 0, 4],
    ['public, max-age=3600', 61_000, 1],
  ])('an answer is kept as long as the SMP says: %s', async (cacheControl, later, more) => {
    network.answer = (_request, response, usual) => {
      response.setHeader('cache-control', cacheControl)
      usual()
    }
    await verify()
    network.requests.splice(0)
    network.dns.asked.splice(0)
    app.clock.advance(later)
    await verify()
    // The NAPTR record alone, or the list and the service alone.
    expect(asked()).toBe(more === 1 ? 1 : 2)
    app.clock.advance(3_600_000)
  })

  test('that somebody is not registered is kept as long as the zone says', async () => {
    const nobody = '0208:0403170701'
    await verify('INVOICE', nobody)
    app.clock.advance(29_000)
    expectEnd(await verify('INVOICE', nobody), 'sml', 'NOT_IN_SML')
    expect(asked()).toBe(1)
    app.clock.advance(2_000)
    await verify('INVOICE', nobody)
    expect(asked()).toBe(2)
  })

  test('the validity of a kept answer is judged each time', async () => {
    within(
      `<ServiceExpirationDate>${new Date(app.clock.now().getTime() + 30_000).toISOString()}</ServiceExpirationDate>`,
    )
    expect((await verify()).body).toMatchObject({ canReceive: true })
    app.clock.advance(31_000)
    expectEnd(await verify(), 'endpoint', 'ENDPOINT_EXPIRED')
    expect(asked()).toBe(3)
  })
})

describe('the name server', () => {
  test('the name server is asked by TCP where its answer does not fit a datagram', async () => {
    network.respond = (query, over) => [
      packet(query, over === 'udp' ? { truncated: true } : { answers: [network.naptr(peppolId)] }),
    ]
    expect((await verify()).body).toMatchObject({ canReceive: true })
    expect(network.dns.asked.map(({ over }) => over)).toEqual(['udp', 'tcp'])
  })

  test('the name server is believed only about what it was asked, forged answers are passed over', async () => {
    const evil = network.naptr(peppolId, { regexp: '!^.*$!http://127.0.0.1:1!' })
    network.respond = (query) => [
      packet(query, { answers: [evil], id: ((query.id ?? 0) + 1) & 0xffff }),
      packet(query, { answers: [evil], name: 'other.example' }),
      Buffer.from('garbage'),
      Buffer.alloc(12, 0xff),
      packet(query, { answers: [{ ...evil, name: 'other.example' }, network.naptr(peppolId)] }),
    ]
    expect((await verify()).body).toMatchObject({ canReceive: true })
  })

  test('the name server is asked with another number each time', async () => {
    const numbers = new Set<number>()
    network.respond = (query) => {
      numbers.add(query.id ?? 0)
      return [packet(query, { answers: [{ ...network.naptr(peppolId), ttl: 0 }] })]
    }
    for (let n = 0; n < 8; n += 1) await verify()
    expect(numbers.size).toBeGreaterThan(4)
  })

  test('the name server may lead on by another name, and the record with the lowest order counts', async () => {
    const name = smlNameOf(peppolId, network.zone)
    network.respond = (query) => [
      packet(query, {
        answers: [
          { type: 'CNAME', class: 'IN', name, ttl: 60, data: 'elsewhere.example' },
          {
            ...network.naptr(peppolId, { order: 200, regexp: '!^.*$!http://127.0.0.1:1!' }),
            name: 'elsewhere.example',
          },
          { ...network.naptr(peppolId), name: 'elsewhere.example' },
        ],
      }),
    ]
    expect((await verify()).body).toMatchObject({ canReceive: true })
  })

  test('a name server that is asked first and is dead leaves the question to the second', async () => {
    const other = await startApp({ ...network.settings, SML_DNS: `127.0.0.1:1,${network.dns.address}` })
    try {
      const asking = await other.tenant()
      expect((await asking.post('/v1/directory/verify', { peppolId, documentType: 'INVOICE' })).body).toMatchObject({
        canReceive: true,
      })
    } finally {
      await other.close()
    }
  })
})

describe('with the name servers down', () => {
  let other: TestApp
  let asking: Tenant
  const ask = (): Promise<Answer> =>
    asking.post('/v1/directory/verify', { peppolId: '0208:0403170701', documentType: 'INVOICE' })
  beforeAll(async () => {
    const { DIRECTORY_ALLOW_PRIVATE: _private, ...settings } = network.settings
    other = await startApp(settings)
    asking = await other.tenant()
  })
  afterAll(() => other.close())

  test('an SMP inside of our network is not asked: neither by its address, nor at a port of its own', async () => {
    naptr({ regexp: `!^.*$!${network.smpUrl}!` })
    const question = { peppolId, documentType: 'INVOICE' }
    expect((await asking.post('/v1/directory/verify', question)).body.error.details).toMatchObject([
      { reason: 'SML_ERROR', message: expect.stringContaining('port') },
    ])
    other.clock.advance(61_000)
    naptr({ regexp: '!^.*$!http://127.0.0.1!' })
    expect((await asking.post('/v1/directory/verify', question)).body.error.details).toMatchObject([
      { reason: 'SMP_UNREACHABLE', message: expect.stringContaining('not public') },
    ])
    expect(network.requests).toEqual([])
  })

  test('with the name servers down the circuit opens, readiness says so, and calls fail at once with 503', async () => {
    network.respond = (query) => [packet(query, { code: SERVFAIL })]
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(502)
    expect(await other.anyone.get('/health/readiness')).toMatchObject({
      status: 503,
      body: { status: 'degraded', circuits: { directory: { state: 'open' } } },
    })
    network.dns.asked.splice(0)
    const answer = await ask()
    expectRefusal(answer, 'UPSTREAM_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body.error.details).toMatchObject([
      { reason: 'SML_UNREACHABLE', trace: [{ step: 'sml', outcome: 'SML_UNREACHABLE', answered: null }] },
    ])
    expect(network.dns.asked).toEqual([])
    expect((await asking.get('/v1/companies')).status).toBe(200)
  })

  test('with the name servers down a fault of a document is told all the same, and nothing stored', async () => {
    const before = await asking.footprint()
    const send = (document: object): Promise<Answer> =>
      asking.post('/v1/documents/send', {
        type: 'invoice',
        from: asking.peppolId,
        to: '0208:0403170701',
        document: {
          number: 'D-1',
          issueDate: '2026-11-20',
          lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
          ...document,
        },
      })
    const broken = await send({ issueDate: '2026-02-30' })
    expectRefusal(broken, 'INVALID_DATE')
    expect(broken.body.error.details).toMatchObject([{ field: 'document.issueDate' }])
    expectRefusal(await send({}), 'UPSTREAM_UNAVAILABLE')
    expect(await asking.footprint()).toEqual(before)
  })

  test('the circuit of the lookup closes by itself when the name servers are back', async () => {
    other.clock.advance(11_000)
    expect((await ask()).body).toMatchObject({ exists: false, reason: 'NOT_IN_SML' })
    expect((await other.anyone.get('/health/readiness')).body.circuits.directory).toMatchObject({
      state: 'closed',
      failures: 0,
    })
  })
})

describe('the trace', () => {
  test('the trace of a lookup is told by REST where it is asked for, and only then', async () => {
    const { body } = await tenant.post('/v1/directory/verify', { peppolId, documentType: 'INVOICE' })
    expect(body).toEqual({
      peppolId,
      exists: true,
      canReceive: true,
      reason: null,
      recipientName: expect.any(String),
      documentType: 'INVOICE',
      accessPoint: 'POP000777',
    })
    const trace = traceIn(await verify())
    expect(trace.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(steps.map((step) => `${step} OK`))
    for (const one of trace)
      expect(Object.keys(one)).toEqual(['step', 'target', 'answered', 'detail', 'outcome', 'durationMs'])
  })

  test('the trace of a lookup is asked for in the query and nowhere else', async () => {
    const question = { peppolId, documentType: 'INVOICE' }
    expectRefusal(await tenant.post('/v1/directory/verify?trace=maybe', question), 'INVALID_REQUEST')
    expectRefusal(await tenant.post('/v1/directory/verify', { ...question, trace: true }), 'INVALID_REQUEST')
    const { body } = await app.anyone.get('/openapi.json')
    const { parameters, requestBody } = body.paths['/v1/directory/verify'].post
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'trace', in: 'query', required: false }))
    expect(Object.keys(requestBody.content['application/json'].schema.properties)).toEqual(['peppolId', 'documentType'])
  })

  test('the trace of a lookup is a field in GraphQL, and stands in the details of an error', async () => {
    const query =
      'query ($peppolId: PeppolId!) { verifyParticipant(peppolId: $peppolId, documentType: "INVOICE") { ' +
      'canReceive reason trace { step target answered reason detail durationMs } } }'
    const { data } = await tenant.graphql(query, { peppolId })
    expect(data.verifyParticipant).toMatchObject({
      canReceive: true,
      reason: null,
      trace: [
        { step: 'SML', reason: null },
        { step: 'SERVICE_GROUP' },
        { step: 'SERVICE_METADATA' },
        { step: 'SIGNATURE' },
        { step: 'ENDPOINT' },
      ],
    })
    app.clock.advance(61_000)
    smpSays('group', (response) => response.writeHead(500).end())
    const { errors } = await tenant.graphql(query, { peppolId })
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'UPSTREAM_ERROR',
          details: [
            {
              reason: 'SMP_ERROR',
              trace: [
                { step: 'sml', outcome: 'OK' },
                { step: 'service-group', outcome: 'SMP_ERROR' },
              ],
            },
          ],
        },
      },
    ])
  })

  test('the trace of the request that failed has the calls of the lookup too', async () => {
    smpSays('service', (response) => response.writeHead(500).end())
    const { headers } = await verify()
    const { body } = await tenant.get(`/v1/requests/${headers['x-request-id']}`)
    expect(body.upstreamCalls.map(({ upstream, outcome }: Body) => `${upstream} ${outcome}`)).toEqual([
      'directory ok',
      'smp ok',
      'smp UPSTREAM_ERROR',
    ])
  })

  test('a participant shows where its documents are handed over', async () => {
    expect((await tenant.get(`/v1/directory/${peppolId}`)).body).toMatchObject({
      accepts: expect.arrayContaining([INVOICE]),
      endpoint: 'https://ap.example.com/as4',
      accessPoint: 'POP000777',
      transportProfile: 'peppol-transport-as4-v2_0',
    })
  })
})
