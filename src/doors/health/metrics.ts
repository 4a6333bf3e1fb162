import { type IncomingMessage, createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { requireSharedSecret } from '../../auth/guesses.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import type { Platform } from '../../operation/platform.ts'

const requireToken = async (platform: Platform, request: IncomingMessage): Promise<void> => {
  const { METRICS_TOKEN: token } = platform.env
  const { authorization: given } = request.headers
  if (token === undefined) return
  if (given === undefined) throw new AppError('MISSING_AUTH')
  const refusal = new AppError('INVALID_TOKEN')
  await requireSharedSecret(platform, { door: 'metrics', request, given, expected: `Bearer ${token}`, refusal })
}

/** The metrics, where the settings want them: beside the doors, behind a token, or at a port of their own. */
export const mountMetrics = (app: FastifyInstance, platform: Platform): void => {
  const { METRICS_PORT } = platform.env
  const { registry } = platform.metrics
  if (METRICS_PORT !== undefined) return serveApart(app, platform, METRICS_PORT)
  app.get('/metrics', { config: { open: true, door: 'health' } }, async ({ raw }, reply) => {
    await requireToken(platform, raw)
    return reply.header('Content-Type', registry.contentType).send(await registry.metrics())
  })
}

/** A server that knows nothing but the metrics; it lives as long as the doors. */
const serveApart = (app: FastifyInstance, platform: Platform, port: number): void => {
  const { env, metrics } = platform
  const { registry } = metrics
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    requireToken(platform, request)
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        (error) => response.writeHead(error instanceof AppError ? catalog[error.code].status : 500).end(),
      )
    return undefined
  })
  app.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, env.HOST, resolve)
      }),
  )
  app.addHook('onClose', () => new Promise<void>((resolve) => void server.close(() => resolve())))
}
