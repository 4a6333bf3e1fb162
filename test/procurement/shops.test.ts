import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { SENDER, orderMessage, postXml, shopOf, visitTo } from '../support/shops.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
  tenant = await app.tenant('platform')
  other = await app.tenant('platform')
})
afterAll(() => app.close())

describe('a shop', () => {
  test('shows none of its secrets, and stores none in the clear', async () => {
    const oci = await shopOf(tenant, 'oci', { parameters: [{ name: 'PASSWORD', value: 'hush-hush' }] })
    const cxml = await shopOf(tenant, 'cxml')
    expect(oci.parameterNames).toEqual(['PASSWORD'])
    expect(cxml.senders).toEqual([{ domain: SENDER.domain, identity: SENDER.identity, hasSharedSecret: true }])
    const shown = JSON.stringify([oci, cxml, (await tenant.get('/v1/procurement/shops')).body])
    const rows = await app.platform.db.client.shop.findMany({ where: { organizationId: tenant.organizationId } })
    const stored = rows.map((row) => JSON.stringify(row) + Buffer.from(row.credentials).toString('latin1')).join()
    for (const secret of ['hush-hush', 'abracadabra', SENDER.sharedSecret]) {
      expect(shown).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
  })

  test('keeps its secrets when something else is changed, and gets new ones when they are given', async () => {
    const shop = await shopOf(tenant, 'cxml')
    const path = `/v1/procurement/shops/${shop.id}`
    expect((await tenant.patch(path, { name: 'Other name' })).body).toMatchObject({ name: 'Other name' })
    const kept = await visitTo(tenant, shop)
    expect((await postXml(app.anyone, orderMessage(kept.buyerCookie))).status).toBe(200)
    const sharedSecret = 'a new secret'
    await tenant.patch(path, { senders: [{ ...SENDER, sharedSecret }] })
    const visit = await visitTo(tenant, shop)
    expect((await postXml(app.anyone, orderMessage(visit.buyerCookie))).status).toBe(401)
    const changed = orderMessage(visit.buyerCookie, { senders: [{ ...SENDER, sharedSecret }] })
    expect((await postXml(app.anyone, changed)).status).toBe(200)
  })

  test.each(['cxml', 'oci'] as const)(
    'of %s brings its secrets to no other host unless they are given again',
    async (protocol) => {
      const shop = await shopOf(tenant, protocol)
      const path = `/v1/procurement/shops/${shop.id}`
      const url = 'https://elsewhere.example/punch-out'
      const before = await tenant.footprint()
      expectRefusal(await tenant.patch(path, { url }), 'MISSING_FIELD')
      expect(await tenant.footprint()).toEqual(before)
      const again =
        protocol === 'cxml' ? { sharedSecret: 'again' } : { parameters: [{ name: 'USERNAME', value: 'buyer' }] }
      expect((await tenant.patch(path, { url, ...again })).body.url).toBe(url)
      expect((await tenant.patch(path, { url: `${url}/later` })).body.url).toBe(`${url}/later`)
    },
  )

  test('is changed only as its caller has seen it', async () => {
    const shop = await shopOf(tenant, 'oci')
    const path = `/v1/procurement/shops/${shop.id}`
    await tenant.patch(path, { name: 'Second' })
    expectRefusal(await tenant.patch(path, { name: 'Third', ifUpdatedAt: shop.updatedAt }), 'PRECONDITION_FAILED')
    expect((await tenant.get(path)).body.name).toBe('Second')
  })

  test('of another organization does not exist', async () => {
    const shop = await shopOf(other, 'oci')
    const path = `/v1/procurement/shops/${shop.id}`
    const before = await other.footprint()
    expectRefusal(await tenant.get(path), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.patch(path, { name: 'x' }), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.delete(path), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.post(`${path}/carts`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.post(`${path}/punch-out`), 'RESOURCE_NOT_FOUND')
    expect(await other.footprint()).toEqual(before)
  })

  test('of another company of the organization is none to open, and its carts are not seen', async () => {
    const second = (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
    const key = await tenant.keyWith(['*'], { companyId: second })
    const shop = await shopOf(tenant, 'oci', { companyId: tenant.companyId })
    expectRefusal(await key.post(`/v1/procurement/shops/${shop.id}/carts`), 'RESOURCE_NOT_FOUND')
    const shared = await shopOf(tenant, 'oci')
    expectRefusal(await key.patch(`/v1/procurement/shops/${shared.id}`, { name: 'x' }), 'COMPANY_FORBIDDEN')
    const visit = await key.post(`/v1/procurement/shops/${shared.id}/carts`)
    expect(visit.status).toBe(201)
    expectRefusal(await tenant.post(`/v1/procurement/shops/${shared.id}/carts`), 'MISSING_FIELD')
  })

  test.each([
    ['cxml', {}, 'MISSING_FIELD'],
    ['oci', { sharedSecret: 'x' }, 'INVALID_REQUEST'],
    ['oci', { url: 'http://127.0.0.1/', protocol: 'ftp' }, 'INVALID_ENUM'],
    ['oci', { url: 'gopher://shop.example.com/' }, 'INVALID_REQUEST'],
    ['oci', { unitMapping: [{ from: 'VE', to: 'NOPE' }] }, 'INVALID_REQUEST'],
    ['oci', { fieldMapping: [{ from: 'A', to: 'nothing' }] }, 'INVALID_ENUM'],
    ['oci', { partnerId: 'part_01kafm4h7vf8xbkrs9q2m3c5de' }, 'RESOURCE_NOT_FOUND'],
  ] as const)('of %s with %j is refused', async (protocol, more, code) => {
    const { partnerId } = await shopOf(tenant, 'oci')
    const before = await tenant.footprint()
    const whole = { partnerId, name: 'x', protocol, url: 'https://shop.example.com/', ...more }
    expectRefusal(await tenant.post('/v1/procurement/shops', whole), code)
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['refused', 'SHOP_REFUSED'],
    ['broken', 'SHOP_REFUSED'],
    ['page-less', 'SHOP_REFUSED'],
    ['unavailable', 'SHOP_REFUSED'],
  ] as const)('that answers %s opens no visit', async (word, code) => {
    const shop = await shopOf(tenant, 'cxml', { url: `https://shop.example.com/${word}` })
    const before = await tenant.footprint()
    expectRefusal(
      await tenant.post(`/v1/procurement/shops/${shop.id}/punch-out`, { companyId: tenant.companyId }),
      code,
    )
    expect(await tenant.footprint()).toEqual(before)
  })

  test('is opened in its own protocol only', async () => {
    const [oci, cxml] = [await shopOf(tenant, 'oci'), await shopOf(tenant, 'cxml')]
    expectRefusal(
      await tenant.post(`/v1/procurement/shops/${oci.id}/punch-out`, { companyId: tenant.companyId }),
      'CONFLICT',
    )
    expectRefusal(
      await tenant.post(`/v1/procurement/shops/${cxml.id}/carts`, { companyId: tenant.companyId }),
      'CONFLICT',
    )
  })

  test('goes with its partner where two are merged', async () => {
    const shop = await shopOf(tenant, 'oci', {}, '0208:0403019261')
    const { body: kept } = await tenant.post('/v1/partners', { vatNumber: 'BE0417497106' })
    const into = kept.id ?? (await tenant.get('/v1/partners/peppol:0208:0417497106')).body.id
    const merged = await tenant.post(`/v1/partners/${into}/merge`, { duplicateId: shop.partnerId })
    expect(merged.status).toBe(200)
    expect((await tenant.get(`/v1/procurement/shops/${shop.id}`)).body.partnerId).toBe(into)
  })
})
