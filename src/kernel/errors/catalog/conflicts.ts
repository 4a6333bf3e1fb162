/** Requests that the state of things or the content of a document does not allow. */
import { entry, invalid, unprocessable } from './entry.ts'
import { shownLimit } from '../../../values/limits.ts'

export const conflictErrors = {
  COMPANY_EXISTS: entry(
    409,
    'conflict',
    'duplicate',
    'The organization already has a company with that VAT number.',
    'The organization registered the VAT number earlier. Each VAT ' +
      'number belongs to one company of an organization.',
    'Use the existing company: its id is in `details[0].existingId`.',
  ),
  OWNERSHIP_PENDING: entry(
    409,
    'conflict',
    'conflict',
    'The company does not own its participant id.',
    'Another organization owns it, or a proof of ownership is required and missing.',
    'Read `ownership` of the company. Start a proof with `POST /v1/companies/{companyId}/ownership`, or wait.',
  ),
  DOMAIN_TAKEN: entry(
    409,
    'conflict',
    'conflict',
    'Another organization has this domain.',
    'The domain is proved, and a domain belongs to one organization at a time.',
    'Have the other organization release the domain, or remove its TXT record: then the domain is free after some hours.',
  ),
  CART_COOKIE_INVALID: entry(
    403,
    'permission_error',
    'forbidden',
    'The buyer cookie belongs to no visit to this shop.',
    'The cart has no buyer cookie, or one that was not issued here for this shop.',
    'Open the shop again (`startCart`, `startPunchOut`), and have it hand back the cookie as it got it.',
  ),
  CART_COOKIE_EXPIRED: entry(
    410,
    'conflict',
    'conflict',
    'The visit to the shop has ended.',
    'The cart came later than the visit may last (`sessionMinutes` of the shop).',
    'Open the shop again, and fill the cart once more.',
  ),
  CART_COOKIE_USED: entry(
    409,
    'conflict',
    'conflict',
    'The visit to the shop has brought another cart already.',
    'A buyer cookie lets one cart in. The same cart may be posted again, another one may not.',
    'Open the shop again for another cart, or change the one that came (`operation: edit`).',
  ),
  CART_SENDER_REFUSED: entry(
    401,
    'authentication_error',
    'unauthorized',
    'The shop is not who may bring this cart.',
    'No credential of the header (`Sender`) is in the list of the shop (`senders`), or its shared secret is wrong.',
    'Compare domain, identity and shared secret with `senders` of the shop.',
  ),
  CART_UNREADABLE: unprocessable(
    'The cart cannot be read.',
    'The form or the message breaks its format, or has a value that can mean several things or nothing.',
    'Read the message: it names the line and the field. Have the shop correct it, or map the field or unit.',
  ),
  RETURN_ADDRESS_FORBIDDEN: unprocessable(
    'The shop does not allow this return address.',
    'A browser is sent back only to addresses below those in `returnUrls` of the shop.',
    'Add the address to `returnUrls` of the shop, or return to one that is there.',
  ),
  MIGRATION_REFUSED: entry(
    422,
    'validation_error',
    'validation_error',
    'The SMP refused the migration of the participant.',
    'The key is wrong, expired or used, or the participant is not registered where the key comes from.',
    'Read the message: it has the words of the SMP. Ask the other platform for a new key.',
  ),
  SHOP_REFUSED: entry(
    502,
    'upstream_error',
    'upstream_error',
    'The shop did not open.',
    'The shop answered the setup request with a refusal, or with something that is no answer.',
    'Read the message: it has the words of the shop. Compare address, identities and shared secret with it.',
  ),
  IDEMPOTENCY_IN_PROGRESS: entry(
    409,
    'conflict',
    'idempotency_in_progress',
    'A request with this idempotency key is still being processed.',
    'An earlier request with the same key is not answered yet.',
    'Wait a moment and send the same request again.',
  ),
  INVALID_TRANSITION: entry(
    409,
    'conflict',
    'invalid_transition',
    'The document cannot move to that state.',
    'The caller may not move the document from its current state to the requested one.',
    'Choose one of the states in the message: it lists the allowed next states.',
  ),
  DUPLICATE_NUMBER: entry(
    409,
    'conflict',
    'conflict',
    'The seller already has a document with that number.',
    'A number is unique for one seller, document type and year of issue, and it was sent before.',
    'Give the document a new number.',
  ),
  PRECONDITION_FAILED: entry(
    412,
    'conflict',
    'precondition_failed',
    'The object was changed since it was read.',
    'The request had `ifUpdatedAt` or the header `If-Match`, and somebody else has changed the object meanwhile.',
    'Fetch the object again, look at what changed, and repeat the request with its `updatedAt`.',
  ),
  CONFLICT: entry(
    409,
    'conflict',
    'conflict',
    'The request conflicts with the current state of the data.',
    'Another request changed the same object, the value is already in use, or several objects match.',
    'Read the message, fetch the object again, and repeat the request with what you find.',
  ),
  PAYMENT_REVERSED: entry(
    409,
    'conflict',
    'conflict',
    'The payment was reversed before.',
    'A payment can be reversed once.',
    'Record a new payment if the money came again.',
  ),

  CURSOR_EXPIRED: entry(
    410,
    'invalid_request_error',
    'invalid_request',
    'The events at that cursor are no longer kept.',
    'The feed keeps events for 30 days, and the cursor is older.',
    'Continue from the oldest cursor, which is in `details`.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'invalid_request_error',
    'invalid_request',
    'The request is too large.',
    `A JSON body may have at most ${shownLimit('jsonBodyBytes')}, a file at most ${shownLimit('fileBytes')}, and ` +
      'any body ' +
      `without credentials at most ${shownLimit('publicBodyBytes')}.`,
    'Split the request, or send the file as a part of a form (`multipart/form-data`) or as the whole body.',
  ),
  RANGE_NOT_SATISFIABLE: entry(
    416,
    'invalid_request_error',
    'invalid_request',
    'The file has no bytes in that range.',
    'The range begins behind the end of the file.',
    'Read the size of the file in `Content-Range`, and ask for a range within it.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'invalid_request_error',
    'invalid_request',
    'This path does not accept the content type of the body.',
    'The `Content-Type` header is missing, or names a type that the path does not read.',
    'Send `Content-Type: application/json`, or one of the types that the reference lists for the path.',
  ),

  VAT_NOT_FOUND: unprocessable(
    'The national registry does not know the VAT number.',
    'The number is well-formed, but no company is registered under it.',
    'Ask the company for its VAT number.',
  ),
  VAT_INACTIVE: unprocessable(
    'The VAT number is no longer active.',
    'The national registry says that the number has ended.',
    'Ask the company for its current number.',
  ),
  OWNERSHIP_NOT_PROVED: unprocessable(
    'The proof of ownership failed.',
    'The code is wrong or expired, no tries are left, or the DNS record was not found.',
    'Read the message. If the proof has expired, start it again.',
  ),
  PROOF_UNAVAILABLE: unprocessable(
    'That method is not available for the company.',
    'The national registry has no e-mail address or domain of the company, or the address accepts no mail.',
    'Choose another method: `mandate` or `operator`.',
  ),
  RECIPIENT_NOT_FOUND: unprocessable(
    'The recipient is not registered on the network.',
    'The network has no record for the participant id.',
    'Check the participant id with `POST /v1/directory/verify`, or ask the recipient.',
  ),
  RECIPIENT_CANNOT_RECEIVE: unprocessable(
    'The recipient does not accept this kind of document.',
    'The recipient is registered on the network, but not for this type of document.',
    'Ask the recipient which kinds it accepts, or send another kind of document.',
  ),
  CURRENCY_MISMATCH: unprocessable(
    'The currency of the amount differs from the currency of the document.',
    'A payment is recorded in the currency of the document that it pays.',
    'Convert the amount to the currency that `details` names, and send it in that currency.',
  ),
  UBL_VALIDATION_FAILED: unprocessable(
    'The document breaks rules of its validation profile.',
    'The document violates one or more official rules, such as those of EN 16931 or Peppol.',
    'Correct the document: each entry of `details` names a broken rule, its place and the remedy.',
  ),
  UNSUPPORTED_FILE: unprocessable(
    'The file is no document that can be sent.',
    'With the format `auto`, the file has to be UBL, CII, JSON, or a PDF with an invoice inside, and well-formed.',
    'Read `details`: `recognized` is the kind of the file, and `missing` the part that it lacks. ' +
      'To store a file without sending it, use the format `raw`.',
  ),
  NOT_AN_INVOICE: unprocessable(
    'The document cannot be paid.',
    'Only invoices, credit notes and debit notes can be paid. An order, a quote or another document cannot.',
    'Record the payment for the invoice that follows from the document.',
  ),
  NOT_PAYABLE: unprocessable(
    'Some of the documents cannot be paid by bank transfer.',
    'A document has no valid IBAN, is not approved, is not in euro, ' +
      'is already paid, or is already in a payment order.',
    'Leave out the documents that `details` names with the reason. ' +
      '`force` orders a payment again that was ordered before.',
  ),
  UNREADABLE_FILE: invalid(
    'The file cannot be read.',
    'The file is not well-formed, or is not of a kind that the operation reads.',
    'Read the message: it says what is wrong and where. Correct the file and send it again.',
  ),
  CANNOT_RENDER: unprocessable(
    'The document cannot be converted to that format.',
    'The format requires data that the document does not have, or has no field for data that it has.',
    'Choose another format, or correct the document: each entry of `details` names a business term and its fault.',
  ),
  IDEMPOTENCY_BODY_MISMATCH: entry(
    422,
    'invalid_request_error',
    'idempotency_body_mismatch',
    'The idempotency key belongs to a different request.',
    'The key was used before with a different body or path.',
    'Use a new key for each new request, and repeat a key only with the same request.',
  ),
} as const
