import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Actor, publicActor } from '../../../src/auth/actor.ts'
import { OWN_SLOT } from '../../../src/kernel/database/own-slot.ts'
import type { Db } from '../../../src/kernel/database/open.ts'
import { together } from '../../../src/kernel/database/rows.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import {
  type Sender,
  countAgainstQuotas,
  countBeside,
  countedThisMonth,
} from '../../../src/exchange/send/store/quota.ts'
import type { AppError } from '../../../src/kernel/errors/app-error.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { dayOf } from '../../../src/values/dates.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

/** Counts a send as the statement does that writes its document. */
const countingFor =
  (sender: Sender, now: Date) =>
  (db: Db, actor: Actor): Promise<unknown> =>
    db.$executeRaw(Prisma.sql`
      WITH written AS (SELECT 'doc' AS id), ${together(countBeside([{ documentId: 'doc', actor, sender, now }]))}
      SELECT 1`)

const send = async (
  from: string,
  number: string,
  issueDate: string,
  unitPrice: number,
  metadata: object = {},
): Promise<void> => {
  const document = {
    number,
    issueDate,
    dueDate: issueDate,
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines: [{ description: 'Lamp', quantity: 1, unit: 'C62', unitPrice, vatRate: 21 }],
    parties: [{ role: 'buyer', name: 'Café du Coin' }],
  }
  const { status, body } = await tenant.post('/v1/documents/send', {
    type: 'invoice',
    from,
    to: '0208:0417497106',
    document,
    metadata,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
}

describe('filters of documents', () => {
  const numbers = (body: Body): string[] => body.data.map(({ number }: Body) => number).sort()

  test('filters of documents hold what they say, and a null is neither below nor above', async () => {
    const from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
    await send(from, '2026-JAN', '2026-01-10', 100)
    await send(from, '2026-MAR', '2026-03-10', 250)
    expect(
      (await tenant.post('/v1/documents/send', { type: 'event', from, document: { number: 'NO-DATE' } })).status,
    ).toBe(201)
    await app.platform.runner?.settle()
    const listed: [query: string, expected: string[]][] = [
      ['', ['2026-JAN', '2026-MAR', 'NO-DATE']],
      ['from=2026-01-10&to=2026-01-31', ['2026-JAN']],
      ['issueDate=2026-01-10', ['2026-JAN']],
      ['dueDate=2026-03-10', ['2026-MAR']],
      ['grossAmount=121.00', ['2026-JAN']],
      ['netAmount=250', ['2026-MAR']],
      ['createdAt=2020-01-01', []],
      [`createdAt=${dayOf(app.platform.clock.now())}`, ['2026-JAN', '2026-MAR', 'NO-DATE']],
      ['to=2026-12-31', ['2026-JAN', '2026-MAR']],
      ['from=2026-03-11', []],
      ['amountMin=121.01', ['2026-MAR']],
      ['amountMax=121', ['2026-JAN']],
      ['amountMin=0&amountMax=9999', ['2026-JAN', '2026-MAR']],
      ['status=delivered', ['2026-JAN', '2026-MAR', 'NO-DATE']],
      ['status=draft,rejected', []],
      ['deliveryStatus=delivered', ['2026-JAN', '2026-MAR']],
      ['deliveryStatus=failed', []],
      ['direction=outgoing&type=invoice', ['2026-JAN', '2026-MAR']],
      ['direction=incoming', []],
      ['lifecycleStatus=issued', ['2026-JAN', '2026-MAR', 'NO-DATE']],
      ['receiverPeppolId=0208:0417497106', ['2026-JAN', '2026-MAR']],
      ['number=2026-MAR', ['2026-MAR']],
      ['q=lamp', ['2026-JAN', '2026-MAR']],
      ['companyId=vat:BE0403019261', ['2026-JAN', '2026-MAR', 'NO-DATE']],
      [`companyId=${tenant.companyId}`, []],
    ]
    for (const [query, expected] of listed)
      expect([query, numbers((await tenant.get(`/v1/documents?${query}`)).body)]).toEqual([query, expected])
    const searched: [condition: object, expected: string[]][] = [
      [{ field: 'issueDate', op: 'lt', value: '2026-03-10' }, ['2026-JAN']],
      [{ field: 'issueDate', op: 'lte', value: '2026-03-10' }, ['2026-JAN', '2026-MAR']],
      [{ field: 'issueDate', op: 'eq', value: '2026-03-10' }, ['2026-MAR']],
      [{ field: 'issueDate', op: 'in', value: ['2026-03-10', '2026-01-10'] }, ['2026-JAN', '2026-MAR']],
      [{ field: 'issueDate', op: 'ne', value: '2026-03-10' }, ['2026-JAN', 'NO-DATE']],
      [{ field: 'grossAmount', op: 'gte', value: '302.50' }, ['2026-MAR']],
      [{ field: 'grossAmount', op: 'lt', value: '302.50' }, ['2026-JAN']],
      [{ field: 'grossAmount', op: 'exists', value: false }, ['NO-DATE']],
      [{ field: 'deliveryStatus', op: 'ne', value: 'delivered' }, ['NO-DATE']],
      [{ field: 'status', op: 'exists', value: true }, ['2026-JAN', '2026-MAR', 'NO-DATE']],
      [{ field: 'receiverName', op: 'contains', value: 'DU coin' }, ['2026-JAN', '2026-MAR']],
      [{ field: 'number', op: 'startsWith', value: '2026-j' }, ['2026-JAN']],
      [{ field: 'number', op: 'contains', value: '%' }, []],
    ]
    for (const [condition, expected] of searched)
      expect([condition, numbers((await tenant.post('/v1/documents/search', { all: [condition] })).body)]).toEqual([
        condition,
        expected,
      ])
  })

  test('a row of a list and of a search says what the document says by itself', async () => {
    const orders = ['createdAt', 'issueDate', 'grossAmount', 'number']
    const searched = await Promise.all(
      orders.map((field) => tenant.post('/v1/documents/search', { sort: [{ field, order: 'asc' }] })),
    )
    const pages: Body[][] = [await tenant.get('/v1/documents'), ...searched].map(({ body }) => body.data)
    for (const rows of pages) {
      expect(rows).toHaveLength(3)
      for (const row of rows) expect((await tenant.get(`/v1/documents/${row.id}`)).body).toMatchObject(row)
    }
  })
})

test('free data is answered as it was given beside amounts, whatever characters it has', async () => {
  const from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403170701' })).body.peppolId
  const metadata = { number: '\u0001exact:5', broken: '\u0001exact:1.2.3', text: '\u0001text:0' }
  await send(from, '2026-FREE', '2026-05-10', 100, metadata)
  const [row] = (await tenant.get('/v1/documents?number=2026-FREE&include=document')).body.data
  const alone = (await tenant.get(`/v1/documents/${row.id}`)).body
  expect([row.metadata, alone.metadata, alone.grossAmount]).toEqual([metadata, metadata, 121])
})

describe('the quota of a month', () => {
  const now = new Date('2026-11-20T10:00:00Z')

  test('the quota of a month is exact, however many documents come at once', async () => {
    const { db } = app.platform
    const { organizationId, companyId: id } = await app.tenant()
    const sender = { id, documentsPerMonth: null, storageMegabytes: null }
    const ignore = (): void => undefined
    const unlimited: Actor = { ...publicActor('test', true), organizationId }
    const limited: Actor = { ...publicActor('test', false), organizationId, plan: 'free' }
    const countSend = countingFor(sender, now)
    const count = (actor: Actor) =>
      db.transaction(async (tx) => {
        await countSend(tx, actor)
        await countAgainstQuotas({ db: tx, emit: ignore, enqueue: ignore }, [{ actor, sender, now }])
      })
    await Promise.all(Array.from({ length: 20 }, () => count(unlimited)))
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => count(limited)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as AppError).code] : [])),
    ).toEqual(Array.from({ length: 10 }, () => 'QUOTA_EXCEEDED'))
    expect(await countedThisMonth(db.client, organizationId, now)).toBe(50)
    await count(unlimited)
    expect(await countedThisMonth(db.client, organizationId, now)).toBe(51)
  })

  test.skipIf(inject('postgres') === '')(
    'what nothing limits is counted without waiting for another transaction',
    { tags: 'services' },
    async () => {
      const { db } = app.platform
      const { organizationId, companyId: id } = await app.tenant()
      const sender = { id, documentsPerMonth: null, storageMegabytes: null }
      const actor: Actor = { ...publicActor('test', true), organizationId }
      const countSend = countingFor(sender, now)
      const all = Promise.withResolvers<void>()
      const slots = new Set<number>()
      let beginning = 6
      const count = () =>
        db.transaction(async (tx) => {
          const [row] = await tx.$queryRaw<{ slot: number }[]>(Prisma.sql`SELECT ${OWN_SLOT} AS slot`)
          // Connections whose rows are the same do wait, and are seldom.
          if (row && !slots.has(row.slot)) {
            slots.add(row.slot)
            await countSend(tx, actor)
          }
          if (--beginning === 0) all.resolve()
          await all.promise
        })
      await Promise.all(Array.from({ length: beginning }, count))
      expect(slots.size).toBeGreaterThan(1)
      expect(await countedThisMonth(db.client, organizationId, now)).toBe(slots.size)
    },
  )
})
