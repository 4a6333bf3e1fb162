/** How `/afnor` writes refusals: the form of XP Z12-013, with the envelope of the other doors beside it. */
import { type AppError, errorBody } from '../src/kernel/errors/app-error.ts'
import { catalog, type ErrorCode } from '../src/kernel/errors/catalog.ts'
import type { Door } from '../src/http/route.ts'
import { wireDetails, wireMessage } from '../src/http/wire-names.ts'

/** Codes of the norm for codes of ours that a status alone does not tell. */
const codes: Partial<Record<ErrorCode, string>> = {
  MISSING_FIELD: 'MISSING_REQUIRED_FIELD',
  METHOD_NOT_ALLOWED: 'NOT_IMPLEMENTED',
}

/** Codes of the norm by status. */
const codesOfStatus: Readonly<Record<number, string>> = {
  401: 'MISSING_TOKEN',
  403: 'FORBIDDEN_ACCESS',
  404: 'MISSING_RESOURCE',
  408: 'REQUEST_TIMEOUT',
  413: 'FILE_SIZE_EXCEEDED',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'RESOURCE_ERROR',
}

/** Statuses that the norm does not know, as it says them. */
const statuses: Readonly<Record<number, number>> = {
  402: 403,
  405: 501,
  409: 400,
  415: 400,
  422: 400,
  502: 503,
  504: 408,
}

const statusOf = ({ code }: AppError): number => {
  const { status } = catalog[code]
  return statuses[status] ?? status
}

export const afnor: Door = {
  name: 'afnor',
  isAfnor: true,
  status: statusOf,
  details: wireDetails,
  refusal(error, requestId, baseUrl, spelling) {
    const details = wireDetails(error, spelling)
    const message = wireMessage(error.message, spelling)
    const envelope = errorBody(error, requestId, baseUrl)
    return {
      errorCode: codes[error.code] ?? codesOfStatus[statusOf(error)] ?? error.code,
      errorMessage: message,
      type: envelope.docUrl,
      details: details.map((one) => (one.field === '' ? one.message : `${one.field}: ${one.message}`)).join(' '),
      instance: `/v1/requests/${requestId}`,
      error: { ...envelope, message, details },
    }
  },
}
