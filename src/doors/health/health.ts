import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '../../operation/platform.ts'

/** A database that takes longer to answer is of no use to a balancer. */
const DATABASE_MS = 1_000

/** Section 4.1, and the question of balancers: public, outside the rate windows. */
export const mountHealth = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'health' }
  const { circuits } = platform.upstreams

  app.get('/health/liveness', { config }, () => ({ status: 'ok' }))

  app.get('/health/serving', { config }, async (_request, reply) => {
    const [database, phase] = [await databaseAnswers(platform), platform.phase]
    const serving = database && phase === 'serving'
    return answer(reply, serving, { status: serving ? 'ok' : 'degraded', database: state(database), phase })
  })

  app.get('/health/readiness', { config }, async (_request, reply) => {
    const views = Object.fromEntries(circuits.map((circuit) => [circuit.name, circuit.view()]))
    const database = await databaseAnswers(platform)
    const circuitsClosed = Object.values(views).every(({ state }) => state === 'closed')
    const ready = database && circuitsClosed && platform.phase === 'serving'
    return answer(reply, ready, { status: ready ? 'ok' : 'degraded', circuits: views, database: state(database) })
  })

  app.get('/health/contracts', { config }, (_request, reply) => {
    const services = Object.fromEntries(
      circuits.map((circuit) => {
        const { at, ms, error } = circuit.last()
        return [circuit.name, { status: error === null ? 'ok' : 'error', responseMs: ms, lastCheck: at, error }]
      }),
    )
    const degraded = Object.values(services).some(({ status }) => status === 'error')
    return answer(reply, !degraded, { status: degraded ? 'degraded' : 'ok', services })
  })
}

const state = (isWell: boolean): 'ok' | 'error' => (isWell ? 'ok' : 'error')

const answer = (reply: FastifyReply, isWell: boolean, body: object): FastifyReply =>
  reply.code(isWell ? 200 : 503).send(body)

const databaseAnswers = ({ db }: Platform): Promise<boolean> =>
  Promise.race([
    db.client.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    ),
    wait(DATABASE_MS, false, { ref: false }),
  ])
