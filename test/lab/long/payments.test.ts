/** @module-tag heavy */
import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { descendants, readXml } from '../../../src/formats/xml/tree.ts'
import { newId } from '../../../src/values/ids.ts'
import { Decimal, sum } from '../../../src/values/money.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { camt053 } from '../../support/bank-files.ts'
import { schemaErrors } from '../../support/schemas.ts'
import { hasShared } from '../../support/shared.ts'

/** `PAYMENTS=10000` runs the long form (`npm run test:long -- payments`), which tells what it took. */
const COUNT = Number(env.PAYMENTS ?? 300)
const tell = (what: string, since: number): void =>
  void (
    env.PAYMENTS && process.stderr.write(`${what}: ${COUNT} in ${((performance.now() - since) / 1_000).toFixed(1)} s\n`)
  )

let app: TestApp
let tenant: Tenant
let documents: { id: string; number: string; due: Decimal }[]
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  const now = app.clock.now()
  // Who calls is known from here on: that is asked once.
  await tenant.get('/v1/me')
  documents = Array.from({ length: COUNT }, (_, index) => ({
    id: newId('document'),
    number: `F-2026-${index}`,
    due: new Decimal(index + 1).times('1.01'),
  }))
  for (let start = 0; start < COUNT; start += 1_000) {
    const rows = documents.slice(start, start + 1_000).map(({ id, number, due }) => ({
      organizationId: tenant.organizationId,
      id,
      companyId: tenant.companyId,
      type: 'invoice',
      direction: 'incoming' as const,
      number,
      currency: 'EUR',
      grossAmount: due,
      amountDue: due,
      status: 'delivered' as const,
      lifecycleStatus: 'approved' as const,
      senderName: 'Lumière SA',
      paymentIban: 'FR7630006000011234567890189',
      format: 'network',
      searchText: '',
      createdAt: now,
      updatedAt: now,
    }))
    await app.platform.db.client.document.createMany({ data: rows })
  }
}, 300_000)
afterAll(() => app.close())

const total = (): string => sum(documents.map(({ due }) => due)).toFixed(2)

test(
  'an order of many documents is valid and exact, and asks the database no more often than one of few',
  { timeout: 300_000 },
  async () => {
    const order = (ids: string[], force = false) =>
      tenant.post('/v1/payments/export/iso20022', {
        documentIds: ids,
        debtor: { name: 'Atelier', iban: 'BE68539007547034' },
        executionDate: '2035-12-31',
        force,
      })
    const began = performance.now()
    let xml = ''
    const statements = await app.statements(async () => {
      const answer = await order(documents.map(({ id }) => id))
      expect(answer.status).toBe(200)
      xml = answer.bytes.toString()
    })
    tell('order', began)
    const amounts = [...descendants(readXml(xml))]
      .filter(({ name }) => name === 'InstdAmt')
      .map(({ text }) => new Decimal(text))
    expect([amounts.length, sum(amounts).toFixed(2), /<CtrlSum>([^<]*)/.exec(xml)?.[1]]).toEqual([
      COUNT,
      total(),
      total(),
    ])
    expect(hasShared ? schemaErrors(xml) : []).toEqual([])
    const few = await app.statements(async () => expect((await order([documents[0]?.id ?? ''], true)).status).toBe(200))
    const asked = (sql: string[]): number => sql.filter((one) => /payment|FOR UPDATE/.test(one)).length
    expect(asked(few)).toBeGreaterThan(0)
    expect(asked(statements)).toBe(asked(few))
  },
)

const statement = (): Buffer =>
  Buffer.from(
    camt053(
      documents.map(({ number, due }, index) => ({
        amount: due.toFixed(2),
        direction: 'DBIT',
        bankReference: `B${index}`,
        text: `Invoice ${number}`,
      })),
    ),
  )
const give = (mode: 'propose' | 'record') =>
  tenant.send('POST', `/v1/payments/import?mode=${mode}`, statement(), { 'content-type': 'application/xml' })

test('a statement of many movements is matched to the cent', { timeout: 300_000 }, async () => {
  const began = performance.now()
  const { body } = await give('propose')
  tell('matched', began)
  expect(body).toMatchObject({ entries: COUNT, recorded: 0, counts: { exact: COUNT } })
})

test('a statement of many movements is recorded to the cent, once', { timeout: 600_000 }, async () => {
  const began = performance.now()
  const { body } = await give('record')
  tell('recorded', began)
  expect(body).toMatchObject({ entries: COUNT, recorded: COUNT, counts: { exact: COUNT } })
  expect(new Decimal(body.recordedAmount).toFixed(2)).toBe(total())
  expect((await give('record')).body).toMatchObject({ recorded: 0, counts: { already_recorded: COUNT } })
  const { _sum, _count } = await app.platform.db.client.payment.aggregate({
    where: { organizationId: tenant.organizationId },
    _sum: { amount: true },
    _count: true,
  })
  expect([_count, _sum.amount?.toFixed(2)]).toEqual([COUNT, total()])
})

test('a statement of many movements moves each document once, with one status, event and payment', async () => {
  const { client } = app.platform.db
  const where = { organizationId: tenant.organizationId }
  expect(await client.document.count({ where: { ...where, lifecycleStatus: 'paid', lifecycleVersion: 1 } })).toBe(COUNT)
  expect(await client.payment.count({ where: { ...where, moved: 'paid' } })).toBe(COUNT)
  const entries = await client.lifecycleEntry.findMany({
    where,
    select: { documentId: true, status: true, source: true },
  })
  expect([
    entries.length,
    new Set(entries.map(({ documentId }) => documentId)).size,
    entries.every(({ status, source }) => status === 'paid' && source === 'payment'),
  ]).toEqual([COUNT, COUNT, true])
  const events = await client.event.findMany({ where: { ...where, type: 'lifecycle.updated' }, select: { data: true } })
  expect(new Set(events.map(({ data }) => JSON.stringify(data))).size).toBe(COUNT)
  expect(events).toHaveLength(COUNT)
  expect(events[0]?.data).toMatchObject({ previousStatus: 'approved', currentStatus: 'paid' })
})

test('a portion of movements asks the database no more often than one movement', async () => {
  const now = app.clock.now()
  const more = Array.from({ length: 201 }, (_, index) => ({ id: newId('document'), number: `G-2026-${index}` }))
  await app.platform.db.client.document.createMany({
    data: more.map(({ id, number }) => ({
      organizationId: tenant.organizationId,
      id,
      companyId: tenant.companyId,
      type: 'invoice',
      direction: 'incoming' as const,
      number,
      currency: 'EUR',
      grossAmount: 10,
      amountDue: 10,
      status: 'delivered' as const,
      lifecycleStatus: 'approved' as const,
      format: 'network',
      searchText: '',
      createdAt: now,
      updatedAt: now,
    })),
  })
  const asked = async (some: typeof more): Promise<number> => {
    const file = Buffer.from(
      camt053(
        some.map(({ number }) => ({
          amount: '10.00',
          direction: 'DBIT' as const,
          bankReference: number,
          text: number,
        })),
      ),
    )
    const statements = await app.statements(async () =>
      expect(
        (await tenant.send('POST', '/v1/payments/import?mode=record', file, { 'content-type': 'application/xml' })).body
          .recorded,
      ).toBe(some.length),
    )
    return statements.filter((sql) =>
      /payments|FOR UPDATE|UPDATE documents|INTO "?(lifecycle_|events)|"documents"/.test(sql),
    ).length
  }
  const one = await asked(more.slice(0, 1))
  expect(one).toBeGreaterThan(5)
  expect(await asked(more.slice(1))).toBe(one)
})
