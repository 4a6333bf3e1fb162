import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOutcome } from '../../src/exchange/deliver/record-outcome.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let sender: Tenant
let receiver: Tenant
let from: string
let to: string
beforeAll(async () => {
  app = await startApp()
  ;[sender, receiver] = [await app.tenant('white_label'), await app.tenant('white_label')]
  from = (await sender.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
  to = (await receiver.post('/v1/companies', { vatNumber: 'BE0417497106' })).body.peppolId
  // Both are on the network once they are published.
  await settle()
})
afterAll(() => app.close())

/** Everything that is due happens, and what it announces is numbered. */
const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

let made = 0
const number = (): string => `INV-${++made}`

const lines = [
  { description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 },
  { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6 },
]

const invoice = (document: object = {}, rest: object = {}) => ({
  type: 'invoice',
  from,
  to,
  document: {
    number: number(),
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines,
    ...document,
  },
  ...rest,
})

const events = async (tenant: Tenant, documentId: string): Promise<string[]> => {
  const rows = await app.platform.db.client.event.findMany({
    where: { organizationId: tenant.organizationId },
    orderBy: { seq: 'asc' },
  })
  return rows.filter(({ data }) => (data as Body).documentId === documentId).map(({ type }) => type)
}

describe('a delivery that goes wrong', () => {
  test('a rejection by the recipient ends a delivery, and frees the number', async () => {
    const body = { ...invoice(), to: '9930:DE000000420' }
    const sent = await sender.post('/v1/documents/send', body)
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'rejected',
      deliveryStatus: 'rejected',
      errorCode: 'AP_REJECTED',
    })
    expect(await events(sender, sent.body.id)).toEqual(['document.failed'])
    expect((await sender.post('/v1/documents/send', { ...body, to })).status).toBe(201)
  })
  test('a delivery is tried five times more, and then has failed and can be sent again', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000430' })
    for (let round = 0; round < 6; round++) {
      await settle()
      app.clock.advance(3_600_000)
    }
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'draft',
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
    })
    expect(
      (await sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual(Array.from({ length: 6 }, () => 'failed'))
    expect(await events(sender, sent.body.id)).toEqual(['document.failed'])
    expect(await sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 202,
      body: { deliveryStatus: 'pending' },
    })
    const delivered = await sender.post(`/v1/documents/${sent.body.id}/resend`)
    expect(delivered).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })
  test('a failed document is not sent again for a company that is gone', async () => {
    const company = (await sender.post('/v1/companies', { vatNumber: 'BE0501234533' })).body
    const sent = await sender.post('/v1/documents/send', {
      ...invoice(),
      from: company.peppolId,
      to: '9930:DE000000430',
    })
    for (let round = 0; round < 6; round++) {
      await settle()
      app.clock.advance(3_600_000)
    }
    await sender.delete(`/v1/companies/${company.id}`)
    const before = await sender.footprint()
    expect(await sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: 'The company of the document is inactive: it sends nothing.' } },
    })
    expect(await sender.footprint()).toEqual(before)
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ deliveryStatus: 'failed' })
  })
  test('a delivery keeps its six tries through any number of deaths of the process that made them', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000435' })
    const work = { organizationId: sender.organizationId, subjectId: sent.body.id, kind: 'document.deliver' }
    await settle()
    await app.platform.db.client.work.updateMany({
      where: work,
      data: { attempts: 9, lost: 7, dueAt: app.clock.now(), leaseUntil: new Date(app.clock.now().getTime() - 1_000) },
    })
    for (let round = 0; round < 5; round++) {
      await settle()
      expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
        deliveryStatus: round < 4 ? 'pending' : 'delivered',
      })
      app.clock.advance(3_600_000)
    }
    expect(
      (await sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'delivered'])
    expect(await app.platform.db.client.work.count({ where: work })).toBe(0)
  })
  test('a delivery whose answer got lost is asked for, and happens once', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000440' })
    await settle()
    app.clock.advance(60_000)
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ status: 'delivered' })
    const { instanceId } = await app.platform.db.client.document.findFirstOrThrow({ where: { id: sent.body.id } })
    expect(
      await app.platform.db.client.simulatedMessage.findUniqueOrThrow({ where: { instanceId: String(instanceId) } }),
    ).toMatchObject({ sends: 1 })
  })
})

describe('the outcome of an attempt', () => {
  test('the outcome of an attempt is written once, whatever people did with the document meanwhile', async () => {
    const idle = await startApp({ WORKERS: 'off' })
    try {
      const tenant = await idle.tenant()
      const { body } = await tenant.post('/v1/documents/send', { ...invoice(), from: tenant.peppolId })
      const { client } = idle.platform.db
      const loaded = await client.document.findFirstOrThrow({ where: { id: body.id } })
      await tenant.post(`/v1/documents/${body.id}/actions`, { action: 'mark_read' })
      const attempt = {
        number: 1,
        startedAt: idle.clock.now(),
        durationMs: 1,
        answer: { outcome: 'accepted', endpoint: null, receipt: null, confirmed: true },
      } as const
      await recordOutcome(idle.platform, loaded, attempt)
      await recordOutcome(idle.platform, loaded, attempt)
      expect((await tenant.get(`/v1/documents/${body.id}`)).body).toMatchObject({
        status: 'delivered',
        deliveryStatus: 'delivered',
        read: true,
      })
      expect((await tenant.get(`/v1/documents/${body.id}/attempts`)).body.data).toHaveLength(1)
      expect(
        await client.event.count({ where: { organizationId: tenant.organizationId, type: 'document.delivered' } }),
      ).toBe(1)
    } finally {
      await idle.close()
    }
  })
})
