/** `ETag` and `If-Match` (RFC 9110): what an object was changed last stands for what it is. */
import type { FastifyRequest } from 'fastify'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { isInstant } from '../values/dates.ts'
import type { Route } from './route.ts'
import { isObject } from '../values/is-object.ts'

/** The tag of an object that is answered whole; a list has none. */
export const etagOf = (shown: unknown): string | undefined => {
  const updatedAt = typeof shown === 'object' && shown !== null && 'updatedAt' in shown ? shown.updatedAt : undefined
  if (updatedAt instanceof Date) return `"${updatedAt.toISOString()}"`
  return typeof updatedAt === 'string' ? `"${updatedAt}"` : undefined
}

export const takesIfMatch = ({ operation: { input } }: Route): boolean =>
  'shape' in input && Object.hasOwn(input.shape as object, 'ifUpdatedAt')

/** What the route reads, and what the header says beside it. */
export const conditional = (route: Route, request: FastifyRequest): unknown => {
  const given = route.input(request)
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*' || request.method === 'GET' || request.method === 'HEAD')
    return given
  if (!takesIfMatch(route))
    throw refusal('INVALID_REQUEST', 'If-Match', 'This path makes no change that depends on a condition.')
  const seen = /^"([^"]+)"$/.exec(header.trim())?.[1]
  // A tag that is none of ours is that of no object here.
  if (seen === undefined || !isInstant(seen)) throw new AppError('PRECONDITION_FAILED')
  if (!isObject(given)) return given
  if ('ifUpdatedAt' in given && given.ifUpdatedAt !== seen)
    throw refusal('INVALID_REQUEST', 'ifUpdatedAt', 'The header If-Match says otherwise. Give one of them.')
  return { ...given, ifUpdatedAt: seen }
}
