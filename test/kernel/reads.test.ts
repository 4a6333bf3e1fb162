/** @module-tag services */
/** Reads that are compiled, and the same ones by Prisma: inside a transaction of Prisma every read goes to Prisma. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { getDatamodel } from '../../src/generated/pothos.ts'
import { type Company, type Document, Prisma } from '../../src/generated/prisma/client.ts'
import { present } from '../../src/http/answers.ts'
import { writtenPage } from '../../src/http/written-rows.ts'
import { type View, id, relation, text, view } from '../../src/operation/view.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { sample } from '../support/sample.ts'
import { Trade } from '../support/trade.ts'

type Row = Readonly<Record<string, unknown>>

interface Field {
  name: string
  kind: string
  type: string
  isList: boolean
  isRequired: boolean
}
interface Delegate {
  findMany(args: object): Promise<Row[]>
  findFirst(args: object): Promise<object | null>
  count(args: object): Promise<number>
}
type Delegates = Readonly<Record<string, Delegate>>

const { models } = getDatamodel().datamodel as unknown as {
  models: Readonly<Record<string, { fields: Field[]; primaryKey: { fields: string[] } | null }>>
}

/** Each run makes the same reads; READS_SEED makes others: a failure names its seed. */
const SEED = Number(process.env['READS_SEED'] ?? 20_261_120)
/** Seeds that once found a difference, by their tables. */
const KEPT: Readonly<Record<string, readonly number[]>> = {}

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const trade = await Trade.between(app, 'FR')
  for (const name of ['Éclair 100%', 'snake_case', "O'Neil \\ Söhne"])
    await trade.supplier.post('/v1/partners', { name, peppolId: `0208:${name.length}`, tags: ['a', 'b'] })
  for (const number of [1, 2, 3]) await trade.exchange({ number: `R-${number}`, orderReference: `PO-${number % 2}` })
  await trade.supplier.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['document.sent'] })
  await trade.settle()
  // Both roads are to find the same rows: nothing is written any more.
  const { relay, requestLog, keyUse, membersSeen } = app.platform
  await relay.drain()
  for (const buffer of [requestLog, keyUse, membersSeen]) await buffer.flush()
})
afterAll(() => app.close())

const delegateOf = (client: unknown, model: string): Delegate =>
  (client as Delegates)[model.charAt(0).toLowerCase() + model.slice(1)] as Delegate

const keyOf = (model: string): string[] => {
  const { primaryKey, fields } = models[model] ?? { primaryKey: null, fields: [] }
  return primaryKey?.fields ?? fields.filter((field) => 'isId' in field && field.isId).map(({ name }) => name)
}

/** Rows are told apart by their key, so that both have one order. */
const ordered = (model: string, args: object): object => ({
  ...args,
  orderBy: [...('orderBy' in args ? [args.orderBy] : []), ...keyOf(model).map((name) => ({ [name]: 'asc' }))],
})

const referencesOf = (model: string): Field[] =>
  (models[model]?.fields ?? []).filter(({ kind, isList }) => kind === 'object' && !isList)

/** Every value of an unread row that another row of the table has. */
const readLike = (model: string, row: Row, other: Row): Row => {
  const references = new Map(referencesOf(model).map(({ name, type }) => [name, type]))
  return Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const there = references.get(name)
      const mine = row[name]
      return [name, there !== undefined && value && mine ? readLike(there, mine as Row, value as Row) : mine]
    }),
  )
}

const expectBoth = async (model: string, given: object): Promise<void> => {
  const args = ordered(model, given)
  const { client } = app.platform.db
  const ours = await delegateOf(client, model).findMany(args)
  const theirs = await client.$transaction((tx) => delegateOf(tx, model).findMany(args))
  expect(ours).toEqual(theirs)
  const unread = await delegateOf(app.platform.db.unread, model).findMany(args)
  expect(unread.map((row, at) => readLike(model, row, ours[at] ?? {}))).toEqual(ours)
  const { take: _, ...first } = args as { take?: number }
  expect(await delegateOf(client, model).findFirst(first)).toEqual(theirs[0] ?? null)
  const where = 'where' in args ? { where: args.where } : {}
  const counted = await client.$transaction((tx) => delegateOf(tx, model).count(where))
  expect(await delegateOf(client, model).count(where)).toBe(counted)
}

/** There Prisma's statements order an enum by its text as soon as they have a limit. No operation orders by one. */
const ACROSS_SERVERS = inject('nodes').length > 1

/** Any filter, order and page of a table, with values that its rows have. */
class AnyRead {
  readonly #rows: readonly Row[]
  readonly #columns: Field[]

  constructor(model: string, rows: readonly Row[]) {
    this.#rows = rows
    this.#columns = (models[model]?.fields ?? []).filter(
      ({ kind, type, name }) =>
        kind !== 'object' && !['Json', 'Bytes'].includes(type) && rows.some((row) => row[name] !== null),
    )
  }

  /** Null is a value only of what may be null. */
  #value({ name, isRequired }: Field): fc.Arbitrary<unknown> {
    return fc.constantFrom(...new Set(this.#rows.map((row) => row[name])), ...(isRequired ? [] : [null]))
  }

  #filter(field: Field): fc.Arbitrary<unknown> {
    const { type, kind, isList } = field
    if (isList) return fc.constantFrom('a', 'b', 'c').map((has) => ({ has }))
    const value = this.#value(field)
    const equal = fc.oneof(
      value,
      value.map((not) => ({ not })),
    )
    if (type === 'Boolean') return equal
    const some = value.filter((one) => one !== null)
    const list = fc.array(some, { maxLength: 3 })
    const among = fc.oneof(
      list.map((given) => ({ in: given })),
      list.map((given) => ({ notIn: given })),
    )
    if (kind === 'enum') return fc.oneof(equal, among)
    const sided = fc.tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte'), some).map(([sign, one]) => ({ [sign]: one }))
    if (type !== 'String') return fc.oneof(equal, among, sided)
    const part = fc
      .tuple(
        fc.constantFrom('contains', 'startsWith', 'endsWith'),
        fc.constantFrom('a', 'R-', '100\\%', '_', '1'),
        fc.boolean(),
      )
      .map(([how, text, any]) => ({ [how]: text, ...(any && { mode: 'insensitive' }) }))
    const inAnyCase = some.map((text) => ({ equals: String(text).toUpperCase(), mode: 'insensitive' }))
    return fc.oneof(equal, among, sided, part, inAnyCase)
  }

  #where(): fc.Arbitrary<object> {
    const simple = fc
      .constantFrom(...this.#columns)
      .chain((field) => this.#filter(field).map((one) => ({ [field.name]: one })))
    return fc.letrec<{ where: object }>((tie) => ({
      where: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        simple,
        fc.array(tie('where'), { maxLength: 3 }).map((AND) => ({ AND })),
        fc.array(tie('where'), { maxLength: 3 }).map((OR) => ({ OR })),
        tie('where').map((NOT) => ({ NOT })),
      ),
    })).where
  }

  args(): fc.Arbitrary<object> {
    const ordering = this.#columns.filter(({ isList, kind }) => !isList && !(kind === 'enum' && ACROSS_SERVERS))
    const orderBy = fc
      .tuple(fc.constantFrom(...ordering), fc.constantFrom('asc', 'desc'))
      .map(([{ name }, direction]) => ({ [name]: direction }))
    return fc.record(
      { where: this.#where(), orderBy, take: fc.integer({ min: 1, max: 20 }), skip: fc.integer({ min: 0, max: 3 }) },
      { requiredKeys: ['where'] },
    )
  }
}

describe('a compiled read', () => {
  test.each(sample(Object.keys(Prisma.ModelName), 1 / 4))(
    'gives the rows of %s as Prisma does, with all that they refer to',
    async (model) => {
      const references = referencesOf(model)
      await expectBoth(model, { take: 50 })
      if (references.length > 0)
        await expectBoth(model, { take: 50, include: Object.fromEntries(references.map(({ name }) => [name, true])) })
    },
  )

  test('is one statement, which Prisma does not write, for a page of companies with their addresses', async () => {
    const { client } = app.platform.db
    const statements = await app.statements(() =>
      client.company.findMany({ where: { status: 'active' }, include: { legalAddress: true }, take: 5 }),
    )
    expect(statements).toEqual([expect.stringMatching(/^SELECT t0\./)])
  })

  test.each(['Document', 'Company', 'Partner', 'Event', 'Webhook'])(
    'has the rows of %s that Prisma has for any filter, order and page',
    { tags: 'heavy' },
    async (model) => {
      const read = new AnyRead(model, await delegateOf(app.platform.db.client, model).findMany({}))
      for (const seed of [...(KEPT[model] ?? []), SEED])
        await fc.assert(
          fc.asyncProperty(read.args(), (args) => expectBoth(model, args)),
          { numRuns: Number(process.env['READS'] ?? 60), seed },
        )
    },
  )
})

test('an unread row is written in JSON as one that was read, what is made of a related row included', async () => {
  const company = view<Pick<Company, 'status' | 'name'>>()('CompanyOfADocument', 'A company.', {
    name: text('Its name.'),
    capitals: text('Its status, in capitals.').by(['status'], ({ status }: Pick<Company, 'status'>) =>
      status.toUpperCase(),
    ),
  })
  const document = view<Pick<Document, 'id' | 'status'> & { company: Pick<Company, 'status' | 'name'> }>()(
    'DocumentWithItsCompany',
    'A document.',
    { id: id('Its id.'), company: relation(company, 'Its company.') },
  )
  const { client, unread } = app.platform.db
  const args = { include: { company: true }, orderBy: { id: 'asc' } } as const
  const page = { hasNext: false, hasPrevious: false, isBackwards: false, cursorOf: () => '' }
  const data = (await client.document.findMany(args)).map(present(document))
  expect(data[0]).toMatchObject({ company: { capitals: 'ACTIVE' } })
  const written = writtenPage(document as View<never>, { ...page, rows: await unread.document.findMany(args) })
  expect(JSON.parse(written ?? '')).toEqual({ data, hasMore: false, cursor: null })
})
