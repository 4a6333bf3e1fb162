/** @module-tag services */
/** Servers of the version before go on while a migration adds to the tables that they read. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/kernel/database/open.ts'
import { testDatabase } from '../support/database.ts'

describe.skipIf(inject('postgres') === '')('a statement that was prepared before a migration', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
    await db.client.$executeRaw`CREATE TABLE read (id int)`
    await db.client.$executeRaw`INSERT INTO read VALUES (1)`
  })
  afterAll(() => db.close())

  const rows = (on: Pick<Database['client'], '$queryRaw'>): Promise<unknown> => on.$queryRaw`SELECT * FROM read`
  const everywhere = (): Promise<unknown[]> => Promise.all(Array.from({ length: 8 }, () => rows(db.client)))
  const inTransactions = (): Promise<unknown[]> =>
    Promise.all(Array.from({ length: 8 }, () => db.transaction(rows, undefined, { isRepeatable: true })))

  test('it answers by itself and in a transaction that may run again, on every connection, however often a column is added', async () => {
    for (const [added, row] of [
      [undefined, { id: 1 }],
      ['two', { id: 1, two: 2 }],
      ['three', { id: 1, two: 2, three: 3 }],
    ] as const) {
      if (added)
        await db.client.$executeRawUnsafe(`ALTER TABLE read ADD COLUMN ${added} int DEFAULT ${added === 'two' ? 2 : 3}`)
      for (const answers of [await inTransactions(), await everywhere()])
        expect(answers).toEqual(Array.from({ length: 8 }, () => [row]))
    }
  })
})
