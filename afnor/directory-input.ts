/** What clients of the directory service send, as the operations take it. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isObject } from '../src/values/is-object.ts'
import { queryOf } from './input.ts'

/** Edition 1.1 calls the order of a field `sortingOrder`. */
const sortedAs = (given: unknown): unknown => {
  if (!isObject(given) || !('sortingOrder' in given) || 'order' in given) return given
  const { sortingOrder: order, ...others } = given
  return { ...others, order }
}

export const directorySearch = ({ body = {} }: FastifyRequest): unknown => {
  if (!isObject(body)) return body
  const { sorting } = body
  return { ...body, ...(Array.isArray(sorting) && { sorting: sorting.map(sortedAs) }) }
}

/** The body has the fields of the operation's input. */
export const directorySearchShape = (id: string, input: z.ZodType): z.ZodType =>
  input.meta({ id, description: 'What is searched for.' })

/** `fields=a,b`, or the parameter several times. */
const listOf = (given: unknown): unknown => (typeof given === 'string' ? given.split(',') : given)

export const shownIn = (request: FastifyRequest): Record<string, unknown> => {
  const { fields, include, ...others } = queryOf(request)
  return {
    ...others,
    ...(fields !== undefined && { fields: listOf(fields) }),
    ...(include !== undefined && { include: listOf(include) }),
    ...(request.params as Record<string, string>),
  }
}
