/** A client of Invoice Exchange: REST, GraphQL, live events and webhooks, without dependencies. */
export { type Client, type LiveDocumentOptions, type LiveOptions, createClient } from './create-client.ts'
export {
  AuthenticationError,
  type Code,
  ConflictError,
  ConnectionError,
  GapError,
  InvalidRequestError,
  InvoiceExchangeError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  Refusal,
  type RefusalDetail,
  ServerError,
  SignatureError,
  UpstreamError,
  ValidationError,
  errorOf,
  hasCode,
} from './errors.ts'
export type { FileAnswer, RawBody } from './file-answer.ts'
export type { GraphqlDocument } from './graphql.ts'
export type { Gap, LiveState } from './live.ts'
export type { ClientOptions, RequestOptions, Retry } from './request.ts'
export type { AnswerOf, ListPath, PathOf, RouteOf, RowOf } from './rest.ts'
export type { ErrorCode, Event, EventType, Routes } from './rest.generated.ts'
export type * as Schemas from './rest.generated.ts'
export { type VerifyOptions, signWebhook, verifyWebhook } from './webhooks.ts'
