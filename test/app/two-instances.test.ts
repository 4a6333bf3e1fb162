/** @module-tag services */
/** Two whole instances on one database: each has caches of its own, and nothing that a caller could notice by them. */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../../src/kernel/database/open.ts'
import type { ErrorCode } from '../../src/kernel/errors/catalog.ts'
import { setOrganization } from '../../src/tenants/set-organization.ts'
import { type Answer, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { type EventSource, openEvents } from '../support/event-source.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'
import { including, until } from '../support/until.ts'

const PATIENCE_MS = 120_000

const DOMAIN = 'pay.atelier.test'
const LIMIT = 6

let started = 0
const ways = [
  { way: 'NOTIFY alone', redis: () => '' },
  { way: 'Redis', redis: () => `${inject('redis')}/0?keyPrefix=two:${process.pid}:${started++}:` },
].filter(({ way }) => way !== 'Redis' || inject('redis') !== '')

describe.skipIf(inject('postgres') === '')('two instances on one database', () => {
  describe.each(ways)('that tell each other by $way', ({ way, redis }) => {
    let idp: IdentityProvider
    let first: TestApp
    let second: TestApp
    let base: string
    let tenant: Tenant

    beforeAll(async () => {
      idp = await startIdentityProvider({})
      const [url, settings] = [await emptyDatabase('two'), { REDIS_URL: redis(), JWT_ISSUER: idp.issuer }]
      const open = (): Promise<TestApp> => startApp(settings, { database: openDatabase({ url, countQueries: true }) })
      // At once: one of them makes the tables, and the other waits for it.
      ;[first, second] = await Promise.all([open(), open()])
      base = await second.listen()
      tenant = await first.tenant('white_label')
      await connected()
    }, PATIENCE_MS)
    afterAll(async () => {
      await second?.close()
      await first?.close()
      await idp?.stop()
    })

    /** Connections that tell and listen are made in the background; what is told before is lost, as wake-ups may be. */
    const connected = async (): Promise<void> => {
      let isHeard = false
      const stop = second.platform.wakeUps.subscribe('domains', () => (isHeard = true))
      await until(() => {
        first.platform.wakeUps.publish('domains', '')
        return isHeard
      })
      stop()
    }

    const there = ({ headers }: Caller): Caller => new Caller(second, headers)
    const follow = ({ headers }: Caller): Promise<EventSource> => openEvents(`${base}/v1/events/stream`, headers)

    /**
     * The other instance has just learnt how it was, and its watch stands still: it never looks by itself, so what it
     * knows it was told.
     */
    const sees = async (steps: Record<'before' | 'change' | 'after', () => Promise<unknown>>) => {
      vi.useFakeTimers({ toFake: ['performance'] })
      try {
        await steps.before()
        await steps.change()
        await until(steps.after)
      } finally {
        vi.useRealTimers()
      }
    }

    /** What ends the key at the first instance ends it at the second, with the stream that it holds there. */
    const expectEndsThere = async (key: Caller, change: () => Promise<Answer>, code: ErrorCode): Promise<void> => {
      const stays = await follow(tenant)
      const said: EventSource['messages'] = []
      let isOver = false
      const asked = (): Promise<Answer> => there(key).get('/v1/documents')
      await sees({
        before: async () => {
          const { done, messages } = await follow(key)
          void done.then(() => (isOver = said.push(...messages) > 0))
          expect((await asked()).status).toBe(200)
        },
        change: async () => expect((await change()).status).toBeLessThan(300),
        after: async () => isOver && (await asked()).status !== 200,
      })
      expect(said.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'REVOKED_KEY' } } })
      expectRefusal(await asked(), code)
      const before = await tenant.footprint()
      expectOperationRefusal(await there(key).post('/v1/companies', { vatNumber: freshVat() }), code)
      expect(await tenant.footprint()).toEqual(before)
      const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
      await until(() => stays.messages.map(({ data }) => data?.data?.companyId), including(body.id))
      stays.leave()
    }

    test(
      'a key that is revoked at one is refused at the other, whose stream ends',
      { timeout: PATIENCE_MS },
      async () => {
        const key = await tenant.keyWith(['documents.read', 'receive', 'companies.write'])
        await expectEndsThere(key, () => tenant.delete(`/v1/api-keys/${key.keyId}`), 'REVOKED_KEY')
      },
    )

    test(
      'the keys of a company that is suspended at one are refused at the other, whose stream ends',
      { timeout: PATIENCE_MS },
      async () => {
        const { body } = await tenant.post('/v1/platform/companies', {
          vatNumber: freshVat(),
          apiKey: { name: 'own' },
        })
        const own = new Caller(first, { authorization: `Bearer ${body.apiKey.key}` })
        const suspend = (): Promise<Answer> =>
          tenant.post(`/v1/platform/companies/${body.company.id}/suspend`, { reason: 'Unpaid' })
        await expectEndsThere(own, suspend, 'COMPANY_SUSPENDED')
      },
    )

    test('what is taken from a key at one is refused at the other', { timeout: PATIENCE_MS }, async () => {
      const key = await tenant.keyWith(['documents.read', 'stats'])
      const asked = (): Promise<Answer> => there(key).get('/v1/documents')
      await sees({
        before: async () => expect((await asked()).status).toBe(200),
        change: () => tenant.patch(`/v1/api-keys/${key.keyId}`, { scopes: ['stats'] }),
        after: async () => (await asked()).status !== 200,
      })
      expectRefusal(await asked(), 'INSUFFICIENT_SCOPE')
    })

    test(
      'the plan of an organization is set at one, and counts at the other for tokens and for keys',
      { timeout: PATIENCE_MS },
      async () => {
        const id = `org-${way === 'Redis' ? 'redis' : 'notify'}`
        const token = { authorization: `Bearer ${await idp.sign({ _permissions: { [id]: ['admin'] } })}` }
        const { body } = await second.anyone.post('/v1/api-keys', { name: 'x', scopes: ['stats'] }, token)
        const limits = async (): Promise<unknown[]> =>
          Promise.all(
            [token, { authorization: `Bearer ${body.key}` }].map(
              async (headers) => (await second.anyone.get('/v1/me', headers)).headers['x-ratelimit-limit'],
            ),
          )
        await sees({
          before: async () => {
            second.platform.organizations.clear()
            expect(await limits()).toEqual(['60', '60'])
          },
          change: () => setOrganization(first.platform, id, ['plan=pro']),
          after: async () => String(await limits()) === '300,300',
        })
      },
    )

    test('a domain that is let go at one is nobody’s at the other', { timeout: PATIENCE_MS }, async () => {
      const { body } = await tenant.post('/v1/platform/domains', { domain: DOMAIN })
      const at = `/v1/platform/domains/${body.id}`
      await until(async () => (await tenant.get(at)).body.status, 'active')
      const stranger = await first.tenant()
      const asked = (): Promise<Answer> => there(stranger).get('/v1/me', { host: DOMAIN })
      await until(async () => (await asked()).status, 403)
      await sees({
        before: async () => {
          second.platform.sites.forget()
          expectRefusal(await asked(), 'DOMAIN_FORBIDDEN')
        },
        change: () => tenant.delete(at),
        after: async () => (await asked()).status === 200,
      })
    })

    test.runIf(way === 'Redis')(
      'a key has one count with both: what is let in at one is missing at the other, and both refuse what is too much',
      { timeout: PATIENCE_MS },
      async () => {
        const key = await tenant.keyWith(['companies.read', 'companies.write'], { rateLimit: LIMIT })
        const other = there(key)
        for (let nth = 0; nth < LIMIT; nth++) {
          const { status, headers } = await (nth % 2 === 0 ? key : other).get('/v1/companies')
          expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
            200,
            String(LIMIT),
            String(LIMIT - nth - 1),
          ])
        }
        const before = await tenant.footprint()
        for (const caller of [key, other]) {
          const refused = await caller.post('/v1/companies', { vatNumber: freshVat() })
          expectOperationRefusal(refused, 'RATE_LIMITED')
          expect(refused.headers).toMatchObject({
            'x-ratelimit-limit': String(LIMIT),
            'x-ratelimit-remaining': '0',
            'retry-after': expect.stringMatching(/^([1-5]?\d|60)$/),
          })
        }
        expect(await tenant.footprint()).toEqual(before)
      },
    )
  })
})
