/** How many statements the writes take that everybody waits for: they may become fewer, and never more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workKinds } from '../../src/app/work-kinds.ts'
import type { WorkKind } from '../../src/engine/work/work.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { Trade, vatNumberIn } from '../support/trade.ts'

let app: TestApp
let trade: Trade
let french: Trade

/** Runs the work of a kind that was written last, as a worker does. */
const run = async (kind: WorkKind): Promise<void> => {
  const { client } = app.platform.db
  const work = await client.work.findFirstOrThrow({ where: { kind }, orderBy: { createdAt: 'desc' } })
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
  ['sending a document to a partner', 3, sent],
  ['delivering it to a company of this deployment, which receives it', 8, () => run('document.deliver'), sent],
  ['delivering one from France, with the answer that comes meanwhile', 6, () => run('document.deliver'), sentAbroad],
  ['telling the French portal of a deposit, with the invoice', 5, () => run('compliance.report'), sentInFrance],
]

test.each(MOST)('%s takes at most %i statements', async (_what, most, body, before) => {
  await before?.()
  const beyond = (await counted(body)).slice(most)
  expect(beyond).toEqual([])
})
