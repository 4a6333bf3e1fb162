import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { holdNumbering } from '../../../src/engine/feed/relay.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { someoneWaits } from '../../support/locks.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

/** Participants that no other test uses. */
let last = 300_000_000
const fresh = (): string => `0192:${(last += 7)}`

const make = async (more: object = {}, owner: Tenant = tenant): Promise<Body> => {
  const { status, body } = await owner.post('/v1/partners', { peppolId: fresh(), ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

describe('documents and partners', () => {
  const lines = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }]
  const numbered = { count: 0 }
  const send = async (owner: Tenant, from: string, to: string, document: object = {}): Promise<Body> => {
    const answer = await owner.post('/v1/documents/send', {
      type: 'invoice',
      from,
      to,
      document: {
        number: `P-${(numbered.count += 1)}`,
        issueDate: '2026-11-20',
        currency: 'EUR',
        buyerReference: 'B',
        dueDate: '2026-12-20',
        lines,
        ...document,
      },
    })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const pair = async (): Promise<[Tenant, Tenant]> => [await app.tenant('white_label'), await app.tenant('white_label')]

  test('the first exchange makes each side the partner of the other, with exact counters', async () => {
    const [seller, buyer] = await pair()
    await send(seller, seller.peppolId, buyer.peppolId)
    await send(seller, seller.peppolId, buyer.peppolId)
    await settle()
    const [kept] = (await seller.get('/v1/partners')).body.data
    expect(kept).toMatchObject({
      peppolId: buyer.peppolId,
      role: 'buyer',
      stats: { documentsSent: 2, documentsReceived: 0, lastActivityAt: expect.any(String) },
    })
    expect((await buyer.get('/v1/partners?hasActivity=true')).body.data).toMatchObject([
      { peppolId: seller.peppolId, role: 'supplier', stats: { documentsSent: 0, documentsReceived: 2 } },
    ])
    await send(buyer, buyer.peppolId, seller.peppolId)
    await settle()
    expect((await seller.get(`/v1/partners/${kept.id}`)).body).toMatchObject({
      role: 'both',
      stats: { documentsSent: 2, documentsReceived: 1 },
    })
    const invoices = (await seller.get(`/v1/partners/${kept.id}/invoices?limit=2`)).body
    expect(invoices).toMatchObject({
      hasMore: true,
      data: [
        { type: 'INVOICE', direction: 'incoming', amount: 121, currency: 'EUR', issueDate: '2026-11-20' },
        { direction: 'outgoing' },
      ],
    })
    expect((await seller.get(`/v1/partners/${kept.id}/invoices?cursor=${invoices.cursor}`)).body).toMatchObject({
      hasMore: false,
      data: [{}],
    })
    expect((await buyer.get(`/v1/partners/${kept.id}/invoices`)).status).toBe(404)
  })

  test('partners are in the order of their last activity, in one hour and over several, in either direction', async () => {
    const buyers = await Promise.all([1, 2, 3, 4].map(() => app.tenant('white_label')))
    const seller = await app.tenant('white_label')
    const sentAt = new Map<string, string>()
    for (const nth of [0, 1, 2, 3, 1, 0]) {
      const buyer = buyers[nth] as Tenant
      const { id } = await send(seller, seller.peppolId, buyer.peppolId)
      await settle()
      sentAt.set(buyer.peppolId, (await seller.get(`/v1/documents/${id}`)).body.sentAt)
      app.clock.advance(25 * 60_000)
    }
    const newest = [...sentAt].toSorted(([, one], [, other]) => (one < other ? 1 : -1))
    const exchanged = async (order: string): Promise<[string, string][]> => {
      const seen: [string, string][] = []
      for (let cursor = ''; ;) {
        const { body } = await seller.get(`/v1/partners?sortBy=lastActivityAt&order=${order}&limit=1${cursor}`)
        seen.push(...body.data.map(({ peppolId, stats }: Body) => [peppolId, stats.lastActivityAt]))
        if (!body.hasMore) return seen
        cursor = `&cursor=${body.cursor}`
      }
    }
    await make({}, seller)
    expect(await exchanged('desc')).toEqual(newest)
    expect(await exchanged('asc')).toEqual(newest.toReversed())
    // A merged partner has the place of the one that was active later.
    const [, { id: duplicateId }] = (await seller.get('/v1/partners?sortBy=lastActivityAt')).body.data
    const { id, peppolId: keptAs } = await make({ name: 'Kept' }, seller)
    expect((await seller.post(`/v1/partners/${id}/merge`, { duplicateId })).status).toBe(200)
    expect(await exchanged('desc')).toEqual(
      newest.map(([peppolId, at], place) => [place === 1 ? keptAs : peppolId, at]),
    )
  })

  test('a company that wants no partners made gets none, and a partner made later finds its documents', async () => {
    const [seller, buyer] = await pair()
    await seller.patch(`/v1/companies/${seller.companyId}`, { settings: { autoCreatePartners: false } })
    await send(seller, seller.peppolId, buyer.peppolId)
    await settle()
    expect((await seller.get('/v1/partners')).body.data).toEqual([])
    expect(await make({ peppolId: buyer.peppolId }, seller)).toMatchObject({ stats: { documentsSent: 1 } })
  })

  test('what a document leaves out comes from the defaults of the partner, and what it says stays', async () => {
    const [seller, buyer] = await pair()
    await make(
      {
        peppolId: buyer.peppolId,
        defaults: { paymentTermsDays: 14, note: 'Thank you', orderReference: 'PO-9', currency: 'EUR' },
      },
      seller,
    )
    const { id } = await send(seller, seller.peppolId, buyer.peppolId, { dueDate: undefined, currency: undefined })
    expect((await seller.get(`/v1/documents/${id}`)).body).toMatchObject({
      dueDate: '2026-12-04',
      orderReference: 'PO-9',
      currency: 'EUR',
    })
    expect((await seller.get(`/v1/documents/${id}/structured`)).body.document.notes).toMatchObject([
      { text: 'Thank you' },
    ])
    const own = await send(seller, seller.peppolId, buyer.peppolId, { dueDate: '2026-12-31', orderReference: 'MINE' })
    expect((await seller.get(`/v1/documents/${own.id}`)).body).toMatchObject({
      dueDate: '2026-12-31',
      orderReference: 'MINE',
    })
  })

  test('merging partners moves documents, counters and tags, and the other is gone', async () => {
    const [seller, buyer] = await pair()
    await send(seller, seller.peppolId, buyer.peppolId)
    await settle()
    const [automatic] = (await seller.get('/v1/partners')).body.data
    const kept = await make({ name: 'Kept', tags: ['a'], metadata: { accountNumber: '1' } }, seller)
    await seller.patch(`/v1/partners/${automatic.id}`, { tags: ['b'], contactName: 'Ada' })
    const { status, body } = await seller.post(`/v1/partners/${kept.id}/merge`, { duplicateId: automatic.id })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: kept.id,
        name: 'Kept',
        tags: ['a', 'b'],
        contactName: 'Ada',
        stats: { documentsSent: 1 },
        metadata: { accountNumber: '1' },
      },
    })
    expect((await seller.get(`/v1/partners/${automatic.id}`)).status).toBe(404)
    expect((await seller.get(`/v1/partners/${kept.id}/invoices`)).body.data).toHaveLength(1)
    expectRefusal(await seller.post(`/v1/partners/${kept.id}/merge`, { duplicateId: kept.id }), 'INVALID_REQUEST')
    expect((await seller.delete(`/v1/partners/${kept.id}`)).status).toBe(204)
    expect((await seller.get('/v1/documents')).body.data).toHaveLength(1)
  })

  test('merging partners fills the standing one with participant id and what the registry knows', async () => {
    const owner = await app.tenant('white_label')
    // A country whose numbers tell no participant id.
    const { body: kept } = await owner.post('/v1/partners', { vatNumber: 'US123456789', name: 'Kept' })
    expect(kept).toMatchObject({ peppolId: null, peppolStatus: 'unknown' })
    const gone = await make({ enrichment: { rating: 'A', legalName: 'Other' } }, owner)
    const { body } = await owner.post(`/v1/partners/${kept.id}/merge`, { duplicateId: gone.id })
    expect(body).toMatchObject({
      peppolId: gone.peppolId,
      peppolStatus: 'active',
      enrichment: { rating: 'A', legalName: kept.enrichment.legalName },
    })
  })

  test('merging partners into more metadata than one may have is refused, and both stay', async () => {
    const owner = await app.tenant('white_label')
    const metadata = (prefix: string): object =>
      Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`${prefix}${nth}`, 'x']))
    const [kept, gone] = [
      await make({ metadata: metadata('a') }, owner),
      await make({ metadata: metadata('b') }, owner),
    ]
    expectRefusal(await owner.post(`/v1/partners/${kept.id}/merge`, { duplicateId: gone.id }), 'INVALID_REQUEST')
    for (const one of [kept, gone]) expect((await owner.get(`/v1/partners/${one.id}`)).body).toEqual(one)
  })

  test('two partners merged both ways at once become one', async () => {
    const owner = await app.tenant('white_label')
    const [a, b] = [await make({}, owner), await make({}, owner)]
    const answers = await Promise.all([
      owner.post(`/v1/partners/${a.id}/merge`, { duplicateId: b.id }),
      owner.post(`/v1/partners/${b.id}/merge`, { duplicateId: a.id }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await owner.get('/v1/partners')).body.data).toHaveLength(1)
  })

  /** Delivered, and not counted while `work` begins; what it answers is awaited afterwards. */
  const beforeItCounts = async <T>(work: () => Promise<T>): Promise<T> => {
    const { waiting } = await app.platform.db.transaction(async (db) => {
      await holdNumbering(db)
      await app.platform.runner?.settle()
      const answer = work()
      await someoneWaits(app.platform.db)
      return { waiting: { answer } }
    })
    const answer = await waiting.answer
    await settle()
    return answer
  }
  const sentTo = async (owner: Tenant, id: string): Promise<number> =>
    (await owner.get(`/v1/partners/${id}`)).body.stats.documentsSent

  test.skipIf(inject('postgres') === '')(
    'a document that was delivered and not counted yet counts once for the partner that keeps it',
    { tags: 'services' },
    async () => {
      const [seller, buyer] = await pair()
      await send(seller, seller.peppolId, buyer.peppolId)
      await settle()
      const [partner] = (await seller.get('/v1/partners')).body.data
      const kept = await make({}, seller)
      await send(seller, seller.peppolId, buyer.peppolId)
      const merged = await beforeItCounts(() =>
        seller.post(`/v1/partners/${kept.id}/merge`, { duplicateId: partner.id }),
      )
      expect(merged).toMatchObject({ status: 200 })
      expect(await sentTo(seller, kept.id)).toBe(2)
    },
  )

  test.skipIf(inject('postgres') === '')(
    'a document that was delivered and not counted yet counts once for a partner that is made meanwhile',
    { tags: 'services' },
    async () => {
      const [seller, buyer] = await pair()
      await seller.patch(`/v1/companies/${seller.companyId}`, { settings: { autoCreatePartners: false } })
      await send(seller, seller.peppolId, buyer.peppolId)
      await settle()
      await send(seller, seller.peppolId, buyer.peppolId)
      const { id } = await beforeItCounts(() => make({ peppolId: buyer.peppolId }, seller))
      expect(await sentTo(seller, id)).toBe(2)
      expect((await seller.get(`/v1/companies/${seller.companyId}`)).body.stats).toEqual({ sent: 2, received: 0 })
    },
  )

  test('a document shows its partner in GraphQL to whom may read partners', async () => {
    const [seller, buyer] = await pair()
    const { id } = await send(seller, seller.peppolId, buyer.peppolId)
    const question = 'query($id: ID!) { document(id: $id) { partner { peppolId role } } }'
    expect((await seller.graphql(question, { id })).data.document.partner).toEqual({
      peppolId: buyer.peppolId,
      role: 'BUYER',
    })
    const reader = await seller.keyWith(['documents.read'])
    expect((await reader.graphql(question, { id })).errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
  })
})
