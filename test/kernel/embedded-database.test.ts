import { TransactionAbortedError } from '@electric-sql/pglite'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DataFolderInUse, lockDataFolder } from '../../src/kernel/database/data-folder.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/kernel/database/embedded.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { tendEmbedded } from '../../src/kernel/database/upkeep.ts'
import { embeddedSession } from '../../src/kernel/database/open.ts'

describe('the embedded database', () => {
  let embedded: EmbeddedDatabase
  // To unpack a database is quicker than to initialize one in memory.
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  beforeAll(async () => void (embedded = await openEmbedded(folder)))
  afterAll(async () => {
    await embedded.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async <Row>(text: string): Promise<Row[]> => (await embedded.pglite.query<Row>(text)).rows
  /** What has happened is counted at once, where the server would take a second. */
  const tended = async (...tables: string[]): Promise<Record<string, number>> => {
    await ask('SELECT pg_stat_force_next_flush()')
    await tendEmbedded(embeddedSession(embedded.pglite))
    return Object.fromEntries(
      (
        await ask<{ name: string; rows: number }>(
          `SELECT relname::text AS name, reltuples::int AS rows FROM pg_class WHERE relname = ANY ('{${tables.join()}}')`,
        )
      ).map(({ name, rows }) => [name, rows]),
    )
  }

  test('the embedded database analyses tables soon after they have grown, and leaves others alone', async () => {
    await embedded.pglite.exec('CREATE TABLE tenders (id int); CREATE TABLE bids (id int)')
    await ask('INSERT INTO bids SELECT n FROM generate_series(1, 10) AS n')
    expect(await tended('tenders', 'bids')).toEqual({ tenders: -1, bids: -1 })
    await ask('INSERT INTO tenders SELECT n FROM generate_series(1, 3000) AS n')
    expect(await tended('tenders', 'bids')).toEqual({ tenders: 3000, bids: -1 })
  })

  test('the embedded database has small buffers from its first start on', async () => {
    expect(await ask('SHOW shared_buffers')).toEqual([{ shared_buffers: '16MB' }])
  })

  test('the embedded database does not fill its log with zeros, of which it would make copies', async () => {
    expect(await ask('SHOW wal_init_zero')).toEqual([{ wal_init_zero: 'off' }])
  })

  test('a row of a megabyte from the embedded database is read without a copy of its bytes', async () => {
    const copies = vi.spyOn(ArrayBuffer.prototype, 'slice')
    try {
      const [row] = await ask<{ text: string }>(`SELECT repeat('é', 500000) AS text`)
      expect(row?.text).toBe('é'.repeat(500_000))
      const sizes = copies.mock.results.map(({ value }) => (value as ArrayBuffer).byteLength)
      expect(Math.max(0, ...sizes)).toBeLessThan(10_000)
    } finally {
      copies.mockRestore()
    }
  })

  test(
    'busy code of the embedded database is made fast, and no function takes 200 MB for it',
    { tags: 'heavy', timeout: 120_000 },
    async () => {
      const source = JSON.stringify(join(import.meta.dirname, '../../src/kernel/database/embedded.ts'))
      const child = spawn(process.execPath, [
        '--trace-wasm-compilation-times',
        '-e',
        `import(${source}).then(async ({ openEmbedded }) => {
        const { pglite, close } = await openEmbedded(undefined)
        for (let n = 0; n < 600; n += 1) await pglite.query('SELECT ' + n + ' AS n, oid, relname FROM pg_class WHERE oid = ' + n)
        await close()
      })`,
      ])
      let printed = ''
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
      expect(await once(child, 'close')).toEqual([0, null])
      const bytes = [...printed.matchAll(/using TurboFan, took \d+ ms and (\d+) /g)].map(([, most]) => Number(most))
      expect(bytes.length).toBeGreaterThan(50)
      expect(Math.max(...bytes)).toBeLessThan(200_000_000)
    },
  )

  test('the embedded database leaves the server free while it works', async () => {
    const order: string[] = []
    const worked = ask('SELECT count(*) FROM generate_series(1, 100000)').then(() => order.push('the database'))
    await new Promise((resolve) => setImmediate(resolve))
    order.push('the server')
    await worked
    expect(order).toEqual(['the server', 'the database'])
  })

  test('the embedded database works off what follows a statement that it refuses', async () => {
    const asked = await Promise.allSettled([
      ask('SELECT 1 / 0 AS one'),
      ask('SELECT 1 AS one'),
      embedded.pglite.exec('SELECT nothing'),
      ask('SELECT 2 AS two'),
    ])
    expect(asked).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [{ one: 1 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '42703' }) },
      { status: 'fulfilled', value: [{ two: 2 }] },
    ])
  })

  test('the embedded database lets nobody into a transaction, and keeps nothing of one that fails', async () => {
    await ask('CREATE TABLE offers (id int)')
    const numbers = async (): Promise<number[]> =>
      (await ask<{ id: number }>('SELECT id FROM offers ORDER BY id')).map(({ id }) => id)
    const failing = embedded.pglite.transaction(async (transaction) => {
      await transaction.query('INSERT INTO offers VALUES (1)')
      throw new Error('changed my mind')
    })
    const beside = numbers()
    const aborted = embedded.pglite.transaction(async (transaction) => {
      await transaction.query('INSERT INTO offers VALUES (2)')
      await transaction.query('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await beside).toEqual([])
    await expect(aborted).rejects.toThrow(TransactionAbortedError)
    await embedded.pglite.transaction((transaction) => transaction.query('INSERT INTO offers VALUES (3)'))
    expect(await numbers()).toEqual([3])
  })

  test('the embedded database gives back the room of what was deleted', async () => {
    const dead = async (): Promise<number> =>
      Number((await ask<{ dead: number }>(`SELECT pg_stat_get_dead_tuples('lots'::regclass)::int AS dead`))[0]?.dead)
    await ask('CREATE TABLE lots AS SELECT n AS id FROM generate_series(1, 3000) AS n')
    expect(await tended('lots')).toEqual({ lots: 3000 })
    await ask('DELETE FROM lots WHERE id > 100')
    await ask('SELECT pg_stat_force_next_flush()')
    expect(await dead()).toBe(2900)
    expect(await tended('lots')).toEqual({ lots: 100 })
    expect(await dead()).toBe(0)
  })
})

describe('the data folder', () => {
  let folder = ''
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-lock-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('a data folder is refused to a second taker, with the process that has it, until it is given back', () => {
    const release = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(
      new DataFolderInUse(
        `The data folder ${folder} is in use by the process ${process.pid}. Stop that process, or set DATA_DIR to ` +
          'another folder.',
      ),
    )
    release()
    lockDataFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  const holderOf = (): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [
      '-e',
      `import(${JSON.stringify(join(import.meta.dirname, '../../src/kernel/database/data-folder.ts'))})
        .then(({ lockDataFolder }) => { lockDataFolder(${JSON.stringify(folder)}); console.log('held') })
        .catch(({ constructor }) => console.log(constructor.name))
        .then(() => setInterval(() => {}, 1000))`,
    ])

  test('a data folder is refused while another process lives, and taken over when that has died', async () => {
    const holder = holderOf()
    await once(holder.stdout, 'data')
    expect(() => lockDataFolder(folder)).toThrow(`is in use by the process ${holder.pid}.`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockDataFolder(folder)()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test(
    'of processes that want a data folder at once, also one whose holder has died, one gets it',
    { tags: 'heavy' },
    async () => {
      // In the second round, the folder has the lock of one that was killed.
      for (let round = 0; round < 2; round++) {
        const holders = [holderOf(), holderOf(), holderOf()]
        const said = await Promise.all(
          holders.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
        )
        for (const holder of holders) holder.kill('SIGKILL')
        await Promise.all(holders.map((holder) => once(holder, 'exit')))
        expect(said.sort()).toEqual(['DataFolderInUse', 'DataFolderInUse', 'held'])
      }
    },
  )
})

describe('a new data folder', () => {
  const folders: string[] = []
  afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true })))
  const newFolder = (): string => {
    folders.push(mkdtempSync(join(tmpdir(), 'new-folder-')))
    return String(folders.at(-1))
  }
  const open = async <T>(folder: string, body: (embedded: EmbeddedDatabase) => Promise<T>): Promise<T> => {
    const embedded = await openEmbedded(folder)
    return body(embedded).finally(() => embedded.close())
  }

  test(
    'a new data folder has the database that the build prepared, in which nothing is left to migrate',
    { tags: 'heavy' },
    async () => {
      const folder = newFolder()
      // What a start leaves that was killed while it unpacked the database is not read.
      mkdirSync(join(folder, 'postgres.new'))
      writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), 'half of it')
      await open(folder, async ({ pglite }) => {
        expect((await pglite.query('SELECT name FROM organizations')).rows).toEqual([])
        expect(await migrate(embeddedSession(pglite))).toEqual([])
        await pglite.exec('CREATE TABLE mine AS SELECT 7 AS number')
      })
      expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
      // A later start keeps what is in it.
      await open(folder, async ({ pglite }) =>
        expect((await pglite.query('SELECT number FROM mine')).rows).toEqual([{ number: 7 }]),
      )
    },
  )
})
