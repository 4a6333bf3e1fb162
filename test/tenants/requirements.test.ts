import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { Trade } from '../support/trade.ts'
import { expectRefusal } from '../support/refusals.ts'
import { freshVat } from '../support/numbers.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

/** With an account no company of these tests lacks anything. */
const settings = { account: { iban: 'BE68 5390 0754 7034', bic: 'GKCCBEBB', name: 'Kouter Trading' } }

const codes = (company: Body): string[] => company.requirements.map(({ code }: Body) => code)
const told = async (companyId: string): Promise<Body[]> => {
  // The event of the change is numbered first, and what it causes in the round after it.
  await app.platform.relay.drain()
  await app.platform.relay.drain()
  const { body } = await tenant.get('/v1/events?type=company.requirements_changed&limit=100')
  return body.data.filter((event: Body) => event.companyId === companyId).map(({ data }: Body) => data)
}

describe('the requirements of a company', () => {
  test('are none where nothing is left to do, and nobody is told', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat(), settings })
    expect(company.requirements).toEqual([])
    expect(await told(company.id)).toEqual([])
  })

  test('name what is missing with its fix, in both doors, and an event tells of each change once', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat(), settings })
    await told(company.id)
    const without = await tenant.patch(`/v1/companies/${company.id}`, { address: { country: 'BE', city: 'Gent' } })
    expect(without.body.requirements).toEqual([{ code: 'address', due: null, fix: expect.stringContaining('street') }])
    const { data, errors } = await tenant.graphql(
      `{ company(id: "${company.id}") { address { city } requirements { code due fix } }
         only: company(id: "${company.id}") { requirements { code } } }`,
    )
    expect(errors).toBeUndefined()
    expect(codes(data.company)).toEqual(['ADDRESS'])
    expect(data.company.address).toEqual({ city: 'Gent' })
    expect(codes(data.only)).toEqual(['ADDRESS'])
    await tenant.patch(`/v1/companies/${company.id}`, { name: 'Another' })
    expect(await told(company.id)).toMatchObject([{ requirements: ['address'], fulfilled: [] }])
    const whole = { country: 'BE', street: 'Kouter 1', city: 'Gent', postalCode: '9000' }
    expect((await tenant.patch(`/v1/companies/${company.id}`, { address: whole })).body.requirements).toEqual([])
    expect(await told(company.id)).toMatchObject([
      { requirements: ['address'], fulfilled: [] },
      { requirements: [], fulfilled: ['address'] },
    ])
  })

  test('end with a company that leaves, and nobody is told that it fulfilled any', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    expect(codes(company)).toEqual(['account'])
    await told(company.id)
    expect((await tenant.delete(`/v1/companies/${company.id}`)).status).toBe(204)
    expect(await told(company.id)).toEqual([])
    const { body: left } = await tenant.get(`/v1/companies/${company.id}`)
    expect([left.status, left.requirements]).toEqual(['inactive', []])
  })

  test('ask for a proof of who does not own the participant id, until it is proved or released', async () => {
    const vatNumber = freshVat()
    const other = await app.tenant()
    const { body: first } = await other.post('/v1/companies', { vatNumber, settings })
    const { body: company } = await tenant.post('/v1/companies', { vatNumber, settings })
    expect(company.requirements).toMatchObject([
      { code: 'mandate', fix: expect.stringContaining('startOwnershipProof') },
    ])
    await told(company.id)
    expect((await other.delete(`/v1/companies/${first.id}`)).status).toBeLessThan(300)
    expect(await told(company.id)).toMatchObject([{ requirements: [], fulfilled: ['mandate'] }])
  })

  test('are none of a company that has left, and are left out of lists without addresses', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat(), settings })
    await tenant.patch(`/v1/companies/${company.id}`, { address: null })
    const { body: list } = await tenant.get('/v1/companies?include_address=false')
    expect(list.data.every((one: Body) => !('requirements' in one))).toBe(true)
    const { body: whole } = await tenant.get('/v1/companies')
    expect(codes(whole.data.find(({ id }: Body) => id === company.id))).toEqual(['address'])
    await tenant.delete(`/v1/companies/${company.id}`)
    expect(codes((await tenant.get(`/v1/companies/${company.id}`)).body)).toEqual([])
  })

  test('ask for an account that invoices name, and an invoice names it unless its body says another', async () => {
    const trade = await Trade.between(app, 'BE')
    const { supplier: seller, from: company } = trade
    const of = async (): Promise<Body> => (await seller.get(`/v1/companies/${company.id}`)).body
    expect((await of()).requirements).toEqual([
      { code: 'account', due: null, fix: expect.stringContaining('settings.account') },
    ])
    const refused = await seller.patch(`/v1/companies/${company.id}`, {
      settings: { account: { iban: 'BE68539007547035' } },
    })
    expectRefusal(refused, 'INVALID_REQUEST', 'operation')
    expect(codes(await of())).toEqual(['account'])
    expect((await seller.patch(`/v1/companies/${company.id}`, { settings })).body.requirements).toEqual([])
    const sent = async (more: Body, type = 'invoice'): Promise<Body> => {
      const { status, body } = await seller.post('/v1/documents/send', trade.body(more, { type }))
      expect(status).toBe(201)
      return (await seller.get(`/v1/documents/${body.id}`)).body
    }
    expect((await sent({})).paymentIban).toBe('BE68539007547034')
    expect((await sent({ paymentIban: 'FR7630006000011234567890189' })).paymentIban).toBe('FR7630006000011234567890189')
    expect((await sent({}, 'credit-note')).paymentIban).toBeNull()
  })
})
