import { type AppError, type Detail, errorBody } from '../src/kernel/errors/app-error.ts'
import type { ErrorCode } from '../src/kernel/errors/catalog.ts'
import { oauthError } from './present/oauth.ts'
import { inOperationDialect } from './present/shared.ts'
import { type Door, type Spelling, wireName } from '../src/http/route.ts'

/** A message about a single field begins with its name, and may end with the name that was meant. */
const wireMessage = (message: string, spelling: Spelling): string =>
  message
    .replace(/^[A-Za-z]+(?=[\w.[\]]*: )/, (field) => wireName(field, spelling))
    .replace(/(?<= Did you mean ")\w+(?="\?$)/, (field) => wireName(field, spelling))

const wireDetail = (detail: Detail, spelling: Spelling): Detail => ({
  ...detail,
  field: wireName(detail.field, spelling),
  message: wireMessage(detail.message, spelling),
  ...(typeof detail['nearest'] === 'string' && { nearest: wireName(detail['nearest'], spelling) }),
})

/** The faults of a refusal, with the field names that the caller has written. */
const wireDetails = ({ details }: AppError, spelling: Spelling): Detail[] =>
  details.map((detail) => wireDetail(detail, spelling))

/** Codes that are answered in lower case on every route. */
export const LOWER_EVERYWHERE: ReadonlySet<ErrorCode> = new Set([
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_BODY_MISMATCH',
])

/** The envelope of section 7. In the operations' dialect the catalog code stays readable in `details[].rule`. */
export const restError = (error: AppError, requestId: string, baseUrl: string, spelling: Spelling) => {
  if (spelling.dialect === 'oauth') return oauthError(error, baseUrl)
  const envelope = errorBody(error, requestId, baseUrl)
  const message = wireMessage(envelope.message, spelling)
  const details = wireDetails(error, spelling)
  if (spelling.dialect === 'catalog' && !LOWER_EVERYWHERE.has(error.code))
    return { error: { ...envelope, message, details } }
  return { error: inOperationDialect({ ...envelope, message, details }) }
}

export const rest: Door = { name: 'rest', details: wireDetails, refusal: restError }
