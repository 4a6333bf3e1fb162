import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

describe('registering a company', () => {
  test('takes name, legal name and address from the registry', async () => {
    const tenant = await app.tenant()
    const { status, body } = await tenant.post('/v1/companies', { vatNumber: 'FR40303265045' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ vatNumber: 'FR40303265045', country: 'FR', peppolId: '0225:303265045', status: 'active', smpRegistered: false, dataProviderType: 'sandbox-registry', address: { country: 'FR' } })
    expect(body.name).not.toBe('')
  })

  test('a VAT number the organization has already is refused with the id of the company that has it', async () => {
    const tenant = await app.tenant()
    const { body: first } = await tenant.post('/v1/companies', { vatNumber: 'DE811569869' })
    const before = await tenant.footprint()
    const { status, body } = await tenant.post('/v1/companies', { vatNumber: 'DE811569869' })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'duplicate', details: [{ field: 'vatNumber', rule: 'COMPANY_EXISTS', existingId: first.id }] })
    expect(await tenant.footprint()).toEqual(before)
  })
})
