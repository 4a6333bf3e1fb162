/** @module-tag heavy */
/** kill -9 while companies are onboarded. The long form, 50 times over: `npm run test:long -- kill-onboarding`. */
import { afterAll, expect, test } from 'vitest'
import { freshVat } from '../support/numbers.ts'
import { allOf, call, serverProcesses } from '../support/processes.ts'

const PATIENCE_MS = 90_000
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)

const processes = serverProcesses()
const { start, stop } = processes
afterAll(() => processes.end())

let last = 0
const whole = () => ({
  vatNumber: freshVat(),
  externalId: `k-${(last += 1)}`,
  webhook: { url: 'https://hooks.example.com/x', events: ['document.received'] },
  apiKey: { name: 'ERP' },
})

/** The companies that have each of what comes with them. */
const standing = async (base: string, key: string) => {
  const companies = (await allOf(base, key, '/v1/companies')).filter(({ externalId }) => externalId !== null)
  const keys = (await allOf(base, key, '/v1/platform/api-keys')).filter(({ companyId }) => companyId !== null)
  const webhooks = await allOf(base, key, '/v1/webhooks')
  return {
    names: new Set(companies.map(({ externalId }) => externalId)),
    companies: companies.map(({ id }) => id).toSorted(),
    keys: keys.map(({ companyId }) => companyId).toSorted(),
    webhooks: webhooks.map(({ companyId }) => companyId).toSorted(),
  }
}

test(
  `a server that is killed ${ROUNDS} times leaves companies with their key and webhook, or none of these`,
  { timeout: PATIENCE_MS * ROUNDS + PATIENCE_MS },
  async () => {
    const settings = { DATA_DIR: processes.dataFolder('killed-onboarding') }
    const acknowledged = new Set<string>()
    let key = ''
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start(settings)
      key ||= server.key
      const before = acknowledged.size
      const writers = Array.from({ length: 6 }, async () => {
        for (;;) {
          const one = whole()
          const answer = await call(server.base, key, '/v1/platform/companies', one).catch(() => undefined)
          if (answer?.status !== 201) return
          acknowledged.add(one.externalId)
          if (acknowledged.size === before + 10 + 7 * (round % 5)) server.child.kill('SIGKILL')
        }
      })
      await Promise.all(writers)
      expect(await server.ended).toBeNull()
      const restarted = await start(settings)
      const found = await standing(restarted.base, key)
      expect([...acknowledged].filter((one) => !found.names.has(one))).toEqual([])
      expect(found.keys).toEqual(found.companies)
      expect(found.webhooks).toEqual(found.companies)
      expect(await stop(restarted)).toBe(0)
    }
  },
)
