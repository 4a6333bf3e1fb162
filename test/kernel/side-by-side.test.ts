/** Transactions that wait for each other: only PostgreSQL lets two go side by side. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { holdNumbering } from '../../src/engine/feed/relay.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { someoneWaits } from '../support/locks.ts'
import { freshVat } from '../support/numbers.ts'

let app: TestApp

const partnerOf = async (owner: Tenant): Promise<string> => {
  const { status, body } = await owner.post('/v1/partners', { name: 'Partner', vatNumber: freshVat() })
  expect(status).toBe(201)
  return body.id
}

describe.skipIf(inject('postgres') === '')('two transactions at once', () => {
  beforeAll(async () => {
    app = await startApp({ WORKERS: 'off' })
  })
  afterAll(() => app?.close())

  test('a change that the database undoes for the sake of another one is made once, as soon as the other is done', async () => {
    const owner = await app.tenant()
    const [first = '', second = ''] = [await partnerOf(owner), await partnerOf(owner)].sort()
    const { merging } = await app.platform.db.transaction(async (db) => {
      // Of two that wait for each other the server undoes the one that looks first: the other one here.
      await db.$executeRaw`SET LOCAL deadlock_timeout = '30s'`
      await db.$executeRaw`UPDATE partners SET "contactName" = 'Held' WHERE id = ${second}`
      const merging = owner.post(`/v1/partners/${first}/merge`, { duplicateId: second })
      await someoneWaits(app.platform.db)
      await db.$executeRaw`UPDATE partners SET "contactName" = 'Changed meanwhile' WHERE id = ${first}`
      return { merging }
    })
    expect(await merging).toMatchObject({ status: 200, body: { id: first, contactName: 'Changed meanwhile' } })
    expect(await owner.get(`/v1/partners/${second}`)).toMatchObject({ status: 404 })
    await app.platform.relay?.drain()
    const { body } = await owner.get('/v1/events?type=partner.deleted')
    expect(body.data).toHaveLength(1)
  })

  test('a statement by itself that the database undoes for the sake of another one is run again, and carried out once', async () => {
    const { client } = app.platform.db
    const owner = await app.tenant()
    const [first, second] = [await partnerOf(owner), await partnerOf(owner)]
    const { changing } = await app.platform.db.transaction(async (db) => {
      await db.$executeRaw`SET LOCAL deadlock_timeout = '30s'`
      await db.$executeRaw`UPDATE partners SET "contactName" = 'Held' WHERE id = ${second}`
      const own = Prisma.sql`partners."organizationId" = ${owner.organizationId}`
      const changing = client.$executeRaw`
        WITH one AS (SELECT id FROM partners WHERE ${own} AND id = ${first} FOR UPDATE),
          other AS (SELECT partners.id FROM one, partners WHERE ${own} AND partners.id = ${second} FOR UPDATE OF partners)
        UPDATE partners SET "contactName" = "contactName" || ' twice' FROM other WHERE ${own} AND partners.id = other.id`
      const settled = changing.then((count) => ({ count }))
      await someoneWaits(app.platform.db)
      await db.$executeRaw`UPDATE partners SET "contactName" = 'Changed meanwhile' WHERE id = ${first}`
      return { changing: settled }
    })
    expect(await changing).toEqual({ count: 1 })
    expect((await owner.get(`/v1/partners/${second}`)).body).toMatchObject({ contactName: 'Held twice' })
  })

  test('a reset of the sandbox waits until a round of numbering has ended, so that neither undoes the other', async () => {
    const owner = await app.tenant()
    const partner = await partnerOf(owner)
    const { resetting } = await app.platform.db.transaction(async (db) => {
      await db.$executeRaw`SET LOCAL deadlock_timeout = '30s'`
      await holdNumbering(db)
      const resetting = owner.post('/v1/sandbox/reset', { confirm: 'yes' })
      await someoneWaits(app.platform.db)
      const held = await app.platform.db.client.$queryRaw`
        SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      expect(held).toHaveLength(1)
      await db.$executeRaw`UPDATE partners SET "contactName" = 'Counted' WHERE id = ${partner}`
      return { resetting }
    })
    expect(await resetting).toMatchObject({ status: 200, body: { reset: true } })
    expect(await owner.get(`/v1/partners/${partner}`)).toMatchObject({ status: 404 })
  })
})
