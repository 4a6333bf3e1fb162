/** @module-tag services */
import { systemClock } from '../../src/kernel/clock.ts'
import { hashOf } from '../../src/kernel/bytes.ts'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChunkedBytes } from '../../src/kernel/bytes.ts'
import { prepareFile, prepareFiles, readFile, readFiles, storeFiles } from '../../src/documents/record/files.ts'
import { fileReferences, sweepFiles } from '../../src/documents/record/sweep-files.ts'
import { SettingsError, readEnv } from '../../src/kernel/env.ts'
import { openPlatform } from '../../src/app/compose.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { inflate } from '../../src/upstreams/storage/deflate.ts'
import { dictionaries } from '../../src/upstreams/storage/dictionaries.ts'
import { keyOf, s3Storage } from '../../src/upstreams/storage/s3.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { patient } from '../support/envelope.ts'
import { KEYS, type ObjectStore, startObjectStore } from '../support/s3.ts'
import { Trade } from '../support/trade.ts'

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

describe('files in the database', () => {
  let app: TestApp
  beforeAll(async () => void (app = await startApp()))
  afterAll(() => app.close())

  const trace = () => newTrace(app.clock.now(), null)
  const read = (organizationId: string, hash: string) =>
    readFile(app.platform.upstreams.storage, app.platform.db.client, trace(), organizationId, hash)

  test('a stored file of several megabytes with a lost or changed part is never given whole', async () => {
    const { organizationId } = await app.tenant()
    const [changed, lost] = [randomBytes(3 * MEBIBYTE), randomBytes(3 * MEBIBYTE)]
    const prepared = await prepareFiles(app.platform.upstreams.storage, trace(), organizationId, [changed, lost])
    await app.platform.db.transaction((db) => storeFiles(db, prepared, app.clock.now()))
    const { client } = app.platform.db
    await client.storedPart.updateMany({
      where: { organizationId, hash: hashOf(changed), number: 1 },
      data: { bytes: randomBytes(MEBIBYTE) },
    })
    await client.storedPart.deleteMany({ where: { organizationId, hash: hashOf(lost), number: 2 } })
    await expect(read(organizationId, hashOf(changed))).rejects.toMatchObject({ fault: 'damaged' })
    await expect(read(organizationId, hashOf(lost))).rejects.toMatchObject({ fault: 'missing' })
  })

  const readAll = (organizationId: string, hashes: string[]) =>
    readFiles(app.platform.upstreams.storage, app.platform.db.client, trace(), organizationId, hashes)

  test('receipts and statuses take less than a third of their bytes, and are read back as they came', async () => {
    const trade = await Trade.between(app, 'BE')
    const { sent, received } = await trade.exchange()
    const { client } = app.platform.db
    const where = { documentId: sent }
    const { organizationId, receiptHash } = await client.deliveryAttempt.findFirstOrThrow({ where })
    const { fileHash } = await client.messageStatus.findFirstOrThrow({ where })
    const hashes = [receiptHash ?? '', fileHash]
    const rows = await client.storedFile.findMany({ where: { organizationId, hash: { in: hashes } } })
    const all = await readAll(organizationId, hashes)
    expect(rows).toHaveLength(2)
    for (const { hash, bytes, dictionary } of rows) {
      const file = await read(organizationId, hash)
      expect({ dictionary, isSmall: bytes.length * 3 < file.length }).toEqual({ dictionary: 1, isSmall: true })
      expect(hashOf(file)).toBe(hash)
      expect(hashOf(all.get(hash) ?? Buffer.alloc(0))).toBe(hash)
    }
    // A small document too: the recipient has what was sent.
    const document = await client.document.findFirstOrThrow({ where: { id: sent } })
    expect(
      await client.storedFile.findFirst({ where: { organizationId, hash: document.fileHash ?? '' } }),
    ).toMatchObject({ dictionary: 1 })
    const [there, here] = [
      await trade.buyer.get(`/v1/documents/${received}/xml`),
      await trade.supplier.get(`/v1/documents/${sent}/xml`),
    ]
    expect(here.bytes.toString().replace(/^<\?xml[^>]*>/, '')).toBe(there.bytes.toString())
  })

  test('what does not become smaller is kept as it came, and so is what is large', async () => {
    const { organizationId } = await app.tenant()
    const files = [randomBytes(900), Buffer.alloc(100_000, '<a/>')]
    const prepared = await prepareFiles(app.platform.upstreams.storage, trace(), organizationId, files)
    await storeFiles(app.platform.db.client, prepared, app.clock.now())
    const rows = await app.platform.db.client.storedFile.findMany({ where: { organizationId } })
    expect(rows.map(({ bytes, dictionary }) => [bytes.length, dictionary]).toSorted()).toEqual([
      [100_000, null],
      [900, null],
    ])
  })

  const otherwise = (text: string) => deflateRawSync(Buffer.from(text))
  test.each([
    ['is not deflated', { bytes: Buffer.from('?') }],
    ['is nothing', { bytes: Buffer.alloc(0) }],
    ['is deflated otherwise', { bytes: otherwise('<Invoice/>') }],
    ['becomes larger than any', { bytes: otherwise('<a/>'.repeat(1_000_000)) }],
    ['is of a dictionary that nobody knows', { dictionary: 999 }],
    ['is said not to be deflated', { dictionary: null }],
  ])('a small file is told to be damaged where what is kept of it %s', async (_what, data) => {
    const { organizationId } = await app.tenant()
    const file = Buffer.from('<Invoice>a</Invoice>'.repeat(20))
    const hash = hashOf(file)
    const prepared = await prepareFile(app.platform.upstreams.storage, trace(), organizationId, file)
    await storeFiles(app.platform.db.client, [prepared], app.clock.now())
    expect(hashOf(await read(organizationId, hash))).toBe(hash)
    await app.platform.db.client.storedFile.update({ where: { organizationId_hash: { organizationId, hash } }, data })
    await expect(read(organizationId, hash)).rejects.toMatchObject({ fault: 'damaged' })
    await expect(readAll(organizationId, [hash])).rejects.toMatchObject({ fault: 'damaged' })
  })

  test('what was deflated with the first dictionary is read for ever', () => {
    const bytes = Buffer.from('G+wNcCMDIzNdQ0NdI7MQQ1CNb2VgoGdgYBCF3jDHaFRjNt4A', 'base64')
    expect(Buffer.from(inflate({ bytes, dictionary: 1 })).toString()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>' +
        '<eb:SignalMessage xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/">' +
        '<eb:MessageInfo><eb:Timestamp>2026-11-26T12:00:00.000Z</eb:Timestamp></eb:MessageInfo></eb:SignalMessage>',
    )
    // Not one byte of it changes: what is better is another dictionary.
    expect(hashOf(dictionaries.get(1) ?? Buffer.alloc(0))).toBe(
      'ff9b060d566996630135832d90bdd66f7f560d0876090c61bffdd8571631b563',
    )
  })
})

test('files from before the move to an object store are still found', async () => {
  const app = await startApp(store.settings)
  const { organizationId } = await app.tenant()
  const bytes = randomBytes(50)
  await storeFiles(
    app.platform.db.client,
    [{ organizationId, hash: hashOf(bytes), size: 50, content: new ChunkedBytes([bytes]) }],
    app.clock.now(),
  )
  expect(
    Buffer.from(
      await readFile(
        app.platform.upstreams.storage,
        app.platform.db.client,
        newTrace(app.clock.now(), null),
        organizationId,
        hashOf(bytes),
      ),
    ).equals(bytes),
  ).toBe(true)
  await app.close()
})

describe('the object store', () => {
  const driver = () =>
    s3Storage({
      bucket: BUCKET,
      region: 'eu-west-3',
      endpoint: store.endpoint,
      credentials: KEYS,
      forcePathStyle: true,
      partBytes: 5 * MEBIBYTE,
    })

  test('the object store keeps an object under organization, first two digits and hash', async () => {
    const bytes = randomBytes(20)
    const hash = hashOf(bytes)
    await driver().put({ organizationId: 'org_a', hash, content: new ChunkedBytes([bytes]) }, patient)
    expect(await keysOf('org_a')).toEqual([`org_a/${hash.slice(0, 2)}/${hash}`])
  })

  test('the object store lists what organizations have however they are named, and nothing else', async () => {
    const [bytes, later] = [randomBytes(20), new Date(systemClock.now().getTime() + 60_000)]
    for (const organizationId of ['org_l', 'acme', 'acme/nord (1)'])
      await driver().put({ organizationId, hash: hashOf(bytes), content: new ChunkedBytes([bytes]) }, patient)
    for (const Key of [
      'notes.txt',
      `acme/00/${hashOf(bytes).slice(0, 63)}`,
      `acme/${hashOf(bytes).startsWith('0') ? 'ff' : '00'}/${hashOf(bytes)}`,
    ])
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: bytes }))
    const found: string[] = []
    for await (const page of driver().writtenBefore(later, patient))
      found.push(...page.filter(({ hash }) => hash === hashOf(bytes)).map(({ organizationId }) => organizationId))
    expect(found.sort()).toEqual(['acme', 'acme/nord (1)', 'org_l'])
  })

  test('the object store removes nothing that was written since it was asked about', async () => {
    const bytes = randomBytes(20)
    const name = { organizationId: 'org_r', hash: hashOf(bytes) }
    await driver().put({ ...name, content: new ChunkedBytes([bytes]) }, patient)
    await driver().remove(name, new Date(systemClock.now().getTime() - 60_000), patient)
    expect(await keysOf('org_r')).toHaveLength(1)
    for (let times = 0; times < 2; times++)
      await driver().remove(name, new Date(systemClock.now().getTime() + 60_000), patient)
    expect(await keysOf('org_r')).toEqual([])
  })

  test('the object store takes large bytes in parts', { tags: 'heavy' }, async () => {
    const bytes = randomBytes(12 * MEBIBYTE + 17)
    const hash = hashOf(bytes)
    store.requests.length = 0
    await driver().put({ organizationId: 'org_b', hash, content: new ChunkedBytes([bytes]) }, patient)
    expect(store.requests.filter((request) => request.includes('partNumber='))).toHaveLength(3)
    const back: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += back.at(-1)?.length ?? bytes.length) {
      const portion = await driver().get({ organizationId: 'org_b', hash }, at, patient)
      expect(portion?.size).toBe(bytes.length)
      back.push(portion?.bytes ?? Buffer.alloc(0))
    }
    expect({ portions: back.length, hash: hashOf(Buffer.concat(back)) }).toEqual({ portions: 4, hash })
  })

  test('the object store writes anew what lies there with another size', async () => {
    const bytes = randomBytes(300)
    const hash = hashOf(bytes)
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: keyOf('org_c', hash), Body: bytes.subarray(0, 100) }))
    await driver().put({ organizationId: 'org_c', hash, content: new ChunkedBytes([bytes]) }, patient)
    expect(await driver().get({ organizationId: 'org_c', hash }, 0, patient)).toEqual({ size: 300, bytes })
  })

  test('the object store does not take a wrong secret', async () => {
    const wrong = s3Storage({
      bucket: BUCKET,
      region: 'eu-west-3',
      endpoint: store.endpoint,
      credentials: { ...KEYS, secretAccessKey: 'guessed' },
      forcePathStyle: true,
    })
    await expect(
      wrong.put(
        { organizationId: 'org_d', hash: hashOf(Buffer.from('x')), content: new ChunkedBytes([Buffer.from('x')]) },
        patient,
      ),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
    expect(await keysOf('org_d')).toEqual([])
  })
})

describe('starting', () => {
  const start = async (settings: Record<string, string>) => {
    const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', WORKERS: 'off', ...store.settings, ...settings })
    return openPlatform(env, { database: await testDatabase() })
  }

  test.each([
    [{ S3_BUCKET: 'not-there' }, '404'],
    [{ S3_SECRET_ACCESS_KEY: 'guessed' }, '403'],
  ])('starting with %o is refused with the reason', async (settings, status) => {
    const error = await start(settings).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SettingsError)
    expect(String(error)).toContain(`S3_BUCKET: the object store answers ${status}`)
  })

  test('starting is possible while the object store does not answer, and readiness tells', async () => {
    const platform = await start({ S3_ENDPOINT: 'http://127.0.0.1:1' })
    expect(platform.upstreams.circuits.find(({ name }) => name === 'storage')?.view()).toMatchObject({ failures: 1 })
    await expect(
      prepareFile(platform.upstreams.storage, newTrace(systemClock.now(), null), 'org_e', Buffer.from('x')),
    ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    await platform.close()
  })
})

test('bytes that are stored again are young again, so that what is about to be named is not swept away', async () => {
  const app = await startApp()
  try {
    const { organizationId } = await app.tenant()
    const { storage } = app.platform.upstreams
    const file = await prepareFile(storage, newTrace(app.clock.now(), null), organizationId, randomBytes(700))
    const later = new Date(app.clock.now().getTime() + 8 * 24 * 3_600_000)
    for (const now of [app.clock.now(), later]) await app.platform.db.transaction((db) => storeFiles(db, [file], now))
    await sweepFiles(app.platform, later)
    expect(
      await readFile(storage, app.platform.db.client, newTrace(later, null), organizationId, file.hash),
    ).toHaveLength(700)
  } finally {
    await app.close()
  }
})

test('the sweeper knows every column that names stored bytes', async () => {
  const app = await startApp()
  try {
    const rows = await app.platform.db.client.$queryRaw<{ table_name: string; column_name: string }[]>`
      SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND
      column_name ~ '(file|receipt|original|envelope)Hash$'`
    expect(fileReferences.map((one) => one.join('.')).sort()).toEqual(
      rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort(),
    )
  } finally {
    await app.close()
  }
})
