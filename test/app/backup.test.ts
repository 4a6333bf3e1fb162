/** @module-tag heavy */
/** A backup has everything of a deployment, and a restore proves it before it says that it is done. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { operateBackup } from '../../src/app/operator.ts'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { readEnv } from '../../src/kernel/env.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { databaseWithoutTables, emptyDatabase } from '../support/database.ts'
import { type ObjectStore, startObjectStore } from '../support/s3.ts'
import { type Sink, startSink } from '../support/sink.ts'

const KEY = 'the-key-of-this-deployment-0123456789'
/** The files of a bucket, without what a start has asked it with. */
const filesIn = async (store: ObjectStore): Promise<string[]> =>
  (await store.keys('')).filter((name) => /[0-9a-f]{64}$/.test(name)).sort()

const within = async <T>(settings: Record<string, string>, body: (app: TestApp) => Promise<T>): Promise<T> => {
  const app = await startApp(
    { WEBHOOK_ALLOW_PRIVATE: 'true', ...settings },
    { database: openDatabase({ url: settings['DATABASE_URL'], pool: 4, countQueries: true }) },
  )
  return body(app).finally(() => app.close())
}

test('the embedded database is backed up by a copy of its folder, which the refusal says', async () => {
  for (const command of ['backup', 'restore'])
    expect(await operateBackup(readEnv({}), [command, '/nowhere'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('a copy of DATA_DIR'),
    })
})

test.skipIf(inject('nodes').length < 2)(
  'a distributed database is not dumped: the refusal says what to do',
  async () => {
    const env = readEnv({ DATABASE_URL: await emptyDatabase('distributed'), SECRETS_KEY: KEY })
    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    expect(await operateBackup(env, ['backup', folder])).toMatchObject({
      code: 1,
      said: expect.stringContaining('citus_create_restore_point'),
    })
  },
)

describe.skipIf(inject('postgres') === '')('backup and restore', () => {
  let folder: string
  let source: Record<string, string>
  let stores: ObjectStore[]
  let sink: Sink
  let key: string
  let hook: Body
  let document: Body
  let outcome: Awaited<ReturnType<typeof operateBackup>>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'))
    sink = await startSink()
    stores = [await startObjectStore('source-bucket'), await startObjectStore('target-bucket')]
    source = { DATABASE_URL: await emptyDatabase('backup'), SECRETS_KEY: KEY, ...stores[0]?.settings }
    await within(source, async (app) => {
      const [tenant, other] = [await app.tenant(), await app.tenant()]
      key = tenant.key
      hook = (await tenant.post('/v1/webhooks', { url: `${sink.url}/hook`, events: ['*'] })).body
      document = (
        await tenant.post('/v1/documents/send', {
          type: 'invoice',
          from: tenant.peppolId,
          to: other.peppolId,
          document: {
            number: 'B-1',
            issueDate: '2026-11-20',
            dueDate: '2026-12-20',
            buyerReference: 'PO-77',
            lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
          },
        })
      ).body
    })
    outcome = await operateBackup(readEnv(source), ['backup', join(folder, 'one')])
  }, 120_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await Promise.all(stores.map((one) => one.close()))
    await sink.stop()
  })

  const restore = (settings: Record<string, string>, from = 'one') =>
    operateBackup(readEnv(settings), ['restore', join(folder, from)])
  const target = async (): Promise<Record<string, string>> => ({
    DATABASE_URL: await databaseWithoutTables('restore'),
    SECRETS_KEY: KEY,
    ...stores[1]?.settings,
  })
  /** Nothing is in the database or in the bucket. */
  const expectRefused = async (settings: Record<string, string>, words: string, from?: string): Promise<void> => {
    const bucket = String(settings['S3_BUCKET'] ?? 'target-bucket')
    const before = await stores[1]?.keys('')
    expect(await restore(settings, from)).toMatchObject({ code: 1, said: expect.stringContaining(words) })
    const client = new pg.Client({ connectionString: settings['DATABASE_URL'] })
    await client.connect()
    const { rows } = await client.query(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
    await client.end()
    expect({ bucket, rows, keys: await stores[1]?.keys('') }).toEqual({ bucket, rows: [], keys: before })
  }

  test('a backup says what is in it, and that the key is not', async () => {
    expect(document.id).toMatch(/^doc_/)
    expect(outcome).toMatchObject({
      code: 0,
      said: expect.stringContaining('Keep SECRETS_KEY elsewhere'),
      rows: [{ files: { count: (await filesIn(stores[0] as ObjectStore)).length } }],
    })
    const manifest = readFileSync(join(folder, 'one', 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest).tables).toContainEqual({ name: 'webhooks', rows: 1, sum: expect.any(String) })
    expect(manifest).not.toContain(KEY)
  })

  test('without the key of the deployment, a restore is refused', async () => {
    const words = 'Set SECRETS_KEY to the keys of the deployment that was backed up'
    const { SECRETS_KEY: _key, ...without } = await target()
    await expectRefused(without, words)
    await expectRefused({ ...without, SECRETS_KEY: 'another-key-of-at-least-32-characters' }, words)
  }, 120_000)

  test('a backup that was not finished or was damaged is refused', async () => {
    await expectRefused(await target(), 'is no backup', 'nothing')
    const files = join(folder, 'one', 'files')
    const [first = ''] = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((one) => one.includes('/'))
    const before = readFileSync(join(files, first))
    appendFileSync(join(files, first), 'x')
    await expectRefused(await target(), 'is damaged')
    writeFileSync(join(files, first), before)
  }, 120_000)

  /** A copy of the backup with another manifest: what the damage of a copy, or a dump of another moment, leaves. */
  const withManifest = (name: string, change: (manifest: Body) => Body): string => {
    cpSync(join(folder, 'one'), join(folder, name), { recursive: true })
    const file = join(folder, name, 'manifest.json')
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
    return name
  }
  /** The webhooks of a database, or that it has no such table. */
  const webhooksIn = async (settings: Record<string, string>): Promise<number | 'no table'> => {
    const client = new pg.Client({ connectionString: settings['DATABASE_URL'] })
    await client.connect()
    try {
      const { rows } = await client.query(`SELECT to_regclass('public.webhooks') AS at`)
      return rows[0].at === null ? 'no table' : Number((await client.query('SELECT 1 FROM webhooks')).rowCount)
    } finally {
      await client.end()
    }
  }

  test('a restore whose rows are not those of the manifest is refused by the names of the tables, and only of them', async () => {
    const settings = await target()
    const other = withManifest('another-sum', ({ tables, ...rest }) => ({
      ...rest,
      tables: tables.map((one: Body) => {
        if (one.name === 'webhooks') return { ...one, sum: String(BigInt(one.sum) + 1n) }
        return one.name === 'documents' ? { ...one, rows: one.rows + 1 } : one
      }),
    }))
    expect(await restore(settings, other)).toEqual({
      code: 1,
      said: 'What was restored is not what was backed up: documents, webhooks. Drop this database; do not serve from it.\n',
    })
    // It is whole, so that it can be looked at, and no second restore goes on top of it.
    expect(await webhooksIn(settings)).toBe(1)
    expect(await restore(settings)).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
  }, 120_000)

  test('a restore with a table or a migration that the manifest does not name is refused by its name', async () => {
    const fewer = withManifest('fewer', ({ tables, migrations, ...rest }) => ({
      ...rest,
      migrations: migrations.slice(1),
      tables: tables.filter((one: Body) => one.name !== 'webhooks'),
    }))
    expect(await restore(await target(), fewer)).toMatchObject({
      code: 1,
      said: expect.stringContaining('not what was backed up: migrations, webhooks. '),
    })
  }, 120_000)

  test('of a dump that was cut nothing is in the database, wherever it was cut', async () => {
    const cut = withManifest('cut', (manifest) => manifest)
    const dump = readFileSync(join(folder, 'one', 'database.dump'))
    // In its list of what it holds, in the middle of its rows, and in the last of them.
    for (const size of [100, Math.floor(dump.length / 2), dump.length - 100]) {
      writeFileSync(join(folder, cut, 'database.dump'), dump.subarray(0, size))
      const settings = await target()
      expect(await restore(settings, cut)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^pg_restore ended with 1: pg_restore: error: /),
      })
      expect(await webhooksIn(settings)).toBe('no table')
    }
  }, 120_000)

  test('a database with something in it is not written to, nor a folder with something in it', async () => {
    const again = await restore({ ...source, ...stores[1]?.settings })
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') })
    const { code, said } = (await operateBackup(readEnv(source), ['backup', join(folder, 'one')])) ?? {}
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('is not empty') })
  }, 120_000)

  test('what was restored serves as what was backed up: keys, documents, files, and webhooks with their secrets', async () => {
    const settings = await target()
    const { code, said } = (await restore(settings)) ?? {}
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('the same as in') })
    const [before, after] = await Promise.all(stores.map(filesIn))
    expect(before?.length).toBeGreaterThan(0)
    expect(after).toEqual(before)
    await within(settings, async (app) => {
      const caller = app.anyone.with({ authorization: `Bearer ${key}` })
      expect((await caller.get(`/v1/documents/${document.id}`)).body).toMatchObject({ id: document.id, number: 'B-1' })
      expect((await caller.get(`/v1/documents/${document.id}/original`)).bytes.toString()).toContain(
        '<cbc:ID>B-1</cbc:ID>',
      )
      expect((await caller.post(`/v1/webhooks/${hook.id}/test`)).body).toMatchObject({ status: 'delivered' })
    })
  }, 120_000)
})
