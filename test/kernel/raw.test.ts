/** @module-tag services */
/** Statements as SQL go past Prisma: the values and the answers are what Prisma's are. */
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, PLANNED_ANEW } from '../../src/kernel/database/open.ts'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let ours: Database
let theirs: PrismaClient
let end: () => Promise<void>

beforeAll(async () => {
  ours = await testDatabase()
  const postgres = inject('postgres')
  const pool = postgres === '' ? undefined : new pg.Pool({ connectionString: postgres, max: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'raw-'))
  // Quicker than to initialize one in memory.
  if (!pool) cpSync(join(inject('dataFolder'), 'postgres'), folder, { recursive: true })
  const lite = pool ? undefined : await PGlite.create(folder)
  theirs = new PrismaClient({ adapter: pool ? new PrismaPg(pool) : new PrismaPGlite(lite as PGlite) })
  end = async () => {
    await theirs.$disconnect()
    await pool?.end()
    await lite?.close()
    rmSync(folder, { recursive: true })
  }
})
afterAll(async () => {
  await end()
  await ours.close()
})

/** One expression of each type that columns have, alone and as a list, and nothing. */
const expressions: readonly string[] = [
  '42',
  '9007199254740993::bigint',
  '1.5::real',
  '1.25::double precision',
  '123456789012345678901234567890.1234567890::numeric',
  "'NaN'::text",
  'true',
  "'x'::char(3)",
  "'naïve 🙂'::text",
  "'2026-11-21'::date",
  "'10:20:30.456'::time",
  "'2026-11-21 10:20:30.456+02'::timestamptz",
  "'2026-11-21 10:20:30.456'::timestamp",
  '\'{"a": [1, null, "b"]}\'::jsonb',
  "'[1]'::json",
  "'\\x00ff10'::bytea",
  "'6f9619ff-8b86-d011-b42d-00cf4fc964ff'::uuid",
]
const ofType = (expression: string): string => expression.replace(/.*::/s, '')

describe('a statement as SQL answers what Prisma answers:', () => {
  test.each(expressions)('%s', async (expression) => {
    const sql = `SELECT ${expression} AS a, NULL AS b, ${expression} AS "with space"`
    const [one, other] = [await ours.client.$queryRawUnsafe(sql), await theirs.$queryRawUnsafe(sql)]
    expect(one).toEqual(other)
  })

  test.each(expressions.filter((one) => one.includes('::') && !/json|char\(|uuid|::time$|bytea/.test(one)))(
    'a list of %s, with nothing in it and empty',
    async (expression) => {
      const type = ofType(expression)
      const sql = `SELECT ARRAY[${expression}, NULL]::${type}[] AS a, ARRAY[]::${type}[] AS b`
      expect(await ours.client.$queryRawUnsafe(sql)).toEqual(await theirs.$queryRawUnsafe(sql))
    },
  )

  test('values of every kind arrive as they were given', async () => {
    const ask = (client: Pick<PrismaClient, '$queryRaw'>) =>
      client.$queryRaw(Prisma.sql`SELECT ${'text'} AS t, ${12}::int AS i, ${1.5}::float8 AS f, ${true}::boolean AS y,
        ${new Date('2026-11-21T10:00:00.123Z')}::timestamptz AS d, ${new Prisma.Decimal('0.1')}::numeric AS n,
        ${9007199254740993n}::bigint AS l, ${new Uint8Array([0, 255])}::bytea AS b, ${null}::text AS z,
        ${['a', 'b"c', '']}::text[] AS ts, ${[1, 2]}::int[] AS ns, ${JSON.stringify({ a: 1 })}::jsonb AS j`)
    expect(await ask(ours.client)).toEqual(await ask(theirs as never))
  })

  test('the number of rows that a statement has changed', async () => {
    const sql = 'UPDATE organizations SET name = name WHERE false'
    expect(await ours.client.$executeRawUnsafe(sql)).toBe(0)
  })

  test('a statement that is refused is an error with the code of Prisma, and says why', async () => {
    for (const sql of ['SELECT * FROM nothing_here', "SELECT 'x'::int"]) {
      const of = (asked: Promise<unknown>) =>
        asked.then(
          () => expect.unreachable(),
          ({ code }: { code: string }) => code,
        )
      expect(await of(ours.client.$queryRawUnsafe(sql))).toBe(await of(theirs.$queryRawUnsafe(sql)))
    }
  })
})

describe('a transaction', () => {
  const named = (id: string) => ({ id, name: id, plan: 'free' as const, createdAt: new Date('2026-11-20T10:00:00Z') })
  const there = async (id: string): Promise<boolean> =>
    (await ours.client.organization.findFirst({ where: { id } })) !== null

  test('is one for what goes past Prisma and what does not, whichever comes first', async () => {
    const seen = await ours.transaction(async (db) => {
      await db.$executeRaw`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_a', 'a', 'free', now())`
      const byPrisma = await db.organization.count({ where: { id: 'org_a' } })
      await db.organization.create({ data: named('org_b') })
      const [past] = await db.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM organizations WHERE id = 'org_b'`
      const unique = await db.organization.findUnique({ where: { id: 'org_b' } })
      return [byPrisma, Number(past?.count), unique?.name]
    })
    expect(seen).toEqual([1, 1, 'org_b'])
    expect([await there('org_a'), await there('org_b')]).toEqual([true, true])
  })

  test('that fails leaves nothing of either', async () => {
    const failing = ours.transaction(async (db) => {
      await db.$executeRaw`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_c', 'c', 'free', now())`
      await db.organization.create({ data: named('org_d') })
      throw new Error('as it happens')
    })
    await expect(failing).rejects.toThrow('as it happens')
    expect([await there('org_c'), await there('org_d')]).toEqual([false, false])
  })

  test('whose body says nothing of a statement that failed fails with it, and leaves nothing', async () => {
    const silent = ours.transaction(async (db) => {
      await db.organization.create({ data: named('org_g') })
      await db.organization.create({ data: named('org_g') }).catch(() => undefined)
      return 'well'
    })
    await expect(silent).rejects.toMatchObject({ code: 'P2002' })
    expect(await there('org_g')).toBe(false)
  })

  test('that returns to a savepoint from a statement that failed commits what was before it, and after', async () => {
    const well = ours.transaction(async (db) => {
      await db.organization.create({ data: named('org_h') })
      await db.$executeRaw`SAVEPOINT item`
      await db.organization.create({ data: named('org_h') }).catch(() => undefined)
      await db.$executeRaw`ROLLBACK TO SAVEPOINT item`
      return 'well'
    })
    expect(await well).toBe('well')
    expect(await there('org_h')).toBe(true)
  })

  test('that takes too long is undone, and nothing of it runs on afterwards', async () => {
    const { promise: later, resolve } = Promise.withResolvers<void>()
    let afterwards: Promise<unknown> | undefined
    const slow = ours.transaction(async (db) => {
      await db.$executeRaw`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_e', 'e', 'free', now())`
      await later
      afterwards = db.$executeRaw`INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_f', 'f', 'free', now())`
      await afterwards
    }, 50)
    await expect(slow).rejects.toThrow('The database is not available.')
    resolve()
    await until(() => afterwards !== undefined)
    await expect(afterwards).rejects.toThrow('The database is not available.')
    expect([await there('org_e'), await there('org_f')]).toEqual([false, false])
  })

  test('gives each of its statements that are asked at once its own values, also where none is kept', async () => {
    const asked = await ours.transaction((db) =>
      Promise.all(
        [1, 2, 3, 4].map((nth) =>
          db.$queryRawUnsafe(`${PLANNED_ANEW} SELECT ${nth} AS text, $1::int AS value`, nth * 10),
        ),
      ),
    )
    expect(asked.flat()).toEqual([1, 2, 3, 4].map((nth) => ({ text: nth, value: nth * 10 })))
  })

  test('of many at once, each joined by Prisma, none is in that of another', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 24 }, (_none, nth) =>
        ours.transaction(async (db) => {
          await db.organization.create({ data: named(`org_many_${nth}`) })
          await db.$executeRaw`UPDATE organizations SET name = ${`n${nth}`} WHERE id = ${`org_many_${nth}`}`
          if (nth % 2 === 1) throw new Error('undone')
        }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    const rows = await ours.client.organization.findMany({ where: { id: { startsWith: 'org_many_' } } })
    expect(rows.map(({ id, name }) => `${id} ${name}`).toSorted()).toEqual(
      Array.from({ length: 12 }, (_none, nth) => `org_many_${nth * 2} n${nth * 2}`).toSorted(),
    )
  })
})

describe('bytes of a megabyte', () => {
  const [one, other] = [randomBytes(1_000_000), randomBytes(70_000)]
  const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
  const digests = () => ours.client.$queryRaw<object[]>`
    SELECT md5(${one}::bytea) AS one, ${'naïve 🙂'}::text AS text, ${null}::text AS nothing, ${''}::text AS empty,
      md5(${other}::bytea) AS other, ${42}::int AS number`
  const expected = { one: md5(one), text: 'naïve 🙂', nothing: null, empty: '', other: md5(other), number: 42 }

  test('reach the database as they are, beside texts and nulls, and the next statement is answered', async () => {
    expect(await digests()).toEqual([expected])
    expect(await ours.transaction(async (db) => db.$queryRaw`SELECT length(${one}::bytea) AS length`)).toEqual([
      { length: 1_000_000 },
    ])
    expect(await digests()).toEqual([expected])
  })

  test.skipIf(inject('postgres') === '')('are not copied for PostgreSQL', async () => {
    const made = vi.spyOn(Buffer, 'allocUnsafe')
    try {
      await digests()
      expect(Math.max(0, ...made.mock.calls.map(([size]) => size))).toBeLessThan(70_000)
    } finally {
      made.mockRestore()
    }
  })
})
