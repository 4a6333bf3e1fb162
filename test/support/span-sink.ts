/** What was posted to a sink as to a collector of OpenTelemetry. */
import type { Sink } from './sink.ts'

interface Value {
  stringValue?: string
  intValue?: number
  doubleValue?: number
  boolValue?: boolean
}

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
}

interface Batch {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

export interface Collected {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  facts: Readonly<Record<string, unknown>>
}

const valueOf = ({ stringValue, intValue, doubleValue, boolValue }: Value): unknown =>
  stringValue ?? intValue ?? doubleValue ?? boolValue

export const spansIn = ({ posted }: Sink): Collected[] =>
  posted
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as Batch).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, parentSpanId = '', name, traceId, spanId }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      facts: Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)])),
    }))
