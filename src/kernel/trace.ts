import type { Detail } from './errors/app-error.ts'
import { spanned } from './spans.ts'

export interface UpstreamCall {
  upstream: string
  call: string
  startedMs: number
  durationMs: number
  outcome: string
}

/** What is gathered about a request for its entry in the request log. */
export interface Trace {
  /** Milliseconds of the process clock, to measure from. */
  readonly startedMs: number
  readonly startedAt: Date
  /** On whose behalf; null for work of nobody in particular, and before it is known. */
  organizationId: string | null
  operation?: string
  /** True once an operation that changes something was called. */
  writes: boolean
  upstreamCalls: UpstreamCall[]
  validation: readonly Detail[]
}

export const newTrace = (startedAt: Date, organizationId: string | null): Trace => ({
  startedMs: performance.now(),
  startedAt,
  organizationId,
  writes: false,
  upstreamCalls: [],
  validation: [],
})

/** Runs an upstream call and records how it went. */
export const traced = async <T>(trace: Trace, upstream: string, call: string, body: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const record = (outcome: string): void => {
    trace.upstreamCalls.push({
      upstream,
      call,
      startedMs: Math.round(started - trace.startedMs),
      durationMs: Math.round(performance.now() - started),
      outcome,
    })
  }
  try {
    const result = await spanned(`${upstream} ${call.split(' ', 1)[0]}`, { 'peer.service': upstream }, body, {
      kind: 'client',
    })
    record('ok')
    return result
  } catch (error) {
    record(error instanceof Error && 'code' in error ? String(error.code) : 'error')
    throw error
  }
}
