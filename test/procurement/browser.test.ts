/** @module-tag browser */
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { faultsOf } from '../support/axe.ts'
import type { Browser, Tab } from '../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { shopOf } from '../support/shops.ts'

describe.skipIf(hasNoBrowser)('a purchase in Chromium', () => {
  let app: TestApp
  let tenant: Tenant
  let base: string
  let browser: Browser
  /** The buyer's own system, where purchases begin. */
  let buying: Server
  let theirs: string
  inBrowser.beforeAll(async ({ browser: own, site }) => {
    ;({ app, base } = site)
    browser = own
    tenant = await app.tenant('platform')
    buying = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Buying</title>Welcome back'),
    ).listen(0, '127.0.0.1')
    await once(buying, 'listening')
    theirs = `http://127.0.0.1:${(buying.address() as AddressInfo).port}/threads`
  })
  afterAll(() => void buying.close())

  const text = (tab: Tab): Promise<string> => tab.value('document.body.innerText')
  const click = (tab: Tab, selector: string): Promise<void> =>
    tab.leave(`document.querySelector(${JSON.stringify(selector)}).click()`)
  const start = async (protocol: 'oci' | 'cxml', way: string): Promise<Body> => {
    const shop = await shopOf(tenant, protocol, { returnUrls: [theirs] })
    // Over the socket, so that addresses lead to it.
    const answer = await fetch(`${base}/v1/procurement/shops/${shop.id}/${way}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ threadId: `REQ-${protocol}`, returnUrl: `${theirs}/1` }),
    })
    expect(answer.status).toBe(201)
    const visit = (await answer.json()) as Body
    return { ...visit, url: `${base}${new URL(visit.url).pathname}` }
  }
  const fillAndHandBack = async (tab: Tab): Promise<void> => {
    expect(await text(tab)).toContain('Desk chair')
    await tab.value(`document.querySelector('#q5555').value = '2'`)
    await tab.value(`document.querySelector('#q0815').value = '1'`)
    await click(tab, 'form[method=get] button')
    expect(await text(tab)).toContain('515.28 EUR')
    await click(tab, 'form[method=post] button')
  }
  /** The buyer's page, which the browser is sent to at once or by the page in between. */
  const arrivedAt = async (tab: Tab): Promise<URL> => {
    await tab.when(`location.href.startsWith('${theirs}')`).catch(async (error: unknown) => {
      const url = await tab.value('location.href')
      throw new Error(`The browser is at ${url}: ${tab.complaints.join()}`, { cause: error })
    })
    return new URL(await tab.value('location.href'))
  }

  test.each([
    ['cxml', 'punch-out'],
    ['oci', 'carts'],
  ] as const)(
    'by %s: the shop opens, a cart is filled and handed back, becomes a purchase request, and is ordered',
    async (protocol, way) => {
      const visit = await start(protocol, way)
      const tab = await browser.tab()
      await tab.open(visit.url)
      await fillAndHandBack(tab)
      const back = await arrivedAt(tab)
      expect(back.searchParams.get('threadId')).toBe(`REQ-${protocol}`)
      expect(tab.complaints).toEqual([])
      const cart = (await tenant.get(`/v1/procurement/carts/${back.searchParams.get('cartId')}`)).body
      expect(cart).toMatchObject({
        status: 'open',
        total: 515.28,
        lines: [
          { description: 'Desk chair “Excelsior”', quantity: '2', supplierPartId: '5555', leadTimeDays: 2 },
          { description: 'Ballpoint pen, blue', quantity: '1', unit: 'DZN' },
        ],
      })
      const ordered = await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: `PO-${protocol}` })
      expect(ordered.body).toMatchObject({ status: 'ordered', orderId: expect.stringMatching(/^doc_/) })
      await app.settle()
      expect((await tenant.get(`/v1/documents/${ordered.body.orderId}`)).body).toMatchObject({
        type: 'purchase-order',
        status: 'delivered',
      })
    },
  )

  test('who leaves the shop without buying comes back, and nothing is stored', async () => {
    const visit = await start('cxml', 'punch-out')
    const before = (await tenant.get('/v1/procurement/carts')).body.data.length
    const tab = await browser.tab()
    await tab.open(visit.url)
    await click(tab, 'button.link')
    expect((await arrivedAt(tab)).searchParams.get('cartId')).toBeNull()
    expect((await tenant.get('/v1/procurement/carts')).body.data).toHaveLength(before)
  })

  test('everybody can use the pages of the shop: axe finds nothing', async () => {
    const visit = await start('cxml', 'punch-out')
    const tab = await browser.tab()
    for (const address of [visit.url, `${visit.url}?cart=1&q4711=3`]) {
      await tab.open(address)
      expect(await faultsOf(tab)).toEqual([])
    }
  })
})
