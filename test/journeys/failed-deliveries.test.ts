import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordOutcome } from '../../src/exchange/deliver/record-outcome.ts'
import { workKinds } from '../../src/app/work-kinds.ts'
import { startRunner } from '../../src/engine/work/runner.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'
import { TOKEN, startFakeAccessPoint } from '../support/fake-access-points.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

describe('a delivery that goes wrong', () => {
  test('a rejection by the recipient ends a delivery, and frees the number', async () => {
    const body = { ...x.invoice(), to: '9930:DE000000420' }
    const sent = await x.sender.post('/v1/documents/send', body)
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'rejected',
      deliveryStatus: 'rejected',
      errorCode: 'AP_REJECTED',
    })
    expect(await x.events(x.sender, sent.body.id)).toEqual(['document.failed'])
    expect((await x.sender.post('/v1/documents/send', { ...body, to: x.to })).status).toBe(201)
  })
  test('a delivery is tried five times more, and then has failed and can be sent again', async () => {
    const sent = await x.sender.post('/v1/documents/send', { ...x.invoice(), to: '9930:DE000000430' })
    for (let round = 0; round < 6; round++) {
      await x.settle()
      app.clock.advance(3_600_000)
    }
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'sent',
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
    })
    expect(
      (await x.sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual(Array.from({ length: 6 }, () => 'failed'))
    expect(await x.events(x.sender, sent.body.id)).toEqual([
      ...Array.from({ length: 5 }, () => 'document.retrying'),
      'document.failed',
    ])
    expect(await x.sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 202,
      body: { deliveryStatus: 'pending' },
    })
    const delivered = await x.sender.post(`/v1/documents/${sent.body.id}/resend`)
    expect(delivered).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })
  test('a delivery that our own fault keeps from being tried ends after as many tries, and can be sent again', async () => {
    const sent = await x.sender.post('/v1/documents/send', { ...x.invoice(), to: '9930:DE000000430' })
    await x.settle()
    const { client } = app.platform.db
    const { organizationId, fileHash } = await client.document.findFirstOrThrow({ where: { id: sent.body.id } })
    const where = { organizationId_hash: { organizationId, hash: fileHash ?? '' } }
    const { bytes } = await client.storedFile.findUniqueOrThrow({ where })
    // While the store gives something else, nothing can be sent.
    await client.storedFile.update({ where, data: { bytes: Buffer.from('?') } })
    for (let round = 0; round < 5; round++) {
      app.clock.advance(3_600_000)
      await x.settle()
    }
    await client.storedFile.update({ where, data: { bytes } })
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
      errorMessage: 'A stored file is damaged: its content no longer matches its hash.',
    })
    expect(await x.events(x.sender, sent.body.id)).toEqual(['document.retrying', 'document.failed'])
    expect((await x.sender.post(`/v1/documents/${sent.body.id}/resend`)).status).toBe(202)
  })
  test('each attempt that fails is announced with the time of the next, which is when it is made', async () => {
    const sent = await x.sender.post('/v1/documents/send', { ...x.invoice(), to: '9930:DE000000432' })
    const delays = [10, 30]
    for (const [nth, delay] of delays.entries()) {
      await x.settle()
      const failedAt = app.clock.now().getTime()
      const { body } = await x.sender.get('/v1/events?limit=100&includeAcked=true')
      const announced = body.data.filter(
        ({ type, data }: Body) => type === 'document.retrying' && data.documentId === sent.body.id,
      )
      expect(announced).toHaveLength(nth + 1)
      expect(announced.at(-1).data).toEqual({
        documentId: sent.body.id,
        attempt: nth + 1,
        errorCode: 'TRANSPORT_FAILURE',
        errorMessage: expect.any(String),
        nextAttemptAt: expect.any(String),
        updatedAt: expect.any(String),
      })
      const waits = Date.parse(announced.at(-1).data.nextAttemptAt) - failedAt
      expect(Math.abs(waits - delay * 1_000)).toBeLessThan(5_000)
      app.clock.advance(waits + 1_000)
    }
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body.deliveryStatus).toBe('delivered')
  })
  test('a failed document is not sent again for a company that is gone', async () => {
    const company = (await x.sender.post('/v1/companies', { vatNumber: 'BE0501234533' })).body
    const sent = await x.sender.post('/v1/documents/send', {
      ...x.invoice(),
      from: company.peppolId,
      to: '9930:DE000000430',
    })
    for (let round = 0; round < 6; round++) {
      await x.settle()
      app.clock.advance(3_600_000)
    }
    await x.sender.delete(`/v1/companies/${company.id}`)
    // What follows from the removal happens first.
    await x.settle()
    const before = await x.sender.footprint()
    expect(await x.sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'CONFLICT',
          message: 'The company of the document is inactive. Only an active company can send.',
        },
      },
    })
    expect(await x.sender.footprint()).toEqual(before)
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ deliveryStatus: 'failed' })
  })
  test('a delivery keeps its six tries through any number of deaths of the process that made them', async () => {
    const sent = await x.sender.post('/v1/documents/send', { ...x.invoice(), to: '9930:DE000000435' })
    const work = { organizationId: x.sender.organizationId, subjectId: sent.body.id, kind: 'document.deliver' }
    await x.settle()
    await app.platform.db.client.work.updateMany({
      where: work,
      data: { attempts: 9, lost: 7, dueAt: app.clock.now(), leaseUntil: new Date(app.clock.now().getTime() - 1_000) },
    })
    app.clock.advance(1_000)
    for (let round = 0; round < 5; round++) {
      await x.settle()
      expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
        deliveryStatus: round < 4 ? 'pending' : 'delivered',
      })
      app.clock.advance(3_600_000)
    }
    expect(
      (await x.sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'delivered'])
    expect(await app.platform.db.client.work.count({ where: work })).toBe(0)
  })
  test('a document that is sent again is sent, although the process that began with it died', async () => {
    const fake = await startFakeAccessPoint('phoss')
    const settings = { ACCESS_POINT: 'phoss', ACCESS_POINT_URL: fake.url, ACCESS_POINT_TOKEN: TOKEN, WORKERS: 'off' }
    const real = await startApp(settings)
    const nextProcess = async (): Promise<void> => {
      const runner = startRunner(real.platform, workKinds)
      await runner.settle()
      await runner.close()
    }
    try {
      const sender = await real.tenant('white_label')
      const { client } = real.platform.db
      const { body } = await sender.post('/v1/documents/send', { ...x.invoice(), from: sender.peppolId })
      const { instanceId } = await client.document.findFirstOrThrow({ where: { id: body.id } })
      // The access point is asked first, as of everything that may have been sent before, and has given it up.
      const sbdhInstanceID = String(instanceId)
      fake.statuses.set(sbdhInstanceID, { sbdhInstanceID, status: 'permanently_failed' })
      const where = { organizationId: sender.organizationId, subjectId: body.id, kind: 'document.deliver' }
      const died = async (): Promise<unknown> =>
        client.work.updateMany({
          where,
          data: { attempts: 1, leaseUntil: new Date(real.clock.now().getTime() - 1_000) },
        })
      await died()
      await nextProcess()
      expect((await sender.get(`/v1/documents/${body.id}`)).body.deliveryStatus).toBe('failed')
      real.clock.advance(1_000)
      expect((await sender.post(`/v1/documents/${body.id}/resend`)).status).toBe(202)
      await died()
      await nextProcess()
      expect((await sender.get(`/v1/documents/${body.id}`)).body.deliveryStatus).toBe('delivered')
      expect([...fake.taken]).toEqual([[sbdhInstanceID, 1]])
    } finally {
      await real.close()
      await fake.close()
    }
  })
  test('a document that is sent again is sent, although its first try does not reach the access point that gave it up', async () => {
    const fake = await startFakeAccessPoint('phoss')
    const real = await startApp({ ACCESS_POINT: 'phoss', ACCESS_POINT_URL: fake.url, ACCESS_POINT_TOKEN: TOKEN })
    try {
      const sender = await real.tenant('white_label')
      const settle = (): Promise<unknown> | undefined => real.platform.runner?.settle()
      fake.next({ status: 500 })
      const { body } = await sender.post('/v1/documents/send', { ...x.invoice(), from: sender.peppolId })
      await settle()
      const { instanceId } = await real.platform.db.client.document.findFirstOrThrow({ where: { id: body.id } })
      const sbdhInstanceID = String(instanceId)
      fake.statuses.set(sbdhInstanceID, { sbdhInstanceID, status: 'permanently_failed' })
      real.clock.advance(3_600_000)
      await settle()
      expect((await sender.get(`/v1/documents/${body.id}`)).body.deliveryStatus).toBe('failed')
      real.clock.advance(1_000)
      fake.next({ status: 500 })
      expect((await sender.post(`/v1/documents/${body.id}/resend`)).status).toBe(202)
      await settle()
      real.clock.advance(3_600_000)
      await settle()
      expect((await sender.get(`/v1/documents/${body.id}`)).body).toMatchObject({ deliveryStatus: 'delivered' })
      expect([...fake.taken]).toEqual([[sbdhInstanceID, 1]])
    } finally {
      await real.close()
      await fake.close()
    }
  })
  test('a document that was taken over is followed to its end, whatever faults of ours there are on the way', async () => {
    const fake = await startFakeAccessPoint('phoss')
    const settings = { ACCESS_POINT: 'phoss', ACCESS_POINT_URL: fake.url, ACCESS_POINT_TOKEN: TOKEN }
    const real = await startApp({ ...settings, ACCESS_POINT_CONFIRMS: 'mls' })
    const { accessPoint } = real.platform.upstreams
    try {
      const sender = await real.tenant('white_label')
      const { body } = await sender.post('/v1/documents/send', { ...x.invoice(), from: sender.peppolId })
      const later = async (): Promise<Body> => {
        real.clock.advance(2 * 3_600_000)
        await real.platform.runner?.settle()
        return (await sender.get(`/v1/documents/${body.id}`)).body
      }
      await real.platform.runner?.settle()
      const fault = vi.spyOn(accessPoint, 'statusOf').mockRejectedValue(new TypeError('A fault of ours'))
      for (let round = 0; round < 9; round++)
        expect(await later()).toMatchObject({ status: 'sent', deliveryStatus: 'pending', errorCode: null })
      fault.mockRestore()
      const { instanceId } = await real.platform.db.client.document.findFirstOrThrow({ where: { id: body.id } })
      const sbdhInstanceID = String(instanceId)
      fake.statuses.set(sbdhInstanceID, { sbdhInstanceID, status: 'sent', mlsStatus: 'received_ab' })
      await later()
      expect(await later()).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
      expect([...fake.taken]).toEqual([[sbdhInstanceID, 1]])
    } finally {
      await real.close()
      await fake.close()
    }
  })
  test('a document that was taken over is followed to its end, however often its access point cannot be asked', async () => {
    const fake = await startFakeAccessPoint('phoss')
    const settings = { ACCESS_POINT: 'phoss', ACCESS_POINT_URL: fake.url, ACCESS_POINT_TOKEN: TOKEN }
    const real = await startApp({ ...settings, ACCESS_POINT_CONFIRMS: 'mls' })
    try {
      const sender = await real.tenant('white_label')
      const { body } = await sender.post('/v1/documents/send', { ...x.invoice(), from: sender.peppolId })
      const later = async (): Promise<Body> => {
        real.clock.advance(2 * 3_600_000)
        await real.platform.runner?.settle()
        return (await sender.get(`/v1/documents/${body.id}`)).body
      }
      await real.platform.runner?.settle()
      for (let round = 0; round < 8; round++) {
        fake.next({ status: 500 })
        expect(await later()).toMatchObject({ status: 'sent', deliveryStatus: 'pending', errorCode: null })
      }
      const { instanceId } = await real.platform.db.client.document.findFirstOrThrow({ where: { id: body.id } })
      const sbdhInstanceID = String(instanceId)
      fake.statuses.set(sbdhInstanceID, { sbdhInstanceID, status: 'sent', mlsStatus: 'received_ab' })
      expect(await later()).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
      expect([...fake.taken]).toEqual([[sbdhInstanceID, 1]])
      expect(fake.requests.filter(({ method }) => method === 'GET').length).toBeGreaterThanOrEqual(9)
    } finally {
      await real.close()
      await fake.close()
    }
  })
  test('a delivery whose answer got lost is asked for, and happens once', async () => {
    const sent = await x.sender.post('/v1/documents/send', { ...x.invoice(), to: '9930:DE000000440' })
    await x.settle()
    app.clock.advance(60_000)
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ status: 'delivered' })
    const { instanceId } = await app.platform.db.client.document.findFirstOrThrow({ where: { id: sent.body.id } })
    expect(
      await app.platform.db.client.simulatedMessage.findUniqueOrThrow({ where: { instanceId: String(instanceId) } }),
    ).toMatchObject({ sends: 1 })
  })
})

describe('the outcome of an attempt', () => {
  test('the outcome of an attempt is written once, whatever people did with the document meanwhile', async () => {
    const idle = await startApp({ WORKERS: 'off' })
    try {
      const tenant = await idle.tenant()
      const { body } = await tenant.post('/v1/documents/send', { ...x.invoice(), from: tenant.peppolId })
      const { client } = idle.platform.db
      const loaded = await client.document.findFirstOrThrow({ where: { id: body.id } })
      await tenant.post(`/v1/documents/${body.id}/actions`, { action: 'mark_read' })
      const attempt = {
        number: 1,
        startedAt: idle.clock.now(),
        durationMs: 1,
        answer: { outcome: 'accepted', endpoint: null, receipt: null, confirmed: true },
      } as const
      await recordOutcome(idle.platform, loaded, attempt)
      await recordOutcome(idle.platform, loaded, attempt)
      expect((await tenant.get(`/v1/documents/${body.id}`)).body).toMatchObject({
        status: 'delivered',
        deliveryStatus: 'delivered',
        read: true,
      })
      expect((await tenant.get(`/v1/documents/${body.id}/attempts`)).body.data).toHaveLength(1)
      expect(
        await client.event.count({ where: { organizationId: tenant.organizationId, type: 'document.delivered' } }),
      ).toBe(1)
    } finally {
      await idle.close()
    }
  })
})
