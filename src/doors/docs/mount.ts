/** `/docs`: every page under a policy that lets it run nothing but the one script of the site. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyExpress from '@fastify/express'
import express, { type RequestHandler } from 'express'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../../docs/map.ts'
import { encodingFor } from '../../http/compress.ts'
import { HTML, type Policy, StaticPage, sourceOf } from '../../http/page.ts'
import type { Platform } from '../../operation/platform.ts'
import { SitePage } from '../site-page.ts'
import { type Sources, makerAt } from './contents.ts'
import { type Seat, framed } from './frame.ts'
import { ASSETS, texts } from './generated.ts'
import { searchIndex } from './search-index.ts'

/** Its only inline style is that of a tenant's colours. */
const policyOf: Policy = (html) => {
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => sourceOf(text))
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const seatOf = (path: string, { env, sites }: Platform): Seat => {
  const isFrench = path.startsWith('fr/')
  return {
    language: isFrench ? 'fr' : 'en',
    slug: isFrench ? path.slice('fr/'.length) : path,
    isSandbox: env.SERVICE_MODE === 'sandbox',
    homeUrl: sites.home.baseUrl,
  }
}

/** Files whose names change with their content; Express finds them, and answers what is asked of a part. */
const serveAssets = async (app: FastifyInstance): Promise<void> => {
  const config = { open: true, door: 'docs' }
  const encoded: RequestHandler = (request, response, next) => {
    const encoding = encodingFor(request)
    const name = `${request.path}.${encoding === 'gzip' ? 'gz' : 'br'}`
    response.vary('Accept-Encoding')
    if (encoding === undefined || !/^\/[\w-]+\.(?:js|css)$/.test(request.path) || !existsSync(join(ASSETS, name)))
      return next()
    response.type(request.path.endsWith('.css') ? 'text/css' : 'text/javascript').set('Content-Encoding', encoding)
    request.url = name
    return next()
  }
  await app.register(
    async (scope) => {
      await scope.register(fastifyExpress)
      scope.use('/', encoded as never)
      scope.use('/', express.static(ASSETS, { immutable: true, maxAge: '1y', index: false, redirect: false }) as never)
      // A path that Express refuses, such as one that climbs, is answered as not found.
      scope.use('/', ((_error: unknown, _request: unknown, _response: unknown, next: () => void) => next()) as never)
      // Express answers what it has; for the rest Fastify comes here.
      scope.get('/*', { config }, (_request, reply) => reply.callNotFound())
    },
    { prefix: '/docs/assets/' },
  )
}

/** The language that a browser asks for first. */
const prefersFrench = ({ headers }: FastifyRequest): boolean => /^fr\b/i.test(headers['accept-language'] ?? '')

/** Names that pages had, or that people try. */
const MOVED: Readonly<Record<string, string>> = {
  rest: 'api',
  reference: 'api',
  changes: 'changelog',
  quickstart: 'start',
  'getting-started': 'start',
  guides: '',
}

export const mountDocs = async (app: FastifyInstance, platform: Platform, sources: () => Sources): Promise<void> => {
  const config = { open: true, door: 'docs' }
  const kept = new Map<string, SitePage>()
  const pageAt = (path: string): SitePage | undefined => {
    const seat = seatOf(path, platform)
    const make = makerAt(seat.slug)
    const [part, name] = seat.slug.split('/')
    // Only what is in the schema is a page: a reader cannot make us keep others.
    if (!make || (part === 'graphql' && name !== undefined && !sources().schema.getType(name))) return undefined
    const page =
      kept.get(path) ??
      new SitePage(platform, HTML, (dress) => framed(seat, make(sources(), seat.language), dress), policyOf)
    kept.set(path, page)
    return page
  }
  const answer = (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | void => {
    const page = pageAt(path)
    return page ? page.send(request, reply) : reply.callNotFound()
  }
  for (const language of languages) {
    const index = new StaticPage('application/json; charset=utf-8', () =>
      JSON.stringify(searchIndex(sources(), language)),
    )
    app.get(`/docs/search-${language}.json`, { config }, (request, reply) => index.send(request, reply))
  }
  app.get('/docs', { config }, (request, reply) => reply.redirect(prefersFrench(request) ? '/docs/fr/' : '/docs/'))
  for (const [before, now] of Object.entries(MOVED))
    for (const at of ['/docs/', '/docs/fr/'])
      app.get(`${at}${before}`, { config }, (_request, reply) => reply.redirect(`${at}${now}`, 301))
  for (const [name, text] of [
    ['shell.sh', () => texts().shell],
    ['invoice_exchange.py', () => texts().python],
  ] as const)
    app.get(`/docs/${name}`, { config }, (_request, reply) => reply.type('text/plain; charset=utf-8').send(text()))
  app.get('/docs/fr', { config }, (_request, reply) => reply.redirect('/docs/fr/'))
  app.get('/docs/', { config }, (request, reply) => answer('', request, reply))
  app.get('/docs/*', { config }, (request, reply) => answer((request.params as { '*': string })['*'], request, reply))
  await serveAssets(app)
}
