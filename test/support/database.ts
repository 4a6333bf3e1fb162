import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/database/open.ts'

let made = 0

/** A fresh, migrated database of its own, on whichever server the run is for. */
export const testDatabase = async (countQueries = true): Promise<Database> => {
  const postgres = inject('postgres')
  if (postgres === '') return onFolder(mkdtempSync(join(tmpdir(), 'invoice-exchange-test-')), countQueries)
  const name = `test_${process.pid}_${Date.now()}_${made++}`
  const admin = new pg.Client({ connectionString: postgres })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`)
  const url = Object.assign(new URL(postgres), { pathname: `/${name}` }).href
  const database = await openDatabase({ url, pool: 8, countQueries })
  return {
    ...database,
    async close() {
      await database.close()
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

const onFolder = async (folder: string, countQueries: boolean): Promise<Database> => {
  cpSync(inject('dataFolder'), folder, { recursive: true })
  const database = await openDatabase({ folder, countQueries })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
