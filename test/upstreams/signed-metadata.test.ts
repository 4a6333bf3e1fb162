import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { FormatError } from '../../src/formats/format-error.ts'
import { UnexpectedAnswer, readServiceGroup, readServiceMetadata } from '../../src/upstreams/directory/metadata.ts'
import { SignatureInvalid, readSigned } from '../../src/upstreams/directory/signature.ts'
import { chainTo } from '../../src/upstreams/directory/trust.ts'
import { servedXml } from '../../src/upstreams/smp/metadata-xml.ts'
import { TRANSPORT_PROFILE, networkDocumentOf } from '../../src/values/peppol-documents.ts'
import { type Authority, newAuthority, newKeys, privatePem } from '../support/authority.ts'
import { signXml } from '../support/xml-signature.ts'

/** `npm run test:long -- signatures` takes its time. */
const RUNS = Number(process.env['SIGNATURE_RUNS'] ?? 100)
const PARTICIPANT = '0208:0403019261'
const document = networkDocumentOf('invoice', 'peppol-billing')
const key = { scheme: document?.scheme ?? '', documentTypeId: document?.documentTypeId ?? '' }

let authority: Authority
let signed: string
beforeAll(async () => {
  const keys = await newKeys()
  authority = await newAuthority('CN=Authority', keys)
  const { base64 } = await authority.certify({ subject: 'CN=SMP', keys })
  const xml = servedXml(
    PARTICIPANT,
    { ...key, processIds: document?.processIds ?? [] },
    { endpointUrl: 'https://ap.example.com/as4', certificate: base64, contact: 'https://example.com' },
  )
  signed = signXml(xml, { key: await privatePem(keys), certificates: [base64] })
})

/** What is read of it, by a reader who trusts one authority; undefined for what is refused as it should be. */
const recordIn = (bytes: Uint8Array): unknown => {
  try {
    const { root, certificate, others } = readSigned(bytes)
    if (!chainTo([new X509Certificate(authority.pem)], certificate, others)) return undefined
    return readServiceMetadata(root, PARTICIPANT, key, TRANSPORT_PROFILE)
  } catch (error) {
    if (error instanceof FormatError || error instanceof SignatureInvalid || error instanceof UnexpectedAnswer)
      return undefined
    throw error
  }
}

describe('a signed record', () => {
  test('a signed record is read as it was signed', () =>
    expect(recordIn(Buffer.from(signed))).toMatchObject({
      endpoints: [{ url: 'https://ap.example.com/as4', accessPoint: 'SMP' }],
    }))

  test('a signed record says the same, or nothing, whatever somebody changes in it on its way', () => {
    const meant = recordIn(Buffer.from(signed))
    const place = fc.nat(signed.length - 1)
    const change = fc.oneof(
      fc.record({ at: place, cut: fc.constantFrom(0, 1, 1, 2, 50), put: fc.string({ maxLength: 3 }) }),
      fc.record({
        at: place,
        cut: fc.constant(0),
        put: fc.constantFrom(
          '<',
          '>',
          '&',
          '"',
          '<!-- -->',
          '<?x?>',
          '<a/>',
          '&#13;',
          ' ',
          '\u0000',
          '<![CDATA[',
          'xmlns=""',
          '<ds:Signature/>',
          '<ServiceMetadata/>',
        ),
      }),
      // A piece of it stands somewhere else, once more or instead.
      fc.tuple(place, place, fc.nat(400)).map(([at, from, length]) => ({
        at,
        cut: length % 3 === 0 ? length : 0,
        put: signed.slice(from, from + length),
      })),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          signed,
        )
        const found = recordIn(Buffer.from(changed))
        expect(found === undefined || isDeepStrictEqual(found, meant)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

test('a list of services is read or refused, whatever it is made of', { tags: 'heavy' }, () => {
  const list =
    '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
    'xmlns:id="http://busdox.org/transport/identifiers/1.0/"><id:ParticipantIdentifier ' +
    `scheme="iso6523-actorid-upis">${PARTICIPANT}</id:ParticipantIdentifier>` +
    '<ServiceMetadataReferenceCollection>HREFS</ServiceMetadataReferenceCollection></ServiceGroup>'
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const reference = (href: string): string => `<ServiceMetadataReference href="${escaped(href)}"/>`
  const read = (hrefs: readonly string[]): unknown =>
    readServiceGroup(Buffer.from(list.replace('HREFS', () => hrefs.map(reference).join(''))), PARTICIPANT)
  const own = `https://smp.example/x/services/${encodeURIComponent(`busdox-docid-qns::${key.documentTypeId}`)}`
  expect(
    read([
      own,
      'https://smp.example/',
      'https://smp.example/services/%zz',
      'https://smp.example/services/other-scheme%3A%3Ax',
      '',
    ]),
  ).toEqual([key])
  fc.assert(
    fc.property(fc.array(fc.webUrl({ withFragments: true, withQueryParameters: true }), { maxLength: 5 }), (hrefs) => {
      expect(read([...hrefs, own])).toEqual([key])
    }),
    { numRuns: 100 },
  )
})
