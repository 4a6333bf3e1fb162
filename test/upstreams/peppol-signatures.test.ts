import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { newAuthority, newKeys, privatePem } from '../support/authority.ts'
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

/** The metadata before it is signed. */
const metadata = (change: (xml: string) => string): void => void (network.rewrite = change)
const within = (element: string): void => metadata((xml) => xml.replace('<Certificate>', `${element}<Certificate>`))

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
