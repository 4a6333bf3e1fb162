import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let [buyer, seller]: Tenant[] = []
let ids: { buyer: string; seller: string; other: string }
beforeAll(async () => {
  app = await startApp()
  ;[buyer, seller] = [await app.tenant('white_label'), await app.tenant('white_label')]
  const register = async (tenant: Tenant | undefined, vatNumber: string): Promise<string> =>
    (await tenant?.post('/v1/companies', { vatNumber }))?.body.peppolId
  ids = {
    buyer: await register(buyer, 'BE0403019261'),
    seller: await register(seller, 'BE0417497106'),
    other: '0208:0403170701',
  }
  await app.platform.runner?.settle()
})
afterAll(() => app.close())

const lines = [{ description: 'Desk', quantity: 2, unit: 'C62', unitPrice: 100, vatRate: 21 }]
const send = async (
  tenant: Tenant | undefined,
  type: string,
  from: string,
  to: string,
  document: object,
): Promise<Body> => {
  const answer = await tenant?.post('/v1/documents/send', {
    type,
    from,
    to,
    document: { issueDate: '2026-11-20', lines, ...document },
  })
  expect(answer).toMatchObject({ status: 201 })
  await app.platform.runner?.settle()
  return answer?.body
}
const numbers = ({ body }: { body: Body }): string[] =>
  body.data.map(({ number, document }: Body) => number ?? `${document.number}`)

test('a chain from request to credit note is found from any of its ends, by both parties', async () => {
  await send(buyer, 'purchase-request', ids.buyer, ids.seller, { number: 'REQ-1' })
  await send(seller, 'quote', ids.seller, ids.buyer, { number: 'Q-1', orderReference: 'REQ-1' })
  const order = await send(buyer, 'purchase-order', ids.buyer, ids.seller, {
    number: 'PO-1',
    orderReference: 'Q-1',
    buyerReference: 'DEPT-5',
  })
  const terms = { dueDate: '2026-12-20', buyerReference: 'DEPT-5', orderReference: 'PO-1' }
  await send(seller, 'invoice', ids.seller, ids.buyer, { number: 'INV-1', ...terms })
  await send(seller, 'invoice', ids.seller, ids.buyer, { number: 'INV-2', ...terms })
  await send(seller, 'credit-note', ids.seller, ids.buyer, {
    number: 'CN-1',
    ...terms,
    billingReference: 'INV-1',
    billingReferenceDate: '2026-11-20',
  })
  // The same number in dealings with somebody else is another order.
  await send(seller, 'invoice', ids.seller, ids.other, { number: 'INV-3', ...terms })

  const invoices = await buyer?.get(`/v1/purchase-orders/${order.id}/invoices`)
  expect(invoices?.body.data).toEqual(
    ['CN-1', 'INV-2', 'INV-1'].map((number) => ({
      id: expect.stringMatching(/^doc_/),
      type: number.startsWith('CN') ? 'CREDIT_NOTE' : 'INVOICE',
      number,
      issueDate: '2026-11-20',
      currency: 'EUR',
      amount: 242,
      status: 'delivered',
      direction: 'incoming',
    })),
  )
  expect(numbers((await seller?.get('/v1/purchase-orders/number:PO-1/invoices')) as never)).toEqual([
    'CN-1',
    'INV-2',
    'INV-1',
  ])
  const first = await buyer?.get(`/v1/purchase-orders/${order.id}/invoices?limit=2`)
  expect(
    numbers(
      (await buyer?.get(`/v1/purchase-orders/${order.id}/invoices?limit=2&cursor=${first?.body.cursor}`)) as never,
    ),
  ).toEqual(['INV-1'])

  const related = async (tenant: Tenant | undefined, number: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await tenant?.get(`/v1/documents/number:${number}/related`))?.body.data.map(({ relation, document }: Body) => [
        document.number,
        relation,
      ]),
    )
  for (const tenant of [buyer, seller]) {
    expect(await related(tenant, 'INV-1')).toEqual({ 'CN-1': 'corrected-by', 'INV-2': 'same-order', 'PO-1': 'order' })
    expect(await related(tenant, 'PO-1')).toEqual({
      'CN-1': 'cites-it-as-order',
      'INV-1': 'cites-it-as-order',
      'INV-2': 'cites-it-as-order',
      'Q-1': 'order',
    })
    expect(await related(tenant, 'Q-1')).toEqual({ 'PO-1': 'cites-it-as-order', 'REQ-1': 'order' })
  }
  const { data } = await (buyer as Tenant).graphql(
    'query($id: ID!) { purchaseOrderInvoices(purchaseOrderId: $id) { totalCount nodes { number type ' +
      'lines { description } } } relatedDocuments(documentId: $id) { nodes { relation document { number ' +
      'status } } } }',
    { id: order.id },
  )
  expect(data.purchaseOrderInvoices).toMatchObject({
    totalCount: 3,
    nodes: [
      { number: 'CN-1', type: 'CREDIT_NOTE' },
      { number: 'INV-2' },
      { number: 'INV-1', lines: [{ description: 'Desk' }] },
    ],
  })
  expect(data.relatedDocuments.nodes).toContainEqual({
    relation: 'ORDER',
    document: { number: 'Q-1', status: 'DELIVERED' },
  })
})

test('an order stored elsewhere is found by its number, and one that nothing cites has no invoices', async () => {
  const quote = await send(seller, 'quote', ids.seller, ids.buyer, { number: 'Q-9' })
  const invoices = async (order: string) => (await (seller as Tenant).get(`/v1/purchase-orders/${order}/invoices`)).body
  const none = { data: [], hasMore: false, cursor: null }
  for (const order of [quote.id, 'doc_01kafm4h7vf8xbkrs9q2m3c5de', 'number:NOBODY-CITES-IT', 'NOBODY-CITES-IT'])
    expect(await invoices(order)).toEqual(none)
  await send(seller, 'invoice', ids.seller, ids.buyer, { number: 'INV-ELSEWHERE', orderReference: 'ELSEWHERE-1' })
  for (const order of ['ELSEWHERE-1', 'number:ELSEWHERE-1'])
    expect((await invoices(order)).data).toMatchObject([{ number: 'INV-ELSEWHERE' }])
})
