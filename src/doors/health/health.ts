import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Platform } from '../../operation/platform.ts'
import { type HealthAnswer, type HealthPath, healthQuestions } from './questions.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** A database that takes longer to answer is of no use to a balancer. */
const DATABASE_MS = 1_000

/** Section 4.1, and the question of balancers: public, outside the rate windows. */
export const mountHealth = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'health' }
  for (const path of Object.keys(healthQuestions) as HealthPath[])
    app.get(path, { config }, async (_request, reply) => {
      const body = await answers[path](platform)
      return reply.code(body.status === 'ok' ? 200 : 503).send(body)
    })
  mountAfnorHealth(app, platform)
}

/** Services of XP Z12-013, whose clients ask each for its health. */
export const afnorServices = ['flow-service', 'directory-service'] as const

const mountAfnorHealth = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'afnor', isAfnor: true }
  for (const service of afnorServices)
    app.get(`/afnor/${service}/v1/healthcheck`, { config }, async (_request, reply) => {
      const isWell = platform.phase === 'serving' && (await databaseAnswers(platform))
      return reply.code(isWell ? 200 : 503).send({ status: standing(isWell), version: packageJson.version, service })
    })
}

const state = (isWell: boolean): 'ok' | 'error' => (isWell ? 'ok' : 'error')
const standing = (isWell: boolean): 'ok' | 'degraded' => (isWell ? 'ok' : 'degraded')

const answers: { [Path in HealthPath]: (platform: Platform) => HealthAnswer<Path> | Promise<HealthAnswer<Path>> } = {
  '/health/liveness': () => ({ status: 'ok' }),

  async '/health/serving'(platform) {
    const database = await databaseAnswers(platform)
    const { phase } = platform
    return { status: standing(database && phase === 'serving'), database: state(database), phase }
  },

  async '/health/readiness'(platform) {
    const { circuits } = platform.upstreams
    const views = Object.fromEntries(circuits.map((circuit) => [circuit.name, circuit.view()]))
    const database = await databaseAnswers(platform)
    const circuitsClosed = Object.values(views).every(({ state }) => state === 'closed')
    const ready = database && circuitsClosed && platform.phase === 'serving'
    return { status: standing(ready), circuits: views, database: state(database) }
  },

  '/health/contracts'({ upstreams: { circuits } }) {
    const services = Object.fromEntries(
      circuits.map((circuit) => {
        const { at, ms, error } = circuit.last()
        return [
          circuit.name,
          { status: state(error === null), responseMs: ms, lastCheck: at?.toISOString() ?? null, error },
        ]
      }),
    )
    return { status: standing(Object.values(services).every(({ status }) => status === 'ok')), services }
  },
}

const databaseAnswers = ({ db }: Platform): Promise<boolean> =>
  Promise.race([
    db.client.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    ),
    wait(DATABASE_MS, false, { ref: false }),
  ])
