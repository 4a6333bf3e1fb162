import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}
/** With an account, so that nothing is asked of it. */
const settings = { account: { iban: 'BE68539007547034' } }
const make = async (more: object = {}): Promise<Body> =>
  (await tenant.post('/v1/companies', { vatNumber: freshVat(), settings, ...more })).body
const company = async (id: string): Promise<Body> => (await tenant.get(`/v1/companies/${id}`)).body
const canReceive = async (peppolId: string, documentType = 'INVOICE'): Promise<boolean> =>
  (await tenant.post('/v1/directory/verify', { peppolId, documentType })).body.canReceive
const announced = async (companyId: string): Promise<string[]> =>
  (
    await app.platform.db.client.event.findMany({
      where: { organizationId: tenant.organizationId, companyId },
      orderBy: { position: 'asc' },
    })
  ).map(({ type }) => type)

describe('publishing a company on the network', () => {
  test('a registered company is published by itself: until then it cannot receive, and then it can', async () => {
    const made = await make()
    expect(made).toMatchObject({ smpRegistered: false, smpRegisteredAt: null, smp: { status: 'pending', step: null } })
    await settle()
    expect(await company(made.id)).toMatchObject({
      smpRegistered: true,
      smpRegisteredAt: expect.any(String),
      smp: { status: 'registered', step: 'published', lastError: null, nextTryAt: null },
    })
    expect(await canReceive(made.peppolId)).toBe(true)
    expect(await announced(made.id)).toEqual(['company.created', 'company.smp_registered'])
    expect((await tenant.get(`/v1/directory/search?vatNumber=${made.vatNumber}`)).body.data).toMatchObject([
      { name: made.name },
    ])
  })

  test('a company is told as not receiving anything while it is not published', async () => {
    const made = await make({ vatNumber: 'DE000000450' })
    await settle()
    expect(await canReceive(made.peppolId)).toBe(false)
    expect(
      (await tenant.post('/v1/directory/verify', { peppolId: made.peppolId, documentType: 'INVOICE' })).body,
    ).toMatchObject({ exists: false })
  })

  test('a publication that the SMP refuses shows step, reason and next try, and fails in the end', async () => {
    const made = await make({ vatNumber: 'FR00000000450' })
    await settle()
    expect(await company(made.id)).toMatchObject({
      smpRegistered: false,
      smp: {
        status: 'pending',
        step: 'service-group',
        lastError: expect.stringContaining('another SMP'),
        nextTryAt: expect.any(String),
      },
    })
    for (let n = 0; n < 8; n += 1) {
      app.clock.advance(43_200_000)
      await settle()
    }
    expect((await company(made.id)).smp).toMatchObject({ status: 'failed', step: 'service-group', nextTryAt: null })
    expect(await announced(made.id)).toEqual(['company.created', 'company.requirements_changed'])
  })

  test('a publication that fails twice for a moment succeeds at the third try', async () => {
    const made = await make({ vatNumber: 'DE000000452' })
    await settle()
    expect((await company(made.id)).smp).toMatchObject({
      status: 'pending',
      step: 'service-metadata',
      lastError: expect.stringContaining('503'),
    })
    for (let n = 0; n < 2; n += 1) {
      app.clock.advance(60_000)
      await settle()
    }
    expect(await company(made.id)).toMatchObject({
      smpRegistered: true,
      smp: { status: 'registered', lastError: null },
    })
  })

  test('a publication on demand tells its state, starts what is not published, and else changes nothing', async () => {
    const made = await make()
    expect(await tenant.post(`/v1/companies/${made.id}/register`)).toMatchObject({
      status: 200,
      body: { id: made.id, peppolId: made.peppolId },
    })
    await settle()
    const published = await company(made.id)
    const { status, body } = await tenant.post(`/v1/companies/${made.id}/register`)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: made.id,
        peppolId: made.peppolId,
        registered: true,
        smpStatus: 'registered',
        activatedAt: published.smpRegisteredAt,
        ownership: published.ownership,
      },
    })
    await settle()
    expect(await company(made.id)).toEqual(published)
    expect(await announced(made.id)).toEqual(['company.created', 'company.smp_registered'])
  })

  test('a publication follows a change of what the company receives', async () => {
    const made = await make()
    await settle()
    await tenant.patch(`/v1/companies/${made.id}`, { capabilities: { receive: ['purchase-order'] } })
    await settle()
    expect([await canReceive(made.peppolId), await canReceive(made.peppolId, 'PURCHASE_ORDER')]).toEqual([false, true])
    expect(await announced(made.id)).toEqual(['company.created', 'company.smp_registered', 'company.updated'])
  })

  test('a company that takes invoices alone is published without credit notes, as a send of one finds', async () => {
    const made = await make({ capabilities: { receive: ['invoice'] } })
    await settle()
    expect([await canReceive(made.peppolId), await canReceive(made.peppolId, 'CREDIT_NOTE')]).toEqual([true, false])
    expect((await tenant.get(`/v1/directory/${made.peppolId}`)).body.documentTypes).toEqual(['invoice', 'debit-note'])
    const document = {
      number: 'CN-1',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'x',
      lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
    }
    expectRefusal(
      await tenant.post('/v1/documents/send', {
        type: 'credit-note',
        from: tenant.peppolId,
        to: made.peppolId,
        document,
      }),
      'RECIPIENT_CANNOT_RECEIVE',
    )
  })

  test('a publication ends when its company is removed, and begins again on demand', async () => {
    const made = await make()
    await settle()
    expect((await tenant.delete(`/v1/companies/${made.id}`)).status).toBe(204)
    await settle()
    expect(await company(made.id)).toMatchObject({
      status: 'inactive',
      smpRegistered: false,
      smp: { status: 'none', step: 'withdrawn' },
    })
    await tenant.post(`/v1/companies/${made.id}/register`)
    await settle()
    expect(await company(made.id)).toMatchObject({ status: 'active', smpRegistered: true })
    expect(await canReceive(made.peppolId)).toBe(true)
    expect(await announced(made.id)).toEqual([
      'company.created',
      'company.smp_registered',
      'company.deregistered',
      'company.updated',
      'company.smp_registered',
    ])
  })

  test.each([
    ['before', false],
    ['after', true],
  ])(
    'a company that comes back %s its last refresh was due is published anew with one refresh',
    async (_name, isDue) => {
      const made = await make()
      await settle()
      await tenant.delete(`/v1/companies/${made.id}`)
      const where = { organizationId: tenant.organizationId, subjectId: made.id, kind: 'company.refresh' }
      if (isDue) await app.platform.db.client.work.updateMany({ where, data: { dueAt: app.clock.now() } })
      await settle()
      expect(await app.platform.db.client.work.count({ where })).toBe(isDue ? 0 : 1)
      app.clock.advance(1_000)
      await tenant.post(`/v1/companies/${made.id}/register`)
      await settle()
      expect(await app.platform.db.client.work.count({ where })).toBe(1)
      expect(Date.parse((await company(made.id)).dataProviderSyncDate)).toBeGreaterThan(
        Date.parse(made.dataProviderSyncDate),
      )
    },
  )

  test('a publication needs the scope receive, and a company of the caller', async () => {
    const made = await make()
    await settle()
    const other = await tenant.keyWith(['companies.write'])
    const before = await tenant.footprint()
    expectOperationRefusal(await other.post(`/v1/companies/${made.id}/register`), 'INSUFFICIENT_SCOPE')
    expectOperationRefusal(
      await tenant.post('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de/register'),
      'COMPANY_NOT_FOUND',
    )
    expect(await tenant.footprint()).toEqual(before)
  })
})
