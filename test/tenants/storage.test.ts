/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdToStorage } from '../../src/exchange/storage-quota.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A file of that size, with other bytes each time. */
let files = 0
const attachment = (size: number): object => ({
  reference: 'evidence',
  description: 'Evidence',
  filename: 'evidence.csv',
  mimeType: 'text/csv',
  content: Buffer.alloc(size, `${++files};`).toString('base64'),
})

const quotaOf = (tenant: Tenant, companyId: string, storageMegabytes: number | null): Promise<Answer> =>
  tenant.patch(`/v1/platform/companies/${companyId}/quotas`, { storageMegabytes })

const send = (trade: Trade, size: number, rest: object = {}): Promise<Answer> =>
  trade.supplier.post('/v1/documents/send', trade.body({ attachments: [attachment(size)], ...rest }))

const usageOf = async (tenant: Tenant, companyId: string): Promise<Body> =>
  (await tenant.get('/v1/platform/companies?limit=100')).body.data.find(({ id }: Body) => id === companyId).usage

/** What the files of all documents of a company take, of each the same bytes once: asked of the files themselves. */
const weighed = async (companyId: string): Promise<number> => {
  const { client } = app.platform.db
  let sum = 0
  for (const { organizationId, id, ...own } of await client.document.findMany({ where: { companyId } })) {
    const inside = await client.documentAttachment.findMany({ where: { organizationId, documentId: id } })
    const hashes = [own.fileHash, own.originalHash, own.envelopeHash, ...inside.map(({ fileHash }) => fileHash)]
    for (const hash of new Set(hashes.filter((one) => one !== null))) {
      sum += (await storedBytes(app, { organizationId, fileHash: hash })).length
    }
  }
  return sum
}

const warningsAbout = async (tenant: Tenant, subjectId: string): Promise<number[]> => {
  await app.platform.relay.drain()
  const { body } = await tenant.get('/v1/platform/events?type=quota.storage_warning&limit=100')
  return body.data.flatMap(({ data }: Body) => (data.subjectId === subjectId ? [data.percent] : [])).toSorted()
}

describe('what is stored', () => {
  test('is the bytes of the files of each document, also where two documents share them, by company and in all', async () => {
    const trade = await Trade.between(app, 'BE')
    const shared = attachment(40_000)
    for (const attachments of [[shared], [shared, shared], []]) await trade.exchange({ attachments })
    const [sent, received] = [await weighed(trade.from.id), await weighed(trade.to.id)]
    expect(sent).toBeGreaterThan(3 * 40_000)
    expect((await usageOf(trade.supplier, trade.from.id)).storedBytes).toBe(sent)
    expect((await usageOf(trade.buyer, trade.to.id)).storedBytes).toBe(received)
    const { body } = await trade.supplier.get('/v1/organization')
    expect(body).toMatchObject({ storedBytes: sent, limits: { storageMegabytes: null } })
    const { data } = await trade.supplier.graphql('{ organization { storedBytes limits { storageMegabytes } } }')
    expect(data.organization).toEqual({ storedBytes: sent, limits: { storageMegabytes: null } })
    expect((await usageOf(trade.supplier, trade.supplier.companyId)).storedBytes).toBe(0)
  })

  test('does not grow by a document that is refused', async () => {
    const trade = await Trade.between(app, 'BE')
    const first = await send(trade, 1_000, { number: 'ONCE' })
    expect(first.status).toBe(201)
    const before = await usageOf(trade.supplier, trade.from.id)
    expectRefusal(await send(trade, 1_000, { number: 'ONCE' }), 'DUPLICATE_NUMBER')
    expect(await usageOf(trade.supplier, trade.from.id)).toEqual(before)
  })
})

describe('a quota of storage', () => {
  test(
    'of 64 sends at once those succeed that find room, the refusal names the quota, and 80 % and 100 % are told once',
    { tags: 'heavy' },
    async () => {
      const trade = await Trade.between(app, 'BE')
      expect((await quotaOf(trade.supplier, trade.from.id, 1)).body.storageMegabytes).toBe(1)
      const answers = await Promise.all(Array.from({ length: 64 }, () => send(trade, 18_000)))
      const stored = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status }) => status !== 201)
      const { storedBytes, storageMegabytes } = await usageOf(trade.supplier, trade.from.id)
      expect({ storedBytes, storageMegabytes }).toEqual({
        storedBytes: await weighed(trade.from.id),
        storageMegabytes: 1,
      })
      // The last one found room, and the next one would not have.
      const each = storedBytes / stored.length
      expect(storedBytes).toBeGreaterThanOrEqual(1_000_000)
      expect(storedBytes - each).toBeLessThan(1_000_000)
      expect(refused.length).toBeGreaterThan(0)
      for (const answer of refused) expectRefusal(answer, 'QUOTA_EXCEEDED')
      expect(refused[0]?.body.error.details[0]).toMatchObject({
        quota: 'company',
        resource: 'storage',
        subjectId: trade.from.id,
        limit: 1,
      })
      expect(refused[0]?.body.error.details[0]).not.toHaveProperty('resetsAt')
      expect(refused[0]?.body.error.message).toMatch(/raise the quota/)
      expect(await warningsAbout(trade.supplier, trade.from.id)).toEqual([100, 80])
      const { body: near } = await trade.supplier.get('/v1/platform/companies?nearQuota=true')
      expect(near.data.map(({ id }: Body) => id)).toEqual([trade.from.id])
      expect((await trade.supplier.get('/v1/platform/health')).body.total.nearQuotas).toBe(1)
    },
  )

  test('nothing is stored of what it refuses, and another company of the organization goes on', async () => {
    const trade = await Trade.between(app, 'BE')
    await quotaOf(trade.supplier, trade.from.id, 1)
    expect((await send(trade, 1_100_000)).status).toBe(201)
    const before = await trade.supplier.footprint()
    const refused = await send(trade, 10)
    expectRefusal(refused, 'QUOTA_EXCEEDED')
    expect(await trade.supplier.footprint()).toEqual(before)
    const other = { type: 'event', from: trade.supplier.peppolId, document: { number: 'S-1' } }
    expect((await trade.supplier.post('/v1/documents/send', other)).status).toBe(201)
    await quotaOf(trade.supplier, trade.from.id, 9)
    expect((await send(trade, 10)).status).toBe(201)
    await quotaOf(trade.supplier, trade.from.id, null)
    expect((await send(trade, 1_000_000)).status).toBe(201)
  })

  test('documents are received beyond it, count, and are told', async () => {
    const trade = await Trade.between(app, 'BE')
    await trade.buyer.patch('/v1/organization', { contactEmail: 'ops@example.com' })
    await quotaOf(trade.buyer, trade.to.id, 1)
    for (const size of [370_000, 100_000, 100_000]) await trade.exchange({ attachments: [attachment(size)] })
    expect((await usageOf(trade.buyer, trade.to.id)).storedBytes).toBe(await weighed(trade.to.id))
    expect(await warningsAbout(trade.buyer, trade.to.id)).toEqual([100, 80])
    await trade.settle()
    const mails = app.platform.upstreams.mail.outbox.filter(({ to }) => to[0] === 'ops@example.com')
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      '100 % of a quota of storage is used',
      '80 % of a quota of storage is used',
    ])
    const back = await trade.buyer.post('/v1/documents/send', {
      ...trade.body(),
      from: trade.to.peppolId,
      to: trade.from.peppolId,
    })
    expectRefusal(back, 'QUOTA_EXCEEDED')
  })

  test('the plan limits all companies of an organization together', async () => {
    const { organizationId, companyId } = await app.tenant()
    const told: string[] = []
    const owner = { organizationId, companyId, organization: 1, company: null }
    const store = (bytes: number, refuses = true) =>
      app.platform.db.transaction(async (db) => {
        await db.storedUsage.create({
          data: { organizationId, subjectId: organizationId, slot: bytes, bytes: BigInt(bytes) },
        })
        const emit = (type: string, { quota, percent }: Body): void => void told.push(`${type} ${quota} ${percent}`)
        await holdToStorage({ db, emit: emit as never, enqueue: () => undefined }, owner, bytes, { refuses })
      })
    await store(799_999)
    await store(1)
    await store(200_000)
    await expect(store(2)).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: [expect.objectContaining({ quota: 'organization', resource: 'storage', subjectId: organizationId })],
    })
    await store(3, false)
    expect(told).toEqual(['quota.storage_warning organization 80', 'quota.storage_warning organization 100'])
  })

  test('it comes with onboarding, and from the defaults of the platform', async () => {
    const tenant = await app.tenant('white_label')
    await tenant.patch('/v1/platform/settings', { defaults: { storageMegabytes: 7 } })
    const { body } = await tenant.post('/v1/platform/companies', { vatNumber: 'BE0403019261' })
    expect(body.company.storageMegabytes).toBe(7)
    const own = await tenant.post('/v1/platform/companies', {
      vatNumber: 'BE0417497106',
      quotas: { storageMegabytes: 9 },
    })
    expect(own.body.company.storageMegabytes).toBe(9)
    const refused = await quotaOf(tenant, own.body.company.id, 0)
    expect(refused.status).toBe(400)
    expect((await tenant.get(`/v1/companies/${own.body.company.id}`)).body.storageMegabytes).toBe(9)
  })
})
