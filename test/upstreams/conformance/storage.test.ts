import { hashOf } from '../../../src/kernel/bytes.ts'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChunkedBytes } from '../../../src/kernel/bytes.ts'
import {
  StoredFileError,
  prepareFile,
  openFile,
  prepareFiles,
  readFile,
  readFiles,
  storeFiles,
} from '../../../src/documents/record/files.ts'
import { sweepFiles } from '../../../src/documents/record/sweep-files.ts'
import { newTrace } from '../../../src/kernel/trace.ts'
import { keyOf } from '../../../src/upstreams/storage/s3.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { forEachImplementation } from '../../support/conformance.ts'
import { KEYS, type ObjectStore, startObjectStore } from '../../support/s3.ts'

const BUCKET = 'invoices'
const MEBIBYTE = 1024 * 1024

let store: ObjectStore
let s3: S3Client
beforeAll(async () => {
  store = await startObjectStore(BUCKET)
  s3 = new S3Client({ endpoint: store.endpoint, region: 'eu-west-3', credentials: KEYS, forcePathStyle: true })
})
afterAll(async () => {
  s3.destroy()
  await store.close()
})

const keysOf = (organizationId: string): Promise<string[]> => store.keys(`${organizationId}/`)

const stored = (settings: () => Record<string, string>) => () => startApp(settings())

const places = { database: stored(() => ({})), 'object store': stored(() => store.settings) }

forEachImplementation('stored files', places, (opened, place) => {
  let app: TestApp
  beforeAll(() => void (app = opened()))

  const trace = () => newTrace(app.clock.now(), null)
  const write = async (organizationId: string, ...files: Uint8Array[]) => {
    const prepared = await prepareFiles(app.platform.upstreams.storage, trace(), organizationId, files)
    await app.platform.db.transaction((db) => storeFiles(db, prepared, app.clock.now()))
    return prepared
  }
  const read = (organizationId: string, hash: string) =>
    readFile(app.platform.upstreams.storage, app.platform.db.client, trace(), organizationId, hash)
  const rows = (organizationId: string) => app.platform.db.client.storedFile.count({ where: { organizationId } })

  test('stored files are read back byte for byte', async () => {
    const { organizationId } = await app.tenant()
    const bytes = randomBytes(70_000)
    const [file] = await write(organizationId, bytes)
    expect(file).toMatchObject({ hash: hashOf(bytes), size: 70_000 })
    expect(Buffer.from(await read(organizationId, hashOf(bytes))).equals(bytes)).toBe(true)
  })

  test(
    'stored files of several megabytes are read back whole and by portions, and those of nobody else',
    { tags: 'heavy' },
    async () => {
      const { organizationId } = await app.tenant()
      const large = Array.from({ length: 3 }, (_, index) => randomBytes(3 * MEBIBYTE + index))
      await write(organizationId, ...large)
      for (const bytes of large) {
        const { size, portions } = await openFile(
          app.platform.upstreams.storage,
          app.platform.db.client,
          trace(),
          organizationId,
          hashOf(bytes),
        )
        const read: Uint8Array[] = []
        for await (const portion of portions()) read.push(portion)
        expect({
          size,
          same: Buffer.concat(read).equals(bytes),
          largest: Math.max(...read.map((one) => one.length)) <= 4 * MEBIBYTE,
        }).toEqual({ size: bytes.length, same: true, largest: true })
      }
      const all = await readFiles(
        app.platform.upstreams.storage,
        app.platform.db.client,
        trace(),
        organizationId,
        large.map(hashOf),
      )
      expect(large.map((bytes) => Buffer.from(all.get(hashOf(bytes)) ?? '').equals(bytes))).toEqual([true, true, true])
      const stranger = await app.tenant()
      await expect(read(stranger.organizationId, hashOf(large[0] ?? Buffer.alloc(0)))).rejects.toMatchObject({
        fault: 'missing',
      })
    },
  )

  test('files written before there was a store are read in one statement, however many', async () => {
    const { organizationId } = await app.tenant()
    const files = Array.from({ length: 12 }, () => randomBytes(100))
    await app.platform.db.transaction((db) =>
      storeFiles(
        db,
        files.map((bytes) => ({
          organizationId,
          hash: hashOf(bytes),
          size: bytes.length,
          content: new ChunkedBytes([bytes]),
        })),
        app.clock.now(),
      ),
    )
    let found = new Map<string, Uint8Array>()
    const statements = await app.statements(
      async () =>
        void (found = await readFiles(
          app.platform.upstreams.storage,
          app.platform.db.client,
          trace(),
          organizationId,
          files.map(hashOf),
        )),
    )
    expect(files.map((bytes) => Buffer.from(found.get(hashOf(bytes)) ?? '').equals(bytes))).not.toContain(false)
    expect(statements.filter((sql) => sql.includes('stored_files'))).toHaveLength(1)
  })

  test('stored files that no row names go a week after they were last stored, and others stay', async () => {
    const tenant = await app.tenant()
    const { organizationId, peppolId } = tenant
    const document = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from: peppolId,
      to: '9930:DE123456789',
      file: randomBytes(500).toString('base64'),
    })
    expect(document.status).toBe(201)
    const [old, again] = [randomBytes(600), randomBytes(700)]
    await write(organizationId, old, again)
    const all = async (): Promise<number> => (await rows(organizationId)) + (await keysOf(organizationId)).length
    await sweepFiles(app.platform, app.clock.now())
    expect(await all()).toBe(3)
    const later = new Date(app.clock.now().getTime() + 8 * 24 * 3_600_000)
    await sweepFiles(app.platform, later)
    expect(await all()).toBe(1)
    expect((await tenant.get(`/v1/documents/${document.body.id}/original`)).bytes).toHaveLength(500)
    await expect(read(organizationId, hashOf(old))).rejects.toMatchObject({ fault: 'missing' })
  })

  test('stored files are stored once however often they come', async () => {
    const { organizationId } = await app.tenant()
    const bytes = randomBytes(1_000)
    await write(organizationId, bytes, bytes)
    await write(organizationId, bytes)
    expect((await rows(organizationId)) + (await keysOf(organizationId)).length).toBe(1)
    expect(await rows(organizationId)).toBe(place === 'database' ? 1 : 0)
  })

  test('a stored file may be empty', async () => {
    const { organizationId } = await app.tenant()
    const [file] = await write(organizationId, new Uint8Array())
    expect(await read(organizationId, file?.hash ?? '')).toHaveLength(0)
  })

  test('stored files of one organization are not there for another', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()]
    const [file] = await write(one.organizationId, randomBytes(100))
    await expect(read(other.organizationId, file?.hash ?? '')).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      fault: 'missing',
    })
  })

  test('files that nobody stored are missing', async () => {
    const { organizationId } = await app.tenant()
    const error = await read(organizationId, hashOf(randomBytes(8))).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoredFileError)
    expect(error).toMatchObject({ fault: 'missing' })
  })

  test('files that are no longer what was stored are not handed out', async () => {
    const { organizationId } = await app.tenant()
    const [file] = await write(organizationId, Buffer.from('the truth'))
    const hash = file?.hash ?? ''
    await app.platform.db.client.storedFile.updateMany({
      where: { organizationId, hash },
      data: { bytes: Buffer.from('forgeries') },
    })
    if (place === 'object store')
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: keyOf(organizationId, hash), Body: 'forgeries' }))
    await expect(read(organizationId, hash)).rejects.toMatchObject({
      fault: 'damaged',
      message: 'A stored file is damaged: its content no longer matches its hash.',
    })
  })

  test('files of a transaction that fails are named by nobody', async () => {
    const { organizationId } = await app.tenant()
    const file = await prepareFile(app.platform.upstreams.storage, trace(), organizationId, randomBytes(10))
    const failing = app.platform.db.transaction(async (db) => {
      await storeFiles(db, [file], app.clock.now())
      throw new Error('Something else went wrong.')
    })
    await expect(failing).rejects.toThrow('Something else went wrong.')
    expect(await rows(organizationId)).toBe(0)
  })

  test('/health/readiness tells of the object store only where there is one', async () => {
    const { body } = await app.anyone.get('/health/readiness')
    expect('storage' in body.circuits).toBe(place === 'object store')
    expect(body.circuits).toMatchObject({
      registries: { state: 'closed' },
      directory: { state: 'closed' },
      'access-point': { state: 'closed' },
      mail: { state: 'closed' },
    })
  })
})
