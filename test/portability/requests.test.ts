import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let silent: TestApp
let gaining: Tenant
let losing: Tenant
beforeAll(async () => {
  ;[app, silent] = [await startApp({ PORTABILITY_MAIL: 'true' }), await startApp()]
  ;[gaining, losing] = [await app.tenant('white_label'), await app.tenant('white_label')]
})
afterAll(async () => {
  await app.close()
  await silent.close()
})

let last = 0
const fresh = (): string => `PORT-${++last}`
const SIREN = '303265045'

const send = (by: Caller, requestRef: string, messageType: string, state: string, more: object = {}): Promise<Answer> =>
  by.post('/v1/portability/messages', { messageType, state, requestRef, taxpayerSiren: SIREN, ...more })

const lastOf = ({ messages }: Body): Body => messages.at(-1)

/** What one platform has said reaches the other. */
const pass = (from: Answer, to: Caller): Promise<Answer> => {
  const { subject, csv } = lastOf(from.body)
  return to.post('/v1/portability/received-messages', { subject, csvRow: csv })
}

describe('a request to change platforms', () => {
  test('goes from one side to the other and back, and both keep its state and its messages', async () => {
    const ref = fresh()
    const more = { gainingPaId: '0001', losingPaId: '0002', effectiveDate: '2027-01-01' }
    const asked = await send(gaining, ref, 'REQUEST', 'SUBMITTED', more)
    expect({ status: asked.status, body: asked.body }).toMatchObject({
      status: 201,
      body: { side: 'gaining', state: 'SUBMITTED', gainingPaId: '0001', effectiveDate: '2027-01-01' },
    })
    const received = await pass(asked, losing)
    expect(received.body).toMatchObject({ side: 'losing', state: 'SUBMITTED', losingPaId: '0002' })
    const answered = await send(losing, ref, 'ANSWER', 'ACCEPTED')
    expect((await pass(answered, gaining)).body).toMatchObject({ side: 'gaining', state: 'ACCEPTED' })
    const done = await send(gaining, ref, 'CONFIRMATION', 'EFFECTIVE')
    expect((await pass(done, losing)).body).toMatchObject({ state: 'EFFECTIVE' })
    const { body } = await losing.get(`/v1/portability/requests/${received.body.id}`)
    expect(body.messages.map(({ incoming, state }: Body) => [incoming, state])).toEqual([
      [true, 'SUBMITTED'],
      [false, 'ACCEPTED'],
      [true, 'EFFECTIVE'],
    ])
    expect((await losing.get('/v1/portability/requests?state=EFFECTIVE&side=losing')).body.data).toEqual([body])
    expect((await losing.get('/v1/portability/requests?side=gaining')).body.data).toEqual([])
    const { data } = await gaining.graphql(
      '{ portabilityRequests(first: 1) { nodes { state side messages { state } } } }',
    )
    expect(data.portabilityRequests.nodes).toMatchObject([{ state: 'EFFECTIVE', side: 'GAINING' }])
    await app.platform.relay.drain()
    const events = (await gaining.get('/v1/events?type=portability.changed')).body.data
    expect(events.map((one: Body) => one.data.state)).toEqual(['SUBMITTED', 'ACCEPTED', 'EFFECTIVE'])
  })

  test('is moved by nobody who is not on the right side, nor twice, nor out of its order', async () => {
    const ref = fresh()
    await pass(await send(gaining, ref, 'REQUEST', 'SUBMITTED'), losing)
    await app.platform.runner?.settle()
    const before = [await gaining.footprint(), await losing.footprint()]
    for (const [by, type, state] of [
      [gaining, 'REQUEST', 'SUBMITTED'],
      [gaining, 'ANSWER', 'ACCEPTED'],
      [gaining, 'CONFIRMATION', 'EFFECTIVE'],
      [losing, 'CANCELLATION', 'CANCELLED'],
    ] as const)
      expectRefusal(await send(by, ref, type, state), 'INVALID_TRANSITION')
    expectRefusal(await send(gaining, fresh(), 'CONFIRMATION', 'EFFECTIVE'), 'INVALID_TRANSITION')
    expectRefusal(await send(gaining, fresh(), 'REQUEST', 'ACCEPTED'), 'INVALID_REQUEST')
    expect([await gaining.footprint(), await losing.footprint()]).toEqual(before)
    expect((await gaining.get('/v1/portability/requests?limit=1')).body.data[0].messages).toHaveLength(1)
  })

  test('takes a mail that arrives twice once', async () => {
    const asked = await send(gaining, fresh(), 'REQUEST', 'SUBMITTED')
    const once = await pass(asked, losing)
    expect((await pass(asked, losing)).body).toEqual(once.body)
  })

  test('is seen by its organization alone, and by no key of one company', async () => {
    const { body } = await send(gaining, fresh(), 'REQUEST', 'SUBMITTED')
    expectRefusal(await losing.get(`/v1/portability/requests/${body.id}`), 'RESOURCE_NOT_FOUND')
    const bound = await gaining.keyWith(['*'], { companyId: gaining.companyId })
    expectRefusal(await bound.get('/v1/portability/requests'), 'COMPANY_FORBIDDEN')
    expectRefusal(await send(bound, fresh(), 'REQUEST', 'SUBMITTED'), 'COMPANY_FORBIDDEN')
  })
})

describe('the mail to the other platform', () => {
  test('leaves with its table where the deployment allows it, once', async () => {
    const { body } = await send(gaining, fresh(), 'REQUEST', 'SUBMITTED', { mailTo: 'portability@other.example' })
    expect(lastOf(body)).toMatchObject({ dispatch: 'pending', mailTo: 'portability@other.example' })
    await app.platform.runner?.settle()
    const after = (await gaining.get(`/v1/portability/requests/${body.id}`)).body
    expect(lastOf(after)).toMatchObject({ dispatch: 'sent', error: null })
    const mails = app.platform.upstreams.mail.outbox.filter(({ to }) => to.includes('portability@other.example'))
    expect(mails.map(({ subject }) => subject)).toEqual([lastOf(body).subject])
    expect(Buffer.from(mails[0]?.attachments[0]?.bytes ?? []).toString()).toBe(lastOf(body).csv)
  })

  test('does not leave where the deployment does not allow it, which is the default', async () => {
    const quiet = await silent.tenant('white_label')
    const { body } = await send(quiet, fresh(), 'REQUEST', 'SUBMITTED', { mailTo: 'portability@other.example' })
    expect(lastOf(body)).toMatchObject({ dispatch: 'kept', mailTo: 'portability@other.example' })
    await silent.platform.runner?.settle()
    expect(silent.platform.upstreams.mail.outbox).toEqual([])
  })
})
