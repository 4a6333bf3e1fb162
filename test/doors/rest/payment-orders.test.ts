import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, startApp } from '../../support/app.ts'
import { pain002 } from '../../support/bank-files.ts'
import { type Payer, debtor, startPayer, textsOf } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { schemaErrors } from '../../support/schemas.ts'
import { hasShared } from '../../support/shared.ts'

let app: TestApp
let x: Payer
beforeAll(async () => {
  app = await startApp()
  x = await startPayer(app)
})
afterAll(() => app.close())

describe('an order to a bank', () => {
  test.each(['pain.001.001.09', 'pain.001.001.03'])(
    'an order to a bank in %s pays what remains of each document, valid and exact, and can be had again',
    async (format) => {
      const [one, other] = await x.invoices(2, (index) =>
        index === 0 ? { paymentReference: 'RF18539007547034' } : { senderName: 'Café Ελλάδα' },
      )
      await x.pay(one?.id ?? '', { amount: '21.01', date: '2026-11-20' })
      const answer = await x.order([one?.id ?? '', other?.id ?? ''], { format, batchBooking: false })
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
      const xml = answer.bytes.toString()
      expect(hasShared ? schemaErrors(xml) : []).toEqual([])
      expect([textsOf(xml, 'InstdAmt'), textsOf(xml, 'CtrlSum'), textsOf(xml, 'BtchBookg')]).toEqual([
        ['99.99', '121.00'],
        ['220.99', '220.99'],
        ['false'],
      ])
      expect([textsOf(xml, 'Ref'), textsOf(xml, 'Ustrd')]).toEqual([['RF18539007547034'], [other?.number]])
      const exportId = `pexp_${textsOf(xml, 'MsgId')[0]}`
      expect((await x.buyer.get(`/v1/payments/exports/${exportId}`)).bytes.toString()).toBe(xml)
      const { data } = await x.buyer.graphql(
        'query($id: ID!) { paymentExport(exportId: $id) { count total base64 } }',
        {
          id: exportId,
        },
      )
      expect({ ...data.paymentExport, base64: Buffer.from(data.paymentExport.base64, 'base64').toString() }).toEqual({
        count: 2,
        total: '220.99',
        base64: xml,
      })
    },
  )
  test('an order to a bank by GraphQL brings back the same file for a repeated key', async () => {
    const { id } = await x.invoice()
    const mutation =
      'mutation($input: ExportPaymentsInput!) { exportPayments(input: $input) { order { exportId count ' +
      'total base64 } } }'
    const input = { documentIds: [id], debtor, executionDate: '2035-12-31', idempotencyKey: 'order-1' }
    const [first, again] = [await x.buyer.graphql(mutation, { input }), await x.buyer.graphql(mutation, { input })]
    expect(first.errors).toBeUndefined()
    expect(again.data).toEqual(first.data)
  })

  test('an order to a bank has its name and its type whether its key is new, repeated or absent', async () => {
    const { id } = await x.invoice()
    const ask = (headers: Record<string, string>) =>
      x.buyer.post(
        '/v1/payments/export/iso20022',
        { documentIds: [id], debtor, executionDate: '2035-12-31', force: true },
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
      const [good, bad] = await x.invoices(2, (index) => (index === 1 ? change : {}))
      const before = await app.platform.db.client.paymentExport.count()
      const answer = await x.order([good?.id ?? '', bad?.id ?? ''])
      expectRefusal(answer, 'NOT_PAYABLE')
      expect(answer.body.error.details).toEqual([
        {
          field: 'documentIds[1]',
          rule,
          message: expect.stringContaining(`${bad?.number} (row 2): `),
          documentId: bad?.id,
        },
      ])
      expect(await app.platform.db.client.paymentExport.count()).toBe(before)
    },
  )
  test('an order of what was ordered before is refused, until it is forced or the bank rejected it', async () => {
    const { id } = await x.invoice()
    const first = (await x.order([id])).bytes.toString()
    const refused = await x.order([id])
    expect(refused.body.error).toMatchObject({
      code: 'NOT_PAYABLE',
      details: [{ rule: 'ALREADY_EXPORTED', documentId: id }],
    })
    const [firstId] = textsOf(first, 'EndToEndId')
    const [forcedId] = textsOf((await x.order([id], { force: true })).bytes.toString(), 'EndToEndId')
    expect(forcedId).not.toBe(firstId)
    const file = Buffer.from(
      pain002('x', [
        { endToEndId: firstId ?? '', status: 'RJCT', reason: 'AC04' },
        { endToEndId: forcedId ?? '', status: 'RJCT' },
      ]),
    ).toString('base64')
    expect((await x.buyer.post('/v1/payments/import', { file })).body).toMatchObject({
      mode: 'propose',
      transfersRejected: 2,
      transfersAccepted: 0,
    })
    expectRefusal(await x.order([id]), 'NOT_PAYABLE')
    expect((await x.buyer.post('/v1/payments/import', { file, mode: 'record' })).body).toMatchObject({
      transfersRejected: 2,
      transfersAccepted: 0,
    })
    expect((await x.order([id])).status).toBe(200)
  })
  test('an order of what the supplier was told is paid is refused, until it is recorded or forced', async () => {
    const [one, other] = (await x.invoices(2)).map(({ id }) => id)
    for (const id of [one, other])
      expect(
        (
          await x.buyer.post(`/v1/documents/${id}/lifecycle`, {
            status: 'partially_paid',
            paymentDate: '2026-11-20',
            remainingAmount: 21,
          })
        ).status,
      ).toBe(200)
    const refused = await x.order([one ?? ''])
    expectRefusal(refused, 'NOT_PAYABLE')
    expect(refused.body.error.details).toEqual([
      { field: 'documentIds[0]', rule: 'PAID_OTHERWISE', message: expect.stringContaining('100.00'), documentId: one },
    ])
    await x.pay(one ?? '', { amount: 100, date: '2026-11-20' })
    expect(textsOf((await x.order([one ?? ''])).bytes.toString(), 'InstdAmt')).toEqual(['21.00'])
    expect(textsOf((await x.order([other ?? ''], { force: true })).bytes.toString(), 'InstdAmt')).toEqual(['121.00'])
  })
  test('the bank reports on an order whole or by transfer, in few statements and for its company alone', async () => {
    const ids = (await x.invoices(6)).map(({ id }) => id)
    const xml = (await x.order(ids)).bytes.toString()
    const [orderId = ''] = textsOf(xml, 'MsgId')
    const [first = '', ...others] = textsOf(xml, 'EndToEndId')
    const say = (outcomes: { endToEndId: string; status: string }[], group?: string, caller: Caller = x.buyer) =>
      caller.post('/v1/payments/import', {
        mode: 'record',
        file: Buffer.from(pain002(orderId, outcomes, group)).toString('base64'),
      })
    const rejected = (endToEndIds: string[]) => endToEndIds.map((endToEndId) => ({ endToEndId, status: 'RJCT' }))
    const stranger = await x.buyer.keyWith(['payments'], { companyId: x.buyer.companyId })
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
  test(
    'an order told of whole and by transfer at once is recorded as proposed, each transfer once',
    { tags: 'heavy' },
    async () => {
      const xml = (await x.order((await x.invoices(260)).map(({ id }) => id))).bytes.toString()
      const [[orderId = ''], endToEndIds] = [textsOf(xml, 'MsgId'), textsOf(xml, 'EndToEndId')]
      const say = async (
        mode: string,
        outcomes: { endToEndId: string; status: string }[],
        group: string,
      ): Promise<number[]> => {
        const { transfersAccepted, transfersRejected } = (
          await x.buyer.post('/v1/payments/import', {
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
    },
  )
  test('an order made twice at once is made once', async () => {
    const { id } = await x.invoice()
    const statuses = (await Promise.all([x.order([id]), x.order([id]), x.order([id])])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422, 422])
  })
  test('an order of documents of others is answered as if there were none, and nothing is ordered', async () => {
    const stranger = await app.tenant()
    const { id } = await x.invoice({}, stranger)
    const before = await app.platform.db.client.paymentExport.count()
    for (const one of [id, 'doc_01kafm4h7vf8xbkrs9q2m3c5de']) {
      const answer = await x.order([one])
      expectRefusal(answer, 'DOCUMENT_NOT_FOUND')
      expect(answer.body.error.details).toEqual([
        { field: 'documentIds[0]', rule: 'DOCUMENT_NOT_FOUND', message: 'The document was not found.' },
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
    expectRefusal(await x.order([(await x.invoice()).id], more), code as 'INVALID_IBAN'),
  )
})
