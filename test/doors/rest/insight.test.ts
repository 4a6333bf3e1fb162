import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Exchange, startExchange } from '../../support/exchange.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { dayOf } from '../../../src/values/dates.ts'

let app: TestApp
let x: Exchange
const refuse = async (): Promise<void> => {
  const [arrived] = (await x.receiver.get('/v1/documents?direction=incoming&type=invoice&limit=1')).body.data
  const { status } = await x.receiver.post(`/v1/documents/${arrived.id}/lifecycle`, {
    status: 'rejected',
    reasonCode: 'REF',
    reason: 'Unknown order',
  })
  expect(status).toBe(200)
}

beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
  const { sender, receiver, from, to, invoice } = x
  const send = async (body: Body, by = sender): Promise<string> => {
    const answer = await by.post('/v1/documents/send', body)
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 201 })
    return answer.body.id
  }
  const line = (unitPrice: string) => ({
    lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice, vatRate: 0, vatCategory: 'Z' }],
  })
  await send(invoice(line('0.10')))
  await send(invoice(line('0.20')))
  await send(invoice({ ...line('1000'), currency: 'JPY' }))
  await send({ ...invoice({ ...line('0.05'), billingReference: 'X-1' }), type: 'credit-note' })
  await send(invoice(line('50'), { to: '9930:DE000000420' }))
  await send(invoice(line('7'), { from: to, to: from }), receiver)
  await x.settle()
  await x.settle()
  await refuse()
  await x.settle()
})
afterAll(() => app.close())

const insight = async (query = '', caller: { get: Body } = x.sender): Promise<Body> => {
  const { status, body } = await caller.get(`/v1/stats/insight?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

test('amounts are added up exactly by currency, less credit notes and what was not delivered, with a point a day', async () => {
  const { amounts, period } = await insight()
  expect(amounts.map(({ points: _points, ...one }: Body) => one)).toEqual([
    { currency: 'EUR', documents: 4, sent: 0.25, received: 7 },
    { currency: 'JPY', documents: 1, sent: 1000, received: 0 },
  ])
  const days = (Date.parse(period.end) - Date.parse(period.start)) / 86_400_000
  expect(amounts[0].points).toHaveLength(days)
  const today = dayOf(app.clock.now())
  expect(amounts[0].points.filter(({ sent }: Body) => sent !== 0)).toEqual([
    { start: `${today}T00:00:00.000Z`, sent: 0.25, received: 7 },
  ])
  const { data } = await x.sender.graphql('{ insight { amounts { currency sent } } }')
  expect(data.insight.amounts).toEqual([
    { currency: 'EUR', sent: '0.25' },
    { currency: 'JPY', sent: '1000.00' },
  ])
})

test('delivery times, reasons and partners are those of the documents of the period', async () => {
  const { deliveries, reasons, partners } = await insight('period=week')
  expect(deliveries).toMatchObject({ documents: 4, medianSeconds: expect.any(Number), slowSeconds: expect.any(Number) })
  expect(deliveries.slowSeconds).toBeGreaterThanOrEqual(deliveries.medianSeconds)
  expect(deliveries.points).toHaveLength(7)
  expect(deliveries.points.reduce((sum: number, one: Body) => sum + one.documents, 0)).toBe(4)
  expect(reasons).toContainEqual({ kind: 'rejected', code: 'AP_REJECTED', documents: 1 })
  expect(reasons).toContainEqual({ kind: 'refused', code: expect.any(String), documents: 1 })
  expect(partners[0]).toMatchObject({ sent: 4, received: 1 })
  const { reasons: theirs } = await insight('period=week', x.receiver)
  expect(theirs).toContainEqual({ kind: 'refused', code: 'REF', documents: 1 })
})

test('another period has its own documents, and statistics are asked for it in the same way', async () => {
  const empty = await insight('period=month&day=2020-02-29')
  expect(empty).toMatchObject({
    period: { start: '2020-02-01T00:00:00.000Z', end: '2020-03-01T00:00:00.000Z' },
    amounts: [],
    deliveries: { documents: 0, medianSeconds: null },
    reasons: [],
    partners: [],
  })
  const { body } = await x.sender.get('/v1/stats?period=month&day=2020-02-29')
  expect(body).toMatchObject({ period: { start: '2020-02-01T00:00:00.000Z' }, documents: { sent: 0 } })
  expect((await x.sender.get('/v1/stats?period=month')).body.documents.sent).toBeGreaterThan(0)
  expectRefusal(await x.sender.get('/v1/stats/insight?day=2026-02-30'), 'INVALID_DATE')
})

test('a caller of one company is told of it alone, nobody of others, and figures of usage give no amounts', async () => {
  const company = (await x.sender.get(`/v1/companies/peppol:${x.from}`)).body
  const other = (await x.sender.get('/v1/companies')).body.data.find(({ id }: Body) => id !== company.id)
  expect((await insight(`companyId=${company.id}`)).amounts[0]).toMatchObject({ documents: 4 })
  expect(await insight(`companyId=${other.id}`)).toMatchObject({ amounts: [], partners: [], reasons: [] })
  const bound = await x.sender.keyWith(['documents.read'], { companyId: other.id })
  expect(await insight('', bound)).toMatchObject({ amounts: [], partners: [] })
  expectRefusal(await bound.get(`/v1/stats/insight?companyId=${company.id}`), 'COMPANY_FORBIDDEN')
  const stranger = await app.tenant()
  expect(await insight('', stranger)).toMatchObject({ amounts: [], partners: [], reasons: [] })
  expectRefusal(await stranger.get(`/v1/stats/insight?companyId=${company.id}`), 'COMPANY_NOT_FOUND')
  const counting = await x.sender.keyWith(['stats'])
  expectRefusal(await counting.get('/v1/stats/insight'), 'INSUFFICIENT_SCOPE')
})
