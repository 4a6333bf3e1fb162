import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { rowsOf } from '../support/stored-rows.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
})
afterAll(() => app.close())

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const PNG = `data:image/png;base64,${Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
]).toString('base64')}`
const svg = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
const drawn = (address: string): string => Buffer.from(address.split(',')[1] ?? '', 'base64').toString()

const settings = '/v1/platform/settings'
const set = async (caller: Caller, body: object): Promise<Body> => {
  const answer = await caller.patch(settings, body)
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return answer.body
}
/** What was caused before has happened. */
const quiet = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
  await app.platform.runner?.settle()
}
const refuses = async (code: Parameters<typeof expectRefusal>[1], ask: () => Promise<Answer>): Promise<void> => {
  await quiet()
  const before = await rowsOf(app, tenant.organizationId)
  expectRefusal(await ask(), code)
  expect(await rowsOf(app, tenant.organizationId)).toEqual(before)
}
const companyOf = async (caller: Caller, more: object = {}): Promise<Body> =>
  (await caller.post('/v1/companies', { vatNumber: freshVat(), ...more })).body

beforeAll(async () => {
  tenant = await app.tenant('white_label')
})

describe('branding', () => {
  test('what is said stays, null takes it back, and a company inherits what it does not say', async () => {
    const company = await companyOf(tenant)
    await set(tenant, { branding: { name: 'Atelier', supportEmail: 'help@example.com', logo: PNG } })
    await set(tenant, { branding: { supportEmail: null, colors: { primary: '#7a1f1f' } } })
    const of = await set(tenant, { companyId: company.id, branding: { name: 'Bakery', letterhead: false } })
    expect(of).toMatchObject({
      companyId: company.id,
      branding: { name: 'Bakery', senderName: 'Bakery', logo: PNG, letterhead: false, supportEmail: null },
      ownBranding: ['letterhead', 'name'],
      defaults: null,
    })
    const { body: whole } = await tenant.get(settings)
    expect(whole).toMatchObject({
      companyId: null,
      branding: { name: 'Atelier', colors: { primary: '#7a1f1f', background: '#ffffff', text: '#222222' } },
      ownBranding: ['colors', 'logo', 'name'],
    })
    const asked = await tenant.graphql(
      `{ platformSettings(companyId: "${company.id}") { companyId branding { name colors { primary } } defaults { documentsPerMonth } } }`,
    )
    expect(asked.data.platformSettings).toEqual({
      companyId: company.id,
      branding: { name: 'Bakery', colors: { primary: '#7a1f1f' } },
      defaults: null,
    })
  })

  test('colours that cannot be read on each other are refused', async () => {
    for (const colors of [{ primary: '#eeeeee' }, { primary: '#1f4e79', background: '#222222', text: '#333333' }])
      await refuses('BRANDING_CONTRAST', () => tenant.patch(settings, { branding: { colors } }))
  })

  test('of a drawing nothing stays but shapes and colours', async () => {
    const { branding } = await set(tenant, {
      branding: {
        logo: svg(
          `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">
            <script>alert(1)</script><style>*{background:url(https://evil.example)}</style>
            <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>
            <image href="https://evil.example/x.png"/><use xlink:href="https://evil.example/x.svg#a"/>
            <a href="javascript:alert(1)"><path d="M0 0"/></a><animate attributeName="href" to="javascript:alert(1)"/>
            <linearGradient id="g"><stop offset="50%" stop-color="#fff"/></linearGradient>
            <path d="M0 0h9v9z" fill="url(#g)" style="fill:url(https://evil.example)" onclick="alert(1)"/>
            <rect width="2" height="2" fill="url(https://evil.example)"/>
            <x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>
          </svg>`,
        ),
      },
    })
    expect(drawn(branding.logo)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"><stop offset="50%" ' +
        'stop-color="#fff"/></linearGradient><path d="M0 0h9v9z" fill="url(#g)"/><rect width="2" height="2"/></svg>',
    )
  })

  test('what is no picture is refused: by its bytes, its size and its kind', async () => {
    const bad = [
      PNG.slice(0, -20),
      PNG.replace('png', 'gif'),
      `data:image/png;base64,${Buffer.from('<script/>').toString('base64')}`,
      svg(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>',
      ),
      svg('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      svg(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M${'0 '.repeat(20_000)}"/></svg>`),
      'https://evil.example/logo.png',
    ]
    for (const logo of bad) await refuses('INVALID_REQUEST', () => tenant.patch(settings, { branding: { logo } }))
    await refuses('INVALID_REQUEST', () => tenant.patch(settings, { branding: { senderName: 'a\r\nBcc: b@c.de' } }))
  })

  test('documents of a company have the brand of its platform, unless it has a letterhead of its own', async () => {
    const platform = await app.tenant('white_label')
    await set(platform, { branding: { logo: svg('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>') } })
    await set(platform, { branding: { colors: { primary: '#5a005a' } } })
    const own = await companyOf(platform, { settings: { letterhead: { color: '#005a00' } } })
    const branded = await companyOf(platform)
    await set(platform, { companyId: branded.id, branding: { colors: { primary: '#5a0000' } } })
    const inheriting = await companyOf(platform)
    const lines = [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }]
    const document = { issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'x', lines }
    const pageOf = async ({ id, peppolId }: Body): Promise<string> => {
      const sent = await platform.post('/v1/documents/send', {
        type: 'invoice',
        from: peppolId,
        to: '0208:0417497106',
        document: { ...document, number: id.slice(-20) },
      })
      expect(sent.status).toBeLessThan(300)
      return (await platform.get(`/v1/documents/${sent.body.id}/html`)).bytes.toString()
    }
    const pages = [await pageOf(own), await pageOf(branded), await pageOf(inheriting)]
    expect(pages.map((page) => /h1\{color:(#\w+)/.exec(page)?.[1])).toEqual(['#005a00', '#5a0000', '#5a005a'])
    expect(pages.map((page) => page.includes('data:image/svg+xml'))).toEqual([false, true, true])
  })

  test('a single company has a look with a white-label key only, and never that of another organization', async () => {
    const stranger = await app.tenant('white_label')
    const { id } = await companyOf(tenant)
    await refuses('COMPANY_NOT_FOUND', () => stranger.patch(settings, { companyId: id, branding: { name: 'x' } }))
    await refuses('INVALID_REQUEST', () => tenant.patch(settings, { companyId: id, defaults: {} }))
    const bound = await tenant.keyWith(['*'], { companyId: id })
    await refuses('COMPANY_FORBIDDEN', () => bound.patch(settings, { branding: { name: 'x' } }))
    expect((await stranger.get(settings)).body).toMatchObject({ branding: { name: null }, updatedAt: null })
    const plain = await app.tenant()
    const own = await companyOf(plain)
    expectRefusal(await plain.patch(settings, { companyId: own.id, branding: { name: 'x' } }), 'INSUFFICIENT_SCOPE')
  })

  test('a change is an event and an entry of the audit', async () => {
    const platform = await app.tenant('white_label')
    await set(platform, { branding: { name: 'One' }, defaults: { documentsPerMonth: 9 } })
    await app.platform.relay.drain()
    const { body: feed } = await platform.get('/v1/events?type=platform.settings_updated')
    expect(feed.data[0].data).toMatchObject({ companyId: null, changes: ['documentsPerMonth', 'name'] })
    const { body: audit } = await platform.get('/v1/platform/audit?kind=settings')
    expect(audit.data[0]).toMatchObject({
      operation: 'updatePlatformSettings',
      subjectId: platform.organizationId,
      changes: [
        { field: 'documentsPerMonth', from: null, to: '9' },
        { field: 'name', from: null, to: 'One' },
      ],
    })
  })
})

describe('what new companies begin with', () => {
  test('is given to registered and onboarded companies, under what their request says', async () => {
    const platform = await app.tenant('white_label')
    const before = await companyOf(platform)
    await set(platform, {
      defaults: {
        settings: { defaultCurrency: 'USD', emailFallback: true },
        capabilities: { send: ['invoice'] },
        webhookEvents: ['document.sent'],
        documentsPerMonth: 7,
      },
    })
    const registered = await companyOf(platform, { settings: { defaultCurrency: 'SEK' } })
    expect(registered.settings).toEqual({ defaultCurrency: 'SEK', emailFallback: true })
    expect(registered.capabilities.send).toEqual(['invoice'])
    const { body: made } = await platform.post('/v1/platform/companies', {
      vatNumber: freshVat(),
      webhook: { url: 'http://127.0.0.1:1/' },
      quotas: { requestsPerMinute: 60 },
    })
    expect(made.webhook.events).toEqual(['document.sent'])
    const { body: listed } = await platform.get('/v1/platform/companies?limit=3')
    expect(listed.data.map(({ usage }: Body) => usage.documentsPerMonth)).toEqual([7, 7, null])
    expect(listed.data[2].id).toBe(before.id)
  })

  test('a webhook whose events nobody says is refused, and nothing is stored', () =>
    refuses('MISSING_FIELD', () =>
      tenant.post('/v1/platform/companies', { vatNumber: freshVat(), webhook: { url: 'http://127.0.0.1:1/' } }),
    ))
})
