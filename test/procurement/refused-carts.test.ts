/** @module-tag services */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import type { ErrorCode } from '../../src/kernel/errors/catalog.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
  CHAIR,
  ITEM,
  PROLOG,
  RETURN,
  SENDER,
  formOf,
  orderMessage,
  postCxmlForm,
  postOci,
  postXml,
  shopOf,
  visitTo,
} from '../support/shops.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
/** Shops of the tenant, and visits of which no cart comes back. */
let oci: Body
let cxml: Body
let ociVisit: Body
let cxmlVisit: Body
/** Another organization's. */
let theirs: Body
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
  other = await app.tenant('platform')
  oci = await shopOf(tenant, 'oci')
  cxml = await shopOf(tenant, 'cxml')
  ociVisit = await visitTo(tenant, oci)
  cxmlVisit = await visitTo(tenant, cxml)
  theirs = await visitTo(other, await shopOf(other, 'oci'))
})
// Wrong cookies and secrets of a minute are counted together.
beforeEach(() => app.clock.advance(61_000))
afterAll(() => app.close())

/** A page for people, or a status of cXML: each with the code, and nothing of the inside. */
const expectCode = ({ status, body }: Answer, code: ErrorCode): void => {
  expect({ status, names: String(body).includes(code) }).toEqual({ status: catalog[code].status, names: true })
  expect(String(body)).not.toMatch(/node_modules|\.ts:\d|SELECT |prisma/i)
}

/** Refused with its code, and neither organization has anything more. */
const expectNothing = async (code: ErrorCode, ...asks: (() => Promise<Answer>)[]): Promise<void> => {
  const before = [await tenant.footprint(), await other.footprint()]
  for (const ask of asks) expectCode(await ask(), code)
  expect([await tenant.footprint(), await other.footprint()]).toEqual(before)
}

describe('a buyer cookie', () => {
  const forgeries: readonly (readonly [what: string, forge: (cookie: string, theirs: string) => string])[] = [
    ['that is empty', () => ''],
    ['of three parts', (cookie) => cookie.split(':').slice(0, 3).join(':')],
    ['of five parts', (cookie) => `${cookie}:x`],
    ['with another prefix', (cookie) => cookie.replace(/^cart/, 'flowie')],
    ['with a nonce of nobody', (cookie) => cookie.replace(/[^:]+$/, 'A'.repeat(32))],
    ['with the organization of another', (cookie, theirs) => cookie.replace(/org_[^:]+/, theirs.split(':')[1] ?? '')],
    ['with the thread of another', (cookie) => cookie.replace(/^(cart:[^:]+:)[^:]+/, '$1REQ-OTHER')],
    ['with a nonce in other letters', (cookie) => cookie.replace(/[^:]+$/, (nonce) => nonce.toLowerCase() + ' ')],
    ['with text of SQL', (cookie) => cookie.replace(/[^:]+$/, "' OR 1=1 --".padEnd(32))],
  ]
  test.each(forgeries)('%s lets no cart in', async (_what, forge) => {
    const forged = (visit: Body): string => forge(visit.buyerCookie, theirs.buyerCookie)
    await expectNothing(
      'CART_COOKIE_INVALID',
      () => postOci(app.anyone, forged(ociVisit)),
      () => postXml(app.anyone, orderMessage(forged(cxmlVisit))),
    )
  })

  test('of one protocol lets no cart in by the other', async () => {
    await expectNothing(
      'CART_COOKIE_INVALID',
      () => postOci(app.anyone, cxmlVisit.buyerCookie),
      () => postXml(app.anyone, orderMessage(ociVisit.buyerCookie)),
    )
  })

  test('lets another cart in no more, once one has come', async () => {
    const visit = await visitTo(tenant, oci)
    await postOci(app.anyone, visit.buyerCookie)
    const other = formOf([{ ...CHAIR, QUANTITY: '200' }])
    await expectNothing('CART_COOKIE_USED', () => postOci(app.anyone, visit.buyerCookie, other))
  })

  test('lets one cart in, even where two come at the same time', async () => {
    const visit = await visitTo(tenant, oci)
    const forms = ['1', '2', '3'].map((QUANTITY) => formOf([{ ...CHAIR, QUANTITY }]))
    const answers = await Promise.all(forms.map((form) => postOci(app.anyone, visit.buyerCookie, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])
    const { data } = (await tenant.get(`/v1/procurement/carts?threadId=${visit.threadId}`)).body
    expect(data).toHaveLength(1)
  })

  test('lets no cart in after its time', async () => {
    const visit = await visitTo(tenant, await shopOf(tenant, 'oci', { sessionMinutes: 1 }))
    app.clock.advance(61_000)
    await expectNothing('CART_COOKIE_EXPIRED', () => postOci(app.anyone, visit.buyerCookie))
  })

  test('lets no cart in when its shop was deleted', async () => {
    const shop = await shopOf(tenant, 'oci')
    const visit = await visitTo(tenant, shop)
    expect((await tenant.delete(`/v1/procurement/shops/${shop.id}`)).status).toBe(204)
    await expectNothing('CART_COOKIE_INVALID', () => postOci(app.anyone, visit.buyerCookie))
  })
})

describe('a sender', () => {
  const senders: readonly (readonly [what: string, sender: object])[] = [
    ['with a wrong secret', { ...SENDER, sharedSecret: 'wrong' }],
    ['without a secret', { ...SENDER, sharedSecret: null }],
    ['of another identity', { ...SENDER, identity: 'somebody' }],
    ['of another domain', { ...SENDER, domain: 'DUNS' }],
  ]
  test.each(senders)('%s brings no cart, and another one may still bring it', async (_what, sender) => {
    const visit = await visitTo(tenant, cxml)
    const forged = orderMessage(visit.buyerCookie, { senders: [sender as typeof SENDER] })
    await expectNothing(
      'CART_SENDER_REFUSED',
      () => postXml(app.anyone, forged),
      () => postCxmlForm(app.anyone, 'cxml-urlencoded', forged),
    )
    expect((await postXml(app.anyone, orderMessage(visit.buyerCookie))).status).toBe(200)
  })

  test('that another organization allows brings no cart here', async () => {
    const sender = { ...SENDER, sharedSecret: 'their secret' }
    await shopOf(other, 'cxml', { senders: [sender] })
    await expectNothing('CART_SENDER_REFUSED', () =>
      postXml(app.anyone, orderMessage(cxmlVisit.buyerCookie, { senders: [sender] })),
    )
  })

  test('cannot guess: a header with many credentials is not gone through', async () => {
    const guesses = [1, 2, 3, 4].map((index) => ({ ...SENDER, sharedSecret: `guess ${index}` }))
    await expectNothing('CART_SENDER_REFUSED', () =>
      postXml(app.anyone, orderMessage(cxmlVisit.buyerCookie, { senders: [...guesses, SENDER] })),
    )
  })

  test('that the shop lists without a secret needs none', async () => {
    const { domain, identity } = SENDER
    const shop = await shopOf(tenant, 'cxml', { senders: [{ domain, identity }] })
    const visit = await visitTo(tenant, shop)
    const message = orderMessage(visit.buyerCookie, { senders: [{ domain, identity, sharedSecret: null }] })
    expect((await postXml(app.anyone, message)).status).toBe(200)
  })
})

describe('a message', () => {
  const ENTITIES = `<!DOCTYPE cXML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
  const bombs: readonly (readonly [what: string, prolog: string])[] = [
    ['that declares entities', ENTITIES],
    ['that names an outer entity', `<!DOCTYPE cXML [<!ENTITY x SYSTEM "file:///etc/passwd">]>`],
    ['that names a parameter entity', `<!DOCTYPE cXML [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]>`],
    ['with a DTD beside its subset', `<!DOCTYPE cXML SYSTEM "http://127.0.0.1:1/a.dtd" [<!ENTITY a "b">]>`],
    ['with two DTDs', `${PROLOG}<!DOCTYPE cXML>`],
    ['with a DTD that does not end', `<!DOCTYPE cXML SYSTEM "x`],
  ]
  test.each(bombs)('%s is refused', async (_what, prolog) => {
    await expectNothing('CART_UNREADABLE', () => postXml(app.anyone, orderMessage(cxmlVisit.buyerCookie, { prolog })))
  })

  test.each([
    ['with prices in several currencies', { items: ITEM + ITEM.replace('EUR', 'USD') }],
    ['with a total in another currency', { currency: 'USD' }],
    ['with a currency that there is not', { items: ITEM.replace('EUR', 'EUX') }],
    ['with a quantity of nothing', { items: ITEM.replace('quantity="2"', 'quantity="0"') }],
    ['with a negative quantity', { items: ITEM.replace('quantity="2"', 'quantity="-1"') }],
    ['with a price that is none', { items: ITEM.replace('254.40', 'NaN') }],
    ['with a price of a million digits', { items: ITEM.replace('254.40', `1${'0'.repeat(1_000)}`) }],
    ['with a total beyond all sums', { items: ITEM.replace('254.40', '1'.padEnd(30, '0')) }],
    ['with lines that come to more than all sums', { items: ITEM.replace('254.40', '4999999999999.99').repeat(2) }],
    ['with an entity', { items: ITEM.replace('Desk chair', '&lol;') }],
    ['with more lines than a cart has', { items: ITEM.repeat(1_001) }],
    ['with elements without end', { items: '<a>'.repeat(1_000) }],
  ])('%s is refused', async (_what, more) => {
    await expectNothing('CART_UNREADABLE', () => postXml(app.anyone, orderMessage(cxmlVisit.buyerCookie, more)))
  })

  test.each([
    ['text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json', 'UNSUPPORTED_MEDIA_TYPE'],
    ['multipart/form-data; boundary=x', 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)('of the type %s is refused', async (type, code) => {
    await expectNothing(code, () => postXml(app.anyone, '{}', type))
  })

  test('larger than a cart is refused before it is read', async () => {
    await expectNothing('PAYLOAD_TOO_LARGE', () => postXml(app.anyone, Buffer.alloc(5 * 1024 * 1024 + 1, 0x20)))
  })
})

describe('an address', () => {
  const hostile = [
    'https://evil.example.com/',
    'https://buying.example.com.evil.example.com/threads',
    'https://buying.example.com@evil.example.com/threads',
    'https://buying.example.com/threads-of-others',
    'https://buying.example.com/threads/../admin',
    'https://buying.example.com/threads/%2e%2e/admin',
    'https://buying.example.com:444/threads',
    'http://buying.example.com/threads',
    '//evil.example.com/threads',
    'javascript:alert(1)//https://buying.example.com/threads',
    'https:\\\\evil.example.com\\threads',
    'https://buying.example.com/threads\r\nSet-Cookie: a=b',
    'https://buying.example.com/threads#x',
  ]
  test.each(hostile)('%j is none to come back to', async (returnUrl) => {
    const before = await tenant.footprint()
    expectRefusal(await tenant.post(`/v1/procurement/shops/${oci.id}/carts`, { returnUrl }), 'RETURN_ADDRESS_FORBIDDEN')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('that is not allowed any more is not gone to: the cart is there, and the page says so', async () => {
    const shop = await shopOf(tenant, 'oci')
    const visit = await visitTo(tenant, shop)
    await tenant.patch(`/v1/procurement/shops/${shop.id}`, { returnUrls: [`${RETURN}/other`] })
    const answer = await postOci(app.anyone, visit.buyerCookie)
    expect([answer.status, answer.headers['location']]).toEqual([200, undefined])
    expect(answer.body).not.toContain(RETURN)
    expect((await tenant.get(`/v1/procurement/carts?threadId=${visit.threadId}`)).body.data).toHaveLength(1)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example.com/', 'https://u:p@a.example.com/', 'x'])(
    '%j is none that a shop allows',
    async (address) => {
      const { partnerId } = oci
      const before = await tenant.footprint()
      expectRefusal(
        await tenant.post('/v1/procurement/shops', {
          partnerId,
          name: 'x',
          protocol: 'oci',
          url: 'https://shop.example.com/',
          returnUrls: [address],
        }),
        'INVALID_REQUEST',
      )
      expect(await tenant.footprint()).toEqual(before)
    },
  )
})
