import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { smlNameOf } from '../../src/upstreams/directory/sml.ts'
import { documentTypeIdOf } from '../../src/values/peppol-documents.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { SERVFAIL, packet } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Lookups, startLookups, steps, traceIn } from '../support/lookups.ts'
import { expectRefusal } from '../support/refusals.ts'

let x: Lookups
beforeAll(async () => void (x = await startLookups()))
afterEach(() => x.heal())
afterAll(() => x.close())

const INVOICE = documentTypeIdOf('invoice', 'peppol-billing') ?? ''

describe('the name server', () => {
  test('the name server is asked by TCP where its answer does not fit a datagram', async () => {
    x.network.respond = (query, over) => [
      packet(query, over === 'udp' ? { truncated: true } : { answers: [x.network.naptr(x.peppolId)] }),
    ]
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
    expect(x.network.dns.asked.map(({ over }) => over)).toEqual(['udp', 'tcp'])
  })

  test('the name server is believed only about what it was asked, forged answers are passed over', async () => {
    const evil = x.network.naptr(x.peppolId, { regexp: '!^.*$!http://127.0.0.1:1!' })
    x.network.respond = (query) => [
      packet(query, { answers: [evil], id: ((query.id ?? 0) + 1) & 0xffff }),
      packet(query, { answers: [evil], name: 'other.example' }),
      Buffer.from('garbage'),
      Buffer.alloc(12, 0xff),
      packet(query, { answers: [{ ...evil, name: 'other.example' }, x.network.naptr(x.peppolId)] }),
    ]
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
  })

  test('the name server is asked with another number each time', async () => {
    const numbers = new Set<number>()
    x.network.respond = (query) => {
      numbers.add(query.id ?? 0)
      return [packet(query, { answers: [{ ...x.network.naptr(x.peppolId), ttl: 0 }] })]
    }
    for (let n = 0; n < 8; n += 1) await x.verify()
    expect(numbers.size).toBeGreaterThan(4)
  })

  test('the name server may lead on by another name, and the record with the lowest order counts', async () => {
    const name = smlNameOf(x.peppolId, x.network.zone)
    x.network.respond = (query) => [
      packet(query, {
        answers: [
          { type: 'CNAME', class: 'IN', name, ttl: 60, data: 'elsewhere.example' },
          {
            ...x.network.naptr(x.peppolId, { order: 200, regexp: '!^.*$!http://127.0.0.1:1!' }),
            name: 'elsewhere.example',
          },
          { ...x.network.naptr(x.peppolId), name: 'elsewhere.example' },
        ],
      }),
    ]
    expect((await x.verify()).body).toMatchObject({ canReceive: true })
  })

  test('a name server that is asked first and is dead leaves the question to the second', async () => {
    const other = await startApp({ ...x.network.settings, SML_DNS: `127.0.0.1:1,${x.network.dns.address}` })
    try {
      const asking = await other.tenant()
      expect(
        (await asking.post('/v1/directory/verify', { peppolId: x.peppolId, documentType: 'INVOICE' })).body,
      ).toMatchObject({
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
    const { DIRECTORY_ALLOW_PRIVATE: _private, ...settings } = x.network.settings
    other = await startApp(settings)
    asking = await other.tenant()
  })
  afterAll(() => other.close())

  test('an SMP inside of our network is not asked: neither by its address, nor at a port of its own', async () => {
    x.naptr({ regexp: `!^.*$!${x.network.smpUrl}!` })
    const question = { peppolId: x.peppolId, documentType: 'INVOICE' }
    expect((await asking.post('/v1/directory/verify', question)).body.error.details).toMatchObject([
      { reason: 'SML_ERROR', message: expect.stringContaining('port') },
    ])
    other.clock.advance(61_000)
    x.naptr({ regexp: '!^.*$!http://127.0.0.1!' })
    expect((await asking.post('/v1/directory/verify', question)).body.error.details).toMatchObject([
      { reason: 'SMP_UNREACHABLE', message: expect.stringContaining('not public') },
    ])
    expect(x.network.requests).toEqual([])
  })

  test('with the name servers down the circuit opens, readiness says so, and calls fail at once with 503', async () => {
    x.network.respond = (query) => [packet(query, { code: SERVFAIL })]
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(502)
    expect(await other.anyone.get('/health/readiness')).toMatchObject({
      status: 503,
      body: { status: 'degraded', circuits: { directory: { state: 'open' } } },
    })
    x.network.dns.asked.splice(0)
    const answer = await ask()
    expectRefusal(answer, 'UPSTREAM_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body.error.details).toMatchObject([
      { reason: 'SML_UNREACHABLE', trace: [{ step: 'sml', outcome: 'SML_UNREACHABLE', answered: null }] },
    ])
    expect(x.network.dns.asked).toEqual([])
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
    const { body } = await x.tenant.post('/v1/directory/verify', { peppolId: x.peppolId, documentType: 'INVOICE' })
    expect(body).toEqual({
      peppolId: x.peppolId,
      exists: true,
      canReceive: true,
      reason: null,
      recipientName: expect.any(String),
      documentType: 'INVOICE',
      accessPoint: 'POP000777',
    })
    const trace = traceIn(await x.verify())
    expect(trace.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(steps.map((step) => `${step} OK`))
    for (const one of trace)
      expect(Object.keys(one)).toEqual(['step', 'target', 'answered', 'detail', 'outcome', 'durationMs'])
  })

  test('the trace of a lookup is asked for in the query and nowhere else', async () => {
    const question = { peppolId: x.peppolId, documentType: 'INVOICE' }
    expectRefusal(await x.tenant.post('/v1/directory/verify?trace=maybe', question), 'INVALID_REQUEST')
    expectRefusal(await x.tenant.post('/v1/directory/verify', { ...question, trace: true }), 'INVALID_REQUEST')
    const { body } = await x.app.anyone.get('/openapi.json')
    const { parameters, requestBody } = body.paths['/v1/directory/verify'].post
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'trace', in: 'query', required: false }))
    expect(Object.keys(requestBody.content['application/json'].schema.properties)).toEqual(['peppolId', 'documentType'])
  })

  test('the trace of a lookup is a field in GraphQL, and stands in the details of an error', async () => {
    const query =
      'query ($peppolId: PeppolId!) { verifyParticipant(peppolId: $peppolId, documentType: "INVOICE") { ' +
      'canReceive reason trace { step target answered reason detail durationMs } } }'
    const { data } = await x.tenant.graphql(query, { peppolId: x.peppolId })
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
    x.app.clock.advance(61_000)
    x.smpSays('group', (response) => response.writeHead(500).end())
    const { errors } = await x.tenant.graphql(query, { peppolId: x.peppolId })
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
    x.smpSays('service', (response) => response.writeHead(500).end())
    const { headers } = await x.verify()
    const { body } = await x.tenant.get(`/v1/requests/${headers['x-request-id']}`)
    expect(body.upstreamCalls.map(({ upstream, outcome }: Body) => `${upstream} ${outcome}`)).toEqual([
      'directory ok',
      'smp ok',
      'smp UPSTREAM_ERROR',
    ])
  })

  test('a participant shows where its documents are handed over', async () => {
    expect((await x.tenant.get(`/v1/directory/${x.peppolId}`)).body).toMatchObject({
      accepts: expect.arrayContaining([INVOICE]),
      endpoint: 'https://ap.example.com/as4',
      accessPoint: 'POP000777',
      transportProfile: 'peppol-transport-as4-v2_0',
    })
  })
})
