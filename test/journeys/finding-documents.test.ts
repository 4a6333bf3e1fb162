/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
  x = await startExchange(app)
})
afterAll(() => app.close())

describe('finding documents', () => {
  test('documents are found by words of number, parties and lines, by filters, in every order', async () => {
    const sent = await x.sender.post(
      '/v1/documents/send',
      x.invoice({
        lines: [{ description: 'Zeppelin mooring mast', quantity: 1, unit: 'C62', unitPrice: '7777.77', vatRate: 21 }],
      }),
    )
    expect((await x.sender.get('/v1/documents?q=zeppelin%20mast')).body.data.map(({ id }: Body) => id)).toEqual([
      sent.body.id,
    ])
    const found = await x.sender.post('/v1/documents/search', {
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
        const { body }: Body = await x.sender.post('/v1/documents/search', {
          sort: [{ field, order: 'asc' }],
          limit: 5,
          ...(cursor && { cursor }),
        })
        all.push(...body.data.map(({ id }: Body) => id))
        cursor = body.cursor
      } while (cursor)
      expect(new Set(all).size).toBe(
        await app.platform.db.client.document.count({ where: { organizationId: x.sender.organizationId } }),
      )
      expect(all).toHaveLength(new Set(all).size)
    }
  })
  test('a search from one day to another finds what was issued between them, both days included', async () => {
    for (const [number, issueDate] of [
      ['DAY-1', '2026-03-01'],
      ['DAY-2', '2026-03-02'],
      ['DAY-3', '2026-03-03'],
    ])
      await x.sender.post('/v1/documents/send', x.invoice({ number, issueDate }))
    const between = async (range: object): Promise<string[]> =>
      (
        await x.sender.post('/v1/documents/search', { all: [{ number: { startsWith: 'DAY-' } }], ...range })
      ).body.data.map(({ number }: Body) => number)
    expect(await between({ from: '2026-03-02' })).toEqual(['DAY-3', 'DAY-2'])
    expect(await between({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['DAY-2'])
    expect((await x.sender.post('/v1/documents/search', { from: 'yesterday' })).body.error).toMatchObject({
      details: [{ field: 'from' }],
    })
  })
  test('an action on a document changes it once, and is announced only then', async () => {
    const { body } = await x.sender.post('/v1/documents/send', x.invoice())
    const act = (action: string, more: object = {}) =>
      x.sender.post(`/v1/documents/${body.id}/actions`, { action, ...more })
    const updates = async (): Promise<number> => {
      await app.platform.runner?.settle()
      await app.platform.relay.drain()
      return (await x.events(x.sender, body.id)).filter((type) => type === 'document.updated').length
    }
    // What the network says of the message is an update too.
    const before = await updates()
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([{ field: 'tags', from: null, to: 'urgent' }])
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([])
    expect((await act('archive')).body.changes).toEqual([{ field: 'archived', from: false, to: true }])
    expect((await x.sender.get('/v1/documents?tag=urgent&archived=true')).body.data.map(({ id }: Body) => id)).toEqual([
      body.id,
    ])
    expect(await updates()).toBe(before + 2)
  })
})
