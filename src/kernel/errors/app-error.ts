import { atMost } from '../../values/text.ts'
import { catalog, type ErrorCode } from './catalog.ts'

export interface Detail extends Facts {
  field: string
  rule: string
  message: string
}

/** What a fault may say beside its message, for programs. Every answer tells it: `operation/refusal-view.ts`. */
export interface Facts {
  /** What to do about it. */
  fix?: string | undefined
  /** Values that are accepted, or how many. */
  allowed?: readonly string[] | number | undefined
  found?: number | null | undefined
  limitBytes?: number | null | undefined
  /** The known name that was probably meant. */
  nearest?: string | undefined
  existingId?: string | undefined
  /** The move that is not allowed. */
  from?: string | undefined
  to?: string | undefined
  scope?: string | undefined
  /** Where to go on in the feed. */
  after?: string | undefined
  oldest?: string | undefined
  reason?: string | null | undefined
  trace?: readonly FaultStep[] | undefined
  severity?: string | undefined
  terms?: readonly string[] | undefined
  xpath?: string | undefined
  /** The quota that is used up: whose, how much it is, and when it begins anew. */
  quota?: string | undefined
  resource?: string | undefined
  subjectId?: string | undefined
  limit?: number | null | undefined
  resetsAt?: string | undefined
  /** The kind of a file, as far as its bytes show it, and the part that it lacks. */
  recognized?: string | null | undefined
  missing?: string | undefined
  line?: number | null | undefined
  column?: number | null | undefined
}

/** A step of a lookup on the network. */
export interface FaultStep {
  step: string
  target: string
  answered: string | null
  detail: string | null
  outcome: string
  durationMs: number
}

/** A refusal may repeat what the caller wrote, which may be megabytes: it is cut, in each text and in their number. */
const LONGEST_TEXT = 1_000
const MOST_DETAILS = 500

const bounded = (text: string): string => (text.length > LONGEST_TEXT ? `${atMost(LONGEST_TEXT, text)}…` : text)

const boundedDetail = (detail: Detail): Detail => {
  const isBounded = Object.values(detail).every((value) => typeof value !== 'string' || value.length <= LONGEST_TEXT)
  return isBounded
    ? detail
    : (Object.fromEntries(
        Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]),
      ) as Detail)
}

/** A refusal with a stable code; the catalog decides how each door answers it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: readonly Detail[]
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: readonly Detail[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(bounded(options.message ?? catalog[code].message), { cause: options.cause })
    this.code = code
    this.details = (options.details ?? []).slice(0, MOST_DETAILS).map(boundedDetail)
    this.retryAfter = options.retryAfter
  }
}

/** More that a refusal about one field may say. */
interface RefusalOptions {
  /** The message of the whole refusal; otherwise the catalog's. */
  summary?: string
  retryAfter?: number
  cause?: unknown
  /** Facts beside the message, for programs. */
  facts?: Readonly<Facts>
}

/** A refusal about one field. */
export const refusal = (
  code: ErrorCode,
  field: string,
  message: string,
  { summary, facts, ...options }: RefusalOptions = {},
): AppError =>
  new AppError(code, {
    ...(summary !== undefined && { message: summary }),
    ...options,
    details: [{ field, rule: code, message, ...facts }],
  })

/** Somebody else was faster. The same request may succeed a moment later, so the refusal is kept under no key. */
export const overtaken = (message: string): AppError => new AppError('CONFLICT', { message, retryAfter: 1 })

/**
 * True if the same may succeed soon: a service is away, somebody else was faster, or the error is none that is expected.
 * A quota comes back in weeks.
 */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  catalog[error.code].status >= 500 ||
  error.code === 'RATE_LIMITED' ||
  (error.retryAfter !== undefined && error.code !== 'QUOTA_EXCEEDED')

/** The error envelope of section 7, before a transport puts it on the wire. */
export const errorBody = (error: AppError, requestId: string, baseUrl: string) => ({
  type: catalog[error.code].type,
  code: error.code as string,
  message: error.message,
  details: error.details,
  requestId,
  docUrl: `${baseUrl}/docs/errors#${error.code}`,
})
