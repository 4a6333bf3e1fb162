import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../operation/file-answer.ts'

// Types that a browser may show by itself. What others wrote is otherwise saved, never run.
const SHOWN = ['application/pdf', 'text/html; charset=utf-8']

const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// Control characters, and those that turn the direction of what follows, have no place in a name.
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\\/]/gu

const always = (hash: string) => ({
  ETag: `"${hash}"`,
  'Cache-Control': 'private, no-cache',
  'X-Content-Type-Options': 'nosniff',
})

/** What is said of every file that leaves: its name (RFC 6266), its type, and its hash as entity tag. */
export const fileHeaders = ({
  contentType,
  fileName,
  hash,
}: Pick<FileAnswer, 'contentType' | 'fileName' | 'hash'>): Record<string, string> => ({
  ...always(hash),
  // A browser's reader of PDF does not work in a sandbox, and needs none.
  ...(contentType !== 'application/pdf' && { 'Content-Security-Policy': NO_SCRIPTS }),
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(fileName.replace(UNFIT, '_'), {
    type: SHOWN.includes(contentType) ? 'inline' : 'attachment',
  }),
})

/** Who has it already gets 304. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply => {
  const { content, size, hash } = file
  if (matches(request.headers['if-none-match'], `"${hash}"`)) return reply.headers(always(hash)).code(304).send()
  if (size !== undefined) reply.header('Content-Length', size)
  return reply.headers(fileHeaders(file)).send(typeof content === 'function' ? content() : content)
}

const matches = (given: string | undefined, etag: string): boolean =>
  given !== undefined && given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
