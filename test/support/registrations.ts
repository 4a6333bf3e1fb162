/** Companies that are registered by REST, and what their refusals leave behind. */
import { expect } from 'vitest'
import type { Answer, Body, Caller, Tenant, TestApp } from './app.ts'
import { freshVat } from './numbers.ts'
import { expectOperationRefusal } from './refusals.ts'

export interface Registrations {
  /** For tests that only look at what they have made themselves. */
  shared: Tenant
  /** A company as it is when it is on the network. */
  register(tenant: Caller, more?: object): Promise<Body>
  /** The events about a company, in order. */
  eventsOf(tenant: Tenant, companyId: string): Promise<Body[]>
}

export const startRegistrations = async (app: TestApp): Promise<Registrations> => ({
  shared: await app.tenant('white_label'),
  async register(tenant, more = {}) {
    const { status, body } = await tenant.post('/v1/companies', { vatNumber: freshVat(), ...more })
    expect(status).toBe(201)
    await app.platform.runner?.settle()
    return (await tenant.get(`/v1/companies/${body.id}`)).body
  },
  eventsOf: ({ organizationId }, companyId) =>
    app.platform.db.client.event.findMany({
      where: { organizationId, companyId },
      orderBy: { position: 'asc' },
      select: { type: true, data: true },
    }),
})

/** The refusal is the expected one, and nothing was written. */
export const refuses = async (
  tenant: Tenant,
  send: () => Promise<Answer>,
  code: Parameters<typeof expectOperationRefusal>[1],
): Promise<Answer> => {
  const before = await tenant.footprint()
  const answer = await send()
  expectOperationRefusal(answer, code)
  expect(await tenant.footprint()).toEqual(before)
  return answer
}
