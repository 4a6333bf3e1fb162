/** `/console`: the built page and its assets, under a policy that lets it run nothing but its own scripts. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageBrandAt } from '../../companies/brand.ts'
import { encodingFor, varyByEncoding } from '../../http/compress.ts'
import { HTML } from '../../http/page.ts'
import { hashOf } from '../../kernel/bytes.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'
import { branded } from './brand.ts'

const SITE = join(import.meta.dirname, '../../generated/console/site')
const YEAR = 'public, max-age=31536000, immutable'
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface Asset {
  contentType: string
  /** By encoding; `identity` is the file itself. */
  bytes: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>
}

/** The nonce is for the one style element of React Aria; scripts are files, and nothing makes one of a text. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** All assets, by their path below `/console/`: a path that is not in the table leads to no file. */
const readAssets = (): ReadonlyMap<string, Asset> => {
  const names = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) => types[extname(name)])
  const read = (name: string): Buffer => readFileSync(join(SITE, name))
  return new Map(
    names.map((name) => [
      name.replaceAll('\\', '/'),
      {
        contentType: String(types[extname(name)]),
        bytes: { identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) },
      },
    ]),
  )
}

let kept: { page: string; assets: ReadonlyMap<string, Asset> } | undefined

const site = () => {
  if (kept) return kept
  if (!existsSync(join(SITE, 'index.html')))
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: 'The console is not built. Run `node prisma/generate.ts` on the server.',
    })
  return (kept = { page: readFileSync(join(SITE, 'index.html'), 'utf8'), assets: readAssets() })
}

const sendPage = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { page } = site()
  const atHome = request.site.organizationId === null
  const brand = atHome ? undefined : await pageBrandAt(platform.db.client, request.site)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      'Content-Type': HTML,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policyWith(nonce),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
    .send((brand ? branded(page, nonce, brand) : page).replace('NONCE_OF_THIS_ANSWER', nonce))
}

const sendAsset = (request: FastifyRequest, reply: FastifyReply, { contentType, bytes }: Asset): FastifyReply => {
  const encoding = encodingFor(request)
  varyByEncoding(reply)
  if (encoding) reply.header('Content-Encoding', encoding)
  // The name changes with the content.
  return reply
    .headers({ 'Content-Type': contentType, 'Cache-Control': YEAR, ETag: `W/"${hashOf(bytes.identity)}"` })
    .send(bytes[encoding ?? 'identity'])
}

/** A path without a file of its own is a place in the console, which finds the way itself. */
export const mountConsole = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'console' } as const
  app.get('/console', { config }, (request, reply) => sendPage(platform, request, reply))
  app.get('/console/*', { config }, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const asset = site().assets.get(path)
    if (asset) return sendAsset(request, reply, asset)
    if (path.startsWith('assets/')) throw new AppError('RESOURCE_NOT_FOUND')
    return sendPage(platform, request, reply)
  })
}
