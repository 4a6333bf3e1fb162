/**
 * Every error the service answers: its HTTP status, its type, the lower-case code of the operations that answer
 * in that dialect (companies, lifecycle, OAuth), what it means and what to do. The pages under /docs/errors,
 * the OpenAPI document and the GraphQL extensions all come from here.
 */
export const errorTypes = [
  'validation_error',
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'conflict',
  'rate_limit_error',
  'api_error',
  'upstream_error',
] as const
export type ErrorType = (typeof errorTypes)[number]

interface Entry {
  status: number
  type: ErrorType
  operationCode: string
  message: string
  cause: string
  fix: string
}

const entry = (
  status: number,
  type: ErrorType,
  operationCode: string,
  message: string,
  cause: string,
  fix: string,
): Entry => ({ status, type, operationCode, message, cause, fix })

const invalid = (message: string, cause: string, fix: string) =>
  entry(400, 'validation_error', 'invalid_request', message, cause, fix)
const unauthorized = (message: string, cause: string, fix: string) =>
  entry(401, 'authentication_error', 'unauthorized', message, cause, fix)
const forbidden = (message: string, cause: string, fix: string) =>
  entry(403, 'permission_error', 'forbidden', message, cause, fix)
const absent = (message: string, cause: string, fix: string) =>
  entry(404, 'not_found_error', 'not_found', message, cause, fix)
const unprocessable = (message: string, cause: string, fix: string) =>
  entry(422, 'validation_error', 'validation_error', message, cause, fix)

export const catalog = {
  INVALID_REQUEST: invalid(
    'The request is not valid.',
    'A field is unknown, has the wrong type or breaks a rule of its form, or the body is not well-formed.',
    'Read `details`: each entry names the field, the rule it breaks and what is expected.',
  ),
  MISSING_FIELD: invalid(
    'A required field is missing.',
    'A field that the operation needs is absent or null.',
    'Add the field named in `details`.',
  ),
  INVALID_ENUM: invalid(
    'A value is not one of those allowed.',
    'The value is outside the set of the field; upper and lower case count.',
    'Use one of the values that `details` lists.',
  ),
  INVALID_VAT_FORMAT: invalid(
    'The VAT number is malformed.',
    'A VAT number is two capital letters and then capital letters or digits, without spaces.',
    'Write it like `FR40303265045`.',
  ),
  INVALID_IBAN: invalid(
    'The IBAN is not valid.',
    'The check digits (mod 97) or the length for the country are wrong.',
    "Copy the IBAN again from the bank's document.",
  ),
  INVALID_CURRENCY: invalid(
    'The currency is not known.',
    'A currency is one of the three-letter codes of ISO 4217, in capitals.',
    'Use a code such as `EUR`.',
  ),
  INVALID_DATE: invalid(
    'The date is not valid.',
    'A date is `YYYY-MM-DD`, a timestamp `YYYY-MM-DDTHH:MM:SSZ`, and the day must exist.',
    'Correct the value named in `details`.',
  ),

  PERSISTED_QUERY_MISMATCH: invalid(
    'The hash is not that of the operation.',
    'An automatic persisted operation was sent with the hash of another text.',
    'Send the SHA-256 of the text as lower-case hexadecimal digits.',
  ),

  MISSING_AUTH: unauthorized(
    'The request carries no credentials.',
    'There is no `Authorization` header.',
    'Send `Authorization: Bearer <key or token>`.',
  ),
  INVALID_TOKEN: unauthorized(
    'The credentials are not valid.',
    'The key is unknown or belongs to the other kind of deployment, or the token fails verification (signature, issuer, audience).',
    'Check that the whole key was copied and that a test key goes to the sandbox, a live key to production.',
  ),
  EXPIRED_TOKEN: unauthorized(
    'The credentials have expired.',
    'The token is past its `exp`, or the key past its `expiresAt`.',
    'Get a new token, or make a new key.',
  ),
  REVOKED_KEY: unauthorized(
    'The API key was revoked.',
    'Somebody deleted the key.',
    'Use another key, or make a new one.',
  ),

  INSUFFICIENT_SCOPE: forbidden(
    'The credentials lack the scope that the operation needs.',
    'Each operation needs a scope; the key or token was given others.',
    'Use a key with the scope named in the message.',
  ),
  COMPANY_FORBIDDEN: forbidden(
    'The credentials are bound to another company.',
    'A key of one company names another company of its organization, or a personal key asks to act for one.',
    "Use the company's own key, or a platform key with `X-Service-Company`.",
  ),
  ORGANIZATION_FORBIDDEN: forbidden(
    'The token does not grant that organization.',
    "`X-Service-Organization-Id` names an organization that is not among the token's permissions.",
    'Leave the header out, or name one of the organizations that `GET /v1/me` lists.',
  ),
  SANDBOX_ONLY: forbidden(
    'The operation exists in the sandbox only.',
    'It was called with live credentials or on a live deployment.',
    'Call the sandbox with a test key.',
  ),

  RESOURCE_NOT_FOUND: absent(
    'There is nothing at that address.',
    'The path or the identifier does not exist, or the caller may not see it.',
    'Check the identifier, and that the key belongs to the right organization.',
  ),
  COMPANY_NOT_FOUND: absent(
    'No such company.',
    'The organization has no company with that id, VAT number or participant id.',
    'List the companies to find the identifier.',
  ),
  DOCUMENT_NOT_FOUND: absent(
    'No such document.',
    'The document does not exist or belongs to others.',
    'Search the documents to find the identifier.',
  ),
  PERSISTED_QUERY_NOT_FOUND: absent(
    'No operation with that hash is stored.',
    'An automatic persisted operation was sent by its hash alone, and this instance has not seen its text yet.',
    'Send the text once together with the hash; clients do so by themselves.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'invalid_request_error',
    'invalid_request',
    'The path does not take that method.',
    'The path exists with other methods.',
    'Use a method that the `Allow` header names.',
  ),

  COMPANY_EXISTS: entry(
    409,
    'conflict',
    'duplicate',
    'The organization already has a company with that VAT number.',
    'The VAT number was registered before.',
    'Use the company whose id `details[0].existingId` gives.',
  ),
  IDEMPOTENCY_IN_PROGRESS: entry(
    409,
    'conflict',
    'idempotency_in_progress',
    'A request with this idempotency key is still being processed.',
    'The first request with the key has not been answered yet.',
    'Wait a moment and send the same request again.',
  ),
  INVALID_TRANSITION: entry(
    409,
    'conflict',
    'invalid_transition',
    'The document cannot move to that state.',
    'The target is not a legal next state for the caller.',
    'Choose one of the states that the message lists.',
  ),
  DUPLICATE_NUMBER: entry(
    409,
    'conflict',
    'conflict',
    'A document with that number exists.',
    'The same seller, type, number and year were sent before.',
    'Give the document a new number.',
  ),
  CONFLICT: entry(
    409,
    'conflict',
    'conflict',
    'The request conflicts with the present state.',
    'Something changed, or more than one thing matches.',
    'Read the message, look at the present state, and try again.',
  ),

  CURSOR_EXPIRED: entry(
    410,
    'invalid_request_error',
    'invalid_request',
    'The feed no longer reaches back to that cursor.',
    'Events are kept for 30 days.',
    'Start again from the oldest cursor that `details` gives.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'invalid_request_error',
    'invalid_request',
    'The request is too large.',
    'JSON bodies are limited to 10 MB, files to 25 MB.',
    'Split the request, or send the file in a form (`multipart/form-data`) or by itself.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'invalid_request_error',
    'invalid_request',
    'The content type is not accepted here.',
    'The path takes other content types.',
    'Send `Content-Type: application/json`, or what the reference names.',
  ),

  VAT_NOT_FOUND: unprocessable(
    'The national registry does not know the VAT number.',
    'The number is well-formed but registered to nobody.',
    'Check the number with the company.',
  ),
  VAT_INACTIVE: unprocessable(
    'The VAT number is no longer active.',
    'The registry flags the number as ended.',
    'Ask the company for its present number.',
  ),
  RECIPIENT_NOT_FOUND: unprocessable(
    'The recipient is not registered on the network.',
    'The participant id has no record.',
    'Verify the recipient with `POST /v1/directory/verify`.',
  ),
  RECIPIENT_CANNOT_RECEIVE: unprocessable(
    'The recipient does not accept this kind of document.',
    'The recipient is registered, but not for the document type.',
    'Ask the recipient, or send another kind of document.',
  ),
  CURRENCY_MISMATCH: unprocessable(
    'The amount is in another currency than the document.',
    'A payment of a document is told in its currency.',
    'Convert the amount, and say it in the currency that `details` names.',
  ),
  UBL_VALIDATION_FAILED: unprocessable(
    'The document breaks rules of its profile.',
    'One or more official rules are violated.',
    'Each entry of `details` names the rule, the place and the remedy.',
  ),
  NOT_PAYABLE: unprocessable(
    'Not every document can be paid by a transfer.',
    'A document has no valid IBAN, is not approved, is not in euro, is paid already, or was ordered before.',
    'Each entry of `details` names a document and why. Leave those out; `force` orders again what was ordered before.',
  ),
  UNREADABLE_FILE: invalid(
    'The file cannot be read.',
    'It is not well-formed, or of another kind than the operation takes.',
    'Read the message: it names the place and what is wrong there.',
  ),
  CANNOT_RENDER: unprocessable(
    'The document cannot be written in that form.',
    'The form asks for something that the document does not say, or has no place for what it says.',
    'Each entry of `details` names a business term and what is wrong with it.',
  ),
  IDEMPOTENCY_BODY_MISMATCH: entry(
    422,
    'invalid_request_error',
    'idempotency_body_mismatch',
    'The idempotency key was used with another request.',
    'The same key came with a different body or path.',
    'Use a new key for a new request.',
  ),

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
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof catalog

/** Answers that any operation may give, beside those it names itself. */
export const commonErrors: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'MISSING_FIELD',
  'INVALID_ENUM',
  'MISSING_AUTH',
  'INVALID_TOKEN',
  'EXPIRED_TOKEN',
  'REVOKED_KEY',
  'INSUFFICIENT_SCOPE',
  'COMPANY_FORBIDDEN',
  'ORGANIZATION_FORBIDDEN',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_ERROR',
  'SHUTTING_DOWN',
]
