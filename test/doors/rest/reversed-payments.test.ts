import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCdar } from '../../../src/formats/cdar/acknowledgement.ts'
import { readXml } from '../../../src/formats/xml/tree.ts'
import { profilesFor } from '../../../src/rules/profiles-for.ts'
import { validate } from '../../../src/rules/validate.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Payer, startPayer } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { Trade } from '../../support/trade.ts'
import { storedBytes } from '../../support/stored-bytes.ts'

let app: TestApp
let x: Payer
let french: Trade
let belgian: Trade
beforeAll(async () => {
  app = await startApp()
  x = await startPayer(app)
  french = await Trade.between(app, 'FR')
  belgian = await Trade.between(app, 'BE')
})
afterAll(() => app.close())

const ON = { date: '2026-11-20' }
const paid = async (id: string, amount: number | string): Promise<string> => {
  const { status, body } = await x.pay(id, { amount, ...ON })
  expect(status).toBe(201)
  return body.id
}
const reverse = (paymentId: string, body: object = {}, caller = x.buyer) =>
  caller.post(`/v1/payments/${paymentId}/reverse`, body)
const eventsOf = async (documentId: string): Promise<Body[]> =>
  (await app.platform.db.client.event.findMany({ orderBy: { position: 'asc' } }))
    .map(({ type, data }) => ({ type, ...(data as object) }) as Body)
    .filter((event) => event.documentId === documentId)
const statusOf = async (id: string): Promise<string> =>
  (await app.platform.db.client.document.findFirstOrThrow({ where: { id } })).lifecycleStatus

describe('a payment that is reversed', () => {
  test('a reversed payment counts no more, its document goes back, and it stays in the lists', async () => {
    const { id } = await x.invoice()
    const [first, second] = [await paid(id, 100), await paid(id, 21)]
    const { status, body } = await reverse(second, { date: '2026-11-21', reason: 'Returned by the bank' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: second,
        amount: 21,
        reversalDate: '2026-11-21',
        reversalReason: 'Returned by the bank',
        reversedAt: expect.any(String),
        amountPaid: 100,
        remaining: 21,
        status: 'partially_paid',
        lifecycleStatus: 'partially_paid',
      },
    })
    expect((await reverse(first)).body).toMatchObject({ amountPaid: 0, remaining: 121, lifecycleStatus: 'approved' })
    expect(await x.info(id)).toMatchObject({ amountPaid: 0, status: 'unpaid' })
    expect((await x.buyer.get(`/v1/payments?documentId=${id}`)).body.data).toMatchObject([
      { id: second, amount: 21, reversalReason: 'Returned by the bank' },
      { id: first, amount: 100, reversedAt: expect.any(String), reversalReason: null },
    ])
    expect(
      (await eventsOf(id)).map(({ type, amount, amountPaid, currentStatus }) => [
        type,
        amount ?? currentStatus,
        amountPaid ?? null,
      ]),
    ).toEqual([
      ['lifecycle.updated', 'partially_paid', null],
      ['lifecycle.updated', 'paid', null],
      ['lifecycle.updated', 'partially_paid', null],
      ['payment.reversed', '21.00', '100.00'],
      ['lifecycle.updated', 'approved', null],
      ['payment.reversed', '100.00', '0.00'],
    ])
    const { data } = (await x.buyer.get(`/v1/documents/${id}/timeline`)).body
    expect(data.map(({ what }: Body) => what).filter((what: string) => what === 'reversed')).toHaveLength(2)
    // The amounts may be ordered and paid again.
    expect((await x.order([id])).status).toBe(200)
    expect((await x.pay(id, { amount: 121, ...ON })).body).toMatchObject({ lifecycleStatus: 'paid', amountPaid: 121 })
  })
  test('a payment is reversed by GraphQL alike, with the decimals that REST writes', async () => {
    const { id } = await x.invoice()
    const paymentId = await paid(id, '100.10')
    const { data, errors } = await x.buyer.graphql(
      'mutation($input: ReversePaymentInput!) { reversePayment(input: $input) { lifecycleStatus ' +
        'payment { id amount reversalReason reversedAt } info { amountDue amountPaid remaining } } }',
      { input: { paymentId, reason: 'Wrong' } },
    )
    expect(errors).toBeUndefined()
    expect(data.reversePayment).toMatchObject({
      lifecycleStatus: 'APPROVED',
      payment: { id: paymentId, amount: '100.10', reversalReason: 'Wrong', reversedAt: expect.any(String) },
      info: { amountDue: '121.00', amountPaid: '0.00', remaining: '121.00' },
    })
    const rest = (await x.buyer.get(`/v1/payments?documentId=${id}`)).bytes.toString()
    expect(rest).toContain('"amount":100.10,')
  })
  test.each<[from: string, after: string]>([
    ['disputed', 'disputed'],
    ['approved', 'approved'],
  ])('the reversal of the payment that moved a document out of %s leads to %s', async (from, after) => {
    const { id } = await x.invoice()
    await app.platform.db.client.document.updateMany({ where: { id }, data: { lifecycleStatus: 'received' } })
    if (from === 'disputed')
      await x.buyer.post(`/v1/documents/${id}/lifecycle`, { status: 'disputed', reasonCode: 'PRI', reason: 'Price' })
    else await x.buyer.post(`/v1/documents/${id}/lifecycle`, { status: 'approved' })
    const paymentId = await paid(id, 121)
    expect(await statusOf(id)).toBe('paid')
    expect((await reverse(paymentId)).body).toMatchObject({ lifecycleStatus: after })
    expect(await statusOf(id)).toBe(after)
  })
  test('the reversal of a part of what was paid too much leaves the document paid', async () => {
    const { id } = await x.invoice()
    const paymentId = await paid(id, 50)
    await paid(id, 121)
    expect((await reverse(paymentId)).body).toMatchObject({ amountPaid: 121, status: 'paid', lifecycleStatus: null })
    expect(await statusOf(id)).toBe('paid')
  })
  test('a payment that moved nothing is reversed in silence', async () => {
    const { id } = await x.invoice({ lifecycleStatus: 'received' })
    const paymentId = await paid(id, 121)
    expect((await reverse(paymentId)).body).toMatchObject({ amountPaid: 0, lifecycleStatus: null })
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['payment.reversed'])
  })
  test('a payment is reversed once, even by two callers at once', async () => {
    const { id } = await x.invoice()
    const paymentId = await paid(id, 121)
    const answers = await Promise.all([reverse(paymentId), reverse(paymentId), reverse(paymentId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const answer of answers) if (answer.status === 409) expectRefusal(answer, 'PAYMENT_REVERSED')
    expect((await eventsOf(id)).filter(({ type }) => type === 'payment.reversed')).toHaveLength(1)
    expect(await x.info(id)).toMatchObject({ amountPaid: 0 })
  })
  test('a reversal that is repeated with its idempotency key happens once, and answers alike', async () => {
    const { id } = await x.invoice()
    const path = `/v1/payments/${await paid(id, 121)}/reverse`
    const answers = [
      await x.buyer.post(path, {}, { 'idempotency-key': 'reverse-1' }),
      await x.buyer.post(path, {}, { 'idempotency-key': 'reverse-1' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.bytes.toString()).toBe(answers[0]?.bytes.toString())
  })
  test('a reversal before the payment, of another organization or company, or of nothing is refused', async () => {
    const { id } = await x.invoice()
    const paymentId = await paid(id, 121)
    const before = await x.buyer.footprint()
    expectRefusal(await reverse(paymentId, { date: '2026-11-19' }), 'INVALID_DATE')
    expectRefusal(await reverse(paymentId, {}, await app.tenant()), 'RESOURCE_NOT_FOUND')
    const other = await x.buyer.keyWith(['payments'], { companyId: x.buyer.companyId })
    expectRefusal(await other.post(`/v1/payments/${paymentId}/reverse`, {}), 'RESOURCE_NOT_FOUND')
    expectRefusal(await reverse('pay_01kafm4h7vf8xbkrs9q2m3c5de'), 'RESOURCE_NOT_FOUND')
    expectRefusal(await reverse(paymentId, { reason: 'x'.repeat(1_001) }), 'INVALID_REQUEST')
    expect(await x.info(id)).toMatchObject({ amountPaid: 121 })
    expect({ ...(await x.buyer.footprint()), apiKeys: 0 }).toEqual({ ...before, apiKeys: 0 })
  })
  test.each(['purchase-order', 'quote', 'sales-order', 'event'])(
    'a payment of a document that is no invoice (%s) is refused and not recorded',
    async (type) => {
      const { id } = await x.invoice({ type })
      const before = await x.buyer.footprint()
      expectRefusal(await x.pay(id, { amount: 1, ...ON }), 'NOT_AN_INVOICE')
      expect(await x.info(id)).toMatchObject({ amountPaid: 0 })
      expect(await x.buyer.footprint()).toEqual(before)
    },
  )
  test.each(['invoice', 'credit-note', 'debit-note'])('a payment of a document of the kind %s counts', async (type) => {
    const { id } = await x.invoice({ type })
    expect((await x.pay(id, { amount: 121, ...ON })).body).toMatchObject({ status: 'paid', amountPaid: 121 })
  })
})

describe('a payment that the lifecycle states', () => {
  const state = (id: string, update: object) =>
    x.buyer.post(`/v1/documents/${id}/lifecycle`, { paymentDate: '2026-11-20', ...update })
  const sources = async (id: string): Promise<unknown[]> =>
    (await x.buyer.get(`/v1/payments?documentId=${id}`)).body.data.map(({ source, amount, lifecycleStatus }: Body) => [
      source,
      amount,
      lifecycleStatus,
    ])
  test('an update to paid with its amount is a recorded payment, and is reversed like one', async () => {
    const { id } = await x.invoice()
    await state(id, { status: 'partially_paid', paymentAmount: 100, paymentReference: 'TRF 1' })
    await state(id, { status: 'paid', paymentAmount: 21 })
    expect(await x.info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
    expect(await sources(id)).toEqual([
      ['lifecycle', 21, 'paid'],
      ['lifecycle', 100, 'partially_paid'],
    ])
    const [last] = (await x.buyer.get(`/v1/payments?documentId=${id}`)).body.data
    expect((await reverse(last.id)).body).toMatchObject({ amountPaid: 100, lifecycleStatus: 'partially_paid' })
  })
  test('an update without an amount, and one that is only tried, record no payment', async () => {
    const { id } = await x.invoice()
    await state(id, { status: 'paid', paymentAmount: 121, dryRun: true })
    expect(await sources(id)).toEqual([])
    await state(id, { status: 'paid' })
    expect(await sources(id)).toEqual([])
  })
  test('updates of a batch record each its payment', async () => {
    const some = await x.invoices(3)
    const updates = some.map(({ id: documentId }) => ({
      documentId,
      status: 'paid',
      paymentDate: '2026-11-20',
      paymentAmount: 121,
    }))
    expect((await x.buyer.post('/v1/documents/lifecycle/batch', { updates })).body).toMatchObject({ applied: 3 })
    for (const { id } of some) expect(await sources(id)).toEqual([['lifecycle', 121, 'paid']])
  })
  test('a payment that was recorded before it could be told is not recorded again when it is told', async () => {
    const { id } = await x.invoice({ lifecycleStatus: 'received' })
    await paid(id, 121)
    await x.buyer.post(`/v1/documents/${id}/lifecycle`, { status: 'approved' })
    await state(id, { status: 'paid', paymentAmount: 121 })
    expect(await x.info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
    const [payment] = (await x.buyer.get(`/v1/payments?documentId=${id}`)).body.data
    expect((await reverse(payment.id)).body).toMatchObject({ amountPaid: 0, lifecycleStatus: 'approved' })
  })
})

describe('between the parties', () => {
  const lastOf = async (trade: Trade, who: typeof trade.supplier, id: string) => {
    const { currentStatus, frenchStatus, events } = await trade.log(who, id)
    return { currentStatus, frenchStatus, last: events.at(-1) }
  }
  const paymentsOf = async (who: typeof french.supplier, id: string): Promise<Body[]> =>
    (await who.get(`/v1/payments?documentId=${id}`)).body.data

  test('in France a reversed collection is told as a negative 212 to the buyer and the portal', async () => {
    const { sent, received } = await french.exchange({
      lines: [
        { description: 'A', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 20 },
        { description: 'B', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 10 },
      ],
    })
    await french.move(french.buyer, received, { status: 'approved' })
    await french.settle()
    await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 230, ...ON })
    await french.settle()
    for (const [who, id] of [
      [french.supplier, sent],
      [french.buyer, received],
    ] as const)
      expect(await lastOf(french, who, id)).toMatchObject({ currentStatus: 'paid', frenchStatus: '212' })
    const [payment] = await paymentsOf(french.supplier, sent)
    const answer = await reverse(payment?.id, { date: '2026-11-22', reason: 'Chargeback' }, french.supplier)
    expect(answer).toMatchObject({ status: 200, body: { lifecycleStatus: 'approved', amountPaid: 0 } })
    await french.settle()
    for (const [who, id] of [
      [french.supplier, sent],
      [french.buyer, received],
    ] as const) {
      const { currentStatus, frenchStatus, last } = await lastOf(french, who, id)
      expect({ currentStatus, frenchStatus }).toEqual({ currentStatus: 'approved', frenchStatus: '205' })
      expect(last).toMatchObject({
        frenchStatus: '212',
        status: 'approved',
        amounts: [
          { kind: 'MEN', amount: -120, percent: 20 },
          { kind: 'MEN', amount: -110, percent: 10 },
        ],
        payment: { amount: -230 },
      })
    }
    const { client } = app.platform.db
    const reports = await client.complianceReport.findMany({ where: { documentId: sent }, orderBy: { id: 'asc' } })
    expect(reports.map(({ frenchStatus, status }) => [frenchStatus, status])).toEqual([
      ['200', 'reported'],
      ['212', 'reported'],
      ['212', 'reported'],
    ])
    const root = readXml((await storedBytes(app, reports.at(-1) as Body)).toString())
    expect(validate(root, profilesFor(root)).flatMap(({ findings }) => findings)).toEqual([])
    const figures = readCdar(root).document.references[0]?.details[0]?.figures ?? []
    expect(figures.map(({ kind, amount }) => `${kind} ${amount?.toFixed(2)}`)).toEqual(['MEN -120.00', 'MEN -110.00'])
    // Collected after all.
    await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 230, date: '2026-11-23' })
    await french.settle()
    for (const [who, id] of [
      [french.supplier, sent],
      [french.buyer, received],
    ] as const)
      expect(await lastOf(french, who, id)).toMatchObject({ currentStatus: 'paid', frenchStatus: '212' })
  })
  test('in France both sides stand alike after a part of a collection is reversed', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'approved' })
    await french.move(french.buyer, received, { status: 'paid', paymentDate: '2026-11-20' })
    await french.settle()
    await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 200, ...ON })
    await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 1000, ...ON })
    await french.settle()
    const [last, first] = await paymentsOf(french.supplier, sent)
    for (const [id, currentStatus, frenchStatus] of [
      [last?.id, 'partially_paid', '212'],
      // What the buyer has said to have paid still stands.
      [first?.id, 'paid', '211'],
    ] as const) {
      await reverse(id, {}, french.supplier)
      await french.settle()
      expect(await lastOf(french, french.supplier, sent)).toMatchObject({ currentStatus, frenchStatus })
      expect(await lastOf(french, french.buyer, received)).toMatchObject({ currentStatus, frenchStatus })
    }
  })
  test('in France a collection tells what was recorded before it could be told, and both sides stand alike', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'under_review' })
    await french.settle()
    const early = await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 1000, ...ON })
    expect(early.body).toMatchObject({ lifecycleStatus: null })
    await french.move(french.buyer, received, { status: 'approved' })
    await french.settle()
    await french.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: 200, ...ON })
    await french.settle()
    for (const [who, id] of [
      [french.supplier, sent],
      [french.buyer, received],
    ] as const)
      expect(await lastOf(french, who, id)).toMatchObject({
        currentStatus: 'paid',
        frenchStatus: '212',
        last: { amounts: [{ kind: 'MEN', amount: 1200, percent: 20 }] },
      })
    expect((await reverse(early.body.id, {}, french.supplier)).body).toMatchObject({
      lifecycleStatus: 'partially_paid',
    })
    await french.settle()
    for (const [who, id] of [
      [french.supplier, sent],
      [french.buyer, received],
    ] as const)
      expect(await lastOf(french, who, id)).toMatchObject({
        currentStatus: 'partially_paid',
        last: { amounts: [{ kind: 'MEN', amount: -1000, percent: 20 }] },
      })
  })
  test('outside France the supplier learns that an invoice is approved again and no longer paid', async () => {
    const { sent, received } = await belgian.exchange()
    await belgian.move(belgian.buyer, received, { status: 'approved' })
    await belgian.settle()
    await belgian.buyer.post(`/v1/payments/documents/${received}/pay`, { amount: 1210, ...ON })
    await belgian.settle()
    expect(await lastOf(belgian, belgian.supplier, sent)).toMatchObject({ currentStatus: 'paid' })
    const [payment] = await paymentsOf(belgian.buyer, received)
    await reverse(payment?.id, {}, belgian.buyer)
    await belgian.settle()
    expect(await lastOf(belgian, belgian.supplier, sent)).toMatchObject({ currentStatus: 'approved' })
  })
})
