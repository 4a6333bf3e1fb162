/** Pages and documents that are the same for everybody: made once, compressed once, asked for again by their tag. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '../kernel/bytes.ts'
import { compressed, encodingFor, varyByEncoding } from './compress.ts'

interface Made {
  bytes: Buffer
  headers: Readonly<Record<string, string>>
  encoded: Map<string, Promise<Buffer>>
}

/** A text of a page, as its policy names it. */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What a browser may do with a page of this text. */
export type Policy = (html: string) => string

/**
 * Runs nothing but the scripts that are part of the page, and what comes from here. Styles may be inline: GraphiQL and
 * the reference set them while they run.
 */
const policyOf: Policy = (html) => {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => sourceOf(text))
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every page that a browser shows. */
const pageHeaders = (html: string, policy: Policy): Record<string, string> => ({
  'Content-Security-Policy': policy(html),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
})

export class StaticPage {
  readonly #contentType: string
  readonly #make: () => string | Buffer | Promise<string | Buffer>
  readonly #policy: Policy
  #made: Promise<Made> | undefined

  constructor(contentType: string, make: () => string | Buffer | Promise<string | Buffer>, policy: Policy = policyOf) {
    this.#contentType = contentType
    this.#make = make
    this.#policy = policy
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { bytes, headers, encoded } = await (this.#made ??= this.#prepare())
    reply.headers(headers)
    varyByEncoding(reply)
    if (request.headers['if-none-match']?.includes(String(headers['ETag']))) return reply.code(304).send()
    const encoding = encodingFor(request)
    if (encoding === undefined) return reply.send(bytes)
    const body = encoded.get(encoding) ?? compressed(bytes, encoding)
    encoded.set(encoding, body)
    return reply.header('Content-Encoding', encoding).send(await body)
  }

  async #prepare(): Promise<Made> {
    const bytes = Buffer.from((await this.#make()) as string)
    const headers = {
      'Content-Type': this.#contentType,
      ETag: `W/"${hashOf(bytes)}"`,
      'Cache-Control': 'no-cache',
      ...(this.#contentType.startsWith('text/html') && pageHeaders(bytes.toString(), this.#policy)),
    }
    return { bytes, headers, encoded: new Map() }
  }
}

export const HTML = 'text/html; charset=utf-8'
