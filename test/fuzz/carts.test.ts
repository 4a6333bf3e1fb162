/** @module-tag heavy */
/**
 * Carts that were changed at random, brought to both callbacks: the form of OCI, and cXML raw, in a form and in base64.
 * `npm run test:long -- carts` brings very many, and says what the process holds then. `FUZZ_FROM` repeats a part of it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { CHAIR, formOf, orderMessage, postCxmlForm, postOci, postXml, shopOf, visitTo } from '../support/shops.ts'
import { hostileTexts } from './hostile-values.ts'
import { mutated, random } from './mutate.ts'

const CARTS = Number(process.env['FUZZ_CARTS'] ?? 60)
const FROM = Number(process.env['FUZZ_FROM'] ?? 0)
const isMeasured = CARTS > 1_000
/** A visit ends with the cart that it lets in. */
const CARTS_OF_VISIT = 20
const MOST_ADDED_MB = 50
const MB = 1024 * 1024
/** Callers without a key have a window of their own: each cart comes from another address. */
const addressOf = (n: number): Record<string, string> => ({
  'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
})

let app: TestApp
let tenant: Tenant
let shops: Record<'oci' | 'cxml', Body>
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: 'true' }, { countQueries: false })
  tenant = await app.tenant('platform')
  shops = { oci: await shopOf(tenant, 'oci'), cxml: await shopOf(tenant, 'cxml') }
})
afterAll(() => app.close())

const changedText = (text: string, n: number): Buffer =>
  Buffer.from(mutated([{ source: 'cart', read: () => Buffer.from(text) }], n).bytes)

/** A field with a hostile name or value, among good ones. */
const changedForm = (n: number): string => {
  const pick = random(n)
  const fields = new URLSearchParams(formOf([CHAIR, CHAIR]))
  const names = [...fields.keys()]
  const text = hostileTexts[pick(hostileTexts.length)] ?? ''
  if (pick(3) === 0) fields.append(`NEW_ITEM-${text}[${pick(2_000)}]`, text)
  else fields.set(names[pick(names.length)] ?? '', text)
  return pick(4) === 0 ? changedText(fields.toString(), n).toString('latin1') : fields.toString()
}

const ways: readonly ((cookie: Record<'oci' | 'cxml', string>, n: number) => Promise<Answer>)[] = [
  ({ oci }, n) => postOci(app.anyone.with(addressOf(n)), oci, changedForm(n)),
  ({ oci }, n) =>
    app.anyone
      .with(addressOf(n))
      .get(`/document/oci-callback?flowie_cookie=${encodeURIComponent(oci)}&${changedForm(n)}`),
  ({ cxml }, n) => postXml(app.anyone.with(addressOf(n)), changedText(orderMessage(cxml), n)),
  ({ cxml }, n) =>
    postCxmlForm(
      app.anyone.with(addressOf(n)),
      'cxml-urlencoded',
      changedText(orderMessage(cxml), n).toString('latin1'),
    ),
  ({ cxml }, n) =>
    postCxmlForm(app.anyone.with(addressOf(n)), 'cxml-base64', changedText(orderMessage(cxml), n).toString('base64')),
]

const held = (): number => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const cookies = async (): Promise<Record<'oci' | 'cxml', string>> => ({
  oci: (await visitTo(tenant, shops.oci)).buyerCookie,
  cxml: (await visitTo(tenant, shops.cxml)).buyerCookie,
})

test(
  `${CARTS} broken carts are never answered 5xx${isMeasured ? ', and leave nothing in memory' : ''}`,
  { timeout: 60_000 + CARTS * 100 },
  async () => {
    const counted: Record<string, number> = {}
    const faults: string[] = []
    let live = await cookies()
    let [before, most] = [0, 0]
    for (let n = FROM; n < FROM + CARTS; n += 1) {
      const door = n % ways.length
      const { status, bytes } = await (ways[door] as (typeof ways)[number])(live, n)
      counted[status] = (counted[status] ?? 0) + 1
      if (status >= 500) faults.push(`${n}: ${status} ${bytes.toString().slice(0, 300)}`)
      if ((n + 1) % CARTS_OF_VISIT !== 0) continue
      app.clock.advance(61_000)
      live = await cookies()
      if (!isMeasured) continue
      if (n - FROM < 100) before = held()
      else if (n % 100 < CARTS_OF_VISIT) most = Math.max(most, held() - before)
    }
    expect(faults).toEqual([])
    expect(counted[429]).toBeUndefined()
    expect(Object.keys(counted).length).toBeGreaterThan(1)
    if (!isMeasured) return
    process.stdout.write(`  ${CARTS} carts: ${JSON.stringify(counted)}, with ${(most / MB).toFixed(1)} MB more\n`)
    // oxlint-disable-next-line vitest/no-conditional-expect
    expect(most / MB).toBeLessThan(MOST_ADDED_MB)
  },
)
