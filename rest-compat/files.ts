import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../src/documents/file-answer.ts'

// Types that a browser may show by itself. What others wrote is otherwise saved, never run.
const SHOWN = ['application/pdf', 'text/html; charset=utf-8']

const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// Control characters, and those that turn the direction of what follows, have no place in a name.
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\\/]/gu

/** A file, with its name (RFC 6266), its type, and its hash as entity tag. Who has it already gets 304. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, { content, size, contentType, fileName, hash }: FileAnswer): FastifyReply => {
  const etag = `"${hash}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // A browser's reader of PDF does not work in a sandbox, and needs none.
  if (contentType !== 'application/pdf') reply.header('Content-Security-Policy', NO_SCRIPTS)
  if (size !== undefined) reply.header('Content-Length', size)
  return reply
    .header('Content-Type', contentType)
    .header('Content-Disposition', contentDisposition(fileName.replace(UNFIT, '_'), { type: SHOWN.includes(contentType) ? 'inline' : 'attachment' }))
    .send(typeof content === 'function' ? content() : content)
}

const matches = (given: string | undefined, etag: string): boolean => given !== undefined && given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
