import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Trades, startTrades } from '../support/trades.ts'

let app: TestApp
let x: Trades
beforeAll(async () => {
  app = await startApp()
  x = await startTrades(app)
}, 120_000)
// What was told before has arrived: only the test itself moves its documents.
beforeEach(() => app.platform.runner?.settle())
afterAll(() => app.close())

describe('an update', () => {
  test('of two updates that race one wins, and one is told 409', async () => {
    const { received } = await x.trades.BE.exchange()
    const answers = await Promise.all(
      [{ status: 'approved' }, { status: 'rejected', reasonCode: 'REF' }].map((update) =>
        x.trades.BE.move(x.trades.BE.buyer, received, update),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await x.trades.BE.log(x.trades.BE.buyer, received)).events).toHaveLength(1)
  })
  test('an update of a payment knows what was paid before a dispute, or before a later review', async () => {
    const trade = x.trades.BE
    const { received } = await trade.exchange()
    const part = { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount: 500 }
    const lastPayment = async (who: Tenant, id: string) => (await trade.log(who, id)).events.at(-1).payment
    for (const update of [
      { status: 'approved' },
      part,
      { status: 'disputed', reasonCode: 'QTY' },
      { status: 'approved' },
      { status: 'paid', paymentDate: '2026-11-22' },
    ])
      expect(await trade.move(trade.buyer, received, update)).toMatchObject({ status: 200 })
    expect(await lastPayment(trade.buyer, received)).toMatchObject({ amount: 710, remaining: 0 })
    await trade.settle()

    const other = await trade.exchange()
    expect(await trade.move(trade.supplier, other.sent, part)).toMatchObject({ status: 200 })
    app.clock.advance(60_000)
    expect(await trade.move(trade.buyer, other.received, { status: 'under_review' })).toMatchObject({ status: 200 })
    await trade.settle()
    expect(await trade.move(trade.supplier, other.sent, { status: 'paid', paymentDate: '2026-11-22' })).toMatchObject({
      status: 200,
      body: { previousStatus: 'under_review' },
    })
    expect(await lastPayment(trade.supplier, other.sent)).toMatchObject({ amount: 710, remaining: 0 })
  })
  test('a payment in part without an amount is refused at every door, and nothing is told or recorded', async () => {
    const trade = x.trades.BE
    const { buyer } = trade
    const { received, number } = await trade.exchange()
    expect(await trade.move(buyer, received, { status: 'approved' })).toMatchObject({ status: 200 })
    await trade.settle()
    const before = await x.footprint(received)
    const part = { status: 'partially_paid', paymentDate: '2026-11-21' }
    const byGraphql = await buyer.graphql(
      `mutation($id: ID!) {
        updateLifecycle(input: { documentId: $id, status: PARTIALLY_PAID, paymentDate: "2026-11-21" }) {
          result { currentStatus } refusal { code details { field rule } }
        }
      }`,
      { id: received },
    )
    const answers = [
      (await trade.move(buyer, received, part)).body.error.details,
      (await buyer.post(`/v1/documents/by-number/${number}/lifecycle`, part)).body.error.details,
      (await buyer.post('/v1/documents/lifecycle/batch', { updates: [{ documentId: received, ...part }] })).body
        .results[0].error.details,
      (byGraphql.errors?.[0].extensions ?? byGraphql.data.updateLifecycle.refusal).details,
    ]
    for (const details of answers) expect(details).toMatchObject([{ field: 'paymentAmount', rule: 'MISSING_FIELD' }])
    expect(await x.footprint(received)).toEqual(before)
    const { data } = await buyer.graphql(
      'query($id: ID!) { document(id: $id) { transitions { target requiredFields } } }',
      { id: received },
    )
    expect(data.document.transitions.find(({ target }: Body) => target === 'PARTIALLY_PAID').requiredFields).toContain(
      'paymentAmount',
    )
    expect(await trade.move(buyer, received, { ...part, remainingAmount: 10 })).toMatchObject({ status: 200 })
  })
  test('a document that states no amount is paid only with one', async () => {
    const trade = x.trades.BE
    const { body: file } = await trade.supplier.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from: trade.from.peppolId,
      to: trade.to.peppolId,
      file: Buffer.from('scan').toString('base64'),
    })
    await app.platform.db.client.document.updateMany({
      where: { organizationId: trade.supplier.organizationId, id: file.id },
      data: { lifecycleStatus: 'issued' },
    })
    const paid = { status: 'paid', paymentDate: '2026-11-21' }
    const refused = await trade.move(trade.supplier, file.id, paid)
    expect(refused.body.error?.details).toMatchObject([{ field: 'paymentAmount', rule: 'MISSING_FIELD' }])
    expect(await trade.move(trade.supplier, file.id, { ...paid, paymentAmount: 10 })).toMatchObject({ status: 200 })
  })
  test('an update tried dry answers what would happen, and nothing does', async () => {
    const { received } = await x.trades.FR.exchange()
    const who = x.trades.FR.buyer
    const before = await x.footprint(received)
    const dry = await x.trades.FR.move(who, received, {
      status: 'rejected',
      reasonCode: 'DOUBLE_FACT',
      reason: 'Twice',
      dryRun: true,
    })
    expect(dry).toMatchObject({
      status: 200,
      body: {
        previousStatus: 'received',
        currentStatus: 'rejected',
        frenchStatus: '210',
        dryRun: true,
        compliance: { reportedTo: 'PPF', status: 'pending' },
        messages: [{ syntax: 'cdar', to: x.trades.FR.from.peppolId }],
        allowedTransitions: [],
      },
    })
    expect(await x.footprint(received)).toEqual(before)
    expect(
      await x.trades.FR.move(who, received, { status: 'rejected', reasonCode: 'DOUBLE_FACT', reason: 'Twice' }),
    ).toMatchObject({
      status: 200,
      body: {
        ...dry.body,
        dryRun: false,
        updatedAt: expect.anything(),
        compliance: { reportedTo: 'PPF', status: 'pending' },
      },
    })
  })
  test('an update is announced once, with what the authority is told', async () => {
    const { received } = await x.trades.FR.exchange()
    await x.trades.FR.move(x.trades.FR.buyer, received, { status: 'rejected', reasonCode: 'LEG' })
    expect(
      (await x.trades.FR.events(x.trades.FR.buyer, received)).filter(({ type }) => type === 'lifecycle.updated'),
    ).toMatchObject([
      { previousStatus: 'received', currentStatus: 'rejected', compliance: { reportedTo: 'PPF', status: 'pending' } },
    ])
  })
  test('an update by number finds the one document; none is 404, several are 409', async () => {
    const { number, received } = await x.trades.BE.exchange()
    const by = (update: object, which = number) =>
      x.trades.BE.buyer.post(`/v1/documents/by-number/${which}/lifecycle`, update)
    expect(await by({ status: 'under_review' })).toMatchObject({
      status: 200,
      body: { documentId: received, currentStatus: 'under_review' },
    })
    expect(await by({ status: 'under_review' }, 'nobody-has-this')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
    expect(
      await x.trades.BE.supplier.post(`/v1/documents/by-number/${x.documents.FR.number}/lifecycle`, {
        status: 'paid',
        paymentDate: '2026-11-21',
      }),
    ).toMatchObject({ status: 404 })
    await x.trades.BE.exchange({ number, issueDate: '2025-11-20' })
    expect(await by({ status: 'approved' })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(await x.standing(received)).toMatchObject({ lifecycleStatus: 'under_review' })
  })
  test('an update of an order comes from its sender as the buyer and its recipient as the supplier', async () => {
    const { supplier, buyer, from, to } = x.trades.BE
    const document = {
      number: 'PO-4711',
      issueDate: '2026-11-20',
      currency: 'EUR',
      lines: [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }],
    }
    const sent = (
      await buyer.post('/v1/documents/send', { type: 'purchase-order', from: to.peppolId, to: from.peppolId, document })
    ).body.id
    await x.trades.BE.settle()
    const received = (await supplier.get('/v1/documents?number=PO-4711')).body.data[0].id
    expect((await x.trades.BE.move(supplier, received, { status: 'approved' })).body).toMatchObject({
      previousStatus: 'received',
      currentStatus: 'approved',
    })
    expect((await x.trades.BE.log(supplier, received)).events).toMatchObject([
      { status: 'approved', party: 'supplier' },
    ])
    expect(await x.trades.BE.move(supplier, received, { status: 'rejected', reasonCode: 'REF' })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/^The supplier /) } },
    })
    // Only the invoice that follows is paid.
    expect(await x.trades.BE.move(buyer, sent, { status: 'paid', paymentDate: '2026-11-21' })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/^The buyer .* No further state is allowed/) } },
    })
    expect((await x.trades.BE.log(buyer, sent)).events).toEqual([])
  })
  test('an update of a document of another organization is 404', async () => {
    const { received } = await x.trades.BE.exchange()
    expect(await x.trades.BE.move(x.trades.BE.supplier, received, { status: 'approved' })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  })
  test('an update with an idempotency key happens once', async () => {
    const { received } = await x.trades.BE.exchange()
    const send = () =>
      x.trades.BE.buyer.post(
        `/v1/documents/${received}/lifecycle`,
        { status: 'approved' },
        { 'idempotency-key': 'approve-once' },
      )
    const [first, second] = [await send(), await send()]
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect((await x.trades.BE.log(x.trades.BE.buyer, received)).events).toHaveLength(1)
  })
})

describe('the start of a history', () => {
  test.each(['BE', 'FR'] as const)(
    'every history of %s begins with issued or received, alike in REST, GraphQL and the timeline',
    async (country) => {
      const trade = x.trades[country]
      const { sent, received } = await trade.exchange()
      const starts = [
        [trade.supplier, sent, { status: 'issued', party: 'supplier', source: 'api' }],
        [trade.buyer, received, { status: 'received', party: 'platform', source: 'network' }],
      ] as const
      for (const [who, id, start] of starts) {
        const document = (await who.get(`/v1/documents/${id}`)).body
        const [first, ...others] = (await who.get(`/v1/documents/${id}/lifecycle`)).body.events
        expect(first).toMatchObject({ ...start, author: trade.from.peppolId, frenchStatus: null })
        expect(first.recordedAt).toBe(document.createdAt)
        expect(others.map(({ status }: Body) => status)).not.toContain(start.status)
        expect([first, ...others].map(({ happenedAt }) => happenedAt)).toEqual(
          [first, ...others].map(({ happenedAt }) => happenedAt).toSorted(),
        )
        const { data } = await who.graphql(
          'query($id: ID!) { document(id: $id) { statuses { id status } timeline { source what } } }',
          { id },
        )
        expect(data.document.statuses[0]).toEqual({ id: first.id, status: start.status.toUpperCase() })
        expect(data.document.statuses).toHaveLength(1 + others.length)
        expect(data.document.timeline.find(({ source }: Body) => source === 'STATUS').what).toBe(start.status)
      }
    },
  )
})

describe('through GraphQL', () => {
  test('GraphQL tells what may follow a document, what each step asks for, and which reasons it takes', async () => {
    const { received } = await x.trades.FR.exchange()
    const { data } = await x.trades.FR.buyer.graphql(
      'query($id: ID!) { document(id: $id) { frenchStatus { code meaning tier } transitions { target ' +
        'label requiredFields frenchStatuses { code } reasonCodes { code label } } } }',
      { id: received },
    )
    expect(data.document.frenchStatus).toEqual({ code: '203', meaning: 'Made available', tier: 'recommended' })
    expect(
      data.document.transitions.map(({ target, frenchStatuses }: Body) => [
        target,
        frenchStatuses.map(({ code }: Body) => code),
      ]),
    ).toEqual([
      ['UNDER_REVIEW', ['204']],
      ['APPROVED', ['205', '206']],
      ['REJECTED', ['210']],
      ['DISPUTED', ['207', '208']],
    ])
    const refusal = data.document.transitions[2]
    expect(refusal.requiredFields).toEqual(['reasonCode'])
    expect(refusal.reasonCodes).toContainEqual({ code: 'TX_TVA_ERR', label: 'VAT rate incorrect' })
    for (const { code } of refusal.reasonCodes)
      expect(
        await x.trades.FR.move(x.trades.FR.buyer, received, {
          status: 'rejected',
          reasonCode: code.toLowerCase() === 'suspended' ? 'suspended' : code,
          reason: 'x',
          dryRun: true,
        }),
      ).toMatchObject({ status: 200 })
  })
  test('GraphQL makes an update and reads it in one request', async () => {
    const { received } = await x.trades.BE.exchange()
    const { data } = await x.trades.BE.buyer.graphql(
      'mutation($input: UpdateLifecycleInput!) { updateLifecycle(input: $input) { result { currentStatus ' +
        'allowedTransitions messages { syntax to } } } }',
      {
        input: {
          documentId: received,
          status: 'DISPUTED',
          reasonCode: 'QTY',
          corrections: [{ term: 'BT-129', current: '10', expected: '9' }],
        },
      },
    )
    expect(data.updateLifecycle.result).toEqual({
      currentStatus: 'DISPUTED',
      allowedTransitions: ['UNDER_REVIEW', 'APPROVED', 'REJECTED'],
      messages: [{ syntax: 'INVOICE_RESPONSE', to: x.trades.BE.from.peppolId }],
    })
    const read = await x.trades.BE.buyer.graphql(
      'query($id: ID!) { documentLifecycle(documentId: $id) { currentStatus currentStatusReason { code } ' +
        'events { status party source corrections { term current expected } } } }',
      { id: received },
    )
    expect(read.data.documentLifecycle).toMatchObject({
      currentStatus: 'DISPUTED',
      currentStatusReason: { code: 'QTY' },
      events: [
        { status: 'RECEIVED', party: 'PLATFORM', source: 'NETWORK', corrections: [] },
        {
          status: 'DISPUTED',
          party: 'BUYER',
          source: 'API',
          corrections: [{ term: 'BT-129', current: '10', expected: '9' }],
        },
      ],
    })
  })
  test('GraphQL tells in a batch why an update was refused, and again when it is repeated with its key', async () => {
    const { received } = await x.trades.BE.exchange()
    const input = {
      updates: [
        { documentId: received, status: 'APPROVED' },
        { documentId: 'doc_nobody', status: 'APPROVED' },
        { documentId: received, status: 'REJECTED' },
      ],
    }
    const ask = () =>
      x.trades.BE.buyer.graphql(
        'mutation($input: UpdateLifecycleBatchInput!) { updateLifecycleBatch(input: $input) { applied ' +
          'failed results { ok documentId result { currentStatus } error { code type message details { field rule } ' +
          'docUrl } } } }',
        { input },
        { 'idempotency-key': 'a batch by GraphQL' },
      )
    const { data, errors } = await ask()
    expect(errors).toBeUndefined()
    expect(data.updateLifecycleBatch).toMatchObject({
      applied: 1,
      failed: 2,
      results: [
        { ok: true, result: { currentStatus: 'APPROVED' }, error: null },
        {
          ok: false,
          documentId: 'doc_nobody',
          result: null,
          error: { code: 'DOCUMENT_NOT_FOUND', type: 'not_found_error' },
        },
        {
          ok: false,
          documentId: received,
          result: null,
          error: { code: 'MISSING_FIELD', details: [{ field: 'reasonCode', rule: 'MISSING_FIELD' }] },
        },
      ],
    })
    expect(await ask()).toEqual({ data })
  })
  test('GraphQL lists statuses and next steps of many documents in as many statements as of one', async () => {
    const query = (first: number) =>
      x.trades.BE.buyer.graphql(
        'query($n: Int) { documents(first: $n) { nodes { frenchStatus { code } transitions { target } ' +
          'statuses { status author } lifecycleMessages { syntax } complianceReports { status } } } }',
        { n: first },
      )
    // What earlier tests caused is over, and the key is known after the first question.
    await x.trades.BE.settle()
    await query(1)
    const [one, many] = [await app.statements(() => query(1)), await app.statements(() => query(10))]
    expect(many.length).toBe(one.length)
  })
})
