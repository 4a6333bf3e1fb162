/** Everything that the client throws, as classes. */
import type { ErrorCode, Fault } from './rest.generated.ts'

/** Codes of what goes wrong before there is an answer of the server. */
type OwnCode = 'CONNECTION_FAILED' | 'TIMEOUT' | 'SIGNATURE_INVALID'
export type Code = ErrorCode | OwnCode | (string & {})

export class InvoiceExchangeError extends Error {
  override name = 'InvoiceExchangeError'
  /** Stable, for programs: as in the catalog (`/docs/errors`). */
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** One fault of a request: the field, the broken rule, and what to do about it. */
export type RefusalDetail = Fault

export interface RefusalFacts {
  code: Code
  message: string
  /** Status of the answer. */
  status: number
  type: string
  details: readonly RefusalDetail[]
  requestId: string | undefined
  docUrl: string | undefined
  /** Seconds after which another try makes sense. */
  retryAfter: number | undefined
}

/** The server has answered, and does not do what was asked. */
export class Refusal extends InvoiceExchangeError {
  override name = 'Refusal'
  readonly status: number
  readonly type: string
  readonly details: readonly RefusalDetail[]
  readonly requestId: string | undefined
  readonly docUrl: string | undefined
  readonly retryAfter: number | undefined
  /** How often the request was sent. */
  attempts = 1

  constructor({ code, message, status, type, details, requestId, docUrl, retryAfter }: RefusalFacts) {
    super(code, message)
    this.status = status
    this.type = type
    this.details = details
    this.requestId = requestId
    this.docUrl = docUrl
    this.retryAfter = retryAfter
  }
}

/** The input does not fit, or the document breaks a rule. */
export class ValidationError extends Refusal {
  override name = 'ValidationError'
}
/** The request cannot be read, or a grant is wrong. */
export class InvalidRequestError extends Refusal {
  override name = 'InvalidRequestError'
}
/** The key is missing, wrong or revoked. */
export class AuthenticationError extends Refusal {
  override name = 'AuthenticationError'
}
/** The key may not do this. */
export class PermissionError extends Refusal {
  override name = 'PermissionError'
}
/** There is no such object, or it is not yours. */
export class NotFoundError extends Refusal {
  override name = 'NotFoundError'
}
/** It exists already, or was changed meanwhile. */
export class ConflictError extends Refusal {
  override name = 'ConflictError'
}
/** Too many requests, or a quota is used up. */
export class RateLimitError extends Refusal {
  override name = 'RateLimitError'
}
/** The server failed. */
export class ServerError extends Refusal {
  override name = 'ServerError'
}
/** A service that the server needs failed. */
export class UpstreamError extends Refusal {
  override name = 'UpstreamError'
}

const classes: Readonly<Record<string, typeof Refusal>> = {
  validation_error: ValidationError,
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  conflict: ConflictError,
  rate_limit_error: RateLimitError,
  api_error: ServerError,
  upstream_error: UpstreamError,
}

/** What an answer without an error of ours is: that of a proxy, for example. */
const typeOfStatus = (status: number): string =>
  ({ 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error', 409: 'conflict' })[status] ??
  (status === 429 ? 'rate_limit_error' : status >= 500 ? 'api_error' : 'invalid_request_error')

/** An error as the server writes it: in the envelope of REST, or in `extensions` and `refusal` of GraphQL. */
export type WrittenError = Partial<RefusalFacts>

export const refusalOf = (
  written: WrittenError,
  { status, requestId, retryAfter }: Pick<RefusalFacts, 'status' | 'requestId' | 'retryAfter'>,
): Refusal => {
  const type = written.type ?? typeOfStatus(status)
  const { docUrl } = written
  const facts: RefusalFacts = {
    // Some paths answer their codes in lower case; the address of the explanation names the code of the catalog.
    code: /#([A-Z_]+)$/.exec(docUrl ?? '')?.[1] ?? written.code?.toUpperCase() ?? `HTTP_${status}`,
    message: written.message ?? `The server answers with the status ${status}.`,
    status: written.status ?? status,
    type,
    details: written.details ?? [],
    requestId: written.requestId ?? requestId,
    docUrl,
    retryAfter: written.retryAfter ?? retryAfter,
  }
  return new (classes[type] ?? Refusal)(facts)
}

/** No answer came. */
export class ConnectionError extends InvoiceExchangeError {
  override name = 'ConnectionError'
  /** How often the request was sent. */
  attempts = 1
}

/** Events were lost, because the feed does not reach back so far. */
export class GapError extends InvoiceExchangeError {
  override name = 'GapError'
  readonly after: number
  readonly oldest: number

  constructor(after: number, oldest: number) {
    super(
      'CURSOR_EXPIRED',
      `The events after ${after} are no longer kept. The feed goes on after ${oldest}: read the present state of your ` +
        `objects, then go on there.`,
    )
    this.after = after
    this.oldest = oldest
  }
}

/** A webhook was not signed with the secret, or its signature is too old. */
export class SignatureError extends InvoiceExchangeError {
  override name = 'SignatureError'
  readonly reason: 'mismatch' | 'malformed' | 'expired'

  constructor(reason: SignatureError['reason'], message: string) {
    super('SIGNATURE_INVALID', message)
    this.reason = reason
  }
}

type Coded<C extends Code> = Refusal & { readonly code: C }

/** Whether an error is a refusal with one of these codes. */
export const hasCode = <C extends ErrorCode>(error: unknown, ...codes: readonly C[]): error is Coded<C> =>
  error instanceof Refusal && codes.includes(error.code as C)

const byCode = new Map<string, unknown>()

/** A class of one code, for `instanceof`: the same for each call. */
export const errorOf = <C extends ErrorCode>(code: C): abstract new () => Coded<C> => {
  const isOfCode = { value: (error: unknown): boolean => hasCode(error, code) }
  const known = byCode.get(code) ?? Object.defineProperty(() => undefined, Symbol.hasInstance, isOfCode)
  byCode.set(code, known)
  return known as abstract new () => Coded<C>
}
