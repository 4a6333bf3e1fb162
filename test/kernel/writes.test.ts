/** @module-tag services */
/** Writes that are compiled do what Prisma does, whose own transactions know nothing of them. */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDatamodel } from '../../src/generated/pothos.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import type { Db } from '../../src/kernel/database/open.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { diceOf } from '../support/dice.ts'
import { sample } from '../support/sample.ts'
import { Trade } from '../support/trade.ts'

type Row = Readonly<Record<string, unknown>>
type Delegate = Readonly<Record<string, (args: object) => Promise<unknown>>>

interface Field {
  name: string
  kind: string
  type: string
  isList: boolean
  isId: boolean
}
const { models } = getDatamodel().datamodel as unknown as {
  models: Readonly<Record<string, { fields: Field[]; primaryKey: { fields: string[] } | null }>>
}
const WRITES = Number(process.env['WRITES'] ?? 3)
/** Each run makes the same writes; WRITES_SEED makes others. */
const SEED = Number(process.env['WRITES_SEED'] ?? 7)
/** Seeds that once found a difference, by their tables. */
const KEPT: Readonly<Record<string, readonly number[]>> = {}

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const trade = await Trade.between(app, 'FR')
  for (const number of [1, 2, 3]) {
    const { sent } = await trade.exchange({ number: `W-${number}`, orderReference: `PO-${number}` })
    await trade.supplier.post(`/v1/payments/documents/${sent}/pay`, { amount: number, date: '2026-11-20' })
  }
  await trade.supplier.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['document.sent'] })
  await trade.settle()
  await app.platform.keyUse.flush()
})
afterAll(() => app.close())

const delegateOf = (client: unknown, model: string): Delegate =>
  (client as Record<string, Delegate>)[model.charAt(0).toLowerCase() + model.slice(1)] as Delegate

const columnsOf = (model: string): Field[] => models[model]?.fields.filter(({ kind }) => kind !== 'object') ?? []
const keyOf = (model: string): string[] =>
  models[model]?.primaryKey?.fields ?? columnsOf(model).flatMap(({ name, isId }) => (isId ? [name] : []))
const picked = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]))
/** As Prisma wants the key of one row. */
const unique = (model: string, row: Row): object => {
  const key = keyOf(model)
  return key.length === 1 ? picked(row, key) : { [key.join('_')]: picked(row, key) }
}

class Undone extends Error {}

/** What comes of it, and which rows are there then; everything is undone. */
const outcomeOf = async (
  run: (body: (db: Db) => Promise<never>) => Promise<unknown>,
  model: string,
  write: (delegate: Delegate) => Promise<unknown>,
): Promise<object> => {
  let outcome: object = {}
  const body = async (db: Db): Promise<never> => {
    const delegate = delegateOf(db, model)
    const answer = await write(delegate)
    const rows = await delegateOf(db, model)['findMany']?.({ orderBy: keyOf(model).map((name) => ({ [name]: 'asc' })) })
    outcome = { answer, rows }
    throw new Undone()
  }
  await run(body).catch((error: unknown) => {
    if (error instanceof Undone) return
    const { code, meta } = error as { code?: string; meta?: { driverAdapterError?: { cause?: object } } }
    const { kind, constraint } = (meta?.driverAdapterError?.cause ?? {}) as { kind?: string; constraint?: object }
    outcome = { code, kind, constraint }
  })
  return outcome
}

/** A JSON column holds null in two ways, which have names; a row is given as it was read. */
const givable = (model: string, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const json = columnsOf(model).find((column) => column.name === name)?.type === 'Json'
      return json && value === null ? [[name, Prisma.DbNull]] : [[name, value]]
    }),
  )

const anotherKey = (model: string, row: Row): Row =>
  Object.fromEntries(
    keyOf(model).map((name) => [
      name,
      typeof row[name] === 'string' && name !== 'organizationId' ? `${row[name]}x` : row[name],
    ]),
  )

describe('a write of one table does what Prisma does:', () => {
  const cases = Object.keys(models).flatMap((model) =>
    [...(KEPT[model] ?? []), SEED].map((seed) => [model, seed] as const),
  )
  test.each(sample(cases, 1 / 8))('%s with WRITES_SEED=%i', async (model, seed) => {
    const { db } = app.platform
    const rows = (await delegateOf(db.client, model)['findMany']?.({ take: 5 })) as Row[]
    const outcomes = async (write: (delegate: Delegate) => Promise<unknown>): Promise<[object, object]> => [
      await outcomeOf((body) => db.transaction(body), model, write),
      await outcomeOf((body) => db.client.$transaction(body), model, write),
    ]
    const both = async (what: string, write: (delegate: Delegate) => Promise<unknown>): Promise<void> => {
      let [ours, theirs] = await outcomes(write)
      // A sign of life of the process may have come between: what differs is looked at once more.
      if (!isDeepStrictEqual(ours, theirs)) [ours, theirs] = await outcomes(write)
      expect([what, ours]).toEqual([what, theirs])
    }
    const dice = diceOf(model.length * 31 + seed)
    const names = columnsOf(model).map(({ name }) => name)
    await both('deleteMany of nothing', (to) =>
      (to['deleteMany'] as Delegate[string])({ where: { AND: [{ NOT: {} }] } }).catch(() => null),
    )
    for (let round = 0; round < WRITES && rows.length > 0; round += 1) {
      const [row, other] = [dice.pick(rows), dice.pick(rows)]
      const some = names.filter((name) => !keyOf(model).includes(name) && dice.chance(0.3))
      const data = givable(model, picked(other, some))
      const copy = givable(model, { ...row, ...anotherKey(model, row) })
      const where = picked(row, keyOf(model))
      await both('create', (to) => (to['create'] as Delegate[string])({ data: copy }))
      await both('create again', (to) => (to['create'] as Delegate[string])({ data: givable(model, row) }))
      await both('createMany', (to) =>
        (to['createMany'] as Delegate[string])({ data: [copy, givable(model, row)], skipDuplicates: true }),
      )
      await both('createManyAndReturn', (to) =>
        (to['createManyAndReturn'] as Delegate[string])({ data: [givable(model, row)], skipDuplicates: true }),
      )
      await both('deleteMany', (to) => (to['deleteMany'] as Delegate[string])({ where }))
      await both('delete', (to) => (to['delete'] as Delegate[string])({ where: unique(model, row) }))
      if (some.length === 0) continue
      await both('update', (to) => (to['update'] as Delegate[string])({ where: unique(model, row), data }))
      await both('updateMany', (to) => (to['updateMany'] as Delegate[string])({ where, data }))
      await both('updateManyAndReturn', (to) => (to['updateManyAndReturn'] as Delegate[string])({ where, data }))
    }
  })

  test('a number is raised by what is said, and a row that is not there is told as Prisma tells it', async () => {
    const { db } = app.platform
    const webhook = await db.client.webhook.findFirst({})
    const { organizationId = '', id = '' } = webhook ?? {}
    for (const run of [db.transaction, db.client.$transaction.bind(db.client)] as (typeof db.transaction)[]) {
      const raised = await outcomeOf(run, 'Webhook', (to) =>
        (to['update'] as Delegate[string])({
          where: { organizationId_id: { organizationId, id } },
          data: { failureCount: { increment: 3 } },
          select: { failureCount: true },
        }),
      )
      expect(raised).toMatchObject({ answer: { failureCount: (webhook?.failureCount ?? 0) + 3 } })
      const absent = await outcomeOf(run, 'Webhook', (to) =>
        (to['update'] as Delegate[string])({
          where: { organizationId_id: { organizationId, id: 'wh_none' } },
          data: { failureCount: 1 },
        }),
      )
      expect(absent).toMatchObject({ code: 'P2025' })
      const gone = await outcomeOf(run, 'Webhook', (to) =>
        (to['delete'] as Delegate[string])({ where: { organizationId_id: { organizationId, id: 'wh_none' } } }),
      )
      expect(gone).toMatchObject({ code: 'P2025' })
    }
  })

  test('a key without one of its parts, or none at all, is no row: nothing is changed, deleted or found', async () => {
    const { client, transaction } = app.platform.db
    const { organizationId = '' } = (await client.webhook.findFirst({})) ?? {}
    const before = await client.webhook.findMany({ orderBy: { id: 'asc' } })
    const partly = { where: { organizationId_id: { organizationId, id: undefined } } }
    for (const asked of [partly, { where: {} }]) {
      const refused = async (method: string, more: object = {}): Promise<void> =>
        expect(
          transaction((db) => (db.webhook as unknown as Delegate)[method]?.({ ...asked, ...more }) as Promise<unknown>),
        ).rejects.toThrow(Prisma.PrismaClientValidationError)
      await refused('update', { data: { failureCount: 77 } })
      await refused('delete')
      await refused('findUnique')
      await refused('findUniqueOrThrow')
    }
    expect(await client.webhook.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })
})
