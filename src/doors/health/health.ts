import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../operation/platform.ts'

/** Section 4.1, and the metrics: public, outside the rate windows. */
export const mountHealth = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'health' }
  const { circuits } = platform.upstreams

  app.get('/health/liveness', { config }, () => ({ status: 'ok' }))

  app.get('/health/readiness', { config }, async (_request, reply) => {
    const views = Object.fromEntries(circuits.map((circuit) => [circuit.name, circuit.view()]))
    const database = await platform.db.client.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    )
    const degraded = !database || Object.values(views).some(({ state }) => state === 'open')
    return reply
      .code(degraded ? 503 : 200)
      .send({ status: degraded ? 'degraded' : 'ok', circuits: views, database: database ? 'ok' : 'error' })
  })

  app.get('/health/contracts', { config }, (_request, reply) => {
    const services = Object.fromEntries(
      circuits.map((circuit) => {
        const { at, ms, error } = circuit.last()
        return [circuit.name, { status: error === null ? 'ok' : 'error', responseMs: ms, lastCheck: at, error }]
      }),
    )
    const degraded = Object.values(services).some(({ status }) => status === 'error')
    return reply.code(degraded ? 503 : 200).send({ status: degraded ? 'degraded' : 'ok', services })
  })

  app.get('/metrics', { config }, async (_request, reply) =>
    reply.header('Content-Type', platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics()),
  )
}
