/** Requests that the state of things or the content of a document does not allow. */
import { entry, invalid, unprocessable } from './entry.ts'

export const conflictErrors = {
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
} as const
