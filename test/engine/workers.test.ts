/** @module-tag services */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Work } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/values/ids.ts'
import { startHousekeeping, tidy } from '../../src/app/housekeeping.ts'
import { workKinds } from '../../src/app/work-kinds.ts'
import { type Runner, startRunner } from '../../src/engine/work/runner.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 3_600_000
const refresh = workKinds['company.refresh']

let app: TestApp
let runner: Runner
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  runner = app.platform.runner as Runner
})
beforeEach(async () => void (tenant = await app.tenant()))
afterAll(() => app.close())

const rows = (): Promise<Work[]> =>
  app.platform.db.client.work.findMany({ where: { organizationId: tenant.organizationId }, orderBy: { id: 'asc' } })
const company = (id: string) =>
  app.platform.db.client.company.findUniqueOrThrow({
    where: { organizationId_id: { organizationId: tenant.organizationId, id } },
  })

/** A company that the registry answers so from now on; its refresh is due as given. */
const companyFor = async (vatNumber: string, work: Partial<Work> = {}): Promise<string> => {
  const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
  // It is published, and only its refresh is left.
  await runner.settle()
  const where = { organizationId_id: { organizationId: tenant.organizationId, id: body.id } }
  await app.platform.db.client.company.update({ where, data: { vatNumber, legalName: 'Before' } })
  await app.platform.db.client.work.updateMany({
    where: { organizationId: tenant.organizationId, subjectId: body.id },
    data: { dueAt: app.clock.now(), ...work },
  })
  return body.id
}

/** Done, and to be done again in 30 days. */
const expectDoneForNow = async (): Promise<void> => {
  const works = await rows()
  expect(works).toMatchObject([
    { kind: 'company.refresh', attempts: 0, leaseUntil: null, failedAt: null, lastError: null },
  ])
  expect(Math.abs(Number(works[0]?.dueAt) - app.clock.now().getTime() - 30 * DAY_MS)).toBeLessThan(10_000)
}

describe('refreshing a company', () => {
  test('a company is refreshed when it is due and not before, and again thirty days later', async () => {
    const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await app.platform.db.client.company.updateMany({
      where: { id: body.id },
      data: { legalName: 'Before', registrationNumber: null },
    })
    app.clock.advance(30 * DAY_MS - 60_000)
    await runner.settle()
    expect(await rows()).toMatchObject([{ kind: 'company.refresh', attempts: 0, leaseUntil: null }])
    expect((await company(body.id)).legalName).toBe('Before')
    app.clock.advance(60_000)
    await runner.settle()
    await expectDoneForNow()
    const refreshed = await company(body.id)
    expect(refreshed).toMatchObject({
      legalName: body.legalName,
      registrationNumber: body.registrationNumber,
      dataProviderType: 'sandbox-registry',
    })
    expect(Date.parse(String(refreshed.dataProviderSyncDate?.toISOString()))).toBeGreaterThan(
      Date.parse(body.createdAt) + 29 * DAY_MS,
    )
    expect(refreshed.searchText).toContain(String(body.legalName).toLowerCase())
  })

  test('the refresh of a company that has left, or was wiped, does nothing and is done with', async () => {
    const id = await companyFor(freshVat(), { dueAt: new Date(app.clock.now().getTime() + 60_000) })
    await tenant.delete(`/v1/companies/${id}`)
    app.clock.advance(60_000)
    await runner.settle()
    expect(await rows()).toEqual([])
    expect((await company(id)).legalName).toBe('Before')
  })
})

describe('an attempt that fails', () => {
  test('failing work that recurs is tried after each delay, then comes again with what went wrong', async () => {
    const id = await companyFor('DE000000404')
    for (const [index, delay] of refresh.delaysSeconds.entries()) {
      await runner.settle()
      const [work] = await rows()
      expect(work).toMatchObject({
        attempts: index + 1,
        failedAt: null,
        leaseUntil: null,
        lastError: 'The national registry does not know the VAT number.',
      })
      expect(Math.abs(Number(work?.dueAt) - app.clock.now().getTime() - delay * 1_000)).toBeLessThan(5_000)
      app.clock.advance(delay * 1_000 - 10_000)
      await runner.settle()
      expect(await rows()).toMatchObject([{ attempts: index + 1 }])
      app.clock.advance(10_000)
    }
    await runner.settle()
    const [work] = await rows()
    expect(work).toMatchObject({
      attempts: 0,
      failedAt: null,
      leaseUntil: null,
      lastError: 'The national registry does not know the VAT number.',
    })
    expect(Math.abs(Number(work?.dueAt) - app.clock.now().getTime() - 30 * DAY_MS)).toBeLessThan(5_000)
    expect((await company(id)).legalName).toBe('Before')
    await app.platform.db.client.company.updateMany({ where: { id }, data: { vatNumber: freshVat() } })
    app.clock.advance(30 * DAY_MS)
    await runner.settle()
    await expectDoneForNow()
    expect((await company(id)).legalName).not.toBe('Before')
  })

  test('work that does not come again has failed for good after the last try, and stays as its record', async () => {
    const delays = workKinds['company.publish'].delaysSeconds
    // The SMP has it already under another name.
    const { body } = await tenant.post('/v1/companies', { vatNumber: 'DE000000450' })
    const publishing = () =>
      app.platform.db.client.work.findMany({
        where: { organizationId: tenant.organizationId, subjectId: body.id, kind: 'company.publish' },
      })
    for (const delay of [0, ...delays]) {
      app.clock.advance(delay * 1_000)
      await runner.settle()
    }
    const failed = [
      {
        attempts: delays.length + 1,
        failedAt: expect.any(Date),
        leaseUntil: null,
        lastError: expect.stringContaining('another SMP'),
      },
    ]
    expect(await publishing()).toMatchObject(failed)
    app.clock.advance(DAY_MS)
    await runner.settle()
    expect(await publishing()).toMatchObject(failed)
  })

  test('a failed attempt leaves nothing of itself when a later one succeeds', async () => {
    const id = await companyFor('DE000000410')
    await runner.settle()
    expect(await rows()).toMatchObject([{ attempts: 1, lastError: 'The VAT number is no longer active.' }])
    await app.platform.db.client.company.updateMany({ where: { id }, data: { vatNumber: freshVat() } })
    app.clock.advance(Number(refresh.delaysSeconds[0]) * 1_000)
    await runner.settle()
    await expectDoneForNow()
    expect((await company(id)).legalName).not.toBe('Before')
  })

  test('failing work of one tenant does not hold up another', async () => {
    await companyFor('DE000000404')
    const failing = tenant
    tenant = await app.tenant()
    const id = await companyFor(freshVat())
    await runner.settle()
    await expectDoneForNow()
    expect((await company(id)).legalName).not.toBe('Before')
    tenant = failing
    expect(await rows()).toMatchObject([{ attempts: 1 }])
  })
})

describe('a lease', () => {
  test('the lease of a worker that has died runs out, and the work is taken over', async () => {
    const id = await companyFor(freshVat(), { attempts: 1, leaseUntil: new Date(app.clock.now().getTime() + 30_000) })
    await runner.settle()
    expect(await rows()).toMatchObject([{ attempts: 1 }])
    expect((await company(id)).legalName).toBe('Before')
    app.clock.advance(30_000)
    await runner.settle()
    await expectDoneForNow()
    expect((await company(id)).legalName).not.toBe('Before')
  })

  test('a worker that has died takes no try away, however often: the next delay is the first', async () => {
    const past = new Date(app.clock.now().getTime() - 1_000)
    await companyFor('DE000000404', { attempts: 8, lost: 7, leaseUntil: past })
    await runner.settle()
    const [work] = await rows()
    expect(work).toMatchObject({ attempts: 9, lost: 8, leaseUntil: null, failedAt: null })
    expect(
      Math.abs(Number(work?.dueAt) - app.clock.now().getTime() - Number(refresh.delaysSeconds[0]) * 1_000),
    ).toBeLessThan(5_000)
  })

  test('the lease of work is longer by ten seconds for each worker that died while it was there', async () => {
    const id = await companyFor('DE000000504', {
      attempts: 5,
      lost: 5,
      leaseUntil: new Date(app.clock.now().getTime() - 1_000),
    })
    app.platform.wakeUps.publish('work', '')
    await until(async () => (await rows())[0]?.attempts, 6)
    const lease = Number((await rows())[0]?.leaseUntil) - app.clock.now().getTime() - refresh.timeoutMs
    expect(lease).toBeGreaterThan(50_000)
    expect(lease).toBeLessThanOrEqual(60_000)
    await app.platform.db.client.company.updateMany({ where: { id }, data: { vatNumber: freshVat() } })
    await runner.settle()
  })
})

describe('two workers', () => {
  test('two workers never make the same attempt twice', async () => {
    const second = startRunner(app.platform, workKinds)
    try {
      for (let index = 0; index < 6; index++) await companyFor(`FR${10 + index}000000404`)
      await Promise.all([runner.settle(), second.settle()])
      const works = await rows()
      expect(works).toHaveLength(6)
      expect(works.map(({ attempts }) => attempts)).toEqual(works.map(() => 1))
    } finally {
      await second.close()
    }
  })
})

describe('attempts against one target', () => {
  test('attempts against one target are made one after the other, however many are due', async () => {
    // Its own refresh is not due: those of it that are wait for the target that the other one waits for.
    const { body: quick } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await runner.settle()
    const slow = await companyFor('DE000000504')
    const { client } = app.platform.db
    const first = (await rows()).find(({ subjectId }) => subjectId === slow) as Work
    for (let index = 0; index < 3; index++)
      await client.work.create({
        data: { ...first, id: newId('work'), subjectId: quick.id, attempts: 0, leaseUntil: null, instanceId: null },
      })
    app.platform.wakeUps.publish('work', '')
    await until(async () => (await rows()).filter(({ leaseUntil }) => leaseUntil !== null).length, 1)
    // While the first waits for the slow registry, the others are looked at again and left alone.
    app.platform.wakeUps.publish('work', '')
    expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 0, 0, 1])
    await runner.settle()
    const [failed, ...done] = (await rows()).sort((one, other) => other.attempts - one.attempts)
    expect(failed).toMatchObject({ attempts: 1, lastError: expect.stringContaining('did not answer within 3000 ms') })
    expect(done.map(({ attempts, leaseUntil, lastError }) => ({ attempts, leaseUntil, lastError }))).toEqual(
      [0, 0, 0, 0].map((attempts) => ({ attempts, leaseUntil: null, lastError: null })),
    )
  })
})

describe('housekeeping', () => {
  test('housekeeping removes old answers, old logs and sandboxes that have ended, and nothing else', async () => {
    const { client } = app.platform.db
    await tenant.post('/v1/api-keys', { name: 'x' }, { 'idempotency-key': 'old' })
    await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await tenant.post('/v1/companies', {})
    await app.platform.requestLog.flush()
    const where = { organizationId: tenant.organizationId }
    const counts = async () => ({
      ...(await tenant.footprint()),
      answers: await client.idempotencyRecord.count({ where }),
      logs: await client.requestLog.count({ where }),
      organizations: await client.organization.count({ where: { id: tenant.organizationId } }),
    })
    const before = await counts()
    expect(before).toMatchObject({ companies: 2, answers: 1, logs: 3, organizations: 1 })
    await tidy(app.platform)
    expect(await counts()).toEqual(before)
    app.clock.advance(DAY_MS + 1)
    await tidy(app.platform)
    expect(await counts()).toEqual({ ...before, answers: 0 })
    app.clock.advance(8 * DAY_MS)
    await tidy(app.platform)
    expect(await counts()).toMatchObject({
      companies: 0,
      addresses: 0,
      apiKeys: 0,
      events: 0,
      work: 0,
      organizations: 0,
      logs: 3,
    })
    app.clock.advance(30 * DAY_MS)
    await tidy(app.platform)
    expect((await counts()).logs).toBe(0)
  })
  test('housekeeping begins a minute after the start, and no sooner', async () => {
    await tenant.post('/v1/api-keys', { name: 'x' }, { 'idempotency-key': 'old' })
    app.clock.advance(DAY_MS + 1)
    const answersAfter = async (ms: number): Promise<number> => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const stop = startHousekeeping(app.platform)
      vi.advanceTimersByTime(ms)
      vi.useRealTimers()
      await stop()
      return app.platform.db.client.idempotencyRecord.count({ where: { organizationId: tenant.organizationId } })
    }
    expect([await answersAfter(59_999), await answersAfter(60_000)]).toEqual([1, 0])
  })
})
