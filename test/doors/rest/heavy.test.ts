/** @module-tag heavy */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt053 } from '../../support/bank-files.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
let innocent: Tenant
beforeAll(async () => {
  app = await startApp({}, { threads: true })
  ;[tenant, innocent] = [await app.tenant('white_label'), await app.tenant('white_label')]
})
afterAll(() => app.close())

const body = (lines: number, number = `N-${lines}`): object => ({
  type: 'invoice',
  from: tenant.peppolId,
  to: '0208:0417497106',
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: Array.from({ length: lines }, (_, index) => ({
      description: `Consulting ${index}`,
      quantity: 3,
      unit: 'HUR',
      unitPrice: 99.5,
      vatRate: 21,
    })),
  },
})

/** How many questions of somebody else are answered, one after the other, until the heavy one is. */
const answeredMeanwhile = async (heavy: Promise<Answer>): Promise<{ status: number; count: number }> => {
  let [count, done] = [0, false]
  const ended = heavy.finally(() => (done = true))
  for (; !done && count < 300; count += 1) expect((await innocent.get('/v1/me')).status).toBe(200)
  app.clock.advance(61_000)
  return { status: (await ended).status, count }
}

const readForNothing = (): Promise<Answer> =>
  tenant.send(
    'POST',
    `/v1/documents/validate?type=invoice&from=${tenant.peppolId}&to=0208:0417497106`,
    Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj '), Buffer.alloc(20_000_000, '% \n')]),
    { 'content-type': 'application/pdf' },
  )

/** Several at once, which wait for each other: one alone may be read faster than others can ask. */
const lastOf = async (count: number, ask: () => Promise<Answer>): Promise<Answer> =>
  (await Promise.all(Array.from({ length: count }, ask))).at(-1) as Answer

describe('others are answered meanwhile', () => {
  let large: string
  beforeAll(async () => {
    large = (await tenant.post('/v1/documents/send', body(1_000))).body.id
  })

  // In the thread that answers, each of these would let a handful pass before it begins, and nobody until it ends.
  test.each([
    ['a PDF', () => tenant.get(`/v1/documents/${large}/pdf`), 200],
    ['a Factur-X file', () => tenant.get(`/v1/documents/${large}/facturx`), 200],
    ['a document that is read and checked', () => tenant.post('/v1/documents/validate', body(2_000)), 200],
    ['a queue of PDFs that are read for nothing', () => lastOf(3, readForNothing), 422],
  ])('while %s is worked on', async (_what, ask, status) => {
    const answered = await answeredMeanwhile(ask())
    expect(answered.status).toBe(status)
    expect(answered.count).toBeGreaterThan(50)
  })

  test('a statement of three thousand movements is read meanwhile, and nothing of it is lost', async () => {
    const movements = Array.from({ length: 3_000 }, (_, index) => ({ amount: '12.50', bankReference: `B${index}` }))
    const { status, body: report } = await tenant.send('POST', '/v1/payments/import', Buffer.from(camt053(movements)), {
      'content-type': 'application/xml',
    })
    expect({ status, entries: report.entries, first: report.lines[0].amount }).toEqual({
      status: 200,
      entries: 3_000,
      first: 12.5,
    })
  })
})

describe('what is too large', () => {
  test.each([
    ['24 MB of brackets', 'application/octet-stream', Buffer.alloc(24_000_000, '[')],
    [
      'a PDF of 24 MB of values',
      'application/pdf',
      Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj ['), Buffer.alloc(23_999_000, '[1]')]),
    ],
  ])('%s are refused with TOO_LARGE, and nothing is stored', async (_what, type, file) => {
    const before = await tenant.footprint()
    const path = `/v1/documents/send?type=invoice&from=${tenant.peppolId}&to=0208:0417497106&format=auto`
    expectRefusal(await tenant.send('POST', path, file, { 'content-type': type }), 'TOO_LARGE')
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('the rate window', () => {
  test('a large document counts as several requests, and a small one as one', async () => {
    const caller = await app.tenant('white_label')
    const from = { from: caller.peppolId }
    const left = async (): Promise<number> => Number((await caller.get('/v1/me')).headers['x-ratelimit-remaining'])
    const begin = await left()
    await caller.post('/v1/documents/validate', { ...body(1), ...from })
    expect(begin - (await left())).toBe(2)
    await caller.post('/v1/documents/validate', { ...body(1_000), ...from })
    expect(begin - (await left())).toBe(8)
  })
})
