import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { openEvents } from '../support/event-source.ts'
import { atLeast, until } from '../support/until.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  // Nobody but the relay and its subscribers is there to find what was written.
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const PARTNERS = 10
const QUIET_MS = 120
/** How soon a subscriber hears of it; a poll would take half a second. */
const SOON_MS = 50

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

test(
  'a subscriber hears at once of the partner that a send to somebody new makes, without any worker',
  { tags: 'heavy' },
  async () => {
    const base = await app.listen()
    const events = await openEvents(`${base}/v1/events/stream?type=partner.created`, tenant.headers)
    const waited: number[] = []
    let heard = performance.now()
    for (let number = 0; number < PARTNERS; number++) {
      // Events that come soon after others are numbered together with what follows: each send comes out of a quiet time.
      await until(() => performance.now() - heard, atLeast(QUIET_MS + 1))
      const answer = await send(participant(4_030_000 + number))
      const sent = performance.now()
      expect(answer).toMatchObject({ status: 201 })
      await until(() => events.messages.length, number + 1)
      heard = performance.now()
      waited.push(heard - sent)
    }
    events.leave()
    expect(events.messages.map(({ data }) => data.type)).toEqual(Array(PARTNERS).fill('partner.created'))
    // The quickest: a busy machine delays some of them, a forgotten wake-up all of them.
    expect(Math.min(...waited)).toBeLessThan(SOON_MS)
  },
)

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
