/** Two brands at two domains of one server: everything that strangers see is that of its owner, and nothing of another. */
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { png } from '../support/pictures.ts'
import { Visitor, askFor } from '../support/visitor.ts'

const NOBODY = '9930:DE000000400'

interface Look {
  name: string
  domain: string
  logo: string
  colors: { primary: string; background: string; text: string }
  supportEmail: string
  senderName: string
}
const pictureOf = (grey: number): string => {
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(12, grey)])
  const pixels = Buffer.concat([line, line, line])
  return `data:image/png;base64,${png({ pixels }).toString('base64')}`
}
const looks: readonly [Look, Look] = [
  {
    name: 'Maison Facture',
    domain: 'pay.atelier.test',
    logo: pictureOf(0x20),
    colors: { primary: '#7a1f1f', background: '#fff8f0', text: '#2a1a10' },
    supportEmail: 'help@atelier.test',
    senderName: 'Atelier',
  },
  {
    name: 'Bakery & Söhne <Pay>',
    domain: 'pay.bakery.test',
    logo: pictureOf(0x60),
    colors: { primary: '#1f5a2a', background: '#f0fff2', text: '#102a14' },
    supportEmail: 'hallo@bakery.test',
    senderName: 'Bakery',
  },
]

interface House extends Look {
  tenant: Tenant
  at: Caller
  anyone: Caller
}
let app: TestApp
let houses: House[] = []
beforeAll(async () => {
  app = await startApp({ BASE_URL: 'https://api.exchange.example' })
  for (const look of looks) {
    const { domain, ...branding } = look
    const tenant = await app.tenant('white_label')
    await tenant.patch('/v1/platform/settings', { branding })
    await tenant.post('/v1/platform/domains', { domain })
    await app.platform.runner?.settle()
    houses.push({ ...look, tenant, at: tenant.with({ host: domain }), anyone: app.anyone.with({ host: domain }) })
  }
})
afterAll(() => app.close())

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Every page of a house shows its name, picture, colours and address, and nothing of the other or of the service. */
const expectLook = (text: string, own: House, parts: readonly (keyof Look)[]): void => {
  const signs = ({ name, logo, colors, supportEmail, domain }: Look): Record<string, string> => ({
    name: escaped(name),
    logo,
    colors: colors.primary,
    supportEmail,
    domain,
  })
  for (const part of parts) expect(text).toContain(signs(own)[part])
  for (const other of looks.filter(({ domain }) => domain !== own.domain))
    for (const sign of Object.values(signs(other))) expect(text).not.toContain(sign)
  expect(text).not.toContain('Invoice Exchange')
}

const send = async ({ tenant }: House, to: string): Promise<Body> => {
  const { status, body } = await tenant.post('/v1/documents/send', {
    type: 'invoice',
    from: tenant.peppolId,
    to,
    document: {
      number: `B-${tenant.companyId.slice(-6)}-${to.slice(-3)}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      parties: [
        {
          role: 'buyer',
          name: 'Buyer GmbH',
          address: { street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
          contact: { name: 'Accounts', email: `buyer-${tenant.companyId}@example.com` },
        },
      ],
      lines: [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 10, vatRate: 21 }],
    },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

/** What a PDF draws with, unpacked. */
const drawn = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)]
    .map(([, bytes = '']) => {
      try {
        return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
      } catch {
        return bytes
      }
    })
    .join('\n')
/** A colour as a PDF fills with it: three numbers from 0 to 1. */
const filled = (color: string): string =>
  [1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16) / 255).join(' ')

describe('two brands and two domains on one server', () => {
  test('documents have the picture and the colour of their own, as HTML and as PDF', async () => {
    const pdfs = []
    for (const house of houses) {
      const { id } = await send(house, houses.find((one) => one !== house)?.tenant.peppolId ?? '')
      const html = (await house.at.get(`/v1/documents/${id}/html`)).bytes.toString()
      expectLook(html, house, ['logo', 'colors'])
      pdfs.push((await house.at.get(`/v1/documents/${id}/pdf`)).bytes)
    }
    for (const [index, { colors }] of houses.entries())
      for (const [of, pdf] of pdfs.entries()) {
        expect(pdf.toString('latin1')).toContain('/Subtype /Image')
        expect(drawn(pdf).includes(filled(colors.primary))).toBe(of === index)
      }
  })

  test('mails are from their own sender, and are answered to their own address', async () => {
    for (const house of houses) {
      await house.tenant.patch(`/v1/companies/${house.tenant.companyId}`, { settings: { emailFallback: true } })
      await send(house, NOBODY)
      await app.platform.runner?.settle()
      const [mail] = app.platform.upstreams.mail.outbox.filter(({ to }) => to[0]?.includes(house.tenant.companyId))
      expect(mail).toMatchObject({ senderName: house.senderName, replyTo: house.supportEmail })
    }
  })

  test('the pages of consent, of signing in and of devices are those of their domain, also when something fails', async () => {
    for (const house of houses) {
      const visitor = new Visitor(app, { host: house.domain })
      const path = new URL((await askFor(app)).consentUrl).pathname
      const parts = ['name', 'logo', 'colors', 'supportEmail'] as const
      expectLook((await visitor.open(path)).text, house, parts)
      await visitor.submit(`${path}/sign-in`, { key: house.tenant.key })
      expect(visitor.page.text).toContain('value="allow"')
      expectLook(visitor.page.text, house, parts)
      expectLook((await visitor.open('/oauth/device')).text, house, parts)
      const gone = await visitor.open('/oauth/consent/areq_01kafm4h7vf8xbkrs9q2m3c5de')
      expect(gone.status).toBe(404)
      expectLook(gone.text, house, parts)
      // The browser applies the colours: the policy names them.
      const [colors = ''] = /:root\{[^}]*\}/.exec(gone.text) ?? []
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(colors))
      expect(gone.headers['content-security-policy']).toContain(Buffer.from(hash).toString('base64'))
    }
  })

  test('the page of a handoff is that of who gives it, at its own domain and at the address of the service', async () => {
    for (const house of houses) {
      const { body } = await house.at.post('/v1/oauth/handoff', { scopes: ['documents.read'], label: 'Agent' })
      const { pathname, host } = new URL(body.handoff_url)
      expect(host).toBe(house.domain)
      const parts = ['name', 'logo', 'colors', 'supportEmail'] as const
      for (const headers of [{ host }, {} as Record<string, string>])
        expectLook((await new Visitor(app, headers).open(pathname)).text, house, parts)
    }
  })

  test(
    'the documentation is in the name of its domain, and the contract says where it is',
    { tags: 'heavy' },
    async () => {
      const pages = [
        ['', 'start', 'errors', 'codes', 'events', 'live', 'safety', 'api/send', 'fr/guides/france'],
        ['', 'errors'],
      ]
      for (const [index, house] of houses.entries()) {
        for (const page of pages[index] ?? [])
          expectLook((await house.anyone.get(`/docs/${page}`)).bytes.toString(), house, [
            'name',
            'logo',
            'colors',
            'supportEmail',
          ])
        const { body } = await house.anyone.get('/openapi.json')
        expect(body.info.title).toBe(`${house.name} API`)
        expect(body.servers).toEqual([{ url: `https://${house.domain}` }])
        expect(JSON.stringify(body)).not.toContain('api.exchange.example')
        expect((await house.anyone.get('/')).body.name).toBe(house.name)
        expect((await house.anyone.get('/llms.txt')).bytes.toString()).toMatch(new RegExp(`^# ${house.name}\n`))
      }
      // Samples name the domain, too, and nobody is offered a sandbox there that would be of another house.
      for (const { anyone, domain } of houses) {
        const sample = (await anyone.get('/docs/api/companies')).bytes.toString()
        expect(sample).toContain(`https://${domain}/v1/companies`)
        expect(sample).toContain('data-sandbox="no"')
        expect(sample).not.toContain('api.exchange.example')
      }
    },
  )

  test('the console has the name, the logo and the colour of its domain, under the same policy', async () => {
    for (const house of houses) {
      const { bytes, headers } = await house.anyone.get('/console/inbox')
      const page = bytes.toString()
      expectLook(page, house, ['name', 'colors'])
      const [, told = ''] = /<meta name="brand" content="([^"]*)"/.exec(page) ?? []
      expect(told).toContain(house.logo)
      const [, nonce = 'none'] = /nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '') ?? []
      expect(page).toContain(`nonce="${nonce}"`)
    }
    expect((await app.anyone.get('/console')).bytes.toString()).not.toMatch(/Maison|Bakery|name="brand"/)
  })

  test('at the address of the service nothing of them is seen', async () => {
    for (const path of ['/docs/', '/docs/errors', '/openapi.json', '/llms.txt', '/oauth/device']) {
      const text = (await app.anyone.get(path)).bytes.toString()
      expect(text).toContain('Invoice Exchange')
      for (const { name, domain } of looks) {
        expect(text).not.toContain(escaped(name))
        expect(text).not.toContain(domain)
      }
    }
  })

  test('a change of the brand is seen with the next page', async () => {
    const [house] = houses
    const page = async (): Promise<string> => (await house?.anyone.get('/docs/errors'))?.bytes.toString() ?? ''
    expect(await page()).toContain('#7a1f1f')
    await house?.tenant.patch('/v1/platform/settings', { branding: { colors: { primary: '#4a0f5f' } } })
    expect(await page()).toContain('#4a0f5f')
    await house?.tenant.patch('/v1/platform/settings', { branding: { colors: house.colors } })
  })

  test('a company with a domain of its own has the brand of its organization, under what it says itself', async () => {
    const [house] = houses
    if (!house) throw new Error('There are two houses.')
    const { body: shop } = await house.tenant.post('/v1/companies', { vatNumber: freshVat() })
    await house.tenant.post('/v1/platform/domains', { domain: 'shop.corner.test', companyId: shop.id })
    await app.platform.runner?.settle()
    const page = async (): Promise<string> =>
      (await app.anyone.with({ host: 'shop.corner.test' }).get('/oauth/device')).bytes.toString()
    expectLook(await page(), house, ['name', 'logo', 'colors', 'supportEmail'])
    await house.tenant.patch('/v1/platform/settings', { companyId: shop.id, branding: { name: 'Corner Shop' } })
    expect(await page()).toContain('Corner Shop')
    expectLook(await page(), { ...house, name: 'Corner Shop' }, ['name', 'logo', 'colors', 'supportEmail'])
  })
})
