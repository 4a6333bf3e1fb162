/** Requests that are refused before any operation looks at the state of things: their form, the caller, the address. */
import { absent, entry, forbidden, invalid, unauthorized } from './entry.ts'
import { shownLimit } from '../../../values/limits.ts'

export const requestErrors = {
  INVALID_REQUEST: invalid(
    'The request is not valid.',
    'A field is unknown, has the wrong type or the wrong format, or the body is not well-formed.',
    'Read `details`: each entry names the field, the rule it breaks and what is expected.',
  ),
  MISSING_FIELD: invalid(
    'A required field is missing.',
    'A field that the operation requires is absent or null.',
    'Add the field named in `details`.',
  ),
  TOO_LARGE: invalid(
    'The request holds more than is read.',
    'A file or a JSON body has too many elements, values or levels, unfolds to too much, or takes too long to ' +
      'read or ' +
      'to show. Its bytes alone would not be too many: that is `PAYLOAD_TOO_LARGE`. Or the answer of a GraphQL ' +
      `request has more than ${shownLimit('answerBytes')}.`,
    'Split the document: `details` names what there is too much of. Select fewer fields, or ask for fewer rows.',
  ),
  INVALID_ENUM: invalid(
    'A value is not one of the allowed values.',
    'The field accepts a fixed list of values, spelled exactly, with upper and lower case.',
    'Use one of the values that `details` lists.',
  ),
  INVALID_VAT_FORMAT: invalid(
    'The VAT number is malformed.',
    'A VAT number is two capital letters and then capital letters or digits, without spaces.',
    'Write the VAT number like `FR40303265045`.',
  ),
  INVALID_IBAN: invalid(
    'The IBAN is not valid.',
    'The check digits (mod 97) are wrong, or the length is not that of the country.',
    "Copy the IBAN again from the bank's document.",
  ),
  INVALID_CURRENCY: invalid(
    'The currency is not known.',
    'A currency is a three-letter code of ISO 4217 in capital letters.',
    'Use a code such as `EUR`.',
  ),
  INVALID_DATE: invalid(
    'The date is not valid.',
    'A date has the form `YYYY-MM-DD`, a timestamp the form `YYYY-MM-DDTHH:MM:SSZ`, and the day must exist. ' +
      'Dates of business are between 1900-01-01 and ten years from now.',
    'Correct the value named in `details`.',
  ),

  PERSISTED_QUERY_MISMATCH: invalid(
    'The hash does not match the text of the operation.',
    'An automatic persisted operation came with the hash of a different text.',
    "Send the SHA-256 of the operation's text as lower-case hexadecimal digits.",
  ),

  MISSING_AUTH: unauthorized(
    'The request carries no credentials.',
    'The `Authorization` header is missing.',
    'Send `Authorization: Bearer <key or token>`.',
  ),
  INVALID_TOKEN: unauthorized(
    'The credentials are not valid.',
    'The key is unknown, a test key was sent to production or a live key to the sandbox, or the token ' +
      'fails verification (signature, issuer, audience).',
    'Check that you copied the whole key. Send test keys to the sandbox and live keys to production.',
  ),
  EXPIRED_TOKEN: unauthorized(
    'The credentials have expired.',
    'The `exp` of the token or the `expiresAt` of the key has passed.',
    'Get a new token, or create a new key.',
  ),
  REVOKED_KEY: unauthorized(
    'The API key was revoked.',
    'Somebody with access to the organization revoked the key.',
    'Use another key, or create a new one.',
  ),

  INSUFFICIENT_SCOPE: forbidden(
    'The credentials lack the scope that the operation needs.',
    'Each operation requires a scope, and the key or token does not have this one.',
    'Use a key with the scope named in the message.',
  ),
  COMPANY_FORBIDDEN: forbidden(
    'The credentials may not act for that company.',
    'A key that is bound to one company names another one, changes what the companies of the organization share, or ' +
      'calls what concerns the whole organization. Or a personal key sends `X-Service-Company`.',
    'Use a key of that company, or a platform key with the header `X-Service-Company`. For what is shared, use a key ' +
      'that is not bound to a company.',
  ),
  COMPANY_SUSPENDED: forbidden(
    'The company is suspended.',
    'The platform has suspended the company. It sends nothing, and its keys and webhooks rest.',
    'Ask the platform that manages the company. It resumes the company with ' +
      '`POST /v1/platform/companies/{companyId}/resume`.',
  ),
  BRANDING_CONTRAST: invalid(
    'The colours cannot be read on each other.',
    'Text needs a contrast of 4.5 to what it stands on (WCAG 2, 1.4.3), and one of the colours has less.',
    'Choose a darker or a lighter colour. The details name the colour and its contrast.',
  ),
  NETWORK_FORBIDDEN: forbidden(
    'The key may not be used from this address.',
    'The key has `allowedNetworks`, and the address of the caller is in none of them.',
    'Call from one of the networks, or create a key that allows the address.',
  ),
  DOMAIN_FORBIDDEN: forbidden(
    'The credentials are not accepted at this domain.',
    'The host of the request is the own domain of another organization or company.',
    'Call the domain of your own organization, or the address of the service.',
  ),
  ORGANIZATION_FORBIDDEN: forbidden(
    'The token gives no access to that organization.',
    'The header `X-Service-Organization-Id` names an organization that the permissions of the token do not include.',
    'Remove the header, or name one of the organizations that `GET /v1/me` lists.',
  ),
  SANDBOX_ONLY: forbidden(
    'The operation exists in the sandbox only.',
    'The call came with live credentials or to a live deployment.',
    'Call the operation on a sandbox, with a test key.',
  ),

  RESOURCE_NOT_FOUND: absent(
    'Nothing was found at that path or under that identifier.',
    'The path or the identifier does not exist, or the credentials may not see the object.',
    'Check the path and the identifier, and that the key belongs to the right organization.',
  ),
  COMPANY_NOT_FOUND: absent(
    'The company was not found.',
    'The organization has no company with that id, VAT number or participant id.',
    'List the companies (`GET /v1/companies`) to find the identifier.',
  ),
  DOCUMENT_NOT_FOUND: absent(
    'The document was not found.',
    'The document does not exist, or the credentials may not see it.',
    'Search the documents (`GET /v1/documents`) to find the identifier.',
  ),
  PERSISTED_QUERY_NOT_FOUND: absent(
    'No operation with that hash is stored.',
    'The request holds only the hash of an automatic persisted ' +
      'operation, and this server does not have its text yet.',
    'Send the text together with the hash once. GraphQL clients do this automatically.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'invalid_request_error',
    'invalid_request',
    'The path does not support that HTTP method.',
    'The path exists, but only with other methods.',
    'Use one of the methods in the `Allow` header of the answer.',
  ),
} as const
