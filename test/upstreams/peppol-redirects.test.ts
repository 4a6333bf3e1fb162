import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { documentTypeIdOf } from '../../src/values/peppol-documents.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
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

const INVOICE = documentTypeIdOf('invoice', 'peppol-billing') ?? ''

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

/** The metadata before it is signed. */
const metadata = (change: (xml: string) => string): void => void (network.rewrite = change)
const within = (element: string): void => metadata((xml) => xml.replace('<Certificate>', `${element}<Certificate>`))

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
