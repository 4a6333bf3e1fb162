/** What a collector of OpenTelemetry is told, and what becomes of requests while it is away. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startApp } from '../support/app.ts'
import { freePort } from '../support/servers.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { type Collected, spansIn } from '../support/span-sink.ts'
import { Trade } from '../support/trade.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SECRET_NUMBER = 'NOT-TOLD-4711'
const PATIENCE_MS = 60_000

const names = (spans: readonly Collected[]): string[] => spans.map(({ name }) => name)

describe('a server whose spans are collected', () => {
  let [app, sink, trade]: [TestApp?, Sink?, Trade?] = []
  let spans: readonly Collected[] = []

  beforeAll(async () => {
    sink = await startSink()
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url })
    trade = await Trade.between(app, 'BE')
    const { supplier } = trade
    const sent = await supplier.post('/v1/documents/send', trade.body({ number: SECRET_NUMBER }), {
      traceparent: `00-${TRACE}-${CALLER}-01`,
    })
    if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
    await trade.settle()
    await supplier.get('/v1/documents/doc_unknown')
    const closing = app.close()
    app = undefined
    await closing
    spans = spansIn(sink)
  }, PATIENCE_MS)
  afterAll(async () => {
    await app?.close()
    await sink?.stop()
  })

  test('tells of a request which operation it was and which statements it ran, in the trace of its caller', () => {
    const own = spans.filter(({ traceId }) => traceId === TRACE)
    const request = own.find(({ parentSpanId }) => parentSpanId === CALLER)
    expect(request).toMatchObject({
      name: 'POST /v1/documents/send',
      facts: { 'http.response.status_code': 201, 'invoice_exchange.operation': 'sendDocument' },
    })
    const operation = own.find(({ name }) => name === 'sendDocument')
    expect(operation?.parentSpanId).toBe(request?.spanId)
    const statements = own.filter(({ parentSpanId }) => parentSpanId === operation?.spanId)
    expect(names(statements).some((name) => name.startsWith('INSERT ') && name.includes('documents'))).toBe(true)
  })

  test('tells of work apart from the request that woke it, with its statements', () => {
    const delivery = spans.find(({ name }) => name === 'work document.deliver')
    expect(delivery).toMatchObject({ parentSpanId: '', facts: { 'invoice_exchange.attempt': 1 } })
    expect(delivery?.traceId).not.toBe(TRACE)
    const within = spans.filter(({ traceId }) => traceId === delivery?.traceId)
    expect(names(within)).toContain('access-point send')
    expect(names(within).some((name) => name.includes('INSERT delivery_attempts'))).toBe(true)
  })

  test('tells the code of a refusal, and nothing that callers have written', () => {
    const refused = spans.find(({ name }) => name === 'GET /v1/documents/:documentId')
    expect(refused?.facts).toMatchObject({ 'http.response.status_code': 404 })
    expect(JSON.stringify(spans)).not.toContain(SECRET_NUMBER)
  })
})

test('while the collector is away, requests are answered as always, and the application closes', async () => {
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  const tenant = await app.tenant()
  expect((await tenant.get('/v1/me')).status).toBe(200)
  await expect(app.close()).resolves.toBeUndefined()
})

test('where no trace is asked for, a caller with a trace decides for its own request', async () => {
  const sink = await startSink()
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER_ARG: '0' })
  try {
    const tenant = await app.tenant()
    await tenant.get('/v1/me')
    await tenant.get('/v1/me', { traceparent: `00-${TRACE}-${CALLER}-01` })
  } finally {
    // What was not sent yet is sent now.
    await app.close()
    await sink.stop()
  }
  expect(new Set(spansIn(sink).map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
})
