import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { type Trace, traced } from '../kernel/trace.ts'

const FAILURES_TO_OPEN = 5
const COOLDOWN_MS = 10_000

interface CircuitView {
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

export const newCircuit = (name: string, now: () => Date): Circuit => new CountingCircuit(name, now)

/**
 * The circuit of a simulator: each organization has its own, so that failures on purpose cut off nobody else. None of
 * them says anything about this deployment.
 */
export const simulatorCircuit = (name: string, now: () => Date): Circuit => new CircuitByOrganization(name, now)

/** Those that have failed since they last answered; beyond so many the oldest is forgotten. */
const MOST_REMEMBERED = 1_000

class CircuitByOrganization implements Circuit {
  readonly name: string
  readonly #now: () => Date
  readonly #failing = new Map<string, CountingCircuit>()
  #latest: CountingCircuit

  constructor(name: string, now: () => Date) {
    this.name = name
    this.#now = now
    this.#latest = new CountingCircuit(name, now)
  }

  async call<T>(trace: Trace, what: string, timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const organizationId = trace.organizationId ?? ''
    const circuit = this.#failing.get(organizationId) ?? new CountingCircuit(this.name, this.#now)
    this.#latest = circuit
    try {
      return await circuit.call(trace, what, timeoutMs, body)
    } finally {
      this.#failing.delete(organizationId)
      if (circuit.view().failures > 0) this.#remember(organizationId, circuit)
    }
  }

  view(): CircuitView {
    return { state: 'closed', failures: 0, cooldown_remaining: 0 }
  }

  last(): ReturnType<Circuit['last']> {
    return { ...this.#latest.last(), error: null }
  }

  #remember(organizationId: string, circuit: CountingCircuit): void {
    this.#failing.set(organizationId, circuit)
    const [oldest] = this.#failing.keys()
    if (this.#failing.size > MOST_REMEMBERED && oldest !== undefined) this.#failing.delete(oldest)
  }
}

class CountingCircuit implements Circuit {
  readonly name: string
  readonly #now: () => Date
  readonly #last: { at: Date | null; ms: number | null; error: string | null } = { at: null, ms: null, error: null }
  #failures = 0
  #restsUntil = 0
  #trying = false

  constructor(name: string, now: () => Date) {
    this.name = name
    this.#now = now
  }

  call<T>(trace: Trace, what: string, timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return traced(trace, this.name, what, () => this.#attempt(timeoutMs, body))
  }

  view(): CircuitView {
    const remaining = this.#remaining
    return { state: remaining > 0 ? 'open' : 'closed', failures: this.#failures, cooldown_remaining: remaining }
  }

  last(): ReturnType<Circuit['last']> {
    return this.#last
  }

  get #isBroken(): boolean {
    return this.#failures >= FAILURES_TO_OPEN
  }

  /** Seconds until the upstream is tried again. */
  get #remaining(): number {
    return this.#isBroken ? Math.max(0, Math.ceil((this.#restsUntil - this.#now().getTime()) / 1_000)) : 0
  }

  async #attempt<T>(timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#refuseWhileOpen()
    const isTrial = this.#isBroken
    this.#trying ||= isTrial
    const started = performance.now()
    try {
      const result = await limited(this.name, timeoutMs, body)
      this.#failures = 0
      this.#note(started, null)
      return result
    } catch (error) {
      const failure = asUpstreamError(this.name, error)
      this.#failures = isFault(failure) ? this.#failures + 1 : 0
      if (this.#isBroken) this.#restsUntil = this.#now().getTime() + COOLDOWN_MS
      this.#note(started, failure instanceof AppError && isFault(failure) ? failure.code : null)
      throw failure
    } finally {
      if (isTrial) this.#trying = false
    }
  }

  #refuseWhileOpen(): void {
    const remaining = this.#remaining
    if (remaining > 0)
      throw new AppError('UPSTREAM_UNAVAILABLE', {
        message: `The service "${this.name}" is not available. Try again later.`,
        retryAfter: remaining,
      })
    if (this.#isBroken && this.#trying)
      throw new AppError('UPSTREAM_UNAVAILABLE', {
        message:
          `The service "${this.name}" failed before, and another request is checking whether it works ` +
          `again. Try again in a second.`,
        retryAfter: 1,
      })
  }

  #note(started: number, error: string | null): void {
    Object.assign(this.#last, { at: this.#now(), ms: Math.round(performance.now() - started), error })
  }
}

const limited = async <T>(name: string, timeoutMs: number, body: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new AppError('UPSTREAM_TIMEOUT', { message: `The service "${name}" did not answer within ${timeoutMs} ms.` }),
      )
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
        message: `The service "${name}" is not available. Try again later.`,
        retryAfter: 5,
        cause: error,
      })
