import { type Hash, createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What repeated calls with one idempotency key have in common; the bytes of the body follow. */
export const beginCallHash = ({ method, url }: FastifyRequest): Hash =>
  createHash('sha256').update(`${method} ${url}\n`)
