import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { ACCOUNT, type Movement, camt053, camt054 } from '../../support/bank-files.ts'
import { type Payer, startPayer } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let x: Payer
beforeAll(async () => {
  app = await startApp()
  x = await startPayer(app)
})
afterAll(() => app.close())

const SUPPLIER = 'Lumière SA'
const CUSTOMER = 'Brasserie du Port'
let references = 0
const movement = (change: Partial<Movement>): Movement => ({
  amount: '121.00',
  bankReference: `C${++references}`,
  ...change,
})
/** What we sell: the number is ours. */
const sold = (number: string, change: object = {}) =>
  x.invoice({
    number,
    direction: 'outgoing',
    lifecycleStatus: 'issued',
    senderName: 'Atelier',
    receiverName: CUSTOMER,
    ...change,
  })
const lines = async (movements: readonly Movement[], mode: 'propose' | 'record' = 'record'): Promise<Body[]> =>
  (await x.give(camt053(movements), mode)).body.lines
const paid = async (id: string): Promise<number> => (await x.info(id)).amountPaid
let made = 0
const fresh = (): string => `F${1_000 + ++made * 7}`

describe('a reference as people write it', () => {
  test.each<[string, (number: string) => Partial<Movement>]>([
    ['RE-Nr. F123/Kd 99', (number) => ({ text: `RE-Nr. ${number}/Kd 99` })],
    ['Invoice:F123', (number) => ({ text: `Invoice:${number}` })],
    ['SVWZ+F123', (number) => ({ text: `EREF+998877KREF+2026SVWZ+${number}` })],
    ['SVWZ+ on a line of its own', (number) => ({ texts: ['EREF+NOTPROVIDED', `SVWZ+${number} danke`] })],
    ['n°F123', (number) => ({ text: `Facture n°${number}` })],
    ['nºF123', (number) => ({ text: `factura nº${number}` })],
    ['broken over two lines', (number) => ({ texts: [`Invoice ${number.slice(0, 3)}`, number.slice(3)] })],
    ['EndToEndId', (number) => ({ endToEndId: number })],
    ['a part of EndToEndId', (number) => ({ endToEndId: `PAY ${number}` })],
    ['a document that the payer refers to', (number) => ({ documents: [{ number }] })],
    ['small letters and a dot', (number) => ({ text: `betr. ${number.toLowerCase()}.` })],
    ['/RFB/F123', (number) => ({ text: `/RFB/${number}`, name: CUSTOMER })],
    ['a field of SWIFT between others', (number) => ({ text: `/ROC/77-1//RFB/${number}/TXT/merci` })],
    ['brackets', (number) => ({ text: `payment (${number})` })],
  ])('a movement that names its document as "%s" and has its amount is recorded', async (_manner, write) => {
    const number = fresh()
    const { id } = await sold(number)
    expect(await lines([movement(write(number))])).toMatchObject([
      { result: 'exact', recorded: true, documentId: id, payments: [{ documentId: id, number, amount: 121 }] },
    ])
    expect(await paid(id)).toBe(121)
  })
  test('a file in ISO-8859-1 is read, with the names in it, and one of an unknown encoding is refused', async () => {
    const { id, number } = await x.invoice()
    const xml = camt053([movement({ amount: '100.00', direction: 'DBIT', text: number, name: SUPPLIER })])
    const give = (encoding: string, bytes: 'latin1' | 'utf8') =>
      x.buyer.send('POST', '/v1/payments/import?mode=record', Buffer.from(xml.replace('UTF-8', encoding), bytes), {
        'content-type': 'application/xml',
      })
    expectRefusal(await give('EBCDIC', 'latin1'), 'UNREADABLE_FILE')
    expect(await paid(id)).toBe(0)
    expect((await give('ISO-8859-1', 'latin1')).body.lines).toMatchObject([
      { result: 'partial', recorded: true, counterpartyName: SUPPLIER },
    ])
  })
})

describe('what is certain', () => {
  test.each<[string, Partial<Movement>, recorded: boolean]>([
    ['the exact amount', {}, true],
    ['another amount and the name of the payer', { amount: '50.00', name: 'BRASSERIE DU PORT SARL' }, true],
    ['another amount', { amount: '50.00' }, false],
    ['another amount and another name', { amount: '50.00', name: 'Brasserie du Port Sud' }, false],
    ['more than remains, from the payer', { amount: '150.00', name: CUSTOMER }, false],
  ])('a number with %s: recorded is %s', async (_what, change, recorded) => {
    const number = fresh()
    const { id } = await sold(number)
    expect(await lines([movement({ text: number, ...change })])).toMatchObject([{ recorded, documentId: id }])
    expect(await paid(id)).toBe(recorded ? Number(change.amount ?? '121.00') : 0)
  })
  test.each<[string, Partial<Movement>, string]>([
    ['inside another number', { text: 'GS-9-F' }, 'may be a part of another one'],
    [
      'by itself, with neither its amount nor its payer',
      { amount: '50.00', text: 'F' },
      'neither the amount nor the payer',
    ],
  ])('a number that is written %s is left to a person, who is told why', async (_where, change, because) => {
    const number = fresh()
    const { id } = await sold(number)
    const text = String(change.text).replace('F', number)
    const [line] = await lines([movement({ ...change, text })])
    expect(line).toMatchObject({ recorded: false, because: expect.stringContaining(because) })
    expect(await paid(id)).toBe(0)
  })
  test('the account of the other party confirms a payment in part', async () => {
    const { id, number } = await x.invoice()
    expect(
      await lines([
        movement({ amount: '20.00', direction: 'DBIT', text: number, iban: 'FR76 3000 6000 0112 3456 7890 189' }),
      ]),
    ).toMatchObject([{ result: 'partial', recorded: true }])
    expect(await paid(id)).toBe(20)
  })
  test('a reference with check digits is enough, whatever the amount', async () => {
    const [belgian, iso] = [
      await sold(fresh(), { paymentReference: '+++090/9337/55493+++' }),
      await sold(fresh(), { paymentReference: 'RF18539007547034' }),
    ]
    expect(
      await lines([
        movement({ amount: '10.00', text: 'merci +++090/9337/55493+++' }),
        movement({ amount: '20.00', text: 'RF18 5390 0754 7034' }),
      ]),
    ).toMatchObject([
      { recorded: true, documentId: belgian.id },
      { recorded: true, documentId: iso.id },
    ])
  })
  test.each<[string, number: string, Partial<Movement>]>([
    ['inside another number', 'F5001', { text: 'Invoice F50012' }],
    ['after other letters', 'F5002', { text: 'Invoice XF5002' }],
    ['as the begin of a longer number', 'F5003', { text: 'Invoice F5003-7' }],
    ['as the end of a longer number', '2026-5004', { text: 'GS-2026-5004' }],
    ['as a date', '20261119', { text: 'rent of 2026-11-19' }],
    ['as a date without signs', '20261118', { text: 'rent 20261118', name: CUSTOMER }],
    ['as a part of an IBAN', '0112345678', { text: 'FR76 3000 6000 0112 3456 7890 189' }],
    ['as an amount', '123456', { text: 'total 1234.56 EUR' }],
    ['as the number of a customer', '445566', { text: 'Kd-Nr. 445566' }],
    ['without letters and short', '4711', { text: 'Invoice 4711' }],
    ['as another field of the purpose', 'F5005', { text: 'KREF+F5005SVWZ+danke' }],
    ['at a break, where it may go on', 'F50061', { texts: ['Invoice F50061', '2'] }],
  ])('a number that only stands %s is not recorded by itself', async (_where, number, change) => {
    const { id } = await sold(number)
    expect((await lines([movement(change)]))[0]?.recorded).toBe(false)
    expect(await paid(id)).toBe(0)
  })
  test('of two suppliers with the same number the payee decides, and money for a third records nothing', async () => {
    const number = fresh()
    const one = await x.invoice({ number, senderName: 'One SA', paymentIban: null })
    const other = await x.invoice({ number, senderName: 'Other SA', paymentIban: null })
    const debit = { direction: 'DBIT', text: number } as const
    expect(await lines([movement({ ...debit, name: 'Third SA' }), movement(debit)])).toMatchObject([
      { result: 'ambiguous', recorded: false, candidates: [{ number }, { number }] },
      { result: 'ambiguous', recorded: false },
    ])
    expect(await lines([movement({ ...debit, name: 'OTHER' })])).toMatchObject([
      { result: 'exact', recorded: true, documentId: other.id },
    ])
    expect([await paid(one.id), await paid(other.id)]).toEqual([0, 121])
    const alone = await x.invoice({ number: fresh(), senderName: 'One SA', paymentIban: null })
    expect(await lines([movement({ direction: 'DBIT', text: alone.number, name: 'Third SA' })])).toMatchObject([
      { result: 'exact', recorded: false },
    ])
  })
  test('a payment in part that names something unknown too is left to a person', async () => {
    const number = fresh()
    const { id } = await sold(number)
    expect(await lines([movement({ amount: '100.00', name: CUSTOMER, text: `${number}, F99999` })])).toMatchObject([
      { result: 'partial', recorded: false, documentId: id },
    ])
  })
  test('money that may be a payment recorded by hand is left to a person', async () => {
    const number = fresh()
    const { id } = await sold(number)
    await x.pay(id, { amount: 50, date: '2026-11-19' })
    expect(await lines([movement({ amount: '50.00', name: CUSTOMER, text: number })])).toMatchObject([
      { result: 'partial', recorded: false },
    ])
    expect(await paid(id)).toBe(50)
  })
})

describe('the account of a statement', () => {
  test('the account chooses the company, and an account of no known company records nothing unless it is said', async () => {
    const number = fresh()
    const OTHER = 'BE71096123456769'
    const mine = await sold(number)
    const [sister] = [x.buyer.companyId]
    await sold(fresh(), { companyId: sister, paymentIban: OTHER })
    const twin = await sold(number, { companyId: sister })
    const give = async (account: string, change: object = {}): Promise<Body> =>
      (
        await x.buyer.post('/v1/payments/import', {
          mode: 'record',
          file: Buffer.from(camt053([movement({ text: number, ...change })], '08', account)).toString('base64'),
          ...('companyId' in change && { companyId: change.companyId }),
        })
      ).body.lines[0]
    expect(await give('BE62510007547061')).toMatchObject({ recorded: false })
    expect(await give(OTHER)).toMatchObject({ recorded: true, documentId: twin.id })
    expect(await paid(mine.id)).toBe(0)
    expect(await give(ACCOUNT)).toMatchObject({ recorded: true, documentId: mine.id })
    const third = await sold(fresh())
    expect(await give('BE62510007547061', { text: third.number })).toMatchObject({
      recorded: false,
      because: expect.stringContaining('of no known company'),
    })
    expect(await give('BE62510007547061', { text: third.number, companyId: x.companyId })).toMatchObject({
      recorded: true,
      documentId: third.id,
    })
  })
  test('a statement for a company of another organization is refused, and nothing of it is recorded', async () => {
    const before = await x.count()
    const stranger = await app.tenant()
    const { id, number } = await sold(fresh())
    expectRefusal(
      await x.buyer.post('/v1/payments/import', {
        mode: 'record',
        companyId: stranger.companyId,
        file: Buffer.from(camt053([movement({ text: number })])).toString('base64'),
      }),
      'COMPANY_NOT_FOUND',
    )
    expect([await x.count(), await paid(id)]).toEqual([before, 0])
  })
})

describe('one movement and several documents', () => {
  test.each<[string, (one: string, other: string) => Partial<Movement>]>([
    ['without amounts', (one, other) => ({ text: `${one} ${other}` })],
    ['joined by a sign', (one, other) => ({ text: `${one}/${other}` })],
    ['with their amounts', (one, other) => ({ text: `${one} 121,00 ${other} 121,00` })],
    [
      'in places for them',
      (one, other) => ({
        documents: [
          { number: one, amount: '121.00' },
          { number: other, amount: '121.00' },
        ],
      }),
    ],
  ])('several documents named %s are each paid', async (_manner, write) => {
    const [one, other] = [await sold(fresh()), await sold(fresh())]
    expect(await lines([movement({ amount: '242.00', ...write(one.number, other.number) })])).toMatchObject([
      {
        result: 'exact',
        recorded: true,
        documentId: null,
        payments: [
          { documentId: one.id, amount: 121 },
          { documentId: other.id, amount: 121 },
        ],
      },
    ])
    expect([await paid(one.id), await paid(other.id)]).toEqual([121, 121])
  })
  test('several documents are paid in part by the amounts that the payer gives, and else their candidates are named', async () => {
    const [one, other] = [await sold(fresh()), await sold(fresh())]
    const text = `${one.number} ${other.number}`
    expect(await lines([movement({ amount: '150.00', text, name: CUSTOMER })])).toMatchObject([
      {
        result: 'ambiguous',
        recorded: false,
        payments: [],
        candidates: [
          { documentId: one.id, number: one.number, remaining: 121 },
          { documentId: other.id, number: other.number, remaining: 121 },
        ],
      },
    ])
    expect(
      await lines([
        movement({
          amount: '150.00',
          name: CUSTOMER,
          documents: [
            { number: one.number, amount: '121.00' },
            { number: other.number, amount: '29.00' },
          ],
        }),
      ]),
    ).toMatchObject([{ recorded: true }])
    expect([await paid(one.id), await paid(other.id)]).toEqual([121, 29])
  })
  test('a credit note lessens what is paid with it, and one that is paid back is paid', async () => {
    const invoice = await sold(fresh())
    const [less, back] = [
      await sold(fresh(), { type: 'credit-note', grossAmount: '21.00', amountDue: '21.00' }),
      await sold(fresh(), { type: 'credit-note' }),
    ]
    expect(
      await lines([
        movement({ amount: '100.00', text: `${invoice.number} ./. ${less.number}` }),
        movement({ direction: 'DBIT', text: `Refund ${back.number}` }),
        movement({ text: back.number }),
      ]),
    ).toMatchObject([
      {
        recorded: true,
        payments: [
          { documentId: invoice.id, amount: 121 },
          { documentId: less.id, amount: 21 },
        ],
      },
      { result: 'exact', recorded: true, documentId: back.id },
      { result: 'unmatched', recorded: false },
    ])
    expect([await paid(invoice.id), await paid(less.id), await paid(back.id)]).toEqual([121, 21, 121])
  })
  test('a batch whose parts tell their amounts as they were ordered is paid part by part, if they add up', async () => {
    const [one, other] = [await sold(fresh()), await sold(fresh())]
    const parts = [one, other].map(({ number }) => movement({ text: number, instructedOnly: true }))
    expect(await lines([movement({ amount: '240.00', parts })])).toMatchObject([{ result: 'unmatched' }])
    expect(await lines([movement({ amount: '242.00', parts })])).toMatchObject([
      { recorded: true, documentId: one.id },
      { recorded: true, documentId: other.id },
    ])
  })
  test('a document in another currency is paid by the amount that was ordered in it', async () => {
    const { id, number } = await sold(fresh(), { currency: 'USD' })
    expect(
      await lines([
        movement({ amount: '121.00', text: number }),
        movement({ amount: '110.35', text: number, instructed: { amount: '121.00', currency: 'USD' } }),
      ]),
    ).toMatchObject([
      { result: 'unmatched', recorded: false, because: expect.stringContaining('USD') },
      { result: 'exact', recorded: true, amount: 110.35, payments: [{ documentId: id, amount: 121, currency: 'USD' }] },
    ])
    expect(await paid(id)).toBe(121)
  })
})

describe('what a bank undoes', () => {
  test('a reversal and a return undo the payment that they name, once, in any order in the file', async () => {
    const [reversed, returned, kept] = [await sold(fresh()), await x.invoice(), await sold(fresh())]
    const first = movement({ text: reversed.number, endToEndId: 'REV1' })
    const second = movement({ direction: 'DBIT', text: returned.number, endToEndId: 'RET1', transactionId: 'TX1' })
    const undoing = [
      movement({ direction: 'DBIT', reversed: true, text: reversed.number }),
      movement({ transactionId: 'TX1', returned: 'AC04' }),
      movement({ direction: 'DBIT', amount: '99.00', reversed: true, text: kept.number }),
    ]
    const all = [...undoing, first, second, movement({ text: kept.number })]
    expect((await lines(all)).map(({ result, recorded, documentId }) => [result, recorded, documentId])).toEqual([
      ['reversal', true, reversed.id],
      ['reversal', true, returned.id],
      ['unmatched', false, null],
      ['exact', true, reversed.id],
      ['exact', true, returned.id],
      ['exact', true, kept.id],
    ])
    expect([await paid(reversed.id), await paid(returned.id), await paid(kept.id)]).toEqual([0, 0, 121])
    expect((await x.buyer.get(`/v1/documents/${returned.id}`)).body.lifecycleStatus).toBe('approved')
    const [payment] = (await x.buyer.get(`/v1/payments?documentId=${returned.id}`)).body.data
    expect(payment).toMatchObject({ reversalReason: 'AC04', reversalDate: '2026-11-20' })
    expect((await x.give(camt053(all))).body).toMatchObject({ recorded: 0, counts: { already_recorded: 5 } })
    expect([await paid(reversed.id), await paid(returned.id)]).toEqual([0, 0])
  })
  test('a return that is only proposed, or that two payments fit, undoes nothing', async () => {
    const [one, other] = [await sold(fresh()), await sold(fresh())]
    await lines([
      movement({ text: one.number, endToEndId: 'SAME' }),
      movement({ text: other.number, endToEndId: 'SAME' }),
    ])
    const undoing = movement({ direction: 'DBIT', reversed: true, endToEndId: 'SAME' })
    expect(await lines([undoing])).toMatchObject([{ result: 'ambiguous', recorded: false, candidates: [{}, {}] }])
    expect(await lines([movement({ direction: 'DBIT', reversed: true, text: one.number })], 'propose')).toMatchObject([
      { result: 'reversal', recorded: false, documentId: one.id },
    ])
    expect([await paid(one.id), await paid(other.id)]).toEqual([121, 121])
  })
  test('a returned transfer can be ordered again', async () => {
    const { id } = await x.invoice()
    const order = (await x.order([id])).bytes.toString()
    const endToEndId = /<EndToEndId>([^<]+)/.exec(order)?.[1] ?? ''
    await lines([movement({ direction: 'DBIT', endToEndId })])
    expect(await paid(id)).toBe(121)
    await lines([movement({ endToEndId, returned: 'AC01' })])
    expect(await paid(id)).toBe(0)
    expect((await x.order([id])).status).toBe(200)
  })
})

describe('the same movement', () => {
  test.each<[string, Partial<Movement>, Partial<Movement>]>([
    ['with the reference of the bank', { bankReference: 'SAME1' }, { bankReference: 'SAME1', name: 'x' }],
    ['with its own identifier', { bankReference: 'SAME2', transactionId: 'T2' }, { transactionId: 'T2' }],
    ['without anything of the bank', { bankReference: 'SAME3' }, {}],
  ])('a movement in a statement and in a notification, %s, counts once', async (_how, statement, notification) => {
    const { id, number } = await sold(fresh())
    const same = { amount: '60.50', text: number, name: CUSTOMER }
    expect((await x.give(camt053([{ ...same, ...statement }]))).body).toMatchObject({ recorded: 1 })
    expect((await x.give(camt054([{ ...same, ...notification }], '02'))).body).toMatchObject({
      recorded: 0,
      counts: { already_recorded: 1 },
    })
    expect(await paid(id)).toBe(60.5)
  })
  test('two movements alike that the bank tells apart count twice, also in files of their own', async () => {
    const { id, number } = await sold(fresh())
    const same = { amount: '60.50', text: number, name: CUSTOMER, endToEndId: `E${number}` }
    for (const bankReference of ['TWO1', 'TWO2'])
      expect((await x.give(camt053([{ ...same, bankReference }]))).body).toMatchObject({ recorded: 1 })
    expect(await paid(id)).toBe(121)
    // Without its reference it is one of the two.
    expect((await x.give(camt054([same]))).body).toMatchObject({ recorded: 0, counts: { already_recorded: 1 } })
  })
  test('the parts of a batch count once when a notification brings each alone, with other references', async () => {
    const [one, other] = [await sold(fresh()), await sold(fresh())]
    const parts = [one, other].map(({ number }) => ({ amount: '60.50', text: number, name: CUSTOMER }))
    expect((await x.give(camt053([{ amount: '121.00', bankReference: 'BATCH1', parts }]))).body.recorded).toBe(2)
    const alone = parts.map((part, nth) => ({ ...part, bankReference: `PART${nth}` }))
    expect((await x.give(camt054(alone))).body).toMatchObject({ recorded: 0, counts: { already_recorded: 2 } })
    expect([await paid(one.id), await paid(other.id)]).toEqual([60.5, 60.5])
  })
})
