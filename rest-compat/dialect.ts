import { type AppError, errorBody } from '../src/kernel/errors/app-error.ts'
import type { ErrorCode } from '../src/kernel/errors/catalog.ts'
import { oauthError } from './present/oauth.ts'
import { inOperationDialect } from './present/shared.ts'
import type { Door, Spelling } from '../src/http/route.ts'
import { wireDetails, wireMessage } from '../src/http/wire-names.ts'

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
