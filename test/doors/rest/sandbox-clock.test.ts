import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Work } from '../../../src/generated/prisma/client.ts'
import { recordFailure } from '../../../src/engine/work/record.ts'
import type { Runner } from '../../../src/engine/work/runner.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { type Sink, startSink, status } from '../../support/sink.ts'
import { vatNumberIn } from '../../support/trade.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let tenant: Tenant
let sink: Sink
beforeAll(async () => void (app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })))
beforeEach(async () => {
  tenant = await app.tenant()
  sink = await startSink()
})
afterEach(() => sink.stop())
afterAll(() => app.close())

const settle = async (): Promise<void> => {
  await app.platform.relay.drain()
  await (app.platform.runner as Runner).settle()
}
const company = async (): Promise<string> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
const advance = (companyId: string, by: string) => tenant.post('/v1/sandbox/clock/advance', { companyId, by })
/** The work that comes again every thirty days. */
const work = (companyId: string): Promise<Work[]> =>
  app.platform.db.client.work.findMany({
    where: { organizationId: tenant.organizationId, companyId, kind: 'company.refresh' },
  })

describe('advancing the clock of a company', () => {
  test('advancing by 21 hours makes all eight attempts of a delivery, and pauses the webhook by mail', async () => {
    await app.platform.db.client.organization.update({
      where: { id: tenant.organizationId },
      data: { contactEmail: 'clock@example.com' },
    })
    sink.answer = status(500)
    const { body: webhook } = await tenant.post('/v1/webhooks', {
      url: `${sink.url}/hook`,
      events: ['company.created'],
    })
    const id = await company()
    await settle()
    expect(sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1'])
    expect(await advance(id, '20h')).toMatchObject({
      status: 200,
      body: { companyId: id, offsetSeconds: 72_000, due: 1 },
    })
    await settle()
    expect(sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect((await tenant.get(`/v1/webhooks/${webhook.id}`)).body.status).toBe('active')
    expect((await advance(id, '1h')).body).toMatchObject({ offsetSeconds: 75_600 })
    await settle()
    expect(sink.posted).toHaveLength(8)
    expect(new Set(sink.posted.map(({ headers }) => headers['x-service-event-id'])).size).toBe(1)
    expect(JSON.parse(String(sink.posted[7]?.body))).toMatchObject({ livemode: false, data: { companyId: id } })
    expect((await tenant.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({ status: 'paused', failureCount: 8 })
    expect(app.platform.upstreams.mail.outbox.filter(({ to }) => to.includes('clock@example.com'))).toHaveLength(1)
  })

  test('advancing the clock of a company moves what is due for that company and for no other', async () => {
    const [moved, other] = [await company(), await company()]
    await settle()
    const { client } = app.platform.db
    await client.company.updateMany({ where: { id: { in: [moved, other] } }, data: { legalName: 'Before' } })
    const waiting = await work(other)
    expect((await advance(moved, '29d')).body).toMatchObject({ due: 0 })
    await settle()
    expect(await client.company.findMany({ where: { id: moved }, select: { legalName: true } })).toEqual([
      { legalName: 'Before' },
    ])
    const answer = await advance(moved, '1m')
    expect(answer.body).toMatchObject({ due: 1, offsetSeconds: 59 * 86_400 })
    expect(Math.abs(Date.parse(answer.body.now) - app.clock.now().getTime() - 59 * DAY_MS)).toBeLessThan(60_000)
    await settle()
    expect((await client.company.findFirstOrThrow({ where: { id: moved } })).legalName).not.toBe('Before')
    // Due again thirty days after it was due, on the clock of the company.
    expect(
      (await work(moved)).map(({ dueAt }) => Math.round((dueAt.getTime() - app.clock.now().getTime()) / DAY_MS)),
    ).toEqual([1])
    expect((await client.company.findFirstOrThrow({ where: { id: other } })).legalName).toBe('Before')
    expect(await work(other)).toEqual(waiting)
  })

  test('what is under way counts as due before the clock moves on, so that nothing of it stays pending', async () => {
    const { body: sender } = await tenant.post('/v1/companies', { vatNumber: vatNumberIn('BE') })
    await settle()
    const send = (number: number, to: string) =>
      tenant.post('/v1/documents/send', {
        type: 'invoice',
        from: sender.peppolId,
        to,
        document: {
          number: `C-${number}`,
          issueDate: '2026-11-20',
          dueDate: '2026-12-20',
          buyerReference: 'PO',
          lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
        },
      })
    // Some arrive at once, some at the third try, and some are confirmed later.
    const recipients = ['9930:DE811569869', '9930:DE000000432', '9930:DE000000442']
    const sent = []
    for (let round = 0; round < 4; round += 1)
      for (const [place, to] of recipients.entries()) sent.push(send(round * recipients.length + place, to))
    expect((await Promise.all(sent)).map((answer) => answer.status)).toEqual(sent.map(() => 201))
    expect((await advance(sender.id, '1d')).status).toBe(200)
    await settle()
    const { data } = (await tenant.get('/v1/documents?limit=100')).body
    expect(data.map(({ deliveryStatus }: Body) => deliveryStatus)).toEqual(sent.map(() => 'delivered'))
  })

  test('work whose clock moved while it was attempted is due again by the moved clock', async () => {
    const { client } = app.platform.db
    const id = await company()
    await settle()
    const [before] = await work(id)
    const claimed = { ...before, attempts: 3, leaseUntil: new Date(app.clock.now().getTime() + HOUR_MS) } as Work
    const { organizationId, id: workId } = claimed
    const where = { organizationId_id: { organizationId: organizationId ?? '', id: workId } }
    const stored = { attempts: claimed.attempts, leaseUntil: claimed.leaseUntil }
    await client.work.update({ where, data: stored })
    const moved = new Date(claimed.dueAt.getTime() - DAY_MS)
    await client.work.update({ where, data: { dueAt: moved, advanced: true } })
    const at = new Date(app.clock.now().getTime() + HOUR_MS)
    expect(await recordFailure(client, claimed, new Error('no answer'), { dueAt: at })).toBe(true)
    expect((await client.work.findUniqueOrThrow({ where })).dueAt).toEqual(new Date(at.getTime() - DAY_MS))
  })

  test('a reset takes back an advanced clock, and leaves what waits the time it has left', async () => {
    const id = await company()
    await advance(id, '2d')
    const before = await work(id)
    const { status: code, body } = await tenant.post('/v1/sandbox/clock/reset', { companyId: id })
    expect({ code, body }).toMatchObject({ code: 200, body: { companyId: id, offsetSeconds: 0 } })
    expect(Math.abs(Date.parse(body.now) - app.clock.now().getTime())).toBeLessThan(60_000)
    expect((await work(id)).map(({ dueAt, advanced }) => ({ dueAt, advanced }))).toEqual(
      before.map(({ dueAt }) => ({ dueAt, advanced: false })),
    )
    expect((await advance(id, '1h')).body.offsetSeconds).toBe(3_600)
  })

  test.each(['', '1', 'h', '0h', '-1h', '1.5h', '1 h', '1H', '1h30min', '1000000s', '9999999d', '11y'])(
    'advancing the clock by %j is refused',
    async (by) => {
      const before = await work(tenant.companyId)
      expectRefusal(await advance(tenant.companyId, by), 'INVALID_REQUEST')
      expect(await work(tenant.companyId)).toEqual(before)
    },
  )

  test.each([
    ['45s', 45],
    ['10min', 600],
    ['3d', 259_200],
    ['2w', 1_209_600],
    ['1m', 2_592_000],
    ['1y', 31_536_000],
  ])('advancing the clock by %s is %i seconds, over GraphQL as over REST', async (by, seconds) => {
    const id = await company()
    await settle()
    const { data } = await tenant.graphql(
      'mutation ($id: ID!, $by: String!) { advanceClock(input: {companyId: $id, by: $by}) { companyId ' +
        'offsetSeconds due } }',
      { id, by },
    )
    expect(data.advanceClock).toEqual({
      companyId: id,
      offsetSeconds: seconds,
      due: seconds >= 2_592_000 ? 1 : 0,
    } satisfies Body)
    expect(
      (await tenant.graphql('mutation ($id: ID!) { resetClock(input: {companyId: $id}) { offsetSeconds } }', { id }))
        .data.resetClock,
    ).toEqual({ offsetSeconds: 0 })
  })
})
