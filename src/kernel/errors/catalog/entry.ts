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

export interface CatalogEntry {
  status: number
  type: ErrorType
  operationCode: string
  message: string
  cause: string
  fix: string
}

export const entry = (
  status: number,
  type: ErrorType,
  operationCode: string,
  message: string,
  cause: string,
  fix: string,
): CatalogEntry => ({ status, type, operationCode, message, cause, fix })

export const invalid = (message: string, cause: string, fix: string) =>
  entry(400, 'validation_error', 'invalid_request', message, cause, fix)
export const unauthorized = (message: string, cause: string, fix: string) =>
  entry(401, 'authentication_error', 'unauthorized', message, cause, fix)
export const forbidden = (message: string, cause: string, fix: string) =>
  entry(403, 'permission_error', 'forbidden', message, cause, fix)
export const absent = (message: string, cause: string, fix: string) =>
  entry(404, 'not_found_error', 'not_found', message, cause, fix)
export const unprocessable = (message: string, cause: string, fix: string) =>
  entry(422, 'validation_error', 'validation_error', message, cause, fix)
