import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tidy } from '../../../src/app/housekeeping.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { vatNumberIn } from '../../support/trade.ts'

let app: TestApp
let first: Tenant
let second: Tenant
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
/** Organizations of their own, because tests reset them. */
beforeEach(async () => {
  ;[first, second] = await Promise.all([app.tenant(), app.tenant()])
})

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}
const register = (tenant: Tenant, vatNumber: string): Promise<Answer> => tenant.post('/v1/companies', { vatNumber })
const company = async (tenant: Tenant, id: string): Promise<Body> => (await tenant.get(`/v1/companies/${id}`)).body
const invoice = (from: string, to: string) => ({
  type: 'invoice',
  from,
  to,
  document: {
    number: `O-${Math.random()}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'x',
    lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
  },
})
const events = async (tenant: Tenant): Promise<Body[]> => {
  await settle()
  const { body } = await tenant.get('/v1/events?limit=100')
  return body.data.filter(({ type }: Body) => type.startsWith('company.ownership'))
}
const verified = async (peppolId: string): Promise<Body> =>
  (await first.post('/v1/directory/verify', { peppolId, documentType: 'INVOICE' })).body

/** One participant that two organizations claim: the first owns it, and is published. */
const contested = async () => {
  const vatNumber = freshVat()
  const { body: owner } = await register(first, vatNumber)
  await settle()
  const { body: claimant, status } = await register(second, vatNumber)
  expect(status).toBe(201)
  await settle()
  return { vatNumber, owner, claimant, peppolId: owner.peppolId as string }
}

describe('a participant that two organizations claim', () => {
  test('the second is pending and told why, and it is not published, however often it asks', async () => {
    const { owner, claimant } = await contested()
    const pending = {
      status: 'pending',
      reason: 'owned_by_another',
      message: expect.stringContaining('Another organization'),
      proof: null,
      grantedAt: null,
    }
    expect(claimant).toMatchObject({ smpRegistered: false, ownership: pending })
    expect(await second.post(`/v1/companies/${claimant.id}/register`)).toMatchObject({
      status: 200,
      body: { registered: false, smpStatus: 'pending', activatedAt: null, ownership: pending },
    })
    await settle()
    expect(await company(second, claimant.id)).toMatchObject({
      smpRegistered: false,
      smp: { status: 'pending', step: 'ownership', lastError: expect.stringContaining('Another organization') },
    })
    expect(await company(first, owner.id)).toMatchObject({
      smpRegistered: true,
      ownership: { status: 'granted', grantedAt: expect.any(String) },
    })
    expect(await events(second)).toMatchObject([
      { type: 'company.ownership_pending', data: { companyId: claimant.id, reason: 'owned_by_another' } },
    ])
    expect(await events(first)).toEqual([])
  })

  test('GraphQL tells the same of a company that has to wait', async () => {
    const { claimant } = await contested()
    const { data } = await second.graphql(
      'query ($id: ID!) { company(id: $id) { ownership { status reason proof methods } } }',
      { id: claimant.id },
    )
    expect(data.company.ownership).toEqual({
      status: 'PENDING',
      reason: 'OWNED_BY_ANOTHER',
      proof: null,
      methods: ['MAIL', 'DNS', 'MANDATE', 'OPERATOR'],
    })
  })

  test('nothing is sent or tried in the name of a company that has to wait', async () => {
    const { peppolId } = await contested()
    const before = await second.footprint()
    const body = invoice(peppolId, first.peppolId)
    expectRefusal(await second.post('/v1/documents/send', body), 'OWNERSHIP_PENDING')
    expectRefusal(await second.post('/v1/documents/validate', body), 'OWNERSHIP_PENDING')
    expect((await second.post('/v1/documents/send', body)).body.error.details).toMatchObject([
      { field: 'from', rule: 'OWNERSHIP_PENDING', reason: 'owned_by_another' },
    ])
    expect(await second.footprint()).toEqual(before)
  })

  test('what comes in goes to the owner alone', async () => {
    const { peppolId } = await contested()
    const { body } = await second.post('/v1/documents/send', invoice(second.peppolId, peppolId))
    await settle()
    const incoming = async (tenant: Tenant): Promise<string[]> =>
      (await tenant.get('/v1/documents?direction=incoming')).body.data.map(({ number }: Body) => number)
    expect(await incoming(first)).toEqual([body.number])
    expect(await incoming(second)).toEqual([])
  })

  test('the second is granted, told and published when the first lets go, and the first sends no more', async () => {
    const { owner, claimant, peppolId } = await contested()
    expect((await first.delete(`/v1/companies/${owner.id}`)).status).toBe(204)
    await settle()
    expect(await company(second, claimant.id)).toMatchObject({
      smpRegistered: true,
      smp: { status: 'registered', lastError: null },
      ownership: { status: 'granted', reason: null, message: null },
    })
    expect(await company(first, owner.id)).toMatchObject({
      status: 'inactive',
      smpRegistered: false,
      smp: { status: 'none' },
      ownership: { status: 'none', methods: [] },
    })
    expect((await events(second)).map(({ type }) => type).toSorted()).toEqual([
      'company.ownership_granted',
      'company.ownership_pending',
    ])
    expect(await verified(peppolId)).toMatchObject({ exists: true, canReceive: true })
    expect((await second.post('/v1/documents/send', invoice(peppolId, first.peppolId))).status).toBe(201)
    // Back again, the first is the one that waits.
    expect((await first.post(`/v1/companies/${owner.id}/register`)).body.ownership).toMatchObject({
      status: 'pending',
      reason: 'owned_by_another',
    })
    expect(await company(first, owner.id)).toMatchObject({ status: 'active', smpRegistered: false })
  })

  test('what is on its way stays here when its sender lets go and another owns the participant', async () => {
    const { body: owner } = await register(first, vatNumberIn('BE'))
    await register(second, owner.vatNumber)
    await settle()
    // Reached at the third try.
    const { body } = await first.post('/v1/documents/send', invoice(owner.peppolId, '9930:DE000000432'))
    expect(body).toMatchObject({ deliveryStatus: 'pending' })
    await settle()
    expect((await first.delete(`/v1/companies/${owner.id}`)).status).toBe(204)
    for (let tries = 0; tries < 3; tries += 1) {
      app.clock.advance(600_000)
      await settle()
    }
    expect((await first.get(`/v1/documents/${body.id}`)).body).toMatchObject({
      deliveryStatus: 'failed',
      errorCode: 'OWNERSHIP_PENDING',
    })
  })

  test('of several that wait the one that came first is granted', async () => {
    const { owner, claimant, vatNumber } = await contested()
    const third = await app.tenant()
    const { body: later } = await register(third, vatNumber)
    await first.delete(`/v1/companies/${owner.id}`)
    await settle()
    expect((await company(second, claimant.id)).ownership.status).toBe('granted')
    expect((await company(third, later.id)).ownership.status).toBe('pending')
    await second.delete(`/v1/companies/${claimant.id}`)
    await settle()
    expect((await company(third, later.id)).ownership.status).toBe('granted')
  })

  test('one that waits and gives up changes nothing for the owner', async () => {
    const { claimant, owner, peppolId } = await contested()
    expect((await second.delete(`/v1/companies/${claimant.id}`)).status).toBe(204)
    await settle()
    expect(await company(first, owner.id)).toMatchObject({ smpRegistered: true, ownership: { status: 'granted' } })
    expect(await verified(peppolId)).toMatchObject({ exists: true, canReceive: true })
    expect((await first.get(`/v1/directory/search?vatNumber=${owner.vatNumber}`)).body.data).toHaveLength(1)
  })

  test('the reset of a sandbox lets go of what it owned', async () => {
    const { claimant } = await contested()
    expect((await first.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
    await settle()
    expect(await company(second, claimant.id)).toMatchObject({ smpRegistered: true, ownership: { status: 'granted' } })
  })

  test('a sandbox organization that has expired lets go of what it owned', async () => {
    const { claimant } = await contested()
    await app.platform.db.client.organization.update({
      where: { id: first.organizationId },
      data: { expiresAt: new Date(app.clock.now().getTime() - 2 * 86_400_000) },
    })
    await tidy(app.platform)
    await settle()
    expect(await company(second, claimant.id)).toMatchObject({ smpRegistered: true, ownership: { status: 'granted' } })
  })

  test('sandbox organizations that have expired go, however many they are', async () => {
    const { client } = app.platform.db
    const createdAt = app.clock.now()
    const expiresAt = new Date(createdAt.getTime() - 2 * 86_400_000)
    const ids = Array.from({ length: 45 }, (_, number) => `org_ended_${number}`)
    await client.organization.createMany({
      data: ids.map((id) => ({ id, name: 'Ended', plan: 'free', createdAt, expiresAt })),
    })
    await tidy(app.platform)
    expect(await client.organization.count({ where: { id: { in: ids } } })).toBe(0)
  })

  test('an import claims as a registration does', async () => {
    const siren = `${Math.trunc(Math.random() * 9e8) + 1e8}`
    const [{ body: owner }, { body: later }] = [
      await first.post('/v1/companies/import', { siret: `${siren}00013` }),
      await second.post('/v1/companies/import', { siret: `${siren}00013` }),
    ]
    expect((await company(first, owner.id)).ownership.status).toBe('granted')
    expect((await company(second, later.id)).ownership).toMatchObject({ status: 'pending', reason: 'owned_by_another' })
  })

  test('of twenty that claim at once exactly one owns the participant, and the others know why they do not', async () => {
    const vatNumber = freshVat()
    const tenants = await Promise.all(Array.from({ length: 20 }, () => app.tenant()))
    const made = await Promise.all(tenants.map((tenant) => register(tenant, vatNumber)))
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const standings = made.map(({ body }) => `${body.ownership.status} ${body.ownership.reason}`).toSorted()
    expect(standings).toEqual(['granted null', ...Array.from({ length: 19 }, () => 'pending owned_by_another')])
    await settle()
    const now = await Promise.all(made.map(({ body }, index) => company(tenants[index] as Tenant, body.id)))
    expect(now.filter(({ smpRegistered }) => smpRegistered)).toHaveLength(1)
  })

  test('of an owner that lets go while twenty claim, exactly one follows', async () => {
    const vatNumber = freshVat()
    const { body: owner } = await register(first, vatNumber)
    const tenants = await Promise.all(Array.from({ length: 20 }, () => app.tenant()))
    const [gone, ...made] = await Promise.all([
      first.delete(`/v1/companies/${owner.id}`),
      ...tenants.map((tenant) => register(tenant, vatNumber)),
    ])
    expect(gone.status).toBe(204)
    await settle()
    const now = await Promise.all(made.map(({ body }, index) => company(tenants[index] as Tenant, body.id)))
    expect(now.filter(({ ownership }) => ownership.status === 'granted')).toHaveLength(1)
  })
})

describe('a participant that was removed from the network', () => {
  test('nobody reaches it any more, by name, by number or by a document, until it is registered again', async () => {
    const { body: owner } = await register(first, freshVat())
    await settle()
    expect(await verified(owner.peppolId)).toMatchObject({ exists: true, canReceive: true })
    await first.delete(`/v1/companies/${owner.id}`)
    await settle()
    expect(await verified(owner.peppolId)).toMatchObject({ exists: false, canReceive: false, reason: 'NOT_IN_SML' })
    const send = (): Promise<Answer> => second.post('/v1/documents/send', invoice(second.peppolId, owner.peppolId))
    const listed = async (): Promise<Body[]> =>
      (await second.get(`/v1/directory/search?vatNumber=${owner.vatNumber}`)).body.data
    expectRefusal(await send(), 'RECIPIENT_NOT_FOUND')
    expect(await listed()).toEqual([])
    app.clock.advance(2 * 86_400_000)
    expect(await listed()).toEqual([])
    await first.post(`/v1/companies/${owner.id}/register`)
    await settle()
    expect(await verified(owner.peppolId)).toMatchObject({ exists: true, canReceive: true })
    expect((await send()).status).toBe(201)
  })
})
