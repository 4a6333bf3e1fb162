/** A send under a key is one statement with its answer, which is put together before the document is written. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import { freeze, thaw } from '../../../src/graphql/frozen.ts'
import { sealedAnswer } from '../../../src/operation/idempotency.ts'
import { type Answer, type Body, Caller, type TestApp, startApp } from '../../support/app.ts'
import { inContent } from '../../support/send-content.ts'
import { type Country, Trade } from '../../support/trade.ts'

let app: TestApp
const trades = new Map<Country, Trade>()
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  for (const country of ['BE', 'FR'] as const) trades.set(country, await Trade.between(app, country))
  await app.platform.db.client.company.updateMany({ data: { smpRegistered: true } })
  // Partners are made by the first document.
  for (const trade of trades.values()) await trade.supplier.post('/v1/documents/send', trade.body())
}, 60_000)
afterAll(() => app.close())

let made = 0
const nextKey = (): string => `kept-${(made += 1)}`

const line = { description: 'Lamp', quantity: 1, unit: 'C62', unitPrice: '0.10', vatRate: 20 }
const attachment = { reference: 'a', filename: 'a.csv', mimeType: 'text/csv', content: 'YQ==' }

/** What documents may say beside what they must. */
const kinds: readonly [what: string, country: Country, document: object, rest?: object][] = [
  ['an invoice', 'BE', {}],
  ['a French invoice', 'FR', {}],
  [
    'an invoice with all kinds of metadata',
    'FR',
    {},
    { metadata: { longer: { b: 1, a: [1.5, null, -0, 1e21] }, é: '' } },
  ],
  ['an invoice with a name of its file', 'BE', {}, { fileName: 'ä b.xml' }],
  ['a credit note', 'FR', { billingReference: 'T-0', billingReferenceDate: '2026-11-01' }, { type: 'credit-note' }],
  ['an invoice with files', 'FR', { attachments: [attachment] }],
  ['an invoice below zero', 'BE', { lines: [{ ...line, vatRate: 21, quantity: -1 }] }],
  ['an invoice about nothing', 'BE', { lines: [{ ...line, vatRate: 21, unitPrice: 0 }] }],
  ['an order', 'BE', { dueDate: undefined }, { type: 'purchase-order' }],
]

/** The number of the document that was sent under the key. */
const sendUnder = async (key: string, country: Country, document: object, rest: object = {}): Promise<string> => {
  const trade = trades.get(country) as Trade
  const { type, ...input } = inContent(trade.body(document, rest) as Body)
  const { data, errors } = await trade.supplier.graphql(
    'mutation ($input: SendDocumentInput!) { sendDocument(input: $input) { document { id } } }',
    { input: { ...input, type: type.toUpperCase().replace('-', '_'), idempotencyKey: key } },
  )
  expect(errors).toBeUndefined()
  return data.sendDocument.document.id
}

/** Whose document it is of those that are traded with, nobody is told. */
const textOf = (document: object): string => Buffer.from(freeze({ ...document, partnerId: null })).toString()

const expectKept = async (key: string, id: string): Promise<void> => {
  const { client } = app.platform.db
  const record = await client.idempotencyRecord.findFirstOrThrow({ where: { key } })
  const { document: kept } = thaw(app.platform.secretBox.open(record.body, sealedAnswer(record))) as Body
  expect(textOf(kept)).toBe(textOf(await client.document.findFirstOrThrow({ where: { id } })))
}

test.each(kinds)('the answer that is kept tells of %s what is written', async (_what, ...kind) => {
  const key = nextKey()
  await expectKept(key, await sendUnder(key, ...kind))
})

test('the answers that are kept tell of documents sent at the same time what is written', async () => {
  const keys = kinds.map(nextKey)
  const ids = await Promise.all(
    kinds.map(([, country, document, rest], at) => sendUnder(keys[at] ?? '', country, document, rest)),
  )
  for (const [at, id] of ids.entries()) await expectKept(keys[at] ?? '', id)
})

test.skipIf(inject('postgres') === '')(
  'of two servers that are sent a document under one key at once one sends it; others answer the same, or 409 in progress',
  async () => {
    const database = openDatabase({ url: String(app.platform.db.directUrl), pool: 8, countQueries: true })
    const other = await startApp({ WORKERS: 'off' }, { database })
    try {
      const trade = trades.get('BE') as Trade
      const there = new Caller(other, trade.supplier.headers)
      const { documents: before } = await trade.supplier.footprint()
      for (let round = 0; round < 10; round++) {
        const [body, headers] = [trade.body(), { 'idempotency-key': `round-${round}` }]
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? trade.supplier : there).post('/v1/documents/send', body, headers),
          ),
        )
        const isOriginal = ({ status, headers: { 'idempotent-replayed': replayed } }: Answer) =>
          status === 201 && replayed === undefined
        const [original, ...others] = answers.toSorted((one, two) => Number(isOriginal(two)) - Number(isOriginal(one)))
        expect(original?.status).toBe(201)
        for (const one of others)
          expect(one.status === 409 ? one.body.error.code : one.bytes).toEqual(
            one.status === 409 ? 'idempotency_in_progress' : original?.bytes,
          )
        expect(others.filter(isOriginal)).toEqual([])
      }
      expect((await trade.supplier.footprint()).documents).toBe(Number(before) + 10)
    } finally {
      await other.close()
    }
  },
)

test('a key that is new again after a day sends another document, and keeps its answer', async () => {
  const trade = trades.get('BE') as Trade
  const sendWith = (body: object) => trade.supplier.post('/v1/documents/send', body, { 'idempotency-key': 'of-a-day' })
  const first = await sendWith(trade.body())
  app.clock.advance(24 * 3_600_000 + 1)
  const other = trade.body()
  const [second, again] = [await sendWith(other), await sendWith(other)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
  expect(again.bytes).toEqual(second.bytes)
})
