import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const audit = async (query = ''): Promise<Body[]> =>
  (await tenant.get(`/v1/platform/audit?limit=100${query}`)).body.data
const short = ({ kind, operation, subjectId }: Body): unknown[] => [kind, operation, subjectId]

describe('the audit', () => {
  test('has an entry for each change of keys, webhooks, quotas, settings and life: who, from, to, by which request', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    const { body: key } = await tenant.post('/v1/api-keys', { name: 'k', companyId: company.id })
    const { body: hook } = await tenant.post('/v1/webhooks', {
      url: 'http://127.0.0.1:1/',
      events: ['document.sent'],
      companyId: company.id,
    })
    await tenant.patch(`/v1/webhooks/${hook.id}`, { rotateSecret: true })
    await tenant.delete(`/v1/webhooks/${hook.id}`)
    await tenant.patch(`/v1/platform/companies/${company.id}/quotas`, { documentsPerMonth: 5 })
    await tenant.patch(`/v1/companies/${company.id}`, { settings: { defaultCurrency: 'USD' } })
    const suspended = await tenant.post(`/v1/platform/companies/${company.id}/suspend`, { reason: 'Unpaid' })
    await tenant.delete(`/v1/api-keys/${key.id}`)
    const entries = await audit(`&companyId=${company.id}`)
    expect(entries.toReversed().map(short)).toEqual([
      ['key', 'createApiKey', key.id],
      ['webhook', 'createWebhook', hook.id],
      ['webhook', 'updateWebhook', hook.id],
      ['webhook', 'deleteWebhook', hook.id],
      ['quotas', 'setCompanyQuotas', company.id],
      ['settings', 'updateCompany', company.id],
      ['company', 'suspendCompany', company.id],
      ['key', 'revokeApiKey', key.id],
    ])
    const { body: me } = await tenant.get('/v1/api-keys')
    expect(entries[1]).toMatchObject({
      requestId: suspended.headers['x-request-id'],
      keyId: me.data.at(-1).id,
      changes: [
        { field: 'status', from: 'active', to: 'suspended' },
        { field: 'suspensionReason', from: null, to: 'Unpaid' },
      ],
    })
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|svc_test_[\w-]{20}/)
  })

  test('is filtered, and is a table for who accepts CSV', async () => {
    const { body: key } = await tenant.post('/v1/api-keys', { name: 'only' })
    expect((await audit(`&subjectId=${key.id}&kind=key`)).map(short)).toEqual([['key', 'createApiKey', key.id]])
    expect(await audit(`&subjectId=${key.id}&to=2020-01-01T00:00:00Z`)).toEqual([])
    const { bytes } = await tenant.get(`/v1/platform/audit?subjectId=${key.id}`, { accept: 'text/csv' })
    expect(bytes.toString().split('\r\n')[0]).toBe(
      'id,at,kind,subjectId,companyId,operation,requestId,by,field,from,to',
    )
    expect(bytes.toString()).toContain(',name,,only')
    const { data } = await tenant.graphql(`{ auditEntries(kind: KEY, subjectId: "${key.id}") { nodes { operation } } }`)
    expect(data.auditEntries.nodes).toEqual([{ operation: 'createApiKey' }])
  })

  test('has nothing of what was refused, and of other organizations, and nobody changes an entry', async () => {
    const before = await audit()
    expectRefusal(await tenant.post('/v1/api-keys', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }), 'INVALID_DATE')
    await (await app.tenant()).post('/v1/api-keys', { name: 'elsewhere' })
    expect(await audit()).toEqual(before)
    await expect(app.platform.db.client.auditEntry.updateMany({ data: { kind: 'x' } })).rejects.toThrow(/never changed/)
    const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
    expectRefusal(await bound.get('/v1/platform/audit'), 'COMPANY_FORBIDDEN')
  })

  test('is exported line by line, page after page', async () => {
    const exported = await app.tenant()
    for (const name of ['a', 'b', 'c']) await exported.post('/v1/api-keys', { name })
    const ids: string[] = []
    for (let path: string | undefined = '/v1/platform/audit?limit=2'; path !== undefined;) {
      const { headers, bytes } = await exported.get(path, { accept: 'application/x-ndjson' })
      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      ids.push(
        ...bytes
          .toString()
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as Body).id),
      )
      path = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1]
    }
    const { body } = await exported.get('/v1/platform/audit?limit=100')
    expect(ids).toEqual(body.data.map(({ id }: Body) => id))
    expect(ids.length).toBeGreaterThan(2)
  })
})
