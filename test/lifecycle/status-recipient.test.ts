import { afterAll, beforeAll, expect, test } from 'vitest'
import { frenchVat } from '../../src/values/national-numbers.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectOperationRefusal } from '../support/refusals.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let last = 999_003_000
/** Two companies with lines in the French directory. */
const french = async (): Promise<Trade> => {
  const [supplier, buyer] = [await app.tenant('white_label'), await app.tenant('white_label')]
  const made = async (tenant: Tenant): Promise<Body> =>
    (await tenant.post('/v1/companies', { vatNumber: frenchVat(String((last += 1))) })).body
  const companies: [Body, Body] = [await made(supplier), await made(buyer)]
  await app.platform.runner?.settle()
  return new Trade(app, 'FR', supplier, buyer, companies)
}

/** An invoice whose address for statuses (BT-34) is no longer there. */
const stranded = async (): Promise<{ trade: Trade; sent: string; received: string; gone: string }> => {
  const trade = await french()
  const gone = `${trade.from.peppolId}_STATUTS`
  const path = `/v1/companies/${trade.from.id}/addresses`
  const { body } = await trade.supplier.post(path, { address: gone, takes: 'statuses' })
  await trade.settle()
  const invoice = await trade.exchange()
  await trade.supplier.post(`${path}/${body.id}/end`, {})
  await trade.settle()
  return { trade, gone, ...invoice }
}

const transitions = (id: string): string => `{ document(id: "${id}") { transitions { target
  recipient { syntax address takes reason lineStatus advice others { address takes } } } } }`

test('an address that takes statuses is told as such, by every door, and nothing else is asked', async () => {
  const trade = await french()
  const { received } = await trade.exchange()
  const recipient = {
    syntax: 'cdar',
    address: trade.from.peppolId,
    takes: true,
    reason: null,
    lineStatus: 'Enabled',
    others: [],
    advice: null,
  }
  expect((await trade.buyer.get(`/v1/documents/${received}/lifecycle/recipient`)).body).toEqual({ recipient })
  const path = `/v1/documents/${received}/lifecycle`
  expect((await trade.buyer.get(`${path}?recipient=true`)).body.statusRecipient).toEqual(recipient)
  expect((await trade.buyer.get(path)).body).not.toHaveProperty('statusRecipient')
  const { data } = await trade.buyer.graphql(transitions(received))
  expect(data.document.transitions.length).toBeGreaterThan(2)
  for (const step of data.document.transitions)
    expect(step.recipient).toEqual({ ...recipient, syntax: 'CDAR', lineStatus: 'ENABLED' })
})

test('an address that is gone is told before a status leaves, with the address of the company that takes it', async () => {
  const { trade, received, gone } = await stranded()
  const { recipient } = (await trade.buyer.get(`/v1/documents/${received}/lifecycle/recipient`)).body
  expect(recipient).toMatchObject({
    address: gone,
    takes: false,
    reason: 'NOT_IN_SML',
    lineStatus: 'Disabled',
    others: [{ address: trade.from.peppolId, takes: true, reason: null, lineStatus: 'Enabled' }],
    advice: expect.stringContaining(trade.from.peppolId),
  })
  const { data } = await trade.buyer.graphql(transitions(received))
  expect(data.document.transitions[0].recipient).toMatchObject({ address: gone, takes: false, reason: 'NOT_IN_SML' })
})

test('in a list each document has the recipient of its own statuses', async () => {
  const { trade, received, gone } = await stranded()
  const later = await trade.exchange()
  const { data } = await trade.buyer.graphql(
    '{ documents(first: 2) { nodes { id transitions { recipient { address takes others { address } } } } } }',
  )
  const recipients = data.documents.nodes.map(({ id, transitions: [first] }: Body) => [id, first.recipient])
  expect(Object.fromEntries(recipients)).toEqual({
    [received]: { address: gone, takes: false, others: [{ address: trade.from.peppolId }] },
    [later.received]: { address: trade.from.peppolId, takes: true, others: [] },
  })
})

test('a status that cannot leave says so with the address that would take it, and leaves once its own is back', async () => {
  const { trade, sent, received, gone } = await stranded()
  await trade.move(trade.buyer, received, { status: 'approved' })
  await trade.settle()
  const message = async (): Promise<Body> =>
    (
      await trade.buyer.graphql(
        `{ document(id: "${received}") { lifecycleMessages { deliveryStatus errorCode errorMessage } } }`,
      )
    ).data.document.lifecycleMessages.at(-1)
  expect(await message()).toEqual({
    deliveryStatus: 'PENDING',
    errorCode: 'RECIPIENT_NOT_FOUND',
    errorMessage: expect.stringContaining(`These addresses of the company do: ${trade.from.peppolId}.`),
  })
  expect((await trade.supplier.get(`/v1/documents/${sent}`)).body.lifecycleStatus).toBe('issued')
  await trade.supplier.post(`/v1/companies/${trade.from.id}/addresses`, { address: gone, takes: 'statuses' })
  await trade.settle()
  app.clock.advance(11_000)
  await trade.settle()
  expect(await message()).toMatchObject({ deliveryStatus: 'DELIVERED', errorCode: null })
  expect((await trade.supplier.get(`/v1/documents/${sent}`)).body.lifecycleStatus).toBe('approved')
})

test('the other side of a document that did not travel is told nothing', async () => {
  const trade = await french()
  const { body } = await trade.supplier.post('/v1/documents/send', {
    type: 'event',
    from: trade.from.peppolId,
    document: { number: 'E-1' },
  })
  expect((await trade.supplier.get(`/v1/documents/${body.id}/lifecycle/recipient`)).body).toEqual({ recipient: null })
})

test('nobody asks about a document of somebody else', async () => {
  const trade = await french()
  const { received } = await trade.exchange()
  const before = await trade.supplier.footprint()
  const refused = await trade.supplier.get(`/v1/documents/${received}/lifecycle/recipient`)
  expectOperationRefusal(refused, 'DOCUMENT_NOT_FOUND')
  expect(await trade.supplier.footprint()).toEqual(before)
})
