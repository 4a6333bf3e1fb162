import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryStatuses, statuses } from '../../../src/documents/record/filter.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Exchange, startExchange } from '../../support/exchange.ts'

let app: TestApp
let exchange: Exchange
beforeAll(async () => {
  app = await startApp()
  exchange = await startExchange(app)
})
afterAll(() => app.close())

const listed = async (filter = ''): Promise<Body[]> =>
  (await exchange.sender.get(`/v1/documents?limit=100${filter}`)).body.data
const idsOf = (documents: readonly Body[]): string[] => documents.map(({ id }) => id as string).sort()

/** What each filter finds is what the whole list shows; answers the states that there are. */
const expectAgreement = async (): Promise<string[]> => {
  const all = await listed()
  const asked = [
    ...statuses.map((value) => ['status', [value]] as const),
    ...deliveryStatuses.map((value) => ['deliveryStatus', [value]] as const),
    ['status', ['draft', 'sent', 'rejected']] as const,
    ['deliveryStatus', ['delivered', 'failed']] as const,
  ]
  for (const [field, values] of asked) {
    const found = await listed(values.map((value) => `&${field}=${value}`).join(''))
    const expected = all.filter((document) => (values as readonly string[]).includes(document[field]))
    expect({ field, values, found: idsOf(found) }).toEqual({ field, values, found: idsOf(expected) })
  }
  return [...new Set(all.map(({ status, deliveryStatus }) => `${status} ${deliveryStatus}`))].sort()
}

const send = async (to: string): Promise<string> => {
  const { status, body } = await exchange.sender.post('/v1/documents/send', exchange.invoice({}, { to }))
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.id
}
const settleUntilOver = async (id: string): Promise<void> => {
  for (let hours = 0; hours < 72; hours += 1) {
    await exchange.settle()
    if ((await exchange.sender.get(`/v1/documents/${id}`)).body.deliveryStatus !== 'pending') return
    app.clock.advance(3_600_000)
  }
}

test('filters by status find exactly the documents of that status, at every step of a delivery', async () => {
  await send(exchange.to)
  await send('9930:DE000000420')
  await send('9930:DE000000442')
  const unreachable = await send('9930:DE000000430')
  // Two are open afterwards: one is tried again later, and one is confirmed later.
  await exchange.settle()
  expect(await expectAgreement()).toEqual(
    expect.arrayContaining(['delivered delivered', 'rejected rejected', 'sent pending']),
  )
  await settleUntilOver(unreachable)
  expect(await expectAgreement()).toContain('sent failed')
  expect((await exchange.sender.post(`/v1/documents/${unreachable}/resend`)).status).toBe(202)
  await exchange.settle()
  expect(await expectAgreement()).toContain('sent pending')
  await settleUntilOver(unreachable)
  expect(await expectAgreement()).toContain('sent failed')
})

test('the list of documents that are not delivered goes with its documents', async () => {
  const { organizationId } = exchange.sender
  const { client } = app.platform.db
  expect(await client.openDocument.count({ where: { organizationId } })).toBeGreaterThan(0)
  await client.document.deleteMany({ where: { organizationId } })
  expect(await client.openDocument.count({ where: { organizationId } })).toBe(0)
})
