/** A deployment changes the key that its stored secrets are sealed with, and whoever uses it notices nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../../src/app/operator.ts'
import { sealedBy } from '../../src/app/rotate-secrets.ts'
import { sealedColumns } from '../../src/app/sealed-columns.ts'
import { verifyWebhook } from '../../src/client/index.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import type { Database } from '../../src/kernel/database/open.ts'
import { type Body, type Caller, type TestApp, startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'
import { shopOf } from '../support/shops.ts'
import { type Sink, startSink } from '../support/sink.ts'

const OLD = 'the-old-key-of-at-least-32-characters'
const NEW = 'the-new-key-of-at-least-32-characters'

let database: Database
let sink: Sink
beforeAll(async () => {
  database = await testDatabase()
  sink = await startSink()
})
afterAll(async () => {
  await sink.stop()
  await database.close()
})

/** An instance on the same database, as a restart with other settings makes it. */
const within = async <T>(SECRETS_KEY: string, body: (app: TestApp) => Promise<T>): Promise<T> => {
  const app = await startApp(
    { SECRETS_KEY, WEBHOOK_ALLOW_PRIVATE: 'true', WORKERS: 'off' },
    { database: Promise.resolve({ ...database, close: () => Promise.resolve() }) },
  )
  return body(app).finally(() => app.close())
}

const as = (app: TestApp, key: string): Caller => app.anyone.with({ authorization: `Bearer ${key}` })

/** Every sealed value of the database, as it is stored. */
const stored = async (): Promise<string> => {
  const rows = sealedColumns.map(({ table, column }) =>
    database.client.$queryRaw(Prisma.raw(`SELECT "${column}"::text AS value FROM "${table}" ORDER BY 1`)),
  )
  return JSON.stringify(await Promise.all(rows))
}

const rowsIn = async (table: string, where: string): Promise<boolean> =>
  (await database.client.$queryRaw<object[]>(Prisma.raw(`SELECT 1 FROM "${table}" WHERE ${where}`))).length > 0

describe('secrets rotate', () => {
  let key: string
  let hook: Body
  let replaced: Body
  const vatNumber = freshVat()
  const register = (app: TestApp) =>
    as(app, key).post('/v1/companies', { vatNumber }, { 'idempotency-key': 'before the rotation' })
  let registered: Body

  beforeAll(() =>
    within(OLD, async (app) => {
      const tenant = await app.tenant()
      key = tenant.key
      replaced = (await tenant.post('/v1/webhooks', { url: `${sink.url}/hook`, events: ['*'] })).body
      hook = { ...replaced, ...(await tenant.patch(`/v1/webhooks/${replaced.id}`, { rotateSecret: true })).body }
      registered = (await register(app)).body
      await shopOf(tenant, 'cxml')
      await tenant.post('/afnor/flow-service/v1/webhooks', {
        callback: { url: `${sink.url}/flows`, headers: [{ headerName: 'X-Tenant', headerValue: '4711' }] },
        metadata: { flowType: 'CustomerInvoice', flowDirection: 'Out', ackStatus: 'Ok' },
      })
    }),
  )

  test.each(sealedColumns.filter(({ type }) => type !== 'text'))(
    'knows $table.$column, where something is sealed',
    async ({ table, where }) => expect(await rowsIn(table, where)).toBe(true),
  )

  test('is refused, and changes nothing, while a stored secret is sealed with a key that is not there', async () => {
    const before = await stored()
    const { code, said } = await within(NEW, ({ platform }) => operate(platform, ['secrets', 'rotate']))
    expect(code).toBe(1)
    expect(said).toContain('Add the earlier key behind the new one: SECRETS_KEY=new,old')
    expect(await stored()).toBe(before)
  }, 120_000)

  test('seals everything with the first key; then the old one can go, and every secret still works', async () => {
    const first = await within(`${NEW},${OLD}`, async ({ platform }) => {
      const { code, rows } = await operate(platform, ['secrets', 'rotate'])
      expect(code).toBe(0)
      expect(await sealedBy(platform)).toEqual(new Set([platform.secretBox.keyId]))
      // Nothing is left to do.
      expect(await operate(platform, ['secrets', 'rotate'])).toMatchObject({ code: 0, rows: [{ sealed: 0 }] })
      return rows
    })
    expect(first).toMatchObject([{ sealed: expect.any(Number) }])
    await within(NEW, async (app) => {
      const { body: delivery } = await as(app, key).post(`/v1/webhooks/${hook.id}/test`)
      expect(delivery).toMatchObject({ status: 'delivered' })
      const posted = sink.posted.at(-1)
      const now = app.clock.now()
      const signature = String(posted?.headers['x-service-signature'])
      for (const secret of [hook.secret, replaced.secret])
        await verifyWebhook(String(posted?.body), signature, secret, { now })
      expect((await register(app)).body).toEqual(registered)
    })
  }, 120_000)
})
