import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isSameSecret } from '../../kernel/same-secret.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'

const isAllowed = (authorization: string | undefined, token: string | undefined): boolean =>
  token === undefined || isSameSecret(authorization ?? '', `Bearer ${token}`)

/** The metrics, where the settings want them: beside the doors, behind a token, or at a port of their own. */
export const mountMetrics = (app: FastifyInstance, platform: Platform): void => {
  const { METRICS_TOKEN, METRICS_PORT } = platform.env
  const { registry } = platform.metrics
  if (METRICS_PORT !== undefined) return serveApart(app, platform, METRICS_PORT)
  app.get('/metrics', { config: { open: true, door: 'health' } }, async ({ headers }, reply) => {
    if (!isAllowed(headers.authorization, METRICS_TOKEN))
      throw new AppError(headers.authorization === undefined ? 'MISSING_AUTH' : 'INVALID_TOKEN')
    return reply.header('Content-Type', registry.contentType).send(await registry.metrics())
  })
}

/** A server that knows nothing but the metrics; it lives as long as the doors. */
const serveApart = (app: FastifyInstance, { env, metrics: { registry } }: Platform, port: number): void => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    if (!isAllowed(request.headers.authorization, env.METRICS_TOKEN)) return response.writeHead(401).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
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
