import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'
import { askFor } from '../support/visitor.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

interface Managed {
  id: string
  peppolId: string
  webhookId: string
  own: Caller
}

const onboard = async (): Promise<Managed> => {
  const { body } = await tenant.post('/v1/platform/companies', {
    vatNumber: freshVat(),
    webhook: { url: 'http://127.0.0.1:1/', events: ['document.received'] },
    apiKey: { name: 'own' },
  })
  await app.platform.runner?.settle()
  return {
    id: body.company.id,
    peppolId: body.company.peppolId,
    webhookId: body.webhook.id,
    own: tenant.with({ authorization: `Bearer ${body.apiKey.key}` }),
  }
}

const act = (id: string, what: string, body: object = {}, by: Caller = tenant) =>
  by.post(`/v1/platform/companies/${id}/${what}`, body)
const record = (from: string, number: string) => ({ type: 'event', from, document: { number } })
const order = (from: string, to: string, number: string) => ({
  type: 'purchase-order',
  from,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
  },
})

const eventsOf = async (companyId: string): Promise<string[]> => {
  await app.platform.relay.drain()
  const { body } = await tenant.get(`/v1/platform/events?companyId=${companyId}&limit=100`)
  return body.data.map(({ type }: Body) => type).filter((type: string) => /suspend|resum|board|reactiv/.test(type))
}

describe('a suspended company', () => {
  test('sends nothing, its keys are refused, its webhooks rest, and all of them go on with it', async () => {
    const { id, peppolId, own, webhookId } = await onboard()
    const suspended = await act(id, 'suspend', { reason: 'Unpaid' })
    expect(suspended).toMatchObject({
      status: 200,
      body: { status: 'suspended', suspension: { reason: 'Unpaid', bounces: false } },
    })
    const before = await tenant.footprint()
    expectRefusal(await tenant.post('/v1/documents/send', record(peppolId, 'S-1')), 'COMPANY_SUSPENDED')
    expectRefusal(await own.get('/v1/documents'), 'COMPANY_SUSPENDED')
    expectRefusal(await tenant.patch(`/v1/webhooks/${webhookId}`, { status: 'active' }), 'COMPANY_SUSPENDED')
    expect(await tenant.footprint()).toEqual(before)
    expect((await tenant.get(`/v1/webhooks/${webhookId}`)).body).toMatchObject({
      status: 'paused',
      pauseReason: 'company',
    })
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'active', suspension: null })
    expect((await tenant.get(`/v1/webhooks/${webhookId}`)).body.status).toBe('active')
    expect((await own.post('/v1/documents/send', record(peppolId, 'S-1'))).status).toBe(201)
    expect((await eventsOf(id)).toSorted()).toEqual(['company.resumed', 'company.suspended'])
  })

  test('a webhook that was paused before stays paused when the company is resumed', async () => {
    const { id, webhookId } = await onboard()
    await tenant.patch(`/v1/webhooks/${webhookId}`, { status: 'paused' })
    await act(id, 'suspend')
    await act(id, 'resume')
    expect((await tenant.get(`/v1/webhooks/${webhookId}`)).body.status).toBe('paused')
  })

  test('that is removed comes back suspended, and only its platform resumes it', async () => {
    const { id, webhookId, own } = await onboard()
    await act(id, 'suspend', { reason: 'Unpaid' })
    expect((await tenant.delete(`/v1/companies/${id}`)).status).toBe(204)
    expectRefusal(await own.get(`/v1/documents`), 'COMPANY_SUSPENDED')
    expectRefusal(await act(id, 'resume'), 'CONFLICT')
    expect((await tenant.post(`/v1/companies/${id}/register`)).status).toBe(200)
    expect((await tenant.get(`/v1/companies/${id}`)).body).toMatchObject({
      status: 'suspended',
      suspension: { reason: 'Unpaid' },
    })
    expectRefusal(await tenant.patch(`/v1/webhooks/${webhookId}`, { status: 'active' }), 'COMPANY_SUSPENDED')
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'active', suspension: null })
    expect((await tenant.get(`/v1/webhooks/${webhookId}`)).body.status).toBe('active')
  })

  test.each([
    [false, 'stored', 'delivered', 1],
    [true, 'refused', 'rejected', 0],
  ])('with bounce %s, what arrives meanwhile is %s', async (bounce, _what, deliveryStatus, received) => {
    const { id, peppolId } = await onboard()
    await act(id, 'suspend', { bounce })
    const { body } = await tenant.post('/v1/documents/send', order(tenant.peppolId, peppolId, `PO-${bounce}`))
    await app.platform.runner?.settle()
    expect((await tenant.get(`/v1/documents/${body.id}`)).body.deliveryStatus).toBe(deliveryStatus)
    const { data } = (await tenant.get(`/v1/documents?companyId=${id}&direction=incoming`)).body
    expect(data).toHaveLength(received)
  })

  test('its own keys are refused at every operation of every door', async () => {
    const { id, own } = await onboard()
    await act(id, 'suspend')
    const { routes } = await import('../../rest-compat/routes/index.ts')
    for (const { method, path } of routes.filter(({ operation }) => operation.scope !== 'anyone')) {
      const answer = await own.send(method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {})
      expect({ path, code: answer.body.error?.code }).toMatchObject({
        path,
        code: expect.stringMatching(/^(COMPANY_SUSPENDED|forbidden)$/),
      })
    }
    expect((await own.graphql('{ viewer { organizationId } }')).errors[0].extensions.code).toBe('COMPANY_SUSPENDED')
  })
})

describe('a company that leaves', () => {
  test('is removed from the network, its keys die, its webhooks end, and its documents stay', async () => {
    const { id, peppolId, own, webhookId } = await onboard()
    const { body: sent } = await own.post('/v1/documents/send', record(peppolId, 'O-1'))
    const { body } = await act(id, 'offboard')
    expect(body).toMatchObject({ status: 'inactive', smpRegistered: false })
    expectRefusal(await own.get('/v1/documents'), 'REVOKED_KEY')
    expect((await tenant.get(`/v1/webhooks/${webhookId}`)).body.status).toBe('paused')
    expect((await tenant.get(`/v1/documents/${sent.id}`)).body.number).toBe('O-1')
    expectRefusal(await act(id, 'suspend'), 'CONFLICT')
    const back = await act(id, 'reactivate')
    expect(back).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await act(id, 'reactivate')).body.status).toBe('active')
    expectRefusal(await own.get('/v1/documents'), 'REVOKED_KEY')
    expect((await eventsOf(id)).toSorted()).toEqual(['company.offboarded', 'company.reactivated'])
  })

  test('lets nobody in by a link or a code that was not used yet, and the audit has the end of each key', async () => {
    const { id } = await onboard()
    const key = await tenant.keyWith(['send'], { companyId: id })
    const handoff = await tenant.post('/v1/oauth/handoff', { scopes: ['send'], companyId: id })
    const { requestId, verifier } = await askFor(app, { scopes: ['send'] })
    const decision = { allow: true, companyId: id }
    const allowed = await tenant.post(`/v1/oauth/requests/${requestId}/decision`, decision)
    expect([handoff.status, allowed.status]).toEqual([201, 200])
    await act(id, 'offboard')
    const code = { grant_type: 'authorization_code', code: allowed.body.code, code_verifier: verifier }
    expectOperationRefusal(await app.anyone.post('/v1/oauth/token', code), 'INVALID_GRANT')
    const link = { handoff_token: handoff.body.handoff_token }
    expectOperationRefusal(await app.anyone.post('/v1/oauth/handoff/exchange', link), 'INVALID_GRANT')
    const { body } = await tenant.get(`/v1/platform/audit?kind=key&subjectId=${key.keyId}`)
    expect(body.data[0]).toMatchObject({
      operation: 'offboardCompany',
      changes: [{ field: 'revokedAt', from: null, to: expect.any(String) }],
    })
  })

  test('lets nobody in who comes afterwards, by whichever way, until it is reactivated', async () => {
    const { id } = await onboard()
    await act(id, 'offboard')
    const { requestId } = await askFor(app, { scopes: ['send'] })
    const before = await tenant.footprint()
    const binding = { companyId: id }
    expectRefusal(await tenant.post('/v1/api-keys', { name: 'Late', ...binding }), 'CONFLICT')
    expectRefusal(await tenant.post('/v1/platform/api-keys', { name: 'Late', ...binding }), 'CONFLICT')
    expectOperationRefusal(await tenant.post('/v1/oauth/handoff', { scopes: ['send'], ...binding }), 'CONFLICT')
    const decision = `/v1/oauth/requests/${requestId}/decision`
    expectOperationRefusal(await tenant.post(decision, { allow: true, ...binding }), 'CONFLICT')
    expect(await tenant.footprint()).toEqual(before)
    await act(id, 'reactivate')
    expect((await tenant.post('/v1/api-keys', { name: 'Again', ...binding })).status).toBe(201)
    expect((await tenant.post(decision, { allow: true, ...binding })).status).toBe(200)
  })

  test('nobody else suspends, resumes or removes a company', async () => {
    const { id, own } = await onboard()
    const stranger = await app.tenant()
    for (const what of ['suspend', 'resume', 'offboard', 'reactivate']) {
      expectRefusal(await act(id, what, {}, stranger), 'COMPANY_NOT_FOUND')
      expectRefusal(await act(id, what, {}, own), 'COMPANY_FORBIDDEN')
    }
    expect((await tenant.get(`/v1/companies/${id}`)).body.status).toBe('active')
  })
})
