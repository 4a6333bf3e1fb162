/** @module-tag services */
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

  test('a key of one company is refused the rows of another without waiting for them, so it makes nobody wait for them', async () => {
    const owner = await app.tenant()
    const { companyId } = owner
    const sent = await owner.post('/v1/documents/send', {
      type: 'invoice',
      from: owner.peppolId,
      to: '0208:0417497106',
      document: {
        number: 'HELD-1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO-7',
        lines: [{ description: 'Lamp', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 20 }],
      },
    })
    const partner = await owner.post('/v1/partners', { name: 'Partner', vatNumber: freshVat(), companyId })
    const webhook = await owner.post('/v1/webhooks', {
      url: 'https://hooks.example.com/invoices',
      events: ['*'],
      companyId,
    })
    const key = await owner.post('/v1/api-keys', { name: 'Key', companyId })
    expect([sent, partner, webhook, key].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const other = await owner.post('/v1/companies', { vatNumber: freshVat() })
    const stranger = await owner.keyWith(['*'], { companyId: other.body.id })
    const before = await owner.footprint()
    const document = `/v1/documents/${sent.body.id}`
    await app.platform.db.transaction(async (db) => {
      for (const table of ['documents', 'partners', 'webhooks', 'api_keys'])
        expect(
          await db.$queryRaw(Prisma.sql`
            SELECT id FROM ${Prisma.raw(table)}
            WHERE "organizationId" = ${owner.organizationId} AND "companyId" = ${companyId} FOR UPDATE`),
        ).not.toEqual([])
      await db.$queryRaw`SELECT id FROM companies WHERE id = ${companyId} FOR UPDATE`
      const refused = await Promise.all([
        stranger.post(`${document}/actions`, { action: 'archive' }),
        stranger.post(`${document}/lifecycle`, { status: 'approved' }),
        stranger.post(`/v1/payments/documents/${sent.body.id}/pay`, { amount: 1, date: '2026-11-21' }),
        stranger.patch(`/v1/partners/${partner.body.id}`, { contactName: 'X' }),
        stranger.delete(`/v1/partners/${partner.body.id}`),
        stranger.patch(`/v1/webhooks/${webhook.body.id}`, { events: ['document.sent'] }),
        stranger.delete(`/v1/webhooks/${webhook.body.id}`),
        stranger.patch(`/v1/api-keys/${key.body.id}`, { name: 'X' }),
        stranger.post(`/v1/api-keys/${key.body.id}/rotate`),
        stranger.delete(`/v1/api-keys/${key.body.id}`),
        stranger.patch(`/v1/companies/${companyId}`, { name: 'X' }),
      ])
      expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual([
        [404, 'DOCUMENT_NOT_FOUND'],
        [404, 'not_found'],
        [404, 'DOCUMENT_NOT_FOUND'],
        ...Array.from({ length: 7 }, () => [404, 'RESOURCE_NOT_FOUND']),
        [403, 'forbidden'],
      ])
    })
    expect(await owner.footprint()).toEqual(before)
  })
})
