/** Every door that takes a secret counts the wrong ones, by the address and by whom they are about. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { NETWORK_SECRET } from '../support/exchange.ts'
import { SENDER, cartsOf, orderMessage, postOci, postXml, shopOf, visitTo } from '../support/shops.ts'

const METRICS_TOKEN = 'a token of the monitor'
const DOMAIN_ASK_TOKEN = 'the token of the proxy'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1', NETWORK_SECRET, METRICS_TOKEN, DOMAIN_ASK_TOKEN })
  tenant = await app.tenant('platform')
})
afterEach(() => app.clock.advance(61_000))
afterAll(() => app.close())

const from = (address: string): Caller => app.anyone.with({ 'x-forwarded-for': address })

const codeIn = ({ body, bytes }: Answer): string =>
  body?.error?.code ?? /<code>([A-Z_]+)<\/code>|text="([A-Z_]+)"/.exec(String(bytes))?.slice(1).find(Boolean) ?? 'none'

/** The codes of forty wrong secrets, and how often each came. */
const codesOf = async (guess: (n: number) => Promise<Answer>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (let n = 0; n < 40; n += 1) {
    const answer = await guess(n)
    const code = codeIn(answer)
    if (code === 'RATE_LIMITED')
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

const XML = { 'content-type': 'application/xml' }

describe('of forty wrong secrets twenty are compared', () => {
  test.each<[string, string, (by: Caller, secret: string) => Promise<Answer>, string]>([
    [
      'the metrics',
      'INVALID_TOKEN',
      (by, secret) => by.get('/metrics', { authorization: `Bearer ${secret}` }),
      METRICS_TOKEN,
    ],
    [
      'the network',
      'INVALID_TOKEN',
      (by, secret) => by.send('POST', '/network/inbound', '<a/>', { ...XML, 'x-token': secret }),
      NETWORK_SECRET,
    ],
    [
      'certificates of own domains',
      'INVALID_TOKEN',
      (by, secret) => by.get('/network/domains/ask?domain=a.example.com', { 'x-token': secret }),
      DOMAIN_ASK_TOKEN,
    ],
  ])(
    'at the door of %s, and then the right one is refused as well, from that address',
    async (_door, code, ask, right) => {
      expect(await codesOf((n) => ask(from('192.0.2.7'), `guess ${n}`))).toEqual({ [code]: 20, RATE_LIMITED: 20 })
      expect(codeIn(await ask(from('192.0.2.7'), right))).toBe('RATE_LIMITED')
      expect(codeIn(await ask(from('192.0.2.8'), right))).not.toMatch(/RATE_LIMITED|INVALID_TOKEN/)
      app.clock.advance(61_000)
      expect(codeIn(await ask(from('192.0.2.7'), right))).not.toMatch(/RATE_LIMITED|INVALID_TOKEN/)
    },
  )

  test('at the page of an onboarding link', async () => {
    const guess = (n: number) => from('192.0.2.7').get(`/onboarding/onb_${String(n).padStart(43, 'A')}`)
    expect(await codesOf(guess)).toMatchObject({ RATE_LIMITED: 20 })
  })

  test('of a cart: by the address, and by the sender wherever they come from', { tags: 'heavy' }, async () => {
    const [shop, another] = [await shopOf(tenant, 'cxml'), await shopOf(tenant, 'cxml', {}, '0208:0403019261')]
    const [visit, elsewhere] = [await visitTo(tenant, shop), await visitTo(tenant, another)]
    const before = { ...(await tenant.footprint()), carts: (await cartsOf(tenant)).length }
    const wrong = (n: number) =>
      orderMessage(visit.buyerCookie, { senders: [{ ...SENDER, sharedSecret: `guess ${n}` }] })
    const right = orderMessage(visit.buyerCookie)
    const refused = { CART_SENDER_REFUSED: 20, RATE_LIMITED: 20 }
    expect(await codesOf((n) => postXml(from('192.0.2.7'), wrong(n)))).toEqual(refused)
    // The sender is known elsewhere as well, and the address knows no sender any more.
    expect(codeIn(await postXml(from('192.0.2.8'), right))).toBe('RATE_LIMITED')
    expect(codeIn(await postXml(from('192.0.2.7'), orderMessage(elsewhere.buyerCookie)))).toBe('RATE_LIMITED')
    expect({ ...(await tenant.footprint()), carts: (await cartsOf(tenant)).length }).toEqual(before)
    expect((await postXml(from('192.0.2.8'), orderMessage(elsewhere.buyerCookie))).status).toBe(200)
    app.clock.advance(61_000)
    expect(await codesOf((n) => postXml(from(`192.0.2.${n + 10}`), wrong(n)))).toEqual(refused)
    app.clock.advance(61_000)
    expect((await postXml(from('192.0.2.7'), right)).status).toBe(200)
  })

  test('of a cart: also of those that come at the same moment', { tags: 'heavy' }, async () => {
    const visit = await visitTo(tenant, await shopOf(tenant, 'cxml'))
    const before = await tenant.footprint()
    const wrong = (n: number) =>
      orderMessage(visit.buyerCookie, { senders: [{ ...SENDER, sharedSecret: `guess ${n}` }] })
    const answers = await Promise.all(Array.from({ length: 40 }, (_one, n) => postXml(from('192.0.2.7'), wrong(n))))
    expect(answers.filter((answer) => codeIn(answer) === 'CART_SENDER_REFUSED')).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('of a buyer cookie, whichever protocol it comes by', async () => {
    const { buyerCookie } = await visitTo(tenant, await shopOf(tenant, 'oci'))
    const before = await tenant.footprint()
    const forged = (n: number) => buyerCookie.replace(/[^:]+$/, String(n).padStart(32, 'A'))
    const by = from('192.0.2.7')
    const codes = await codesOf((n) => (n % 2 === 0 ? postOci(by, forged(n)) : postXml(by, orderMessage(forged(n)))))
    expect(codes).toEqual({ CART_COOKIE_INVALID: 20, RATE_LIMITED: 20 })
    expect(await tenant.footprint()).toEqual(before)
  })
})
