import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors/app-error.ts'
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
  isDownload = false,
}: Pick<FileAnswer, 'contentType' | 'fileName' | 'hash' | 'isDownload'>): Record<string, string> => ({
  ...always(hash),
  // The PDF viewer of a browser does not work in a sandbox, and runs in one of its own.
  ...(contentType !== 'application/pdf' && { 'Content-Security-Policy': NO_SCRIPTS }),
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(fileName.replace(UNFIT, '_'), {
    type: SHOWN.includes(contentType) && !isDownload ? 'inline' : 'attachment',
  }),
})

/** The bytes that a client asks for: `bytes=from-to`, without an end, or the last ones. Others are answered whole. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/

interface ByteRange {
  from: number
  to: number
}

/** Undefined where the whole file is answered; null where the file has nothing there. */
const rangeIn = ({ headers }: FastifyRequest, { hash, part, size }: FileAnswer): ByteRange | null | undefined => {
  const [asked, first, last, suffix] = RANGE.exec(headers.range ?? '') ?? []
  if (asked === undefined || !part || size === undefined) return undefined
  // Resumed on a condition: of a file that has changed meanwhile, all is new.
  if (headers['if-range'] !== undefined && headers['if-range'] !== `"${hash}"`) return undefined
  const from = first === undefined ? Math.max(size - Number(suffix), 0) : Number(first)
  const to = Math.min(last === undefined ? size : Number(last) + 1, size)
  return from < to ? { from, to } : null
}

/** Answers the file, or what the client lacks of it: a part, or nothing (304). */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply => {
  const { content, size, hash, part } = file
  if (matches(request.headers['if-none-match'], `"${hash}"`)) return reply.headers(always(hash)).code(304).send()
  if (part) reply.header('Accept-Ranges', 'bytes')
  const range = rangeIn(request, file)
  if (range === null) {
    reply.header('Content-Range', `bytes */${size}`)
    throw new AppError('RANGE_NOT_SATISFIABLE')
  }
  if (range && part) {
    const { from, to } = range
    reply.headers({ 'Content-Range': `bytes ${from}-${to - 1}/${size}`, 'Content-Length': to - from })
    return reply.code(206).headers(fileHeaders(file)).send(part(from, to))
  }
  if (size !== undefined) reply.header('Content-Length', size)
  return reply.headers(fileHeaders(file)).send(typeof content === 'function' ? content() : content)
}

const matches = (given: string | undefined, etag: string): boolean =>
  given !== undefined && given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
