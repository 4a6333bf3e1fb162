import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { openEvents } from '../support/event-source.ts'
import { until } from '../support/until.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  // Nobody but the relay and its subscribers is there to find what was written, and they never look by themselves.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  app = await startApp({ WORKERS: 'off' })
  vi.useRealTimers()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const PARTNERS = 3

/** A Belgian company number ends with check digits. */
const participant = (base: number): string =>
  `0208:${String(base).padStart(8, '0')}${String(97 - (base % 97)).padStart(2, '0')}`

const send = (to: string) =>
  tenant.post('/v1/documents/send', {
    type: 'invoice',
    from: tenant.peppolId,
    to,
    document: {
      number: `WAKE-${to}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-1',
      lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
    },
  })

test('a subscriber is told of the partner that a send to somebody new makes, without a look or a worker', async () => {
  const base = await app.listen()
  const events = await openEvents(`${base}/v1/events/stream?type=partner.created`, tenant.headers)
  for (let number = 0; number < PARTNERS; number++) {
    expect(await send(participant(4_030_000 + number))).toMatchObject({ status: 201 })
    await until(() => events.messages.length, number + 1)
  }
  events.leave()
  expect(events.messages.map(({ data }) => data.type)).toEqual(Array(PARTNERS).fill('partner.created'))
})

test('whoever waits for events and for work is woken when a send is committed, and by no refused one', async () => {
  const woken: string[] = []
  const { wakeUps } = app.platform
  const stop = (['events', 'work'] as const).map((channel) => wakeUps.subscribe(channel, () => woken.push(channel)))
  expect(await send('0208:0000000400')).toMatchObject({ status: 422 })
  expect(woken).toEqual([])
  expect(await send('0208:0403019261')).toMatchObject({ status: 201 })
  expect([...new Set(woken)].toSorted()).toEqual(['events', 'work'])
  for (const end of stop) end()
})
