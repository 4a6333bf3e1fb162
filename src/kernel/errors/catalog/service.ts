/** Limits of the service, and failures that are not the fault of the caller. */
import { entry } from './entry.ts'

export const serviceErrors = {
  RATE_LIMITED: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'Too many requests.',
    'The caller sent more requests in 60 seconds than its rate limit allows.',
    'Wait for the number of seconds in the `Retry-After` header, then send the request again.',
  ),
  SUBSCRIBER_TOO_SLOW: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'The subscriber reads events more slowly than they arrive.',
    'More events wait for the subscriber than a live subscription keeps in memory. No event is lost: the ' +
      'feed holds all of them.',
    'Subscribe again with `after` set to the value in `details`.',
  ),
  QUOTA_EXCEEDED: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'The monthly quota of documents is used up.',
    'The organization, the company or the API key has sent all documents that it may send in this month.',
    'Read `details`: it names the quota and when it resets. Raise the quota, or wait for the next month.',
  ),

  INTERNAL_ERROR: entry(
    500,
    'api_error',
    'internal_error',
    'Something went wrong on our side.',
    'The server met an unexpected error and logged it with the request id.',
    'Try again. If the error remains, send us the request id.',
  ),
  UPSTREAM_ERROR: entry(
    502,
    'upstream_error',
    'upstream_error',
    'A service that we depend on answered with an error.',
    'A registry, a directory, an access point or an authority failed.',
    'Try again later.',
  ),
  UPSTREAM_UNAVAILABLE: entry(
    503,
    'upstream_error',
    'upstream_unavailable',
    'A service that we depend on is not available.',
    'The service does not answer, or we stopped calling it for a while after repeated failures.',
    'Wait for the number of seconds in the `Retry-After` header, then send the request again.',
  ),
  SHUTTING_DOWN: entry(
    503,
    'api_error',
    'upstream_unavailable',
    'The server is shutting down.',
    'This instance of the server is stopping and takes no new requests.',
    'Send the request again after a moment.',
  ),
  UPSTREAM_TIMEOUT: entry(
    504,
    'upstream_error',
    'upstream_unavailable',
    'A service that we depend on took too long to answer.',
    'The service did not answer within the time limit.',
    'Try again. With an idempotency key, a repetition is always safe.',
  ),
  INVALID_GRANT: entry(
    400,
    'invalid_request_error',
    'invalid_grant',
    'The grant is not valid.',
    'A code or handoff token was used before, has expired, or does not match.',
    'Start the flow again.',
  ),
} as const
