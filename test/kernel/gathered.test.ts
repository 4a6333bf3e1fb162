/** @module-tag services */
/** What a transaction only writes goes together: in one statement where it reads nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeHeld, hold } from '../../src/kernel/database/held-rows.ts'
import { type Db, constraintOf } from '../../src/kernel/database/open.ts'
import { type NewRow, json, writeAsNew, writeNew, writeRows } from '../../src/kernel/database/rows.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let organizationId: string
let made = 0

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  const tenant: Tenant = await app.tenant()
  ;({ organizationId } = tenant)
}, 60_000)
afterAll(() => app.close())

const address = (id = `adr_${++made}`): NewRow & { columns: { id: string } } => ({
  table: 'addresses',
  columns: { organizationId, id, country: 'BE' },
})
const isThere = async (db: Db, { columns: { id } }: ReturnType<typeof address>): Promise<boolean> =>
  (await db.address.findFirst({ where: { organizationId, id } })) !== null
const transaction = <T>(body: (db: Db) => Promise<T>, isRepeatable = false): Promise<T> =>
  app.platform.db.transaction(body, undefined, { isRepeatable })
/** Of these rows alone: others are at work, too. */
const ownOf = (statements: readonly string[]): string[] =>
  statements.filter((sql) => /"addresses"|"audit_entries"|BEGIN/.test(sql))

const entry = (id: string): NewRow => ({
  table: 'audit_entries',
  columns: {
    organizationId,
    id,
    at: app.clock.now(),
    kind: 'key',
    subjectId: id,
    operation: 'x',
    requestId: 'x',
    callerLabel: 'x',
  },
})

test('what a transaction writes without reading is one statement, which begins nothing', async () => {
  const [one, other] = [address(), address()]
  const statements = await app.statements(() =>
    transaction(async (db) => {
      await writeRows(db, [one])
      await writeRows(db, [entry('aud_gathered')])
      await writeRows(db, [other])
    }),
  )
  expect(ownOf(statements)).toHaveLength(1)
  expect([await isThere(app.platform.db.client, one), await isThere(app.platform.db.client, other)]).toEqual([
    true,
    true,
  ])
})

test('a transaction finds what it has written before', async () => {
  const [one, other] = [address(), address()]
  const found = await transaction(async (db) => {
    await writeRows(db, [one])
    const before = await isThere(db, one)
    await writeRows(db, [other])
    return [before, await isThere(db, other)]
  })
  expect(found).toEqual([true, true])
})

test.each([
  ['read nothing', () => Promise.resolve()],
  ['read what it wrote', (db: Db) => db.address.findMany({ where: { organizationId } })],
])('nothing remains of a transaction that fails after it has %s', async (_what, read) => {
  const one = address()
  const failing = transaction(async (db) => {
    await writeRows(db, [one])
    await read(db)
    throw new Error('Enough.')
  })
  await expect(failing).rejects.toThrow('Enough.')
  expect(await isThere(app.platform.db.client, one)).toBe(false)
})

test('a row that breaks a rule of the database fails the transaction, and nothing of it is written', async () => {
  const [one, double] = [address(), address()]
  await transaction((db) => writeRows(db, [double]))
  const failing = transaction(async (db) => {
    await writeRows(db, [one])
    await writeRows(db, [double])
  })
  await expect(failing).rejects.toMatchObject({ code: 'P2010' })
  expect(await isThere(app.platform.db.client, one)).toBe(false)
})

test('a row that was taken for new and is not leaves nothing, and the transaction finds out by running again', async () => {
  const [taken, beside] = [address(), address()]
  await transaction((db) => writeRows(db, [taken]))
  const answers: boolean[] = []
  await transaction(async (db) => {
    answers.push(await writeNew(db, taken))
    if (answers.at(-1) === true) await writeRows(db, [beside])
  }, true)
  expect(answers).toEqual([true, false])
  expect(await isThere(app.platform.db.client, beside)).toBe(false)
})

test('nothing is taken for new where a transaction may not run again', async () => {
  const [row, other] = [address(), address()]
  expect(await transaction((db) => Promise.resolve(writeAsNew(db, row)))).toBe(false)
  expect(writeAsNew(app.platform.db.client, other)).toBe(false)
  expect(await transaction((db) => writeNew(db, row))).toBe(true)
  expect(await transaction((db) => writeNew(db, row))).toBe(false)
})

test('the first statement of a transaction comes before all others, and only where there are others', async () => {
  const order: string[] = []
  const opening = (db: Db): Promise<unknown> => {
    order.push('opened')
    return db.address.count()
  }
  await app.platform.db.transaction((db) => writeRows(db, [address()]), undefined, { opening })
  expect(order).toEqual([])
  await app.platform.db.transaction(async (db) => order.push(String((await db.address.count()) > 0)), undefined, {
    opening,
  })
  expect(order).toEqual(['opened', 'true'])
})

test('many rows are written while they come, and not kept', async () => {
  const rows = Array.from({ length: 450 }, () => address())
  await transaction(async (db) => {
    for (const row of rows) await writeRows(db, [row])
  })
  const ids = rows.map(({ columns: { id } }) => id)
  expect(await app.platform.db.client.address.count({ where: { organizationId, id: { in: ids } } })).toBe(450)
})

test('what a transaction that took too long has still gathered is never written', async () => {
  const [one, other] = [address(), address()]
  const { promise: late, resolve: goOn } = Promise.withResolvers<void>()
  let ended: Promise<void> | undefined
  const body = async (db: Db): Promise<void> => {
    await isThere(db, one)
    await writeRows(db, [one])
    await late
    await writeRows(db, [other])
  }
  const failing = app.platform.db.transaction((db) => (ended = body(db)), 100)
  await expect(failing).rejects.toThrow('The database is not available')
  goOn()
  await ended?.catch(() => undefined)
  expect([await isThere(app.platform.db.client, one), await isThere(app.platform.db.client, other)]).toEqual([
    false,
    false,
  ])
})

const company = async (): Promise<{ organizationId: string; id: string }> => {
  const { companyId: id, ...tenant } = await app.tenant()
  return { organizationId: tenant.organizationId, id }
}

test('what a held row becomes goes in one statement with what follows, and is told as it is read afterwards', async () => {
  const name = await company()
  const changes = {
    name: 'Été & fils',
    metadata: json({ longer: { b: 1, a: [null, -0, 1e21] }, é: 'x', z: undefined, at: new Date(0) }),
    capabilities: json({ send: [], receive: ['invoice'] }),
    updatedAt: new Date('2026-11-20T10:11:12.345Z'),
    smpRegistered: true,
    documentsPerMonth: null,
    suspensionReason: undefined,
  }
  let told: unknown
  const statements = await app.statements(() =>
    transaction(async (db) => {
      const held = await hold(db, 'companies', { ...name, companyId: null })
      if (!held) throw new Error('It is not there')
      told = await changeHeld(db, 'companies', held, changes)
      await writeRows(db, [entry(`aud_${++made}`)])
    }, true),
  )
  expect(statements.map((sql) => /BEGIN|FOR UPDATE|UPDATE companies/.exec(sql)?.[0])).toEqual([
    'FOR UPDATE',
    'BEGIN',
    'UPDATE companies',
  ])
  const read = await app.platform.db.client.company.findFirst({ where: name })
  expect(told).toEqual(read)
  const texts = [told, read].map((row) => JSON.stringify((row as { metadata: object }).metadata))
  expect(texts[0]).toBe(texts[1])
})

test('of two changes of one row in a transaction the second sees the first', async () => {
  const name = await company()
  await transaction(async (db) => {
    const once = await changeHeld(db, 'companies', name, { name: 'Once', slug: 'once' })
    await changeHeld(db, 'companies', once, { name: 'Twice' })
  }, true)
  expect(await app.platform.db.client.company.findFirst({ where: name })).toMatchObject({ name: 'Twice', slug: 'once' })
})

test('a change of a held row that violates something is told where it is made, and nothing is written', async () => {
  const { client } = app.platform.db
  const partner = {
    organizationId,
    role: 'both' as const,
    searchText: '',
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  }
  await client.partner.createMany({
    data: ['taken', null].map((externalId, at) => ({ ...partner, id: `part_${at}`, name: 'x', externalId })),
  })
  let refused: string | undefined
  const changing = transaction(async (db) => {
    await writeRows(db, [entry('aud_violating')])
    await changeHeld(db, 'partners', { organizationId, id: 'part_1' }, { externalId: 'taken' }).catch(
      (error: unknown) => {
        refused = constraintOf(error)
        throw error
      },
    )
  }, true)
  await expect(changing).rejects.toThrow('duplicate key')
  expect(refused).toMatch(/external/)
  expect(await client.auditEntry.findFirst({ where: { id: 'aud_violating' } })).toBeNull()
})
