import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Payer, startPayer } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let x: Payer
beforeAll(async () => {
  app = await startApp()
  x = await startPayer(app)
})
afterAll(() => app.close())

const dueDaysAgo = (days: number): Date => new Date(app.clock.now().getTime() - days * DAY)
const ageing = async (query = 'side=payable'): Promise<Body> => (await x.buyer.get(`/v1/payments/ageing?${query}`)).body
const amountsIn = ({ currencies }: Body, currency: string): Record<string, number> =>
  Object.fromEntries(
    (currencies.find((one: Body) => one.currency === currency)?.ages ?? [])
      .filter(({ documents }: Body) => documents > 0)
      .map(({ age, amount }: Body) => [age, amount]),
  )

describe('what is not paid yet', () => {
  test('amounts are added up exactly by currency and by how late they are, less what was paid', async () => {
    expect((await ageing()).currencies).toEqual([])
    await x.invoice({ amountDue: '0.10', dueDate: dueDaysAgo(0) })
    await x.invoice({ amountDue: '0.20', dueDate: dueDaysAgo(-30) })
    for (const days of [1, 30, 31, 60, 61, 90, 91, 400])
      await x.invoice({ amountDue: '1.00', dueDate: dueDaysAgo(days) })
    await x.invoice({ amountDue: null, grossAmount: '7.00', dueDate: null })
    await x.invoice({ amountDue: '9999999999999.99', currency: 'JPY', dueDate: dueDaysAgo(5) })
    const { id } = await x.invoice({ amountDue: '100.00', lifecycleStatus: 'approved', dueDate: dueDaysAgo(10) })
    await x.pay(id, { amount: '99.99', date: '2026-11-20' })
    const body = await ageing()
    expect(amountsIn(body, 'EUR')).toEqual({
      no_date: 7,
      not_due: 0.3,
      days_30: 2.01,
      days_60: 2,
      days_90: 2,
      older: 2,
    })
    expect(body.currencies.map(({ currency, documents }: Body) => [currency, documents])).toEqual([
      ['EUR', 12],
      ['JPY', 1],
    ])
    const { data } = await x.buyer.graphql('{ ageing(side: PAYABLE) { currencies { currency amount ages { age } } } }')
    expect(data.ageing.currencies.map(({ currency, amount }: Body) => [currency, amount])).toEqual([
      ['EUR', '15.31'],
      ['JPY', '9999999999999.99'],
    ])
    expect(data.ageing.currencies[0].ages.map(({ age }: Body) => age)).toEqual([
      'NO_DATE',
      'NOT_DUE',
      'DAYS_30',
      'DAYS_60',
      'DAYS_90',
      'OLDER',
    ])
  })

  test('what is paid, rejected, not delivered, or no debt is not owed, and each side has its own', async () => {
    const before = await ageing()
    const others = [
      { lifecycleStatus: 'paid' },
      { lifecycleStatus: 'rejected' },
      { lifecycleStatus: 'draft' },
      { deliveryStatus: 'failed' },
      { type: 'credit-note' },
      { currency: null },
    ]
    for (const change of others) await x.invoice(change)
    await x.invoice({ direction: 'outgoing', lifecycleStatus: 'issued', amountDue: '5.00', dueDate: dueDaysAgo(2) })
    await x.invoice({ direction: 'outgoing', selfBilled: true, lifecycleStatus: 'issued', amountDue: '3.00' })
    const after = await ageing()
    expect(amountsIn(after, 'EUR')).toEqual({ ...amountsIn(before, 'EUR'), no_date: 10 })
    expect(amountsIn(await ageing('side=receivable'), 'EUR')).toEqual({ days_30: 5 })
    expect(await ageing('')).toMatchObject({ side: 'receivable' })
  })

  test('a caller of one company sees its own debts alone, and nobody those of others', async () => {
    const { body: second } = await x.buyer.post('/v1/companies', { vatNumber: 'BE0428759497' })
    await x.invoice({ companyId: second.id, amountDue: '4.00', dueDate: dueDaysAgo(1), currency: 'SEK' })
    expect(amountsIn(await ageing(`side=payable&companyId=${second.id}`), 'SEK')).toEqual({ days_30: 4 })
    expect(amountsIn(await ageing(`side=payable&companyId=${x.companyId}`), 'SEK')).toEqual({})
    const bound = await x.buyer.keyWith(['payments'], { companyId: x.companyId })
    const { body } = await bound.get('/v1/payments/ageing?side=payable')
    expect(amountsIn(body, 'SEK')).toEqual({})
    expectRefusal(await bound.get(`/v1/payments/ageing?companyId=${second.id}`), 'COMPANY_FORBIDDEN')
    const stranger = await app.tenant()
    expect((await stranger.get('/v1/payments/ageing?side=payable')).body.currencies).toEqual([])
    expectRefusal(await stranger.get(`/v1/payments/ageing?companyId=${second.id}`), 'COMPANY_NOT_FOUND')
  })
})
