import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../../src/app/operator.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { Visitor } from '../support/visitor.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  await tenant.patch('/v1/platform/settings', {
    branding: { name: 'Atelier <b>&', supportEmail: 'help@example.com' },
  })
})
afterAll(() => app.close())

const company = async (vatNumber = freshVat()): Promise<Body> =>
  (await tenant.post('/v1/companies', { vatNumber })).body
const linksAt = (companyId: string): string => `/v1/platform/companies/${companyId}/onboarding-links`
const link = async (companyId: string, body: object = {}): Promise<Body> =>
  (await tenant.post(linksAt(companyId), body)).body
const links = async (companyId: string): Promise<Body[]> => (await tenant.get(linksAt(companyId))).body.data

const whole = { street: 'Kouter 1', postalCode: '9000', city: 'Gent', name: 'Ada <i>', role: 'Director', agree: 'yes' }
const pathOf = (url: string): string => new URL(url).pathname
const changesOf = async (companyId: string) => {
  await app.platform.relay.drain()
  const { body } = await tenant.get('/v1/events?type=company.mandate_signed&limit=100')
  return body.data.filter((event: Body) => event.companyId === companyId).map(({ data }: Body) => data)
}

describe('an onboarding link', () => {
  test('is made for a company, told once, and listed without its address', async () => {
    const { id } = await company()
    const { status, body } = await tenant.post(linksAt(id), { ttlHours: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ companyId: id, completedAt: null, signature: null })
    expect(body.url).toMatch(new RegExp(`^${app.platform.baseUrl}/onboarding/onb_[\\w-]{43}$`))
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7_200_000)
    expect(await links(id)).toEqual([expect.not.objectContaining({ url: expect.anything() })])
    const { data } = await tenant.graphql(
      `mutation { createOnboardingLink(input: { companyId: "${id}" }) { url link { id companyId } } }`,
    )
    expect(data.createOnboardingLink).toMatchObject({
      url: expect.stringContaining('/onboarding/'),
      link: { companyId: id },
    })
    const { data: read } = await tenant.graphql(`{ onboardingLinks(companyId: "${id}") { totalCount nodes { id } } }`)
    expect(read.onboardingLinks.totalCount).toBe(2)
  })

  test('is made and seen by nobody else', async () => {
    const { id } = await company()
    const stranger = await app.tenant()
    const bound = await tenant.keyWith(['*'], { companyId: id })
    for (const caller of [stranger, bound]) {
      const code = caller === bound ? 'COMPANY_FORBIDDEN' : 'COMPANY_NOT_FOUND'
      expectRefusal(await caller.post(linksAt(id)), code)
      expectRefusal(await caller.get(linksAt(id)), code)
    }
    expect(await links(id)).toEqual([])
  })

  test('shows a page with the brand, without script, and looking at it changes nothing', async () => {
    const made = await company()
    const { url } = await link(made.id)
    const before = await tenant.footprint()
    const visitor = new Visitor(app)
    for (const path of [url, url, `${url}?lang=fr`]) {
      const { status, text, headers } = await visitor.open(path)
      expect(status).toBe(200)
      expect(text).toContain('Atelier &lt;b&gt;&amp;')
      expect(text).toContain(made.vatNumber)
      expect(text).not.toContain('<script')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(visitor.page.text).toContain('Je donne mandat')
    expect(await tenant.footprint()).toEqual(before)
    expect((await links(made.id))[0]).toMatchObject({ completedAt: null })
  })

  test('takes the data and the signature once, and keeps the proof of it', async () => {
    const made = await company()
    const { id, url } = await link(made.id)
    const visitor = new Visitor(app)
    await visitor.open(url)
    const first = new Visitor(app)
    await first.open(url)
    const done = await visitor.submit(pathOf(url), whole)
    expect({ status: done.status, text: done.text }).toEqual({
      status: 200,
      text: expect.stringContaining('Thank you'),
    })
    const [kept] = await links(made.id)
    expect(kept).toMatchObject({ id, signature: { name: 'Ada <i>', role: 'Director', signedAt: kept?.completedAt } })
    expect(kept?.signature.text).toContain(made.vatNumber)
    expect(kept?.signature.sha256).toBe(createHash('sha256').update(kept?.signature.text).digest('hex'))
    expect((await tenant.get(`/v1/companies/${made.id}`)).body.address).toMatchObject({
      street: 'Kouter 1',
      city: 'Gent',
    })
    expect(await changesOf(made.id)).toMatchObject([{ onboardingLinkId: id, signedBy: 'Ada <i>' }])
    const { body: audit } = await tenant.get(`/v1/platform/audit?companyId=${made.id}&kind=company&limit=1`)
    expect(audit.data[0]).toMatchObject({ operation: 'signOnboarding', callerLabel: `Ada <i> (${id})` })
    for (const page of [await first.submit(pathOf(url), whole), await new Visitor(app).open(url)])
      expect(page.status).toBe(404)
    expect(await changesOf(made.id)).toHaveLength(1)
  })

  test('is signed once by two who sign at the same time', async () => {
    const made = await company()
    const { url } = await link(made.id)
    const visitors = [new Visitor(app), new Visitor(app)]
    for (const visitor of visitors) await visitor.open(url)
    const pages = await Promise.all(visitors.map((visitor) => visitor.submit(pathOf(url), whole)))
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await changesOf(made.id)).toHaveLength(1)
  })

  test.each([
    ['a form of another page', { ...whole, csrf: 'x' }],
    ['an empty name', { ...whole, name: ' ' }],
    ['no address', { ...whole, street: '' }],
    ['a mandate that is not ticked', { ...whole, agree: '' }],
    ['a name of more than one line', { ...whole, name: 'Ada\nSmith' }],
    ['a name with a character that is not stored', { ...whole, name: 'Ada\u0000' }],
    ['too long a role', { ...whole, role: 'x'.repeat(201) }],
  ])('refuses %s, and nothing happens', async (_what, form) => {
    const made = await company()
    const { url } = await link(made.id)
    const visitor = new Visitor(app)
    await visitor.open(url)
    const { status, text } = await visitor.submit(pathOf(url), form)
    expect(status).toBe(400)
    expect(text).toContain('role="alert"')
    expect((await links(made.id))[0]).toMatchObject({ completedAt: null })
    expect((await tenant.get(`/v1/companies/${made.id}`)).body.updatedAt).toBe(made.updatedAt)
  })

  test('ends with its time and with its company, and tells nobody whether it ever was', async () => {
    const made = await company()
    const [{ url }, gone] = [await link(made.id, { ttlHours: 1 }), await company()]
    const { url: left } = await link(gone.id)
    await tenant.post(`/v1/platform/companies/${gone.id}/offboard`)
    app.clock.advance(3_700_000)
    const never = `${app.platform.baseUrl}/onboarding/onb_${'x'.repeat(43)}`
    const pages = []
    for (const path of [url, left, never]) pages.push(await new Visitor(app).open(path))
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  })

  test('begins the proof of ownership with the signed mandate, which the operator decides', async () => {
    const vatNumber = freshVat()
    await (await app.tenant()).post('/v1/companies', { vatNumber })
    const made = await company(vatNumber)
    expect(made.requirements).toMatchObject([{ code: 'mandate' }, { code: 'account' }])
    const visitor = new Visitor(app)
    const { url } = await link(made.id)
    await visitor.open(url)
    await visitor.submit(pathOf(url), whole)
    const { said } = await operate(app.platform, ['ownership', 'mandate', made.id])
    expect(Buffer.from(said).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await operate(app.platform, ['ownership', 'approve', made.id])).code).toBe(0)
    expect((await tenant.get(`/v1/companies/${made.id}`)).body.requirements).toMatchObject([{ code: 'account' }])
  })

  test('does not stand in the request log', async () => {
    const made = await company()
    const { url } = await link(made.id)
    const visitor = new Visitor(app)
    await visitor.open(url)
    await visitor.submit(pathOf(url), whole)
    await new Visitor(app).open(url)
    await app.platform.requestLog.flush()
    const token = url.slice(-47)
    const rows = await app.platform.db.client.requestLog.findMany()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
