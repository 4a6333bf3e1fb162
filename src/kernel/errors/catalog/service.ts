/** Limits of the service, and failures that are not the fault of the caller. */
import { entry } from './entry.ts'

export const serviceErrors = {
  RATE_LIMITED: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'Too many requests.',
    'More requests than the plan allows in 60 seconds.',
    'Wait the seconds that `Retry-After` gives.',
  ),
  SUBSCRIBER_TOO_SLOW: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'The subscriber reads more slowly than events come.',
    'More events are waiting for it than are kept in memory for a live subscription. None is lost: the feed has them.',
    'Subscribe again with `after` set to the value that `details` gives.',
  ),
  QUOTA_EXCEEDED: entry(
    429,
    'rate_limit_error',
    'rate_limited',
    'The monthly quota of documents is used up.',
    "The plan's documents of this month have all been sent.",
    'Choose a larger plan, or wait for the next month.',
  ),

  INTERNAL_ERROR: entry(
    500,
    'api_error',
    'internal_error',
    'Something went wrong on our side.',
    'An error that should not happen; it has been logged with the request id.',
    'Try again; if it stays, tell us the request id.',
  ),
  UPSTREAM_ERROR: entry(
    502,
    'upstream_error',
    'upstream_error',
    'A service we depend on answered with an error.',
    'A registry, directory or authority failed.',
    'Try again later.',
  ),
  UPSTREAM_UNAVAILABLE: entry(
    503,
    'upstream_error',
    'upstream_unavailable',
    'A service we depend on is not available.',
    'It does not answer, or its circuit breaker is open.',
    'Try again after `Retry-After`.',
  ),
  SHUTTING_DOWN: entry(
    503,
    'api_error',
    'upstream_unavailable',
    'The server is shutting down.',
    'This instance is being stopped.',
    'Send the request again.',
  ),
  UPSTREAM_TIMEOUT: entry(
    504,
    'upstream_error',
    'upstream_unavailable',
    'A service we depend on took too long.',
    'The time limit passed.',
    'Try again; with an idempotency key that is always safe.',
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
