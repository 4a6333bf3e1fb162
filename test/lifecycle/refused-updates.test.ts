import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import type { Country } from '../support/trade.ts'
import { type Trades, startTrades } from '../support/trades.ts'
import type { LifecycleState, Party } from '../../src/lifecycle/tables/states.ts'

let app: TestApp
let x: Trades
beforeAll(async () => {
  app = await startApp()
  x = await startTrades(app)
}, 120_000)
// What was told before has arrived: only the test itself moves its documents.
beforeEach(() => app.platform.runner?.settle())
afterAll(() => app.close())

describe('updates that say too little or too much', () => {
  const buyerOf = (country: Country) => x.sideOf(country, 'buyer')
  const refused: [
    name: string,
    country: Country,
    party: Party,
    state: LifecycleState,
    update: object,
    field: string,
    rule: string,
  ][] = [
    [
      'a refusal without a reason code',
      'BE',
      'buyer',
      'received',
      { status: 'rejected' },
      'reasonCode',
      'MISSING_FIELD',
    ],
    [
      'a dispute without a reason code',
      'BE',
      'buyer',
      'received',
      { status: 'disputed', reason: 'x' },
      'reasonCode',
      'MISSING_FIELD',
    ],
    ['a payment without a day', 'BE', 'buyer', 'approved', { status: 'paid' }, 'paymentDate', 'MISSING_FIELD'],
    [
      'a payment in part without a day',
      'BE',
      'supplier',
      'approved',
      { status: 'partially_paid', paymentAmount: 1 },
      'paymentDate',
      'MISSING_FIELD',
    ],
    [
      'a day that is none',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-02-30' },
      'paymentDate',
      'INVALID_DATE',
    ],
    [
      'another reason that is not described',
      'BE',
      'buyer',
      'received',
      { status: 'disputed', reasonCode: 'OTH' },
      'reason',
      'MISSING_FIELD',
    ],
    ['an unknown status', 'BE', 'buyer', 'received', { status: 'received' }, 'status', 'INVALID_ENUM'],
    [
      'an unknown reason code',
      'BE',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'XYZ' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'an AFNOR code outside France',
      'BE',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'TX_TVA_ERR' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'on hold and refused',
      'BE',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'suspended' },
      'reasonCode',
      'INVALID_REQUEST',
    ],
    [
      'corrections of an approval',
      'BE',
      'buyer',
      'received',
      { status: 'approved', corrections: [{ term: 'BT-1', expected: 'x' }] },
      'corrections',
      'INVALID_REQUEST',
    ],
    [
      'a correction of nothing',
      'BE',
      'buyer',
      'received',
      { status: 'disputed', reasonCode: 'REF', corrections: [{ term: 'number', expected: 'x' }] },
      'corrections[0].term',
      'INVALID_REQUEST',
    ],
    [
      'a payment of a review',
      'BE',
      'buyer',
      'received',
      { status: 'under_review', paymentAmount: 1 },
      'paymentAmount',
      'INVALID_REQUEST',
    ],
    [
      'a payment of nothing',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 0 },
      'paymentAmount',
      'INVALID_REQUEST',
    ],
    [
      'a payment of no amount',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentAmount: '1,5' },
      'paymentAmount',
      'INVALID_REQUEST',
    ],
    [
      'a payment after which no amount remains',
      'BE',
      'buyer',
      'approved',
      { status: 'partially_paid', paymentDate: '2026-11-21', remainingAmount: '1e2' },
      'remainingAmount',
      'INVALID_REQUEST',
    ],
    [
      'a payment of a third of a cent',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentAmount: '0.333' },
      'paymentAmount',
      'INVALID_REQUEST',
    ],
    [
      'paid, and something remains',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', remainingAmount: 5 },
      'remainingAmount',
      'INVALID_REQUEST',
    ],
    [
      'a payment in another currency',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentCurrency: 'USD' },
      'paymentCurrency',
      'CURRENCY_MISMATCH',
    ],
    [
      'a payment in part after which more remains than is due',
      'BE',
      'buyer',
      'approved',
      { status: 'partially_paid', paymentDate: '2026-11-21', remainingAmount: 999_999 },
      'remainingAmount',
      'INVALID_REQUEST',
    ],
    [
      'a currency that is none',
      'BE',
      'buyer',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentCurrency: 'EURO' },
      'paymentCurrency',
      'INVALID_CURRENCY',
    ],
    [
      'an approval of nothing',
      'BE',
      'buyer',
      'received',
      { status: 'approved', remainingAmount: 999_999 },
      'remainingAmount',
      'INVALID_REQUEST',
    ],
    [
      'an unknown field',
      'BE',
      'buyer',
      'received',
      { status: 'approved', reasoncode: 'REF' },
      'reasoncode',
      'INVALID_REQUEST',
    ],
    [
      'a French refusal for another reason',
      'FR',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'OTH', reason: 'x' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'a French refusal for a reason of a dispute',
      'FR',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'QTE_ERR' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'a French refusal for no issue',
      'FR',
      'buyer',
      'received',
      { status: 'rejected', reasonCode: 'NON' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'a French dispute for partial payment',
      'FR',
      'buyer',
      'received',
      { status: 'disputed', reasonCode: 'PPD' },
      'reasonCode',
      'INVALID_ENUM',
    ],
    [
      'a French suspension for a unit price',
      'FR',
      'buyer',
      'received',
      { status: 'disputed', reasonCode: 'suspended', suspensionReasonCode: 'PU_ERR' },
      'suspensionReasonCode',
      'INVALID_ENUM',
    ],
    [
      'a French partial approval without a reason',
      'FR',
      'buyer',
      'received',
      { status: 'approved', remainingAmount: 100 },
      'reasonCode',
      'MISSING_FIELD',
    ],
    [
      'a French approval with a reason',
      'FR',
      'buyer',
      'received',
      { status: 'approved', reasonCode: 'REF' },
      'reasonCode',
      'INVALID_REQUEST',
    ],
    [
      'a French collection without its amount (BR-FR-CDV-14)',
      'FR',
      'supplier',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21' },
      'paymentAmount',
      'MISSING_FIELD',
    ],
    [
      'a French collection by a rate that the document has not',
      'FR',
      'supplier',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200, paymentByRate: [{ rate: 10, amount: 1200 }] },
      'paymentByRate[0].rate',
      'INVALID_REQUEST',
    ],
    [
      'a French collection whose rates do not add up',
      'FR',
      'supplier',
      'approved',
      { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200, paymentByRate: [{ rate: 20, amount: 1000 }] },
      'paymentByRate',
      'INVALID_REQUEST',
    ],
    [
      'a French collection that tells a rate twice',
      'FR',
      'supplier',
      'approved',
      {
        status: 'paid',
        paymentDate: '2026-11-21',
        paymentAmount: 1200,
        paymentByRate: [
          { rate: 20, amount: 1000 },
          { rate: '20.0', amount: 200 },
        ],
      },
      'paymentByRate[1].rate',
      'INVALID_REQUEST',
    ],
    [
      'a French payment in part of nobody knows how much',
      'FR',
      'buyer',
      'approved',
      { status: 'partially_paid', paymentDate: '2026-11-21' },
      'paymentAmount',
      'MISSING_FIELD',
    ],
  ]
  test.each(refused)(
    '%s is refused, and nothing happens',
    async (...[, country, party, state, update, field, rule]) => {
      const { who, id } = x.sideOf(country, party)
      await x.putInto(id, state, country === 'FR' ? '203' : null)
      const before = await x.footprint(id)
      const answer = await x.trades[country].move(who, id, update)
      expect({
        status: answer.status,
        details: answer.body.error?.details.map((one: Body) => ({ field: one.field, rule: one.rule })),
      }).toEqual({ status: rule === 'CURRENCY_MISMATCH' ? 422 : 400, details: [{ field, rule }] })
      expect(await x.footprint(id)).toEqual(before)
      expect(await x.standing(id)).toMatchObject({ lifecycleStatus: state })
    },
  )
  test('a remaining amount of nothing is refused in words that fit the status it came with', async () => {
    const trade = x.trades.BE
    const { received } = await trade.exchange()
    const { status, body } = await trade.move(trade.buyer, received, { status: 'approved', remainingAmount: 0 })
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: 'remainingAmount: Nothing is left out of the approval. Remove the field to approve the whole amount.',
    })
    expect(await trade.log(trade.buyer, received)).toMatchObject({ currentStatus: 'received' })
  })
  test('all faults of an update are told at once', async () => {
    const { who, id } = buyerOf('BE')
    const { body } = await x.trades.BE.move(who, id, { status: 'paid', reasonCode: 'OTH', remainingAmount: 5 })
    expect(body.error.details.map(({ field }: Body) => field).sort()).toEqual([
      'paymentDate',
      'reason',
      'remainingAmount',
    ])
  })
  test('a French refusal names the reasons it takes', async () => {
    const { who, id } = buyerOf('FR')
    await x.putInto(id, 'received', '203')
    const { body } = await x.trades.FR.move(who, id, { status: 'rejected', reasonCode: 'OTH', reason: 'x' })
    expect(body.error.details[0].allowed).toEqual(expect.arrayContaining(['TX_TVA_ERR', 'NON_CONFORME', 'LEG']))
    expect(body.error.details[0].allowed).not.toContain('AUTRE')
  })
})
