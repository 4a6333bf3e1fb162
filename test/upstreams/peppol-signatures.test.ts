import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { type Answer } from '../support/app.ts'
import { newAuthority, newKeys, privatePem } from '../support/authority.ts'
import { smallInvoice } from '../support/invoices.ts'
import { type Lookups, expectEnd, startLookups, traceIn } from '../support/lookups.ts'
import { expectRefusal } from '../support/refusals.ts'
import { EXCLUSIVE } from '../support/xml-signature.ts'

let x: Lookups
beforeAll(async () => void (x = await startLookups()))
afterEach(() => x.heal())
afterAll(() => x.close())

const DAY = 86_400_000

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
    ['of which a part is signed', 'SIGNATURE_INVALID', () => Object.assign(x.network.signer, { uri: '#part' })],
    [
      'whose signature leaves something out',
      'SIGNATURE_INVALID',
      () =>
        Object.assign(x.network.signer, {
          transforms: [
            'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
            'http://www.w3.org/TR/1999/REC-xpath-19991116',
          ],
        }),
    ],
    ['with a digest of former times', 'SIGNATURE_INVALID', () => Object.assign(x.network.signer, { hash: 'sha1' })],
    [
      'by the holder of another key',
      'SIGNATURE_INVALID',
      async () => Object.assign(x.network.signer, { key: await privatePem(await newKeys()) }),
    ],
    ['without a certificate', 'SIGNATURE_INVALID', () => Object.assign(x.network.signer, { certificates: [] })],
    [
      'with something else for a certificate',
      'SIGNATURE_INVALID',
      () => Object.assign(x.network.signer, { certificates: ['QUJD'] }),
    ],
    [
      'by somebody who certifies himself',
      'CERTIFICATE_UNTRUSTED',
      async () =>
        Object.assign(x.network.signer, {
          certificates: [(await newAuthority('CN=Test SMP Authority, O=Loopback, C=BE', x.network.keys)).base64],
        }),
    ],
    [
      'by an access point, whose authority is not that for SMPs',
      'CERTIFICATE_UNTRUSTED',
      () => Object.assign(x.network.signer, { certificates: [x.network.accessPoint.base64] }),
    ],
    [
      'by whom an SMP has certified, which is no authority',
      'CERTIFICATE_UNTRUSTED',
      async () => {
        const false_ = await (
          await newAuthority('CN=PSMP000777, O=Loopback SMP, C=BE', x.network.keys)
        ).certify({ subject: 'CN=Anybody', keys: x.network.keys })
        Object.assign(x.network.signer, { certificates: [false_.base64, ...x.network.signer.certificates] })
      },
    ],
    ['with a certificate that has expired', 'CERTIFICATE_EXPIRED', () => certified(-2, -1)],
    ['with a certificate that is not valid yet', 'CERTIFICATE_EXPIRED', () => certified(1, 2)],
  ]
  const bare = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>\s*/, '')
  /** What the SMP answers is changed on its way. */
  const tampered = (change: (signed: string) => string): void => {
    x.network.answer = (request, response, usual) => {
      if (!(request.url ?? '').includes('/services/')) return usual()
      const end = response.end.bind(response)
      response.end = ((text: string) => end(change(text))) as typeof response.end
      return usual()
    }
  }
  const certified = async (fromDays: number, toDays: number): Promise<void> => {
    const { base64 } = await x.network.authority.certify({
      subject: 'CN=PSMP000777, O=Loopback SMP, C=BE',
      keys: x.network.keys,
      notBefore: new Date(systemClock.now().getTime() + fromDays * DAY),
      notAfter: new Date(systemClock.now().getTime() + toDays * DAY),
    })
    Object.assign(x.network.signer, { certificates: [base64] })
  }

  test.each(forged)('a record %s is not believed: %s', async (_name, reason, arrange) => {
    await arrange()
    const answer = await x.verify()
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
    Object.assign(x.network.signer, options)
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
  })

  test('a record by an authority below the trusted one is believed when its certificate comes along', async () => {
    const below = await x.network.authority.authorize({ subject: 'CN=Below', keys: x.network.keys })
    const { base64 } = await below.certify({ subject: 'CN=PSMP000778', keys: x.network.keys })
    Object.assign(x.network.signer, { certificates: [base64] })
    expectEnd(await x.verify(), 'signature', 'CERTIFICATE_UNTRUSTED')
    Object.assign(x.network.signer, { certificates: [base64, below.base64] })
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
  })

  test('nothing is sent on the word of a forger: 502 with the reason, and nothing is stored', async () => {
    tampered((xml) => xml.replace('https://ap.example.com/as4', 'https://ap.attacker.example/as4'))
    const before = await x.tenant.footprint()
    const answer = await x.tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: x.tenant.peppolId,
      to: x.peppolId,
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
    expect(await x.tenant.footprint()).toEqual(before)
  })
})

describe('a send tells why it cannot reach the recipient', () => {
  const send = (): Promise<Answer> =>
    x.tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: x.tenant.peppolId,
      to: x.peppolId,
      document: {
        number: 'N-2',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      },
    })
  test.each<[LookupReason, () => unknown]>([
    ['NOT_IN_SMP', () => x.smpSays('group', (response) => response.writeHead(404).end())],
    ['PROCESS_NOT_SUPPORTED', () => x.metadata((xml) => xml.replaceAll('billing:01:1.0', 'billing:02:1.0'))],
    ['ENDPOINT_EXPIRED', () => x.within('<ServiceExpirationDate>2024-01-01T00:00:00Z</ServiceExpirationDate>')],
  ])('a send tells why it cannot reach its recipient: %s', async (reason, arrange) => {
    arrange()
    const before = await x.tenant.footprint()
    const answer = await send()
    expectRefusal(answer, lookupReasons[reason].code)
    expect(answer.body.error.details).toMatchObject([{ field: 'to', rule: lookupReasons[reason].code, reason }])
    expect(traceIn(answer).at(-1)).toMatchObject({ outcome: reason })
    expect(await x.tenant.footprint()).toEqual(before)
  })
})

test('a send tells the broken rules also while its recipient cannot be found out, and stores nothing', async () => {
  const broken = (more: object): object => ({ type: 'invoice', from: x.tenant.peppolId, to: x.peppolId, ...more })
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
      .replaceAll('0403170701', x.tenant.peppolId.slice(5))
      .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>|<cac:OrderReference>.*?<\/cac:OrderReference>/g, ''),
  })
  const before = await x.tenant.footprint()
  for (const [path, body] of [
    ['service', json],
    ['service', xml],
    ['group', xml],
  ] as const) {
    x.smpSays(path, (response) => response.writeHead(503).end())
    const answer = await x.tenant.post('/v1/documents/send', body)
    expectRefusal(answer, 'UBL_VALIDATION_FAILED')
    expect(answer.body.error.details).toContainEqual(expect.objectContaining({ rule: 'PEPPOL-EN16931-R003' }))
    expect(await x.tenant.post('/v1/documents/validate', body)).toMatchObject({
      status: 200,
      body: { valid: false, recipient: null },
    })
    x.heal()
  }
  expect(await x.tenant.footprint()).toEqual(before)
})
