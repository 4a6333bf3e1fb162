import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/database/open.ts'

let made = 0

/** A fresh, migrated database of its own, on whichever server the run is for. */
export const testDatabase = async (): Promise<Database> => {
  const postgres = inject('postgres')
  if (postgres === '') return openDatabase({ snapshot: new Blob([readFileSync(inject('snapshot'))]), countQueries: true })
  const name = `test_${process.pid}_${Date.now()}_${made++}`
  const admin = new pg.Client({ connectionString: postgres })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`)
  const url = Object.assign(new URL(postgres), { pathname: `/${name}` }).href
  const database = await openDatabase({ url, pool: 8, countQueries: true })
  return {
    ...database,
    async close() {
      await database.close()
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
