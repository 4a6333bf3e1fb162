/**
 * Spans for OpenTelemetry: what a request did, and how long each part of it took. While nobody collects them, a span is
 * its body and nothing else.
 */
import type * as Api from '@opentelemetry/api'

/** What collects: the library, which is loaded only where it is asked for. */
export interface Collector {
  api: typeof Api
  tracer: Api.Tracer
}

export type Facts = Readonly<Record<string, string | number | boolean | undefined>>

interface Kind {
  kind?: 'server' | 'client' | 'consumer'
  /** True where it belongs to no request, whoever woke it. */
  isRoot?: boolean
}

/** As `SpanStatusCode` and `SpanKind` of the library. */
const FAILED = 2
const KINDS = { server: 1, client: 2, consumer: 4 } as const

let collector: Collector | undefined

/** Spans go there from now on; without one, nowhere. */
export const collectSpans = (chosen: Collector | undefined): void => {
  collector = chosen
}

export const collectsSpans = (): boolean => collector !== undefined

export interface OpenSpan {
  /** Runs what belongs to it. */
  within<T>(body: () => T): T
  end(facts: Facts, error?: unknown): void
}

/** A span that its owner ends. Undefined while nobody collects. `carrier` may name the trace of the caller. */
export const openSpan = (
  name: string,
  facts: Facts,
  { kind, isRoot = false }: Kind = {},
  carrier?: object,
): OpenSpan | undefined => {
  if (!collector) return undefined
  const { api, tracer } = collector
  const outer = carrier ? api.propagation.extract(api.context.active(), carrier) : api.context.active()
  const options = { attributes: facts, root: isRoot, ...(kind && { kind: KINDS[kind] }) }
  const span = tracer.startSpan(name, options, outer)
  const inner = api.trace.setSpan(outer, span)
  return {
    within: (body) => api.context.with(inner, body),
    end(more, error) {
      span.setAttributes(more)
      if (error !== undefined) span.setStatus({ code: FAILED, message: codeOf(error) })
      span.end()
    },
  }
}

/** What an error says may quote what callers wrote. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error).slice(0, 100)
  return 'code' in error ? String(error.code) : error.name
}

/** Runs `body` as a span. */
export const spanned = <T>(name: string, facts: Facts, body: () => Promise<T>, kind?: Kind): Promise<T> => {
  const span = openSpan(name, facts, kind)
  return span ? ended(span, body) : body()
}

const ended = async <T>(span: OpenSpan, body: () => Promise<T>): Promise<T> => {
  try {
    const result = await span.within(body)
    span.end({})
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}

/** Whether a request, or work, is under way whose parts are told. */
export const isWithinSpan = (): boolean => {
  if (!collector) return false
  const { trace } = collector.api
  return trace.getActiveSpan()?.isRecording() === true
}
