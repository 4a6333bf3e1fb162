import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentTypeIdOf } from '../../src/values/peppol-documents.ts'
import { type Lookups, expectEnd, startLookups, stepsTaken, traceIn } from '../support/lookups.ts'
import { expectRefusal } from '../support/refusals.ts'

let x: Lookups
beforeAll(async () => void (x = await startLookups()))
afterEach(() => x.heal())
afterAll(() => x.close())

const INVOICE = documentTypeIdOf('invoice', 'peppol-billing') ?? ''

describe('wildcards', () => {
  const JAPAN = documentTypeIdOf('invoice', 'pint-jp') ?? ''
  const wildcard = JAPAN.replace('@jp-1::', '*::')
  const group = (): string => `iso6523-actorid-upis::${x.peppolId}`
  const publish = (listed: string): void =>
    void x.network.published.set(
      `${group()}/services/peppol-doctype-wildcard::${listed}`,
      (x.network.published.get(`${group()}/services/busdox-docid-qns::${INVOICE}`) ?? '')
        .replace('busdox-docid-qns', 'peppol-doctype-wildcard')
        .replace(INVOICE, listed)
        .replaceAll('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:peppol:bis:billing'),
    )

  test('a wildcard stands for customizations that begin so, and the one that says most is asked', async () => {
    const before = new Map(x.network.published)
    try {
      // What only a wildcard takes is not among the documents that were registered one by one.
      for (const path of before.keys()) if (path.includes('pint')) x.network.published.delete(path)
      publish(wildcard)
      publish(JAPAN.replace('@jp-1::', '@jp*::'))
      const answer = await x.verify(JAPAN)
      expect(answer.body).toMatchObject({ canReceive: true, documentType: JAPAN })
      expect(decodeURIComponent(traceIn(answer)[2].target)).toContain('billing-1@jp*::2.1')
      expect((await x.verify(JAPAN.replace('@jp-1', '@xx-9'))).body).toMatchObject({ canReceive: true })
      expect((await x.verify(JAPAN.replace('Invoice-2::Invoice', 'Order-2::Order'))).body).toMatchObject({
        canReceive: false,
        reason: 'DOCUMENT_TYPE_NOT_SUPPORTED',
      })
      expect((await x.tenant.get(`/v1/directory/${x.peppolId}`)).body.accepts).toEqual(
        expect.arrayContaining([JAPAN, wildcard]),
      )
    } finally {
      x.network.published.clear()
      for (const [path, xml] of before) x.network.published.set(path, xml)
    }
  })
})

describe('redirects', () => {
  const elsewhere = '/moved/invoice'
  const redirectTo = (href: string, uid: string): void => {
    x.network.rewrite = (xml) =>
      xml.replace(
        /<ServiceInformation>.*<\/ServiceInformation>/s,
        `<Redirect href="${href}"><CertificateUID>${uid}</CertificateUID></Redirect>`,
      )
  }
  /** The other SMP, which has the record that the first one had. */
  const moved = (xml: () => string): void => {
    x.network.answer = (request, response, usual) => (request.url === elsewhere ? void response.end(xml()) : usual())
  }
  const record = async (): Promise<string> => {
    const response = await fetch(
      `${x.network.smpUrl}/${encodeURIComponent(`iso6523-actorid-upis::${x.peppolId}`)}` +
        `/services/${encodeURIComponent(`busdox-docid-qns::${INVOICE}`)}`,
    )
    return response.text()
  }

  test('the SMP that another names is believed by its signature and the name that the first one gave', async () => {
    const signed = await record()
    moved(() => signed)
    redirectTo(`${x.network.smpUrl}${elsewhere}`, 'C=BE,O=Loopback SMP,CN=PSMP000777')
    const answer = await x.verify()
    expect(answer.body).toMatchObject({ canReceive: true, accessPoint: 'POP000777' })
    expect(stepsTaken(answer)).toEqual(
      ['sml', 'service-group', 'service-metadata', 'signature', 'redirect', 'signature', 'endpoint'].map(
        (step) => `${step} OK`,
      ),
    )
    x.app.clock.advance(61_000)
    redirectTo(`${x.network.smpUrl}${elsewhere}`, 'CN=PSMP000999,O=Other,C=BE')
    expect(stepsTaken(await x.verify()).at(-1)).toBe('signature CERTIFICATE_UNTRUSTED')
  })

  test('an SMP names another for this participant alone, and nothing is taken from records of others', async () => {
    const other = (
      await x.tenant.post('/v1/companies', { vatNumber: 'BE0501234533', capabilities: { receive: ['invoice'] } })
    ).body.peppolId
    await x.app.platform.runner?.settle()
    expect((await x.verify('INVOICE', other)).body).toMatchObject({ canReceive: true })
    const theirs = traceIn(await x.verify('INVOICE', other)).find(({ step }) => step === 'service-metadata').target
    x.network.rewrite = (xml) =>
      xml.includes(x.peppolId)
        ? xml.replace(
            /<ServiceInformation>.*<\/ServiceInformation>/s,
            `<Redirect href="${theirs}"><CertificateUID>CN=PSMP000777,O=Loopback SMP,C=BE</CertificateUID></Redirect>`,
          )
        : xml
    const answer = await x.verify()
    expect(stepsTaken(answer).slice(-2)).toEqual(['redirect OK', 'signature SMP_ERROR'])
    expect(answer.body.error.message).toContain(`about ${other}, not about ${x.peppolId}`)
  })

  test('an SMP may name another once only, and by http', async () => {
    redirectTo(`${x.network.smpUrl}${elsewhere}`, 'CN=PSMP000777,O=Loopback SMP,C=BE')
    const again = await record()
    moved(() => again)
    const twice = await x.verify()
    expectRefusal(twice, 'UPSTREAM_ERROR')
    expect(stepsTaken(twice).slice(-3)).toEqual(['redirect OK', 'signature OK', 'redirect SMP_ERROR'])
    x.app.clock.advance(61_000)
    redirectTo('file:///etc/passwd', 'CN=PSMP000777,O=Loopback SMP,C=BE')
    const answer = await x.verify()
    expect(answer.body.error.details).toMatchObject([
      { reason: 'SMP_ERROR', message: expect.stringContaining('not http or https') },
    ])
    expect(stepsTaken(answer).at(-1)).toBe('redirect SMP_ERROR')
  })
})

describe('the cache of answers', () => {
  const asked = (): number => x.network.dns.asked.length + x.network.requests.length

  test('an answer is kept as long as its NAPTR record where the SMP says nothing, then asked anew', async () => {
    await x.verify()
    const first = asked()
    expect(first).toBe(3)
    x.app.clock.advance(40_000)
    const kept = await x.verify()
    expect(asked()).toBe(first)
    expect(traceIn(kept).map(({ answered }) => answered)).toEqual([
      'cache',
      'cache',
      'cache',
      'C=BE, O=Loopback SMP, CN=PSMP000777',
      'POP000777',
    ])
    x.app.clock.advance(21_000)
    await x.verify()
    expect(asked()).toBe(2 * first)
  })

  test.each([
    ['max-age=10', 11_000, 4],
    ['no-store', 0, 4],
    ['public, max-age=3600', 61_000, 1],
  ])('an answer is kept as long as the SMP says: %s', async (cacheControl, later, more) => {
    x.network.answer = (_request, response, usual) => {
      response.setHeader('cache-control', cacheControl)
      usual()
    }
    await x.verify()
    x.network.requests.splice(0)
    x.network.dns.asked.splice(0)
    x.app.clock.advance(later)
    await x.verify()
    // The NAPTR record alone, or the list and the service alone.
    expect(asked()).toBe(more === 1 ? 1 : 2)
    x.app.clock.advance(3_600_000)
  })

  test('that somebody is not registered is kept as long as the zone says', async () => {
    const nobody = '0208:0403170701'
    await x.verify('INVOICE', nobody)
    x.app.clock.advance(29_000)
    expectEnd(await x.verify('INVOICE', nobody), 'sml', 'NOT_IN_SML')
    expect(asked()).toBe(1)
    x.app.clock.advance(2_000)
    await x.verify('INVOICE', nobody)
    expect(asked()).toBe(2)
  })

  test('the validity of a kept answer is judged each time', async () => {
    x.within(
      `<ServiceExpirationDate>${new Date(x.app.clock.now().getTime() + 30_000).toISOString()}</ServiceExpirationDate>`,
    )
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
    x.app.clock.advance(31_000)
    expectEnd(await x.verify(), 'endpoint', 'ENDPOINT_EXPIRED')
    expect(asked()).toBe(3)
  })
})
