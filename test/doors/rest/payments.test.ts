import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/values/ids.ts'
import { Decimal } from '../../../src/values/money.ts'
import { descendants, readXml } from '../../../src/formats/xml/tree.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { camt053, camt054, pain002 } from '../../support/bank-files.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { schemaErrors } from '../../support/schemas.ts'
import { hasShared } from '../../support/shared.ts'

const IBAN = 'BE68539007547034'
const SELLER_IBAN = 'FR7630006000011234567890189'

let app: TestApp
let buyer: Tenant
let companyId: string
beforeAll(async () => {
  app = await startApp()
  buyer = await app.tenant('white_label')
  companyId = (await buyer.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.id
})
afterAll(() => app.close())

let made = 0
/** Invoices of the company, as they stand after having been received and judged: many at once. */
const invoices = async (
  count: number,
  change: (index: number) => object = () => ({}),
  owner: Tenant = buyer,
  company = companyId,
): Promise<{ id: string; number: string }[]> => {
  const now = app.clock.now()
  const rows = Array.from({ length: count }, (_, index) => ({
    organizationId: owner.organizationId,
    id: newId('document'),
    companyId: company,
    type: 'invoice',
    direction: 'incoming' as const,
    number: `F-2026-${++made}`,
    currency: 'EUR',
    grossAmount: '121.00',
    netAmount: '100.00',
    vatAmount: '21.00',
    amountDue: '121.00',
    status: 'delivered' as const,
    lifecycleStatus: 'approved' as const,
    senderName: 'Lumière SA',
    paymentIban: SELLER_IBAN,
    format: 'network',
    searchText: '',
    createdAt: now,
    updatedAt: now,
    ...change(index),
  }))
  await app.platform.db.client.document.createMany({ data: rows })
  return rows.map(({ id, number }) => ({ id, number }))
}
const invoice = async (change: object = {}, owner: Tenant = buyer): Promise<{ id: string; number: string }> => {
  const [one] = await invoices(1, () => change, owner, owner === buyer ? companyId : owner.companyId)
  if (!one) throw new Error('None made.')
  return one
}
const pay = (id: string, body: object, caller: Tenant = buyer): Promise<Answer> =>
  caller.post(`/v1/payments/documents/${id}/pay`, body)
const info = async (id: string): Promise<Body> => (await buyer.get(`/v1/payments/documents/${id}`)).body
const count = () => app.platform.db.client.payment.count({ where: { organizationId: buyer.organizationId } })
const texts = (xml: string, name: string): string[] =>
  [...descendants(readXml(xml))].filter((one) => one.name === name).map(({ text }) => text)

describe('what is to be paid', () => {
  test('what is to be paid is told with account and reference, by REST and GraphQL alike', async () => {
    const { id, number } = await invoice({ dueDate: new Date('2026-12-20') })
    expect(await info(id)).toEqual({
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
    const { data, errors } = await buyer.graphql(
      'query($id: ID!) { paymentInfo(documentId: $id) { amountDue amountPaid remaining status dueDate } }',
      { id },
    )
    expect({ data, errors }).toEqual({
      data: {
        paymentInfo: { amountDue: '121', amountPaid: '0', remaining: '121', status: 'UNPAID', dueDate: '2026-12-20' },
      },
    })
  })
})

describe('a payment', () => {
  test('payments in parts add up exactly, and beyond what is due are shown as paid', async () => {
    const { id } = await invoice({ lifecycleStatus: 'received' })
    const seen: unknown[] = []
    for (const amount of ['0.10', '0.20', 120.7, 5]) {
      const { status, body } = await pay(id, { amount, date: '2026-11-20' })
      seen.push([status, body.amountPaid, body.remaining, body.status])
    }
    expect(seen).toEqual([
      [201, 0.1, 120.9, 'partially_paid'],
      [201, 0.3, 120.7, 'partially_paid'],
      [201, 121, 0, 'paid'],
      [201, 126, 0, 'overpaid'],
    ])
    expect(await info(id)).toMatchObject({ amountDue: 121, amountPaid: 126, status: 'overpaid' })
  })
  test('payments are listed newest first, by document and day, with their documents in few statements', async () => {
    const { id, number } = await invoice()
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
      await pay(id, { amount: 1, date, reference: `R ${date}` })
    expect(
      (await buyer.get(`/v1/payments?documentId=number:${number}&companyId=vat:BE0403019261`)).body.data,
    ).toMatchObject([{ documentId: id }, {}, {}])
    const list = await buyer.get(`/v1/payments?documentId=${id}&from=2026-11-19&limit=1`)
    expect(list.body).toMatchObject({
      data: [{ documentId: id, amount: 1, date: '2026-11-20', reference: 'R 2026-11-20', source: 'api' }],
      hasMore: true,
    })
    expect(
      (await buyer.get(`/v1/payments?documentId=${id}&from=2026-11-19&limit=1&cursor=${list.body.cursor}`)).body.data,
    ).toMatchObject([{ date: '2026-11-19' }])
    const query =
      'query($id: ID, $n: Int) { payments(documentId: $id, first: $n) { totalCount nodes { amount ' +
      'documentId companyId document { number payments { id } } } } }'
    const few = await app.statements(() => buyer.graphql(query, { id, n: 1 }))
    let answer: Body
    const more = await app.statements(async () => (answer = await buyer.graphql(query, { id, n: 3 })))
    expect(answer.data.payments).toMatchObject({
      totalCount: 3,
      nodes: [{ amount: '1', documentId: id, companyId }, {}, {}],
    })
    const asked = (statements: string[]): number => statements.filter((sql) => /\bpayments\b/.test(sql)).length
    expect(asked(few)).toBeGreaterThan(0)
    expect(asked(more)).toBe(asked(few))
  })
  test('a payment that is repeated with its idempotency key is recorded once', async () => {
    const { id } = await invoice()
    const answers = [
      await buyer.post(
        `/v1/payments/documents/${id}/pay`,
        { amount: 10, date: '2026-11-20' },
        { 'idempotency-key': 'pay-1' },
      ),
      await buyer.post(
        `/v1/payments/documents/${id}/pay`,
        { amount: 10, date: '2026-11-20' },
        { 'idempotency-key': 'pay-1' },
      ),
    ]
    expect(answers[1]?.bytes.toString()).toBe(answers[0]?.bytes.toString())
    expect(await info(id)).toMatchObject({ amountPaid: 10 })
  })
  test('a payment stands in the timeline of its document, beside the transfer that was ordered', async () => {
    const { id } = await invoice()
    await order([id])
    await give(
      camt053([
        {
          amount: '100.00',
          direction: 'DBIT',
          bankReference: 'TL1',
          text: (await buyer.get(`/v1/documents/${id}`)).body.number,
        },
      ]),
    )
    await buyer.post(`/v1/payments/documents/${id}/pay`, { amount: 21, date: '2026-11-21', reference: 'By hand' })
    const { data, errors } = await buyer.graphql(
      'query($id: ID!) { document(id: $id) { timeline { source what by text data } } }',
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
    const rest = (await buyer.get(`/v1/documents/${id}/timeline`)).body.data
    expect(rest.map(({ source, what }: Body) => [source, what])).toEqual(
      data.document.timeline.map(({ source, what }: Body) => [source.toLowerCase().replaceAll('_', '-'), what]),
    )
    expect((await (await app.tenant()).get(`/v1/documents/${id}/timeline`)).status).toBe(404)
  })
  test('twenty payments of one document at once add up to the cent', async () => {
    const { id } = await invoice({ lifecycleStatus: 'received' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, { amount: '6.05', date: '2026-11-20' })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(answers.map(({ body }) => body.amountPaid).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => Number(new Decimal('6.05').times(index + 1).toFixed())),
    )
    expect(await info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
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
    const { id } = await invoice()
    const before = await count()
    expectRefusal(await pay(id, body), code as 'INVALID_REQUEST')
    expect(await count()).toBe(before)
  })
})

describe('a payment that is recorded', () => {
  const standing = async (id: string) =>
    await app.platform.db.client.document.findFirstOrThrow({ where: { id }, include: { lifecycle: true } })
  const events = async (id: string): Promise<Body[]> =>
    (
      await app.platform.db.client.event.findMany({
        where: { organizationId: buyer.organizationId, type: 'lifecycle.updated' },
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
    const { id } = await invoice({ lifecycleStatus: from })
    const { status, body } = await pay(id, { amount, date: '2026-11-20' })
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
    const { id } = await invoice()
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(id, { amount: '30.25', date: '2026-11-20' })))
    expect(answers.map(({ body }) => body.lifecycleStatus).toSorted()).toEqual([
      'paid',
      'partially_paid',
      'partially_paid',
      'partially_paid',
    ])
    expect([(await standing(id)).lifecycleStatus, (await info(id)).amountPaid]).toEqual(['paid', 121])
  })
  test('a payment recorded from a statement moves its document too', async () => {
    const { id, number } = await invoice()
    await give(camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'LC1', text: number }]))
    expect((await standing(id)).lifecycleStatus).toBe('paid')
  })
})

const debtor = { name: 'Atelier Logistics', iban: IBAN, bic: 'GKCCBEBB' }
const order = (documentIds: string[], more: object = {}, caller: Tenant = buyer): Promise<Answer> =>
  caller.post('/v1/payments/export/iso20022', { documentIds, debtor, executionDate: '2099-12-31', ...more })

describe('an order to a bank', () => {
  test.each(['pain.001.001.09', 'pain.001.001.03'])(
    'an order to a bank in %s pays what remains of each document, valid and exact, and can be had again',
    async (format) => {
      const [one, other] = await invoices(2, (index) =>
        index === 0 ? { paymentReference: 'RF18539007547034' } : { senderName: 'Café Ελλάδα' },
      )
      await pay(one?.id ?? '', { amount: '21.01', date: '2026-11-20' })
      const answer = await order([one?.id ?? '', other?.id ?? ''], { format, batchBooking: false })
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
      const xml = answer.bytes.toString()
      expect(hasShared ? schemaErrors(xml) : []).toEqual([])
      expect([texts(xml, 'InstdAmt'), texts(xml, 'CtrlSum'), texts(xml, 'BtchBookg')]).toEqual([
        ['99.99', '121.00'],
        ['220.99', '220.99'],
        ['false'],
      ])
      expect([texts(xml, 'Ref'), texts(xml, 'Ustrd')]).toEqual([['RF18539007547034'], [other?.number]])
      const exportId = `pexp_${texts(xml, 'MsgId')[0]}`
      expect((await buyer.get(`/v1/payments/exports/${exportId}`)).bytes.toString()).toBe(xml)
      const { data } = await buyer.graphql('query($id: ID!) { paymentExport(exportId: $id) { count total base64 } }', {
        id: exportId,
      })
      expect({ ...data.paymentExport, base64: Buffer.from(data.paymentExport.base64, 'base64').toString() }).toEqual({
        count: 2,
        total: '220.99',
        base64: xml,
      })
    },
  )
  test('an order to a bank by GraphQL brings back the same file for a repeated key', async () => {
    const { id } = await invoice()
    const mutation =
      'mutation($input: ExportPaymentsInput!) { exportPayments(input: $input) { order { exportId count ' +
      'total base64 } } }'
    const input = { documentIds: [id], debtor, executionDate: '2099-12-31', idempotencyKey: 'order-1' }
    const [first, again] = [await buyer.graphql(mutation, { input }), await buyer.graphql(mutation, { input })]
    expect(first.errors).toBeUndefined()
    expect(again.data).toEqual(first.data)
  })

  test('an order to a bank has its name and its type whether its key is new, repeated or absent', async () => {
    const { id } = await invoice()
    const ask = (headers: Record<string, string>) =>
      buyer.post(
        '/v1/payments/export/iso20022',
        { documentIds: [id], debtor, executionDate: '2099-12-31', force: true },
        headers,
      )
    const [plain, first, again] = [
      await ask({}),
      await ask({ 'idempotency-key': 'file-1' }),
      await ask({ 'idempotency-key': 'file-1' }),
    ]
    for (const { status, headers } of [plain, first, again]) {
      expect({
        status,
        'content-type': headers['content-type'],
        'x-content-type-options': headers['x-content-type-options'],
      }).toEqual({ status: 200, 'content-type': plain.headers['content-type'], 'x-content-type-options': 'nosniff' })
      expect(headers['content-disposition']).toMatch(/^attachment; filename=[\w."-]+\.xml"?$/)
      expect(headers['etag']).toMatch(/^"[0-9a-f]{64}"$/)
    }
    for (const name of ['content-disposition', 'etag']) expect(again.headers[name]).toBe(first.headers[name])
    expect(again.bytes.equals(first.bytes)).toBe(true)
  })

  const cases: [rule: string, change: object][] = [
    ['MISSING_IBAN', { paymentIban: null }],
    ['INVALID_IBAN', { paymentIban: 'FR7630006000011234567890188' }],
    ['NOT_SEPA', { paymentIban: 'BR1500000000000010932840814P2' }],
    ['OTHER_CURRENCY', { currency: 'USD' }],
    ['NOT_APPROVED', { lifecycleStatus: 'received' }],
    ['NOT_APPROVED', { lifecycleStatus: 'disputed' }],
    ['NOT_A_DEBT', { direction: 'outgoing' }],
    ['NOT_A_DEBT', { type: 'credit-note' }],
    ['ALREADY_PAID', { amountDue: '0.00' }],
    ['AMOUNT_TOO_LARGE', { amountDue: '1000000000.00' }],
  ]
  test.each(cases)(
    'an order is refused whole with %s for a document that is %o, and the answer names it',
    async (rule, change) => {
      const [good, bad] = await invoices(2, (index) => (index === 1 ? change : {}))
      const before = await app.platform.db.client.paymentExport.count()
      const answer = await order([good?.id ?? '', bad?.id ?? ''])
      expectRefusal(answer, 'NOT_PAYABLE')
      expect(answer.body.error.details).toEqual([
        { field: 'documentIds[1]', rule, message: expect.any(String), documentId: bad?.id },
      ])
      expect(await app.platform.db.client.paymentExport.count()).toBe(before)
    },
  )
  test('an order of what was ordered before is refused, until it is forced or the bank rejected it', async () => {
    const { id } = await invoice()
    const first = (await order([id])).bytes.toString()
    const refused = await order([id])
    expect(refused.body.error).toMatchObject({
      code: 'NOT_PAYABLE',
      details: [{ rule: 'ALREADY_EXPORTED', documentId: id }],
    })
    const [firstId] = texts(first, 'EndToEndId')
    const [forcedId] = texts((await order([id], { force: true })).bytes.toString(), 'EndToEndId')
    expect(forcedId).not.toBe(firstId)
    const file = Buffer.from(
      pain002('x', [
        { endToEndId: firstId ?? '', status: 'RJCT', reason: 'AC04' },
        { endToEndId: forcedId ?? '', status: 'RJCT' },
      ]),
    ).toString('base64')
    expect((await buyer.post('/v1/payments/import', { file })).body).toMatchObject({
      mode: 'propose',
      transfersRejected: 2,
      transfersAccepted: 0,
    })
    expectRefusal(await order([id]), 'NOT_PAYABLE')
    expect((await buyer.post('/v1/payments/import', { file, mode: 'record' })).body).toMatchObject({
      transfersRejected: 2,
      transfersAccepted: 0,
    })
    expect((await order([id])).status).toBe(200)
  })
  test('an order of what the supplier was told is paid is refused, until it is recorded or forced', async () => {
    const [one, other] = (await invoices(2)).map(({ id }) => id)
    for (const id of [one, other])
      expect(
        (
          await buyer.post(`/v1/documents/${id}/lifecycle`, {
            status: 'partially_paid',
            paymentDate: '2026-11-20',
            paymentAmount: 100,
          })
        ).status,
      ).toBe(200)
    const refused = await order([one ?? ''])
    expectRefusal(refused, 'NOT_PAYABLE')
    expect(refused.body.error.details).toEqual([
      { field: 'documentIds[0]', rule: 'PAID_OTHERWISE', message: expect.stringContaining('100.00'), documentId: one },
    ])
    await pay(one ?? '', { amount: 100, date: '2026-11-20' })
    expect(texts((await order([one ?? ''])).bytes.toString(), 'InstdAmt')).toEqual(['21.00'])
    expect(texts((await order([other ?? ''], { force: true })).bytes.toString(), 'InstdAmt')).toEqual(['121.00'])
  })
  test('the bank reports on an order whole or by transfer, in few statements and for its company alone', async () => {
    const ids = (await invoices(6)).map(({ id }) => id)
    const xml = (await order(ids)).bytes.toString()
    const [orderId = ''] = texts(xml, 'MsgId')
    const [first = '', ...others] = texts(xml, 'EndToEndId')
    const say = (outcomes: { endToEndId: string; status: string }[], group?: string, caller: Caller = buyer) =>
      caller.post('/v1/payments/import', {
        mode: 'record',
        file: Buffer.from(pain002(orderId, outcomes, group)).toString('base64'),
      })
    const rejected = (endToEndIds: string[]) => endToEndIds.map((endToEndId) => ({ endToEndId, status: 'RJCT' }))
    const stranger = await buyer.keyWith(['payments'], { companyId: buyer.companyId })
    expect((await say(rejected([first]), 'ACTC', stranger)).body).toMatchObject({
      transfersAccepted: 0,
      transfersRejected: 0,
    })
    expect((await say([], 'ACTC')).body).toMatchObject({ transfersAccepted: 6, transfersRejected: 0 })
    const asked = async (endToEndIds: string[]): Promise<number> =>
      (
        await app.statements(async () =>
          expect((await say(rejected(endToEndIds))).body).toMatchObject({
            transfersAccepted: 0,
            transfersRejected: endToEndIds.length,
          }),
        )
      ).filter((sql) => sql.includes('payment_export_transfers')).length
    const one = await asked([first])
    expect(one).toBeGreaterThan(0)
    expect(await asked(others)).toBe(one)
    // A rejection stays, whatever comes later or beside it.
    expect((await say([{ endToEndId: first, status: 'ACSC' }], 'ACCP')).body).toMatchObject({
      transfersAccepted: 0,
      transfersRejected: 0,
    })
  })
  test('an order told of whole and by transfer at once is recorded as proposed, each transfer once', async () => {
    const xml = (await order((await invoices(260)).map(({ id }) => id))).bytes.toString()
    const [[orderId = ''], endToEndIds] = [texts(xml, 'MsgId'), texts(xml, 'EndToEndId')]
    const say = async (
      mode: string,
      outcomes: { endToEndId: string; status: string }[],
      group: string,
    ): Promise<number[]> => {
      const { transfersAccepted, transfersRejected } = (
        await buyer.post('/v1/payments/import', {
          mode,
          file: Buffer.from(pain002(orderId, outcomes, group)).toString('base64'),
        })
      ).body
      return [transfersAccepted, transfersRejected]
    }
    const all = (status: string) => endToEndIds.map((endToEndId) => ({ endToEndId, status }))
    for (const [outcomes, group, counts] of [
      [[...all('ACSP').slice(1), ...all('RJCT').slice(0, 1)], 'ACCP', [260, 1]],
      [all('RJCT'), 'RJCT', [0, 259]],
    ] as const)
      for (const mode of ['propose', 'record'])
        expect([mode, ...(await say(mode, [...outcomes], group))]).toEqual([mode, ...counts])
  })
  test('an order made twice at once is made once', async () => {
    const { id } = await invoice()
    const statuses = (await Promise.all([order([id]), order([id]), order([id])])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422, 422])
  })
  test('an order of documents of others is answered as if there were none, and nothing is ordered', async () => {
    const stranger = await app.tenant()
    const { id } = await invoice({}, stranger)
    const before = await app.platform.db.client.paymentExport.count()
    for (const one of [id, 'doc_01kafm4h7vf8xbkrs9q2m3c5de']) {
      const answer = await order([one])
      expectRefusal(answer, 'DOCUMENT_NOT_FOUND')
      expect(answer.body.error.details).toEqual([
        { field: 'documentIds[0]', rule: 'DOCUMENT_NOT_FOUND', message: 'No such document.' },
      ])
    }
    expect(await app.platform.db.client.paymentExport.count()).toBe(before)
  })
  test.each<[string, object, string]>([
    ['from an account with wrong check digits', { debtor: { name: 'A', iban: 'BE68539007547035' } }, 'INVALID_IBAN'],
    ['for yesterday', { executionDate: '2020-01-01' }, 'INVALID_DATE'],
    ['of nothing', { documentIds: [] }, 'INVALID_REQUEST'],
    ['of one document twice', { documentIds: ['doc_1', 'doc_1'] }, 'INVALID_REQUEST'],
    ['in a format that is none', { format: 'pain.001.001.99' }, 'INVALID_ENUM'],
  ])('an order %s is refused', async (_name, more, code) =>
    expectRefusal(await order([(await invoice()).id], more), code as 'INVALID_IBAN'),
  )
})

const give = (xml: string, mode: 'propose' | 'record' = 'record', caller: Caller = buyer): Promise<Answer> =>
  caller.send('POST', `/v1/payments/import?mode=${mode}`, Buffer.from(xml), { 'content-type': 'application/xml' })
const line = (answer: Answer): Body =>
  answer.body.lines.map(({ result, recorded, documentId }: Body) => [result, recorded, documentId])

describe('a statement of a bank', () => {
  test('a statement is matched by number, reference and transfer, proposed first and recorded once', async () => {
    const [byNumber, byReference, byOrder] = await invoices(3, (index) =>
      index === 1 ? { paymentReference: '+++010/8068/17183+++' } : {},
    )
    const [endToEndId] = texts((await order([byOrder?.id ?? ''])).bytes.toString(), 'EndToEndId')
    const xml = camt053([
      {
        amount: '121.00',
        direction: 'DBIT',
        bankReference: 'S1',
        text: `Payment of ${byNumber?.number.toLowerCase().replaceAll('-', '/')}`,
      },
      { amount: '100.00', direction: 'DBIT', bankReference: 'S2', structured: '010806817183' },
      { amount: '121.00', direction: 'DBIT', bankReference: 'S3', ...(endToEndId !== undefined && { endToEndId }) },
      { amount: '7.00', direction: 'DBIT', bankReference: 'S4', text: 'Bank charges' },
    ])
    const expected = (recorded: boolean) => [
      ['exact', recorded, byNumber?.id],
      ['partial', recorded, byReference?.id],
      ['exact', recorded, byOrder?.id],
      ['unmatched', false, null],
    ]
    const before = await count()
    expect(line(await give(xml, 'propose'))).toEqual(expected(false))
    expect(await count()).toBe(before)
    const recorded = await give(xml)
    expect(line(recorded)).toEqual(expected(true))
    expect(recorded.body).toMatchObject({
      mode: 'record',
      entries: 4,
      recorded: 3,
      recordedAmount: 342,
      counts: { exact: 2, partial: 1, unmatched: 1 },
    })
    // The same movements in a notification, in another edition.
    const again = await give(
      camt054([{ amount: '121.00', direction: 'DBIT', bankReference: 'S1', text: byNumber?.number ?? '' }], '02'),
    )
    expect(line(again)).toEqual([['already_recorded', false, byNumber?.id]])
    expect((await give(xml)).body).toMatchObject({ recorded: 0, counts: { already_recorded: 3 } })
    expect(await count()).toBe(before + 3)
    expect(await info(byReference?.id ?? '')).toMatchObject({
      amountPaid: 100,
      remaining: 21,
      status: 'partially_paid',
    })
  })
  test('a statement with two payments of one document takes the first into account for the second', async () => {
    const { id, number } = await invoice()
    const answer = await give(
      camt053([
        { amount: '100.00', direction: 'DBIT', bankReference: 'T1', text: number },
        { amount: '21.00', direction: 'DBIT', bankReference: 'T2', text: number },
      ]),
    )
    expect(line(answer)).toEqual([
      ['partial', true, id],
      ['exact', true, id],
    ])
    expect(await info(id)).toMatchObject({ status: 'paid' })
  })
  test('a statement that names a document which is paid already leaves it to a person', async () => {
    const [byHand, inFile] = await invoices(2)
    await pay(byHand?.id ?? '', { amount: 121, date: '2026-11-19' })
    const answer = await give(
      camt053([
        { amount: '121.00', direction: 'DBIT', bankReference: 'P1', text: byHand?.number ?? '' },
        { amount: '121.00', direction: 'DBIT', bankReference: 'P2', text: inFile?.number ?? '' },
        { amount: '121.00', direction: 'DBIT', bankReference: 'P3', text: inFile?.number ?? '' },
      ]),
    )
    expect(line(answer)).toEqual([
      ['over', false, byHand?.id],
      ['exact', true, inFile?.id],
      ['over', false, inFile?.id],
    ])
    expect(answer.body.lines[0].because).toContain('nothing remains')
    for (const one of [byHand, inFile])
      expect(await info(one?.id ?? '')).toMatchObject({ amountPaid: 121, status: 'paid' })
  })
  test('a statement’s batch without amounts is one movement, and none of its parts counts for all of it', async () => {
    const [one, other] = await invoices(2)
    const part = (number = ''): string => `<TxDtls><RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls>`
    const xml = camt053([{ amount: '242.00', direction: 'DBIT', bankReference: 'Q1' }]).replace(
      /<TxDtls>.*<\/TxDtls>/,
      part(one?.number) + part(other?.number),
    )
    const answer = await give(xml)
    expect(answer.body).toMatchObject({ entries: 1, recorded: 0, lines: [{ result: 'unmatched', amount: 242 }] })
    for (const { id } of [one, other].flatMap((made) => made ?? []))
      expect(await info(id)).toMatchObject({ amountPaid: 0 })
  })
  test('a statement records no amount that a payment cannot have', async () => {
    const some = await invoices(4)
    const amounts = ['0.00', '-1.00', '1.005', '99999999999999.00']
    const answer = await give(
      camt053(
        amounts.map((amount, nth) => ({
          amount,
          direction: 'DBIT',
          bankReference: `R${nth}`,
          text: some[nth]?.number ?? '',
        })),
      ),
    )
    expect(line(answer)).toEqual(amounts.map(() => ['unmatched', false, null]))
    for (const { id } of some) expect(await info(id)).toMatchObject({ amountPaid: 0 })
  })
  test('a statement says why a movement fits nothing', async () => {
    const { number } = await invoice()
    const twins = await invoices(2, () => ({ paymentReference: 'TWIN-1' }))
    const answer = await give(
      camt053([
        { amount: '121.00', direction: 'CRDT', bankReference: 'W1', text: number },
        { amount: '121.00', direction: 'DBIT', currency: 'USD', bankReference: 'W2', text: number },
        { amount: '121.00', direction: 'DBIT', bankReference: 'W3', text: 'TWIN-1' },
      ]),
    )
    expect(answer.body.lines.map(({ result, because }: Body) => [result, because])).toEqual([
      ['unmatched', expect.stringContaining('is one to be paid')],
      ['unmatched', expect.stringContaining('USD')],
      ['ambiguous', expect.stringContaining(twins[0]?.number ?? '')],
    ])
  })
  test('a statement sees the documents of its own organization only', async () => {
    const stranger = await app.tenant()
    const { id, number } = await invoice({}, stranger)
    expect(
      line(await give(camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'X1', text: number }]))),
    ).toEqual([['unmatched', false, null]])
    expect(await app.platform.db.client.payment.count({ where: { documentId: id } })).toBe(0)
  })
  test('a recorded statement names no document to a key of another company', async () => {
    const { number } = await invoice()
    const xml = camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'K1', text: number }])
    await give(xml)
    const stranger = await buyer.keyWith(['payments'], { companyId: buyer.companyId })
    expect(line(await give(xml, 'record', stranger))).toEqual([['already_recorded', false, null]])
  })
  test('a statement read twice at once is recorded once', async () => {
    const { id, number } = await invoice()
    const xml = camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'Y1', text: number }])
    const answers = await Promise.all([give(xml), give(xml), give(xml)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.recorded).toSorted()).toEqual([0, 0, 1])
    expect(await info(id)).toMatchObject({ amountPaid: 121 })
  })
  test('statements of the same movements in opposite orders at once record each movement once', async () => {
    const some = await invoices(20)
    const movements = some.map(({ number }) => ({
      amount: '121.00',
      direction: 'DBIT' as const,
      bankReference: `V${number}`,
      text: number,
    }))
    const answers = await Promise.all([give(camt053(movements)), give(camt053(movements.toReversed()))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.recorded, 0)).toBe(some.length)
    for (const { id } of some) expect(await info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
  })
  test('a statement goes by GraphQL alike', async () => {
    const { id, number } = await invoice()
    const file = Buffer.from(
      camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'Z1', text: number }]),
    ).toString('base64')
    const { data, errors } = await buyer.graphql(
      'mutation($input: ImportBankFileInput!) { importBankFile(input: $input) { recorded recordedAmount ' +
        'counts { exact } lines { result documentId because } } }',
      { input: { file, mode: 'RECORD' } },
    )
    expect(errors).toBeUndefined()
    expect(data.importBankFile).toMatchObject({
      recorded: 1,
      recordedAmount: '121',
      counts: { exact: 1 },
      lines: [{ result: 'EXACT', documentId: id }],
    })
  })
  test.each<[string, (number: string) => string]>([
    [
      'that declares a document type',
      (number) =>
        camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'H1', text: number }]).replace(
          '<Document',
          '<!DOCTYPE x><Document',
        ),
    ],
    [
      'whose end is missing',
      (number) => camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'H2', text: number }]).slice(0, -20),
    ],
    ['that is another message', () => '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"/>'],
  ])('a statement %s is refused, and nothing of it is recorded', async (_name, file) => {
    const { number } = await invoice()
    const before = await count()
    expectRefusal(await give(file(number)), 'UNREADABLE_FILE')
    expect(await count()).toBe(before)
  })
  test('the media type of statements is not taken on other routes', async () =>
    expectRefusal(
      await buyer.send('POST', '/v1/companies', Buffer.from('<a/>'), { 'content-type': 'application/xml' }),
      'UNSUPPORTED_MEDIA_TYPE',
      'operation',
    ))
})
