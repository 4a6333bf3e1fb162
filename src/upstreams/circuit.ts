import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { type Trace, traced } from '../kernel/trace.ts'

const FAILURES_TO_OPEN = 5
const COOLDOWN_MS = 10_000

export interface CircuitView {
  state: 'closed' | 'open'
  failures: number
  cooldown_remaining: number
}

/**
 * Everything that goes to one upstream passes here: limited in time, counted, and cut off while the upstream is down.
 * After the pause one call tries it; how that call ends decides for all others.
 */
export interface Circuit {
  readonly name: string
  call<T>(trace: Trace, what: string, timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T>
  view(): CircuitView
  /** How the last call went, for /health/contracts. */
  last(): { at: Date | null; ms: number | null; error: string | null }
}

/** The upstream did its part, and somebody behind it failed or refused: such an error passes as it is. */
const isBeyond = (error: unknown): error is Error =>
  error instanceof Error && 'beyondUpstream' in error && error.beyondUpstream === true

/** An answer that says something about the request is no fault of the upstream. */
const isFault = (error: unknown): boolean =>
  !isBeyond(error) && (!(error instanceof AppError) || catalog[error.code].status >= 500)

export const newCircuit = (name: string, now: () => Date): Circuit => {
  let failures = 0
  let restsUntil = 0
  let trying = false
  const last: { at: Date | null; ms: number | null; error: string | null } = { at: null, ms: null, error: null }
  const isBroken = (): boolean => failures >= FAILURES_TO_OPEN
  const remaining = (): number => (isBroken() ? Math.max(0, Math.ceil((restsUntil - now().getTime()) / 1_000)) : 0)

  return {
    name,
    call: (trace, what, timeoutMs, body) =>
      traced(trace, name, what, async () => {
        if (remaining() > 0)
          throw new AppError('UPSTREAM_UNAVAILABLE', {
            message: `The upstream "${name}" is not available.`,
            retryAfter: remaining(),
          })
        if (isBroken() && trying)
          throw new AppError('UPSTREAM_UNAVAILABLE', {
            message: `The upstream "${name}" is being tried by another call.`,
            retryAfter: 1,
          })
        const isTrial = isBroken()
        trying ||= isTrial
        const started = performance.now()
        const done = (error: string | null): void =>
          void Object.assign(last, { at: now(), ms: Math.round(performance.now() - started), error })
        try {
          const result = await limited(name, timeoutMs, body)
          failures = 0
          done(null)
          return result
        } catch (error) {
          const failure = asUpstreamError(name, error)
          failures = isFault(failure) ? failures + 1 : 0
          if (isBroken()) restsUntil = now().getTime() + COOLDOWN_MS
          done(failure instanceof AppError && isFault(failure) ? failure.code : null)
          throw failure
        } finally {
          if (isTrial) trying = false
        }
      }),
    view: () => ({ state: remaining() > 0 ? 'open' : 'closed', failures, cooldown_remaining: remaining() }),
    last: () => last,
  }
}

const limited = async <T>(name: string, timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('UPSTREAM_TIMEOUT', { message: `The upstream "${name}" took longer than ${timeoutMs} ms.` }))
      ending.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }, timeoutMs)
    timer.unref()
  })
  try {
    return await Promise.race([body(ending.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

const asUpstreamError = (name: string, error: unknown): Error =>
  error instanceof AppError || isBeyond(error)
    ? error
    : new AppError('UPSTREAM_UNAVAILABLE', {
        message: `The upstream "${name}" is not available.`,
        retryAfter: 5,
        cause: error,
      })
