import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Decimal } from '../../../src/values/money.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { camt053 } from '../../support/bank-files.ts'
import { type Payer, SELLER_IBAN, startPayer } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let x: Payer
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
  x = await startPayer(app)
})
afterAll(() => app.close())

describe('what is to be paid', () => {
  test('what is to be paid is told with account and reference, by REST and GraphQL alike', async () => {
    const { id, number } = await x.invoice({ dueDate: new Date('2026-12-20') })
    expect(await x.info(id)).toEqual({
      documentId: id,
      amountDue: 121,
      amountPaid: 0,
      remaining: 121,
      currency: 'EUR',
      dueDate: '2026-12-20',
      status: 'unpaid',
      iban: SELLER_IBAN,
      reference: number,
    })
    const { data, errors } = await x.buyer.graphql(
      'query($id: ID!) { paymentInfo(documentId: $id) { amountDue amountPaid remaining status dueDate } }',
      { id },
    )
    expect({ data, errors }).toEqual({
      data: {
        paymentInfo: {
          amountDue: '121.00',
          amountPaid: '0.00',
          remaining: '121.00',
          status: 'UNPAID',
          dueDate: '2026-12-20',
        },
      },
    })
  })
})

describe('what is to be paid of a document whose amount is', () => {
  test('negative is paid when the payments add up to it without its sign', async () => {
    const { id } = await x.invoice({
      grossAmount: '-121.00',
      netAmount: '-100.00',
      vatAmount: '-21.00',
      amountDue: '-121.00',
    })
    expect(await x.info(id)).toMatchObject({ amountDue: -121, amountPaid: 0, remaining: 121, status: 'unpaid' })
    const seen: unknown[] = []
    for (const amount of [21, 100, 1]) {
      const { status, body } = await x.pay(id, { amount, date: '2026-11-20' })
      seen.push([status, body.amountDue, body.amountPaid, body.remaining, body.status, body.lifecycleStatus])
    }
    expect(seen).toEqual([
      [201, -121, 21, 100, 'partially_paid', 'partially_paid'],
      [201, -121, 121, 0, 'paid', 'paid'],
      [201, -121, 122, 0, 'overpaid', null],
    ])
    const { payments } = (
      await x.buyer.graphql('query($id: ID!) { document(id: $id) { payments { id amount } } }', { id })
    ).data.document
    const { body: reversed } = await x.buyer.post(
      `/v1/payments/${payments.find((one: Body) => one.amount === '100.00').id}/reverse`,
      {},
    )
    expect(reversed).toMatchObject({ amountPaid: 22, remaining: 99, status: 'partially_paid' })
    expect((await x.buyer.get(`/v1/documents/${id}`)).body.lifecycleStatus).toBe('partially_paid')
  })
  test('not stated is not said to be paid, and no payment of it is recorded', async () => {
    const unstated = { grossAmount: null, netAmount: null, vatAmount: null, amountDue: null, currency: null }
    const { id } = await x.invoice(unstated)
    expect(await x.info(id)).toMatchObject({ amountDue: 0, amountPaid: 0, remaining: 0, status: 'unpaid' })
    const before = await x.count()
    expectRefusal(await x.pay(id, { amount: 1, date: '2026-11-20' }), 'CURRENCY_MISMATCH')
    expect(await x.count()).toBe(before)
  })
})

describe('a payment', () => {
  test('payments in parts add up exactly, and beyond what is due are shown as paid', async () => {
    const { id } = await x.invoice({ lifecycleStatus: 'received' })
    const seen: unknown[] = []
    for (const amount of ['0.10', '0.20', 120.7, 5]) {
      const { status, body } = await x.pay(id, { amount, date: '2026-11-20' })
      seen.push([status, body.amountPaid, body.remaining, body.status])
    }
    expect(seen).toEqual([
      [201, 0.1, 120.9, 'partially_paid'],
      [201, 0.3, 120.7, 'partially_paid'],
      [201, 121, 0, 'paid'],
      [201, 126, 0, 'overpaid'],
    ])
    expect(await x.info(id)).toMatchObject({ amountDue: 121, amountPaid: 126, status: 'overpaid' })
  })
  test('payments are listed newest first, by document and day, with their documents in few statements', async () => {
    const { id, number } = await x.invoice()
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
      await x.pay(id, { amount: 1, date, reference: `R ${date}` })
    expect(
      (await x.buyer.get(`/v1/payments?documentId=number:${number}&companyId=vat:BE0403019261`)).body.data,
    ).toMatchObject([{ documentId: id }, {}, {}])
    const list = await x.buyer.get(`/v1/payments?documentId=${id}&from=2026-11-19&limit=1`)
    expect(list.body).toMatchObject({
      data: [{ documentId: id, amount: 1, date: '2026-11-20', reference: 'R 2026-11-20', source: 'api' }],
      hasMore: true,
    })
    expect(
      (await x.buyer.get(`/v1/payments?documentId=${id}&from=2026-11-19&limit=1&cursor=${list.body.cursor}`)).body.data,
    ).toMatchObject([{ date: '2026-11-19' }])
    const query =
      'query($id: ID, $n: Int) { payments(documentId: $id, first: $n) { totalCount nodes { amount ' +
      'documentId companyId document { number payments { id } } } } }'
    const few = await app.statements(() => x.buyer.graphql(query, { id, n: 1 }))
    let answer: Body
    const more = await app.statements(async () => (answer = await x.buyer.graphql(query, { id, n: 3 })))
    expect(answer.data.payments).toMatchObject({
      totalCount: 3,
      nodes: [{ amount: '1.00', documentId: id, companyId: x.companyId }, {}, {}],
    })
    const asked = (statements: string[]): number => statements.filter((sql) => /\bpayments\b/.test(sql)).length
    expect(asked(few)).toBeGreaterThan(0)
    expect(asked(more)).toBe(asked(few))
  })
  test('a payment that is repeated with its idempotency key is recorded once', async () => {
    const { id } = await x.invoice()
    const answers = [
      await x.buyer.post(
        `/v1/payments/documents/${id}/pay`,
        { amount: 10, date: '2026-11-20' },
        { 'idempotency-key': 'pay-1' },
      ),
      await x.buyer.post(
        `/v1/payments/documents/${id}/pay`,
        { amount: 10, date: '2026-11-20' },
        { 'idempotency-key': 'pay-1' },
      ),
    ]
    expect(answers[1]?.bytes.toString()).toBe(answers[0]?.bytes.toString())
    expect(await x.info(id)).toMatchObject({ amountPaid: 10 })
  })
  test('a payment stands in the timeline of its document, beside the transfer that was ordered', async () => {
    const { id } = await x.invoice()
    await x.order([id])
    await x.give(
      camt053([
        {
          amount: '100.00',
          direction: 'DBIT',
          bankReference: 'TL1',
          name: 'Lumière SA',
          text: (await x.buyer.get(`/v1/documents/${id}`)).body.number,
        },
      ]),
    )
    await x.buyer.post(`/v1/payments/documents/${id}/pay`, { amount: 21, date: '2026-11-21', reference: 'By hand' })
    const { data, errors } = await x.buyer.graphql(
      'query($id: ID!) { document(id: $id) { timeline { source what by text data { amount exportId source reference moved } } } }',
      { id },
    )
    expect(errors).toBeUndefined()
    const told = data.document.timeline.filter(({ source }: Body) => source === 'PAYMENT' || source === 'TRANSFER')
    expect(told).toMatchObject([
      {
        source: 'TRANSFER',
        what: 'ordered',
        text: expect.stringContaining('121.00 EUR'),
        data: { amount: '121.00', exportId: expect.stringMatching(/^pexp_/) },
      },
      {
        source: 'PAYMENT',
        what: 'recorded',
        text: 'Paid: 100.00 EUR on 2026-11-20.',
        data: { amount: '100.00', source: 'statement', moved: 'partially_paid' },
      },
      {
        source: 'PAYMENT',
        what: 'recorded',
        text: 'Paid: 21.00 EUR on 2026-11-21.',
        data: { amount: '21.00', source: 'api', reference: 'By hand', moved: 'paid' },
      },
    ])
    expect(
      data.document.timeline
        .filter(({ source, data: { source: cause } }: Body) => source === 'STATUS' && cause === 'payment')
        .map(({ what }: Body) => what),
    ).toEqual(['partially_paid', 'paid'])
    const rest = (await x.buyer.get(`/v1/documents/${id}/timeline`)).body.data
    expect(rest.map(({ source, what }: Body) => [source, what])).toEqual(
      data.document.timeline.map(({ source, what }: Body) => [source.toLowerCase().replaceAll('_', '-'), what]),
    )
    expect((await (await app.tenant()).get(`/v1/documents/${id}/timeline`)).status).toBe(404)
  })
  test('twenty payments of one document at once add up to the cent', async () => {
    const { id } = await x.invoice({ lifecycleStatus: 'received' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => x.pay(id, { amount: '6.05', date: '2026-11-20' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(answers.map(({ body }) => body.amountPaid).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => Number(new Decimal('6.05').times(index + 1).toFixed())),
    )
    expect(await x.info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
  })
  test.each<[string, object, string]>([
    ['of nothing', { amount: 0, date: '2026-11-20' }, 'INVALID_REQUEST'],
    ['of less than nothing', { amount: -1, date: '2026-11-20' }, 'INVALID_REQUEST'],
    ['of a part of a cent', { amount: '0.001', date: '2026-11-20' }, 'INVALID_REQUEST'],
    ['of more than can be stored', { amount: '1e20', date: '2026-11-20' }, 'INVALID_REQUEST'],
    ['on a day that is none', { amount: 1, date: '2026-02-30' }, 'INVALID_DATE'],
    ['without an amount', { date: '2026-11-20' }, 'MISSING_FIELD'],
    ['without a day', { amount: 1 }, 'MISSING_FIELD'],
    ['in a currency that is none', { amount: 1, date: '2026-11-20', currency: 'XYZ' }, 'INVALID_CURRENCY'],
    ['in another currency than the document', { amount: 1, date: '2026-11-20', currency: 'USD' }, 'CURRENCY_MISMATCH'],
    ['with a field that nobody knows', { amount: 1, date: '2026-11-20', amuont: 2 }, 'INVALID_REQUEST'],
  ])('a payment %s is refused and not recorded', async (_name, body, code) => {
    const { id } = await x.invoice()
    const before = await x.count()
    expectRefusal(await x.pay(id, body), code as 'INVALID_REQUEST')
    expect(await x.count()).toBe(before)
  })
})

describe('a payment that is recorded', () => {
  const standing = async (id: string) =>
    await app.platform.db.client.document.findFirstOrThrow({ where: { id }, include: { lifecycle: true } })
  const events = async (id: string): Promise<Body[]> =>
    (
      await app.platform.db.client.event.findMany({
        where: { organizationId: x.buyer.organizationId, type: 'lifecycle.updated' },
        orderBy: { position: 'asc' },
      })
    )
      .map(({ data }) => data as Body)
      .filter(({ documentId }) => documentId === id)

  /** Specification 3.2, row by row: from which state a payment leads where, in part and in full. */
  const table: [from: string, inPart: string | null, inFull: string | null][] = [
    ['approved', 'partially_paid', 'paid'],
    ['partially_paid', 'partially_paid', 'paid'],
    ['disputed', 'partially_paid', 'paid'],
    ['draft', null, null],
    ['received', null, null],
    ['under_review', null, null],
    ['rejected', null, null],
    ['paid', null, null],
  ]
  test.each(
    table.flatMap(
      ([from, inPart, inFull]) =>
        [
          [from, '100.00', inPart],
          [from, '121.00', inFull],
          [from, '150.00', inFull],
        ] as const,
    ),
  )('a payment recorded for a document that is %s, of %s of 121.00, moves it to %s', async (from, amount, to) => {
    const { id } = await x.invoice({ lifecycleStatus: from })
    const { status, body } = await x.pay(id, { amount, date: '2026-11-20' })
    expect({ status, lifecycleStatus: body.lifecycleStatus, amountPaid: body.amountPaid }).toEqual({
      status: 201,
      lifecycleStatus: to,
      amountPaid: Number(amount),
    })
    const { lifecycleStatus, lifecycle } = await standing(id)
    expect([lifecycleStatus, lifecycle.map((entry) => [entry.status, entry.source])]).toEqual([
      to ?? from,
      to === null ? [] : [[to, 'payment']],
    ])
    expect((await events(id)).map(({ previousStatus, currentStatus }) => [previousStatus, currentStatus])).toEqual(
      to === null ? [] : [[from, to]],
    )
  })
  test('a document paid in four parts at once ends as paid, every cent counted', async () => {
    const { id } = await x.invoice()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => x.pay(id, { amount: '30.25', date: '2026-11-20' })),
    )
    expect(answers.map(({ body }) => body.lifecycleStatus).toSorted()).toEqual([
      'paid',
      'partially_paid',
      'partially_paid',
      'partially_paid',
    ])
    expect([(await standing(id)).lifecycleStatus, (await x.info(id)).amountPaid]).toEqual(['paid', 121])
  })
  test('a payment recorded from a statement moves its document too', async () => {
    const { id, number } = await x.invoice()
    await x.give(camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'LC1', text: number }]))
    expect((await standing(id)).lifecycleStatus).toBe('paid')
  })
})
