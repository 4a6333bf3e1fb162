/** Requests that are refused before any operation looks at the state of things: their form, the caller, the address. */
import { absent, entry, forbidden, invalid, unauthorized } from './entry.ts'

export const requestErrors = {
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
    'The key is unknown or belongs to the other kind of deployment, ' +
      'or the token fails verification (signature, issuer, audience).',
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
} as const
