/** @module-tag heavy */
/** kill -9 while companies are made. The long form, 60 times over: `npm run test:long -- kill-companies`. */
import { afterAll, expect, test } from 'vitest'
import { freshVat } from '../support/numbers.ts'
import { allOf, call, serverProcesses } from '../support/processes.ts'

const PATIENCE_MS = 90_000
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)

const processes = serverProcesses()
const { start, stop } = processes
afterAll(() => processes.end())

const allVats = async (base: string, key: string): Promise<Set<string>> =>
  new Set((await allOf(base, key, '/v1/companies')).map(({ vatNumber }) => vatNumber))

test(
  `a server that is killed ${ROUNDS} times under load keeps all it acknowledged and its migrations`,
  { timeout: PATIENCE_MS * ROUNDS + PATIENCE_MS },
  async () => {
    const settings = { DATA_DIR: processes.dataFolder('killed') }
    const acknowledged = new Set<string>()
    let key = ''
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start(settings)
      key ||= server.key
      const before = acknowledged.size
      const writers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const vatNumber = freshVat()
          const answer = await call(server.base, key, '/v1/companies', { vatNumber }).catch(() => undefined)
          if (answer?.status !== 201) return
          acknowledged.add(vatNumber)
          if (acknowledged.size === before + 30 + 17 * (round % 5)) server.child.kill('SIGKILL')
        }
      })
      await Promise.all(writers)
      expect(await server.ended).toBeNull()
      expect(acknowledged.size).toBeGreaterThanOrEqual(before + 30)
      const restarted = await start(settings)
      const found = await allVats(restarted.base, key)
      expect([...acknowledged].filter((vatNumber) => !found.has(vatNumber))).toEqual([])
      expect((await call(restarted.base, key, '/health/readiness')).body).toMatchObject({
        status: 'ok',
        database: 'ok',
      })
      expect(await stop(restarted)).toBe(0)
    }
  },
)
