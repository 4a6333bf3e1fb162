import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let sender: Tenant
let receiver: Tenant
let from: string
let to: string
beforeAll(async () => {
  app = await startApp()
  ;[sender, receiver] = [await app.tenant('white_label'), await app.tenant('white_label')]
  from = (await sender.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
  to = (await receiver.post('/v1/companies', { vatNumber: 'BE0417497106' })).body.peppolId
  // Both are on the network once they are published.
  await settle()
})
afterAll(() => app.close())

/** Everything that is due happens, and what it announces is numbered. */
const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

let made = 0
const number = (): string => `INV-${++made}`

const lines = [
  { description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 },
  { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6 },
]

const invoice = (document: object = {}, rest: object = {}) => ({
  type: 'invoice',
  from,
  to,
  document: {
    number: number(),
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines,
    ...document,
  },
  ...rest,
})

const events = async (tenant: Tenant, documentId: string): Promise<string[]> => {
  const rows = await app.platform.db.client.event.findMany({
    where: { organizationId: tenant.organizationId },
    orderBy: { seq: 'asc' },
  })
  return rows.filter(({ data }) => (data as Body).documentId === documentId).map(({ type }) => type)
}

describe('finding documents', () => {
  test('documents are found by words of number, parties and lines, by filters, in every order', async () => {
    const sent = await sender.post(
      '/v1/documents/send',
      invoice({
        lines: [{ description: 'Zeppelin mooring mast', quantity: 1, unit: 'C62', unitPrice: '7777.77', vatRate: 21 }],
      }),
    )
    expect((await sender.get('/v1/documents?q=zeppelin%20mast')).body.data.map(({ id }: Body) => id)).toEqual([
      sent.body.id,
    ])
    const found = await sender.post('/v1/documents/search', {
      any: [
        { all: [{ field: 'grossAmount', op: 'gte', value: '9000' }] },
        { all: [{ status: 'rejected' }, { direction: 'incoming' }] },
      ],
    })
    expect(found.body.data.map(({ id }: Body) => id)).toEqual([sent.body.id])
    for (const field of ['createdAt', 'issueDate', 'dueDate', 'grossAmount', 'number']) {
      const all: string[] = []
      let cursor: string | null = null
      do {
        const { body }: Body = await sender.post('/v1/documents/search', {
          sort: [{ field, order: 'asc' }],
          limit: 5,
          ...(cursor && { cursor }),
        })
        all.push(...body.data.map(({ id }: Body) => id))
        cursor = body.cursor
      } while (cursor)
      expect(new Set(all).size).toBe(
        await app.platform.db.client.document.count({ where: { organizationId: sender.organizationId } }),
      )
      expect(all).toHaveLength(new Set(all).size)
    }
  })
  test('an action on a document changes it once, and is announced only then', async () => {
    const { body } = await sender.post('/v1/documents/send', invoice())
    const act = (action: string, more: object = {}) =>
      sender.post(`/v1/documents/${body.id}/actions`, { action, ...more })
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([{ field: 'tags', from: null, to: 'urgent' }])
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([])
    expect((await act('archive')).body.changes).toEqual([{ field: 'archived', from: false, to: true }])
    expect((await sender.get('/v1/documents?tag=urgent&archived=true')).body.data.map(({ id }: Body) => id)).toEqual([
      body.id,
    ])
    await app.platform.relay.drain()
    expect((await events(sender, body.id)).filter((type) => type === 'document.updated')).toHaveLength(2)
  })
})
