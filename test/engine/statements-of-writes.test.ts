/**
 * How many statements the writes take that everybody waits for: they may become fewer, and never more. The beginning of a
 * transaction is one, and so is the lock of an idempotency key, which only PostgreSQL needs; the end of it is none.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workKinds } from '../../src/app/work-kinds.ts'
import type { WorkKind } from '../../src/engine/work/work.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { Trade, vatNumberIn } from '../support/trade.ts'

let app: TestApp
let trade: Trade
let french: Trade

/** Runs the work of a kind that was written last, as a worker does. */
const run = async (kind: WorkKind): Promise<void> => {
  const { client } = app.platform.db
  const work = await client.work.findFirstOrThrow({ where: { kind }, orderBy: { id: 'desc' } })
  const { organizationId, id } = work
  const given = { ...work, attempts: 1 }
  const result = await workKinds[kind].run(app.platform, given, AbortSignal.timeout(60_000))
  expect([undefined, { recorded: 'success' }]).toContainEqual(result)
  await client.work.deleteMany({ where: { organizationId, id } })
}
const counted = async (body: () => Promise<unknown>): Promise<string[]> =>
  // The work is looked up and removed by whoever runs it; what the simulated network remembers is no part of the product.
  (await app.statements(body)).filter((sql) => !/simulated_messages|FROM "work"/.test(sql))
const registered = async (headers: Record<string, string> = {}, country: 'BE' | 'FR' = 'BE'): Promise<void> => {
  const answer = await trade.supplier.post('/v1/companies', { vatNumber: vatNumberIn(country) }, headers)
  expect(answer.status).toBe(201)
}
const sent = async (): Promise<void> => {
  expect((await trade.supplier.post('/v1/documents/send', trade.body())).status).toBe(201)
}
/** To somebody abroad, who is on no platform of this deployment. */
const sentAbroad = async (): Promise<void> => {
  const body = french.body({ businessProcess: undefined }, { to: '0208:0417497106' })
  expect((await french.supplier.post('/v1/documents/send', body)).status).toBe(201)
}

const sentInFrance = async (): Promise<void> => {
  expect((await french.supplier.post('/v1/documents/send', french.body())).status).toBe(201)
}

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  trade = await Trade.between(app, 'BE')
  french = await Trade.between(app, 'FR')
  for (let nth = 0; nth < 4; nth++) await run('company.publish')
  // Partners are made by the first document.
  await sent()
  await run('document.deliver')
}, 60_000)
afterAll(() => app.close())

const MOST: readonly [what: string, most: number, body: () => Promise<unknown>, before?: () => Promise<unknown>][] = [
  ['registering a company with a key', 3, () => registered({ 'idempotency-key': `k-${vatNumberIn('BE')}` })],
  ['publishing it', 4, () => run('company.publish'), () => registered()],
  ['publishing one of France', 6, () => run('company.publish'), () => registered({}, 'FR')],
  ['sending a document to a partner', 4, sent],
  ['delivering it to a company of this deployment, which receives it', 8, () => run('document.deliver'), sent],
  ['delivering one from France, with the answer that comes meanwhile', 7, () => run('document.deliver'), sentAbroad],
  ['telling the French portal of a deposit, with the invoice', 5, () => run('compliance.report'), sentInFrance],
]

test.each(MOST)('%s takes at most %i statements', async (_what, most, body, before) => {
  await before?.()
  const beyond = (await counted(body)).slice(most)
  expect(beyond).toEqual([])
})

type Headers = Record<string, string>

/** A call that is answered well. */
const answered = async (method: string, url: string, payload?: object, headers?: Headers): Promise<Body> => {
  const { status, body } = await trade.supplier.send(method, url, payload, headers)
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}
const post = (url: string, payload: object = {}, headers?: Headers) => answered('POST', url, payload, headers)
const patch = (url: string, payload: object) => answered('PATCH', url, payload)
const remove = (url: string) => answered('DELETE', url)

let made = 0
const keyed = (): Headers => ({ 'idempotency-key': `key-${(made += 1)}` })
/** Who is on the network, and no partner yet. */
const strangers = ['0208:0417497106', '0208:0403170701', '0208:0202239951']
const toStranger = () => trade.body({}, { to: strangers.pop() })

const send = (headers?: Headers) => post('/v1/documents/send', trade.body(), headers)
const act = (id: string, action: object, headers?: Headers) => post(`/v1/documents/${id}/actions`, action, headers)
const PAID = { status: 'paid', paymentDate: '2026-11-20', paymentAmount: 1210 }
const pay = (id: string) => post(`/v1/payments/documents/${id}/pay`, { amount: 10, date: '2026-11-20' })
const partner = () => post('/v1/partners', { vatNumber: vatNumberIn('BE') })
const webhook = () => post('/v1/webhooks', { url: 'https://hooks.example.com/a', events: ['*'] })
const key = () => post('/v1/api-keys', { name: 'ERP' })
const aPayment = async () => {
  const { id: documentId } = await send()
  await pay(documentId)
  return app.platform.db.client.payment.findFirstOrThrow({ where: { documentId } })
}
const anEvent = async () => {
  await app.platform.relay.drain()
  return (await answered('GET', '/v1/events?limit=1')).data[0]
}
const aDocument = () => send()

/** `call` is given the identifier of what was made before. */
const CALLS: readonly [what: string, most: number, call: (id: string) => Promise<unknown>, of?: () => Promise<Body>][] =
  [
    ['sending under a key', 6, () => send(keyed())],
    ['sending to who is no partner yet', 6, () => post('/v1/documents/send', toStranger())],
    ['sending to who is no partner yet, under a key', 9, () => post('/v1/documents/send', toStranger(), keyed())],
    ['archiving a document', 4, (id) => act(id, { action: 'archive' }), aDocument],
    ['marking it as read', 4, (id) => act(id, { action: 'mark_read' }), aDocument],
    ['marking it as read under a key', 6, (id) => act(id, { action: 'mark_read' }, keyed()), aDocument],
    ['tagging it', 4, (id) => act(id, { action: 'tag', tag: 'checked' }), aDocument],
    ['a note on it', 4, (id) => act(id, { action: 'note', note: 'Called.' }), aDocument],
    ['giving it a status', 5, (id) => post(`/v1/documents/${id}/lifecycle`, PAID), aDocument],
    ['paying it', 5, pay, aDocument],
    ['taking a payment back', 8, (id) => post(`/v1/payments/${id}/reverse`), aPayment],
    ['making a partner', 5, partner],
    ['changing it', 3, (id) => patch(`/v1/partners/${id}`, { contactName: 'Ann' }), partner],
    ['deleting it', 4, (id) => remove(`/v1/partners/${id}`), partner],
    ['making a webhook', 5, webhook],
    ['changing what it gets', 4, (id) => patch(`/v1/webhooks/${id}`, { events: ['document.sent'] }), webhook],
    ['pausing it', 3, (id) => patch(`/v1/webhooks/${id}`, { status: 'paused' }), webhook],
    ['deleting it', 3, (id) => remove(`/v1/webhooks/${id}`), webhook],
    ['making an API key', 4, key],
    ['changing it', 3, (id) => patch(`/v1/api-keys/${id}`, { name: 'Shop' }), key],
    ['rotating it', 7, (id) => post(`/v1/api-keys/${id}/rotate`), key],
    ['revoking it', 4, (id) => remove(`/v1/api-keys/${id}`), key],
    ['changing a company', 4, () => patch(`/v1/companies/${trade.from.id}`, { metadata: { shop: `${(made += 1)}` } })],
    ['acknowledging an event', 3, (id) => post(`/v1/events/${id}/ack`), anEvent],
    ['making an organization of the sandbox', 9, () => app.tenant()],
  ]

test.each(CALLS)('%s takes at most %i statements', async (_what, most, call, of) => {
  const { id = '' } = (await of?.()) ?? {}
  const beyond = (await app.statements(() => call(id))).slice(most)
  expect(beyond).toEqual([])
})
