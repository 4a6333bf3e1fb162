import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../operation/file-answer.ts'

// Types that a browser may show; others are saved and never run, since a caller wrote them.
const SHOWN = ['application/pdf', 'text/html; charset=utf-8']

const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// Characters that may hide what a file is called: control characters, and those that change the direction of text.
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\\/]/gu

const always = (hash: string) => ({
  ETag: `"${hash}"`,
  'Cache-Control': 'private, no-cache',
})

/** The headers of every file that is answered: its name (RFC 6266), its type, and its hash as the entity tag. */
export const fileHeaders = ({
  contentType,
  fileName,
  hash,
}: Pick<FileAnswer, 'contentType' | 'fileName' | 'hash'>): Record<string, string> => ({
  ...always(hash),
  // The PDF viewer of a browser does not work in a sandbox, and runs in one of its own.
  ...(contentType !== 'application/pdf' && { 'Content-Security-Policy': NO_SCRIPTS }),
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(fileName.replace(UNFIT, '_'), {
    type: SHOWN.includes(contentType) ? 'inline' : 'attachment',
  }),
})

/** Answers the file, or 304 to a client that has it already. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply => {
  const { content, size, hash } = file
  if (matches(request.headers['if-none-match'], `"${hash}"`)) return reply.headers(always(hash)).code(304).send()
  if (size !== undefined) reply.header('Content-Length', size)
  return reply.headers(fileHeaders(file)).send(typeof content === 'function' ? content() : content)
}

const matches = (given: string | undefined, etag: string): boolean =>
  given !== undefined && given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
