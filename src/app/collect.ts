/** Sends spans to a collector of OpenTelemetry, where the settings name one. Nothing of it is loaded otherwise. */
import type { Env } from '../kernel/env.ts'
import type { Log } from '../kernel/log.ts'
import { collectSpans } from '../kernel/spans.ts'

/** A collector that is away is waited for so long, also when the process ends. Older spans than the last of them go. */
const EXPORT_MS = 2_000
const EVERY_MS = 1_000
const MOST_SPANS = 8_192
const BATCH_SPANS = 512
const SERVICE = 'invoice-exchange'

/** Returns what sends the last spans and ends it. */
export const startCollecting = async (
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, ROLE }: Env,
  log: Log,
): Promise<() => Promise<void>> => {
  if (!endpoint) return () => Promise.resolve()
  const [
    api,
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE, 'invoice_exchange.roles': ROLE.join(',') }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: EXPORT_MS,
        }),
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
        maxQueueSize: MOST_SPANS,
        maxExportBatchSize: BATCH_SPANS,
      }),
    ],
  })
  const say = (message: string): void =>
    log.warn({ err: new Error(message) }, 'Spans could not be sent to the collector')
  const silent = (): void => undefined
  api.diag.setLogger({ error: say, warn: silent, info: silent, debug: silent, verbose: silent })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  collectSpans({ api, tracer: provider.getTracer(SERVICE) })
  return async () => {
    collectSpans(undefined)
    await provider.shutdown().catch((error: unknown) => say(String(error)))
  }
}
