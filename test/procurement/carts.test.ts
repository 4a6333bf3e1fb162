/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
  CHAIR,
  ITEM,
  RETURN,
  cartsOf,
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
let oci: Body
let cxml: Body
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
  oci = await shopOf(tenant, 'oci')
  cxml = await shopOf(tenant, 'cxml')
})
afterAll(() => app.close())

describe('a cart of OCI', () => {
  test('becomes a draft purchase request with its thread, is told by an event, and the browser goes back', async () => {
    const visit = await visitTo(tenant, oci, { threadId: 'REQ-1' })
    expect(visit).toMatchObject({ threadId: 'REQ-1', method: 'POST' })
    const answer = await postOci(app.anyone, visit.buyerCookie)
    expect(answer.status).toBe(303)
    const [cart] = await cartsOf(tenant, '?threadId=REQ-1')
    expect(answer.headers['location']).toBe(`${RETURN}/7?threadId=REQ-1&cartId=${cart.id}`)
    expect(cart).toMatchObject({
      companyId: tenant.companyId,
      shopId: oci.id,
      threadId: 'REQ-1',
      protocol: 'oci',
      status: 'open',
      currency: 'EUR',
      total: 508.8,
      lines: [{ number: 1, description: 'Desk chair', quantity: '2', price: '254.4', amount: '508.80', unit: 'EA' }],
    })
    const request = await tenant.get(`/v1/documents/${cart.documentId}`)
    expect(request.body).toMatchObject({ type: 'purchase-request', status: 'draft', direction: 'outgoing' })
    const { data } = await tenant.graphql(
      `query ($id: ID!) { cart(id: $id) { status lines { description } document { type status metadata } } }`,
      { id: cart.id },
    )
    expect(data?.cart).toMatchObject({ status: 'OPEN', document: { type: 'PURCHASE_REQUEST', status: 'DRAFT' } })
    await app.platform.relay.drain()
    const events = (await tenant.get('/v1/events?type=cart.received')).body.data
    expect(events.filter(({ data: { cartId } }: Body) => cartId === cart.id)).toMatchObject([
      { data: { cartId: cart.id, threadId: 'REQ-1', documentId: cart.documentId } },
    ])
  })

  test('that is posted again makes no second one, and leads to the same place', async () => {
    const visit = await visitTo(tenant, oci)
    const first = await postOci(app.anyone, visit.buyerCookie)
    const before = await tenant.footprint()
    const again = await postOci(app.anyone, visit.buyerCookie)
    expect([again.status, again.headers['location']]).toEqual([303, first.headers['location']])
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('a cart of cXML', () => {
  test.each(['cxml-urlencoded', 'cXML-urlencoded', 'cxml-base64', 'cXML-base64'])(
    'in the field %s becomes a purchase request, and the page leads the browser back',
    async (field) => {
      const visit = await visitTo(tenant, cxml)
      const xml = orderMessage(visit.buyerCookie)
      const value = field.endsWith('base64') ? Buffer.from(xml).toString('base64') : xml
      const answer = await postCxmlForm(app.anyone, field, value)
      expect(answer.status).toBe(200)
      const [cart] = await cartsOf(tenant, `?threadId=${visit.threadId}`)
      const address = `${RETURN}/7?threadId=${visit.threadId}&amp;cartId=${cart.id}`
      expect(answer.body).toContain(`<meta http-equiv="refresh" content="0;url=${address}">`)
      expect(cart).toMatchObject({ protocol: 'cxml', operationAllowed: 'edit', total: 508.8, statedTotal: 508.8 })
    },
  )

  test('with a long description is taken, wherever the name of its item is cut', async () => {
    const description = `${'x'.repeat(198)}${'😀'.repeat(9)}`
    const visit = await visitTo(tenant, cxml)
    const items = ITEM.replace('Desk chair', description)
    expect((await postXml(app.anyone, orderMessage(visit.buyerCookie, { items }))).body).toContain('code="200"')
    const [cart] = await cartsOf(tenant, `?threadId=${visit.threadId}`)
    expect(cart.lines[0].longText).toBe(description)
  })

  test('as a message is answered with a status of cXML', async () => {
    const visit = await visitTo(tenant, cxml)
    const answer = await postXml(app.anyone, orderMessage(visit.buyerCookie))
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<Status code="200" text="OK"')
    expect(await cartsOf(tenant, `?threadId=${visit.threadId}`)).toHaveLength(1)
  })

  test('that was changed in the shop takes the place of the one before, and tells what differs', async () => {
    const visit = await visitTo(tenant, cxml)
    await postXml(app.anyone, orderMessage(visit.buyerCookie))
    const [cart] = await cartsOf(tenant, `?threadId=${visit.threadId}`)
    const edit = await visitTo(tenant, cxml, { operation: 'edit', cartId: cart.id })
    expect(edit.threadId).toBe(visit.threadId)
    const items = ITEM.replace('quantity="2"', 'quantity="3"') + ITEM.replaceAll('5555', '4711')
    await postXml(app.anyone, orderMessage(edit.buyerCookie, { items, total: '1272.00' }))
    const [changed, before] = await cartsOf(tenant, `?threadId=${visit.threadId}`)
    expect([before.id, before.status]).toEqual([cart.id, 'replaced'])
    expect(changed.changes).toEqual([
      { change: 'changed', line: 1, description: 'Desk chair', field: 'quantity', before: '2', after: '3' },
      { change: 'added', line: 2, description: 'Desk chair', field: null, before: null, after: null },
    ])
    expectRefusal(await tenant.post(`/v1/procurement/carts/${before.id}/order`, { number: 'PO-R' }), 'CONFLICT')
  })

  test('that comes at the same moment as another of the same purchase leaves one of the two open', async () => {
    const threads = ['REQ-20', 'REQ-21', 'REQ-22', 'REQ-23', 'REQ-24']
    const visits = []
    for (const threadId of [...threads, ...threads]) visits.push(await visitTo(tenant, oci, { threadId }))
    await Promise.all(visits.map(({ buyerCookie }) => postOci(app.anyone, buyerCookie)))
    for (const threadId of threads) {
      const carts = await cartsOf(tenant, `?threadId=${threadId}`)
      expect(carts.map(({ status }) => status).toSorted()).toEqual(['open', 'replaced'])
    }
  })

  test('is changed by the company that has it, whoever else buys in the shop', async () => {
    const shop = await shopOf(tenant, 'cxml')
    const { id: companyId } = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })).body
    const visit = await visitTo(tenant, shop, { companyId: tenant.companyId })
    await postXml(app.anyone, orderMessage(visit.buyerCookie))
    const [cart] = await cartsOf(tenant, `?threadId=${visit.threadId}`)
    const again = { operation: 'edit', cartId: cart.id, returnUrl: `${RETURN}/7` }
    const other = await tenant.post(`/v1/procurement/shops/${shop.id}/punch-out`, { ...again, companyId })
    expectRefusal(other, 'CONFLICT')
    await postXml(
      app.anyone,
      orderMessage((await visitTo(tenant, shop, { ...again, companyId: tenant.companyId })).buyerCookie),
    )
    const carts = await cartsOf(tenant, `?threadId=${visit.threadId}`)
    expect(carts.map((one) => [one.companyId, one.status])).toEqual([
      [tenant.companyId, 'open'],
      [tenant.companyId, 'replaced'],
    ])
    await tenant.delete(`/v1/companies/${companyId}`)
  })
})

describe('an open cart', () => {
  const openCart = async () => {
    const visit = await visitTo(tenant, oci)
    const PAPER = { ...CHAIR, DESCRIPTION: 'Paper', VENDORMAT: '4711', PRICE: '21.95', PRICEUNIT: '5', CONTRACT: '' }
    await postOci(app.anyone, visit.buyerCookie, formOf([CHAIR, PAPER]))
    return (await cartsOf(tenant, `?threadId=${visit.threadId}`))[0]
  }

  test('is ordered: the purchase order is sent with prices and references, and changed quantities are told', async () => {
    const cart = await openCart()
    const answer = await tenant.post(`/v1/procurement/carts/${cart.id}/order`, {
      number: 'PO-1',
      quantities: [{ line: 2, quantity: 10 }],
    })
    expect(answer.body).toMatchObject({
      status: 'ordered',
      orderId: expect.stringMatching(/^doc_/),
      changes: [{ change: 'changed', line: 2, field: 'quantity', before: '2', after: '10' }],
    })
    await app.platform.runner?.settle()
    const order = await tenant.get(`/v1/documents/${answer.body.orderId}`)
    expect(order.body).toMatchObject({
      type: 'purchase-order',
      number: 'PO-1',
      status: expect.not.stringMatching('draft'),
    })
    const { body } = await tenant.get(`/v1/documents/${answer.body.orderId}/structured`)
    expect(JSON.stringify(body)).toContain('"itemCode":"4711"')
    expectRefusal(await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: 'PO-2' }), 'CONFLICT')
    expectRefusal(await tenant.post(`/v1/procurement/carts/${cart.id}/discard`), 'CONFLICT')
  })

  test('is ordered once, even by two at the same time', async () => {
    const cart = await openCart()
    const answers = await Promise.all(
      ['PO-A', 'PO-B'].map((number) => tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { client } = app.platform.db
    const where = { organizationId: tenant.organizationId, number: { in: ['PO-A', 'PO-B'] } }
    expect(await client.document.count({ where })).toBe(1)
  })

  test('is discarded: its request is archived, and nothing can be ordered', async () => {
    const cart = await openCart()
    const { body } = await tenant.post(`/v1/procurement/carts/${cart.id}/discard`)
    expect(body).toMatchObject({ status: 'discarded' })
    expect((await tenant.get(`/v1/documents/${cart.documentId}`)).body.archived).toBe(true)
    const before = await tenant.footprint()
    expectRefusal(await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: 'PO-3' }), 'CONFLICT')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('is ordered only in quantities of lines that it has, and at least one of them', async () => {
    const cart = await openCart()
    const before = await tenant.footprint()
    for (const quantities of [
      [{ line: 3, quantity: 1 }],
      [{ line: 1, quantity: -1 }],
      [
        { line: 1, quantity: 0 },
        { line: 2, quantity: 0 },
      ],
    ])
      expectRefusal(
        await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: 'PO-4', quantities }),
        'INVALID_REQUEST',
      )
    expect(await tenant.footprint()).toEqual(before)
  })

  test('is not ordered in a quantity whose amount has no room', async () => {
    const cart = await openCart()
    const before = await tenant.footprint()
    const quantities = [
      { line: 2, quantity: 1 },
      { line: 1, quantity: 99_999_999_999_999 },
    ]
    const answer = await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: 'PO-6', quantities })
    expectRefusal(answer, 'INVALID_REQUEST')
    expect(answer.body.error.details[0].field).toBe('quantities[1].quantity')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('of a partner without a participant id is not ordered', async () => {
    const cart = await openCart()
    const { client } = app.platform.db
    const { id } = await client.partner.create({
      data: {
        organizationId: tenant.organizationId,
        id: 'part_01kafm4h7vf8xbkrs9q2m3c5d0',
        name: 'Corner shop',
        searchText: 'corner shop',
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      },
    })
    await client.cart.updateMany({ where: { id: cart.id }, data: { partnerId: id } })
    const before = await tenant.footprint()
    expectRefusal(await tenant.post(`/v1/procurement/carts/${cart.id}/order`, { number: 'PO-5' }), 'CONFLICT')
    expect(await tenant.footprint()).toEqual(before)
  })
})
