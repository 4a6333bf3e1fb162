/** Documents that e-reporting collects together: as many statements as for one, and one that is broken spoils no other. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { workKinds } from '../../src/app/work-kinds.ts'
import { startRunner } from '../../src/engine/work/runner.ts'
import type { Work } from '../../src/generated/prisma/client.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { NETWORK_SECRET, enveloped, statusXml } from '../support/exchange.ts'
import { Trade } from '../support/trade.ts'

const BELGIAN = '0208:0417497106'
const ROOM = '/v1/compliance/e-reporting'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off', NETWORK_SECRET })
}, 60_000)
afterAll(() => app.close())

/** Everything that is due is attempted, and what it announces is numbered. */
const work = async (): Promise<void> => {
  const runner = startRunner(app.platform, workKinds)
  await runner.settle()
  await runner.close()
  await app.platform.relay.drain()
}

/** A French company, and what it tells. */
const open = async () => {
  const trade = await Trade.between(app, 'FR')
  await work()
  const { supplier } = trade
  const { organizationId } = supplier
  const { client } = app.platform.db
  const send = async (to = BELGIAN): Promise<string> => {
    const body = trade.body({ businessProcess: undefined, issueDate: '2026-09-05' }, { to })
    const answer = await supplier.post('/v1/documents/send', body)
    expect(answer.status).toBe(201)
    await app.platform.relay.drain()
    return answer.body.id
  }
  const collecting = (): Promise<Work[]> =>
    client.work.findMany({ where: { organizationId, kind: 'compliance.collect' }, orderBy: { id: 'asc' } })
  const period = async (): Promise<Body> => (await supplier.get(`${ROOM}/periods`)).body.data[0]
  const told = async (): Promise<number> => (await supplier.get(`${ROOM}/periods/${(await period()).id}`)).body.invoices
  const fileOf = async (id: string) => {
    const { fileHash } = await client.document.findFirstOrThrow({ where: { organizationId, id } })
    return { organizationId_hash: { organizationId, hash: fileHash ?? '' } }
  }
  return { supplier, organizationId, send, collecting, period, told, fileOf }
}

/** One attempt at all that is waiting. */
const collect = ([first, ...others]: Work[], signal = AbortSignal.timeout(60_000)): Promise<string[]> =>
  app.statements(() => workKinds['compliance.collect'].run(app.platform, first as Work, signal, others))

test('ten documents of a company take as many statements as one, in one change of their period', async () => {
  const french = await open()
  await french.send()
  // Its status and its flow both tell of it.
  expect(await french.collecting()).toHaveLength(1)
  const first = await collect(await french.collecting())
  for (let nth = 0; nth < 10; nth++) await french.send()
  const ten = await french.collecting()
  expect(ten).toHaveLength(10)
  const statements = await collect(ten)
  expect(first.slice(8)).toEqual([])
  expect(statements.slice(8)).toEqual([])
  expect(await french.collecting()).toEqual([])
  expect(await french.told()).toBe(11)
  const { organizationId } = french
  const [stored] = await app.platform.db.client.eReportingPeriod.findMany({ where: { organizationId } })
  expect(stored?.revision).toBe(2)
})

test('documents that wait together are attempted together, and one that cannot be read is tried alone afterwards', async () => {
  const french = await open()
  const ids = [await french.send(), await french.send(), await french.send()]
  const where = await french.fileOf(ids[1] as string)
  const { client } = app.platform.db
  const { bytes } = await client.storedFile.findUniqueOrThrow({ where })
  await client.storedFile.update({ where, data: { bytes: Buffer.from('?') } })
  // None of them leaves, so nothing more is told of them.
  await client.work.deleteMany({ where: { organizationId: french.organizationId, kind: 'document.deliver' } })
  await work()
  expect((await french.collecting()).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  expect(await french.period()).toBeUndefined()
  app.clock.advance(31_000)
  await work()
  expect(await french.told()).toBe(2)
  expect(await french.collecting()).toMatchObject([{ subjectId: ids[1], attempts: 2 }])
  await client.storedFile.update({ where, data: { bytes } })
  app.clock.advance(121_000)
  await work()
  expect(await french.told()).toBe(3)
})

test('an attempt that has taken too long ends with the file that it reads, and leaves all of its documents to others', async () => {
  const french = await open()
  for (let nth = 0; nth < 3; nth++) await french.send()
  const { client } = app.platform.db
  await client.work.deleteMany({ where: { organizationId: french.organizationId, kind: 'document.deliver' } })
  await expect(collect(await french.collecting(), AbortSignal.abort())).rejects.toThrow(/aborted/)
  expect(await french.collecting()).toHaveLength(3)
  expect(await french.period()).toBeUndefined()
  await work()
  expect(await french.told()).toBe(3)
})

test('a document that is told makes no work when it leaves; one that has failed and is sent again is told again', async () => {
  const french = await open()
  const settled = async (): Promise<void> => {
    await work()
    expect(await french.collecting()).toEqual([])
  }
  await french.send()
  await collect(await french.collecting())
  const where = { organizationId: french.organizationId, kind: 'document.deliver' }
  await workKinds['document.deliver'].run(app.platform, await app.platform.db.client.work.findFirstOrThrow({ where }))
  await app.platform.relay.drain()
  expect(await french.collecting()).toEqual([])
  // Not reached before it is sent again.
  const id = await french.send('9930:DE000000436')
  await settled()
  expect(await french.told()).toBe(2)
  for (let hour = 0; hour < 6; hour++) {
    app.clock.advance(3_600_000)
    await work()
  }
  await settled()
  expect(await french.told()).toBe(1)
  expect((await french.supplier.post(`/v1/documents/${id}/resend`)).status).toBe(202)
  await work()
  await settled()
  expect(await french.told()).toBe(2)
})

test('a document that had left before its delivery failed is told again when it arrives, however it does', async () => {
  const french = await open()
  const { accessPoint } = app.platform.upstreams
  const later = async (): Promise<void> => {
    app.clock.advance(3_600_000)
    await work()
    await work()
    expect(await french.collecting()).toEqual([])
  }
  const id = await french.send('9930:DE000000442')
  const givingUp = vi
    .spyOn(accessPoint, 'statusOf')
    .mockResolvedValue({ outcome: 'failed', code: 'TRANSPORT_FAILURE', endpoint: null, reason: 'Given up.' })
  await work()
  expect(await french.told()).toBe(1)
  await later()
  expect(await french.told()).toBe(0)
  // It is sent again, and fails again: it has left before, so that is not announced a second time.
  expect((await french.supplier.post(`/v1/documents/${id}/resend`)).status).toBe(202)
  await later()
  await later()
  expect(await french.told()).toBe(0)
  givingUp.mockRestore()
  expect((await french.supplier.post(`/v1/documents/${id}/resend`)).status).toBe(202)
  await later()
  await later()
  expect((await french.supplier.get(`/v1/documents/${id}`)).body.deliveryStatus).toBe('delivered')
  expect(await french.told()).toBe(1)
})

test('a document whose delivery had failed is told again when a message level status says that it has arrived', async () => {
  const french = await open()
  const id = await french.send('9930:DE000000442')
  const givingUp = vi
    .spyOn(app.platform.upstreams.accessPoint, 'statusOf')
    .mockResolvedValue({ outcome: 'failed', code: 'TRANSPORT_FAILURE', endpoint: null, reason: 'Given up.' })
  await work()
  app.clock.advance(3_600_000)
  await work()
  await work()
  givingUp.mockRestore()
  expect(await french.told()).toBe(0)
  const { instanceId } = await app.platform.db.client.document.findFirstOrThrow({ where: { id } })
  const payload = statusXml(instanceId ?? '')
  const status = enveloped({ payload, sender: '0242:000001', receiver: '0242:000000', kind: 'mls' })
  const headers = { 'content-type': 'application/xml', 'x-token': NETWORK_SECRET }
  expect((await app.anyone.send('POST', '/network/inbound', Buffer.from(status), headers)).status).toBe(201)
  await app.platform.relay.drain()
  await work()
  expect(await french.told()).toBe(1)
  expect(await french.collecting()).toEqual([])
})
