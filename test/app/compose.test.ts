/**
 * @module-tag heavy
 * @module-tag services
 */
/** What `compose.yaml` starts, started here: its environments, on servers as its images make them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { call, serverProcesses } from '../support/processes.ts'
import { type Server, freePort, startPostgres, startRedis } from '../support/servers.ts'
import { until } from '../support/until.ts'

const PATIENCE_MS = 180_000
const text = readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8')
const { services } = load(text.replace(/\$\{\w+:-([^}]*)\}/g, '$1')) as Body

describe.skipIf(inject('postgres') === '' || inject('redis') === '')('compose.yaml', () => {
  const processes = serverProcesses()
  let postgres: Server
  let redis: Server
  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.postgres.environment
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`CREATE ROLE ${POSTGRES_USER} SUPERUSER LOGIN PASSWORD '${POSTGRES_PASSWORD}'`)
    await client.query(`CREATE DATABASE ${POSTGRES_DB} OWNER ${POSTGRES_USER}`)
    await client.end()
  }, PATIENCE_MS)
  afterAll(async () => {
    await processes.end()
    await postgres?.stop()
    await redis?.stop()
  })

  /** The environment of a service where the names of the others are addresses, on a port as if it were alone. */
  const environmentOf = async (name: 'server' | 'worker'): Promise<Record<string, string>> => {
    const there: Record<string, string> = {
      'postgres:5432': new URL(postgres.url).host,
      'redis:6379': new URL(redis.url).host,
    }
    const given = Object.entries(services[name].environment as Record<string, string>).map(([key, value]) => [
      key,
      value.replace(/(?<=[/@])(?:postgres|redis):\d+/, (host) => String(there[host])),
    ])
    return { ...Object.fromEntries(given), NODE_ENV: 'production', PORT: String(await freePort()) }
  }

  test(
    'a server and a worker that start at once on a new database serve, and what is sent is delivered by the worker',
    async () => {
      const environment = await environmentOf('server')
      // What BASE_URL says leads to the port of the machine, which this is not.
      const base = `http://127.0.0.1:${environment['PORT']}`
      const [server, worker] = await Promise.all([
        processes.start(environment),
        processes.startPart(await environmentOf('worker')),
      ])
      const tenant = async (label: string): Promise<Body> =>
        (await call(base, '', '/v1/sandbox/bootstrap', { label })).body
      const [seller, buyer] = [await tenant('seller'), await tenant('buyer')]
      const sent = await call(base, seller.apiKey, '/v1/documents/send', {
        type: 'invoice',
        from: seller.company.peppolId,
        to: buyer.company.peppolId,
        document: {
          number: 'C-1',
          issueDate: '2026-11-20',
          dueDate: '2026-12-20',
          buyerReference: 'PO-1',
          lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
        },
      })
      expect(sent.status).toBe(201)
      const at = `/v1/documents/${sent.body.id}`
      await until(async () => (await call(base, seller.apiKey, at)).body.status, 'delivered')
      const { body: inbox } = await call(base, buyer.apiKey, '/v1/documents')
      expect(inbox.data).toMatchObject([{ number: 'C-1' }])
      expect(await Promise.all([server, worker].map(processes.stop))).toEqual([0, 0])
    },
    PATIENCE_MS,
  )
})
