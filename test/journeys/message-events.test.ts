import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, NETWORK_SECRET, REJECTION, enveloped, startExchange, statusXml } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startExchange(app)
})
afterAll(() => app.close())

/** Changes that the events of a kind tell of a document, oldest first. */
const told = async ({ organizationId }: Tenant, documentId: string): Promise<Body[][]> => {
  const where = { organizationId, type: 'document.updated' }
  const rows = await app.platform.db.client.event.findMany({ where, orderBy: { seq: 'asc' } })
  return rows.flatMap(({ data }) => ((data as Body).documentId === documentId ? [(data as Body).changes] : []))
}
const statuses = async (tenant: Tenant, id: string): Promise<Body[]> =>
  (await tenant.get(`/v1/documents/${id}/message-statuses`)).body.data
const newStatus = (to: string) => [{ field: 'messageStatuses', from: null, to }]

describe('message statuses', () => {
  test('a status that we answer is announced to who received the document, with its identifier', async () => {
    const { number } = (await x.sender.post('/v1/documents/send', x.invoice())).body
    await x.settle()
    const [incoming] = (await x.receiver.get(`/v1/documents?number=${number}`)).body.data
    const [ours] = await statuses(x.receiver, incoming.id)
    expect(await told(x.receiver, incoming.id)).toEqual([newStatus(ours.id)])
  })

  test('a status that moves nothing is announced once; one that moves the document, by what it moves', async () => {
    // A recipient who never answers by itself.
    const { id } = (await x.sender.post('/v1/documents/send', x.invoice({}, { to: '9930:DE000000442' }))).body
    const instanceId = await x.instanceOf(id)
    const status = (more = {}) =>
      enveloped({
        payload: statusXml(instanceId, more),
        sender: '0242:000001',
        receiver: '0242:000000',
        kind: 'mls',
      })
    expect((await x.knock(status())).status).toBe(201)
    await x.settle()
    expect(await x.events(x.sender, id)).toEqual(['document.sent', 'document.delivered'])
    const later = status(REJECTION)
    for (const expected of [201, 200]) expect((await x.knock(later)).status).toBe(expected)
    await x.settle()
    const [, second] = await statuses(x.sender, id)
    expect(await told(x.sender, id)).toEqual([newStatus(second.id)])
    expect((await x.sender.get(`/v1/documents/${id}`)).body).toMatchObject({ status: 'delivered' })
  })
})

describe('messages about the business status', () => {
  /** A document of a participant of the sandbox, with a decision of ours about it. */
  const decided = async (sender: string): Promise<string> => {
    const { id } = (await x.sender.post('/v1/documents/send', x.invoice())).body
    const payload = (await x.sender.get(`/v1/documents/${id}/xml`)).bytes
    const instanceId = randomUUID()
    const arrived = await x.knock(enveloped({ payload, sender, receiver: x.to, kind: 'invoice', instanceId }))
    const { documentId } = arrived.body
    await x.settle()
    expect((await x.receiver.post(`/v1/documents/${documentId}/lifecycle`, { status: 'approved' })).status).toBe(200)
    return documentId
  }
  const message = async (documentId: string): Promise<Body> =>
    app.platform.db.client.lifecycleMessage.findFirstOrThrow({ where: { documentId } })
  const change = (field: string, from: unknown, to: unknown) => ({ field: `lifecycleMessages.${field}`, from, to })

  test('a message that the other side takes is announced', async () => {
    const id = await decided('9930:DE123456789')
    expect(await told(x.receiver, id)).toEqual([])
    await x.settle()
    expect(await message(id)).toMatchObject({ deliveryStatus: 'delivered', attempts: 1 })
    expect(await told(x.receiver, id)).toEqual([[change('deliveryStatus', 'pending', 'delivered')]])
  })

  test('a message that our own fault keeps from being sent has failed after the last try', async () => {
    const id = await decided('9930:DE000000430')
    const { client } = app.platform.db
    await x.settle()
    // It tells what cannot be written.
    const { entryId, organizationId } = await message(id)
    await client.lifecycleEntry.updateMany({ where: { organizationId, id: entryId }, data: { corrections: {} } })
    for (let round = 0; round < 7; round++) {
      await x.settle()
      app.clock.advance(7_200_000)
    }
    expect(await message(id)).toMatchObject({
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
      errorMessage: 'The message could not be sent.',
    })
  })

  test('a message that nobody takes is announced at its first failure and at its end, and not in between', async () => {
    const id = await decided('9930:DE000000430')
    for (let round = 0; round < 7; round++) {
      await x.settle()
      app.clock.advance(7_200_000)
    }
    const { errorMessage, ...end } = await message(id)
    expect(end).toMatchObject({ deliveryStatus: 'failed', attempts: 7, errorCode: 'TRANSPORT_FAILURE' })
    expect(await told(x.receiver, id)).toEqual([
      [change('errorCode', null, 'TRANSPORT_FAILURE'), change('errorMessage', null, errorMessage)],
      [change('deliveryStatus', 'pending', 'failed')],
    ])
  })
})
