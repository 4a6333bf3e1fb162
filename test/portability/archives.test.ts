import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { operate } from '../../src/app/operator.ts'
import { archivedTables, leftBehind } from '../../src/portability/archive/tables.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { vatNumberIn } from '../support/trade.ts'

const E_REPORTING = '/v1/compliance/e-reporting'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
let app: TestApp
let other: TestApp
let tenant: Tenant
let stranger: Tenant
let archive: Buffer
let archivedAt: Date
beforeAll(async () => {
  ;[app, other] = [await startApp(), await startApp()]
  ;[tenant, stranger] = [await app.tenant('white_label'), await app.tenant('white_label')]
  await business()
  archive = await exported(app, tenant)
  archivedAt = app.clock.now()
}, 120_000)
afterAll(async () => {
  await app.close()
  await other.close()
  rmSync(folder, { recursive: true })
})

const invoice = (number: string) => ({
  type: 'invoice',
  from: tenant.peppolId,
  to: stranger.peppolId,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO',
    lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
    paymentMeans: [{ iban: 'FR7630006000011234567890189' }],
  },
})

/** The number of a partner that is merged into another. */
const MERGED = { peppolId: '0208:0417497106' }

/** Something of everything that an organization usually has. */
const business = async (): Promise<void> => {
  for (const number of ['A-1', 'A-2', 'A-3']) {
    const { body } = await tenant.post('/v1/documents/send', invoice(number))
    expect(body.id).toMatch(/^doc_/)
    const note = `Nóte of ${number}, "quoted"`
    expect((await tenant.post(`/v1/documents/${body.id}/actions`, { action: 'note', note })).status).toBe(200)
  }
  const { body: french } = await tenant.post('/v1/companies', { vatNumber: vatNumberIn('FR') })
  const { body: client } = await stranger.post('/v1/companies', { vatNumber: vatNumberIn('FR') })
  await app.platform.runner?.settle()
  // The portal is down for an invoice with this number.
  const domestic = { ...invoice('A-00503'), from: french.peppolId, to: client.peppolId }
  Object.assign(domestic.document.lines[0] as object, { vatRate: 20 })
  const { status, body: sent } = await tenant.post('/v1/documents/send', domestic)
  expect({ status, error: sent.error }).toEqual({ status: 201, error: undefined })
  await app.platform.runner?.settle()
  const sale = { date: '2026-09-05', category: 'TLB1', vatRate: 20, amount: 100, vatAmount: 20 }
  const told = await tenant.post(`${E_REPORTING}/transactions`, { companyId: french.id, rows: [sale] })
  expect(told.body.periods).toMatchObject([{ status: 'open' }])
  await tenant.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] })
  const [kept, gone] = [
    await tenant.post('/v1/partners', { peppolId: '0208:0428759497' }),
    await tenant.post('/v1/partners', MERGED),
  ]
  const merged = await tenant.post(`/v1/partners/${kept.body.id}/merge`, { duplicateId: gone.body.id })
  expect(merged.body.aliases).toContain(`peppol:${MERGED.peppolId}`)
  await app.platform.relay.drain()
}

/** The archive of an organization, when it is done. */
const exported = async (from: TestApp, by: Caller, about: Body = {}): Promise<Buffer> => {
  const { status, body } = await by.post('/v1/bulk/organization-exports', about)
  expect({ status, body }).toMatchObject({ status: 202, body: { kind: 'organization', format: 'zip' } })
  await from.platform.runner?.settle()
  const ended = (await by.get(`/v1/bulk/${body.id}`)).body
  expect(ended).toMatchObject({ status: 'completed', error: null, expiresAt: expect.any(String) })
  const result = await by.get(`/v1/bulk/${body.id}/result`)
  expect(result.headers['content-type']).toBe('application/zip')
  expect(result.bytes.length).toBe(ended.bytes)
  return result.bytes
}

const entriesOf = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes)
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    found.set(entry.fileName, Buffer.concat(parts))
  }
  return found
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const manifestOf = (entries: Map<string, Buffer>): Body =>
  JSON.parse((entries.get('manifest.json') as Buffer).toString())

const importInto = async (target: TestApp, bytes: Buffer): Promise<{ code: number; text: string }> => {
  const file = join(folder, `${randomUUID()}.zip`)
  writeFileSync(file, bytes)
  const { code, said } = await operate(target.platform, ['import', file])
  return { code, text: Buffer.from(said).toString() }
}

const isThere = async (target: TestApp): Promise<boolean> =>
  (await target.platform.db.client.organization.findUnique({ where: { id: tenant.organizationId } })) !== null

describe('the export of an organization', () => {
  test('has every entry under its sum, and each document with its exact bytes', async () => {
    const entries = await entriesOf(archive)
    const manifest = manifestOf(entries)
    const sums = manifest.sums.flatMap(({ name, sha256: sum }: Body) => {
      const bytes = entries.get(name) as Buffer
      expect(sha256(bytes)).toBe(sum)
      return bytes.toString().trimEnd().split('\n')
    })
    const listed = [...entries].filter(([name]) => !name.startsWith('sums/') && name !== 'manifest.json')
    expect(sums).toEqual(listed.map(([name, bytes]) => `${sha256(bytes)}  ${name}`))
    const { body } = await tenant.get('/v1/documents')
    expect(body.data).toHaveLength(4)
    for (const { id } of body.data)
      expect(entries.get(`files/documents/${id}/file.xml`)).toEqual((await tenant.get(`/v1/documents/${id}/xml`)).bytes)
    expect(manifest).toMatchObject({ organizationId: tenant.organizationId, files: { count: expect.any(Number) } })
  })

  test('has no secret, and no row of another organization', async () => {
    const entries = await entriesOf(archive)
    const text = [...entries.values()].map((bytes) => bytes.toString('latin1')).join('\n')
    expect(text).not.toContain(tenant.key)
    expect(text).not.toContain(sha256(Buffer.from(tenant.key)))
    expect(text).not.toContain(stranger.organizationId)
    expect(text).not.toContain(stranger.companyId)
    const [webhook] = (entries.get('data/webhooks/00001.jsonl') as Buffer).toString().trimEnd().split('\n')
    expect(Object.keys(JSON.parse(webhook as string))).not.toContain('secret')
  })

  test('is told by an event, and broken downloads are resumed', async () => {
    await app.platform.relay.drain()
    const { body } = await tenant.get('/v1/events?type=bulk.completed')
    expect(body.data[0].data).toMatchObject({ kind: 'organization', status: 'completed' })
    const path = `/v1/bulk/${body.data[0].data.bulkOperationId}/result`
    const rest = await tenant.get(path, { range: 'bytes=1000-' })
    expect(rest.status).toBe(206)
    expect(rest.bytes).toEqual(archive.subarray(1000))
  })

  test('knows every table of the product, or says why it is left behind', async () => {
    const rows = await app.platform.db.client.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT table_name::text AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'organizationId'
        AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)`
    const known = [...archivedTables.map(({ name }) => name), ...Object.keys(leftBehind)]
    expect(known.toSorted()).toEqual([...rows.map(({ name }) => name), 'organizations'].toSorted())
  })

  test('is refused to who lacks one of its scopes, and to a key of one company', async () => {
    const few = await tenant.keyWith(['platform', 'documents.read'])
    const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
    const before = await tenant.footprint()
    expectRefusal(await few.post('/v1/bulk/organization-exports'), 'INSUFFICIENT_SCOPE')
    expectRefusal(await bound.post('/v1/bulk/organization-exports'), 'COMPANY_FORBIDDEN')
    expect(await tenant.footprint()).toEqual(before)
  })

  test(
    'of one company has what is its own and nothing of its sisters, also when it has left; nobody imports it',
    { tags: 'heavy' },
    async () => {
      const sister = (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body
      const document = { ...invoice('S-1'), from: sister.peppolId }
      const { body: sent } = await tenant.post('/v1/documents/send', document)
      await app.platform.runner?.settle()
      expect((await tenant.post(`/v1/platform/companies/${sister.id}/offboard`)).status).toBe(200)
      const entries = await entriesOf(await exported(app, tenant, { companyId: sister.id }))
      const rowsOf = (table: string): Body[] =>
        [...entries]
          .filter(([name]) => name.startsWith(`data/${table}/`))
          .flatMap(([, bytes]) => bytes.toString().trimEnd().split('\n'))
          .map((line) => JSON.parse(line) as Body)
      expect(manifestOf(entries)).toMatchObject({ organizationId: tenant.organizationId, companyId: sister.id })
      expect(rowsOf('companies').map(({ id }) => id)).toEqual([sister.id])
      expect(rowsOf('documents').map(({ id }) => id)).toEqual([sent.id])
      expect(rowsOf('partners').map(({ peppolId }) => peppolId)).toEqual([stranger.peppolId])
      // Columns that an import computes anew stay behind.
      expect(rowsOf('partners')[0]).not.toHaveProperty('activeHour')
      expect(rowsOf('lifecycle_entries').every(({ documentId }) => documentId === sent.id)).toBe(true)
      expect(entries.get(`files/documents/${sent.id}/file.xml`)).toEqual(
        (await tenant.get(`/v1/documents/${sent.id}/xml`)).bytes,
      )
      const text = [...entries.values()].map((bytes) => bytes.toString('latin1')).join('\n')
      for (const foreign of [tenant.companyId, 'A-1', 'members/']) expect(text).not.toContain(foreign)
      const { code, text: said } = await importInto(other, await exported(app, tenant, { companyId: sister.id }))
      expect(code).not.toBe(0)
      expect(said).toContain('of one company')
      expect(await isThere(other)).toBe(false)
      const before = await tenant.footprint()
      const unknown = { companyId: stranger.companyId }
      expectRefusal(await tenant.post('/v1/bulk/organization-exports', unknown), 'COMPANY_NOT_FOUND')
      expect(await tenant.footprint()).toEqual(before)
    },
  )

  test('is started by GraphQL too, and its format is not one of lists', async () => {
    const { data } = await tenant.graphql(
      'mutation { startOrganizationExport(input: {}) { bulkOperation { id kind format status } } }',
    )
    expect(data.startOrganizationExport.bulkOperation).toMatchObject({ kind: 'ORGANIZATION', format: 'ZIP' })
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
    const before = await tenant.footprint()
    const query = '{ documents { nodes { id } } }'
    expectRefusal(await tenant.post('/v1/bulk/exports', { query, format: 'zip' }), 'INVALID_ENUM')
    expect(await tenant.footprint()).toEqual(before)
  })
})

type Change = (entries: Map<string, Buffer>) => void

/** An archive of other entries, in their order. */
const zipped = async (entries: Map<string, Buffer>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const changed = async (change: Change): Promise<Buffer> => {
  const entries = await entriesOf(archive)
  change(entries)
  return zipped(entries)
}

const first = (entries: Map<string, Buffer>, start: string): string =>
  [...entries.keys()].find((name) => name.startsWith(start)) as string

/** As somebody who changes an archive and all of its sums. */
const resummed = (entries: Map<string, Buffer>): void => {
  const listed = [...entries].filter(([name]) => !name.startsWith('sums/') && name !== 'manifest.json')
  const sums = Buffer.from(listed.map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join(''))
  const [list] = manifestOf(entries).sums
  const manifest = { ...manifestOf(entries), sums: [{ ...list, entries: listed.length, sha256: sha256(sums) }] }
  entries.set(list.name, sums)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

/** A byte of the name in both headers: yazl itself writes no such name. */
const renamed = async (to: string): Promise<Buffer> => {
  const from = 'x'.repeat(to.length)
  const bytes = await changed((entries) => entries.set(from, Buffer.from('evil')))
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}

describe('an archive that is not what it was', () => {
  const refusals: [string, () => Promise<Buffer>, RegExp][] = [
    ['whose end is missing', () => Promise.resolve(archive.subarray(0, archive.length - 1_000)), /no whole ZIP/],
    ['that is none', () => Promise.resolve(Buffer.from('{"hello": "world"}')), /no whole ZIP/],
    [
      'with another byte in a document',
      () => changed((all) => all.set(first(all, 'files/documents'), Buffer.from('<Invoice/>'))),
      /is damaged/,
    ],
    [
      'with a byte of a packed entry turned',
      () => {
        const bytes = Buffer.from(archive)
        const at = bytes.indexOf('data/') + 60
        bytes[at] = (bytes[at] ?? 0) ^ 0xff
        return Promise.resolve(bytes)
      },
      /The archive is refused/,
    ],
    ['without a document', () => changed((all) => all.delete(first(all, 'files/documents'))), /is missing/],
    ['without its last entry', () => changed((all) => all.delete(first(all, 'data/organizations'))), /is missing/],
    ['without a list of sums', () => changed((all) => all.delete(first(all, 'sums/'))), /is missing/],
    ['without its manifest', () => changed((all) => all.delete('manifest.json')), /no manifest/],
    [
      'with an entry more',
      () => changed((all) => all.set('files/documents/doc_x/file.xml', Buffer.from('<a/>'))),
      /does not list|out of its order/,
    ],
    ['with a path out of it', () => renamed('../../../etc/passwd'), /The archive is refused/],
    ['with an absolute path', () => renamed('/etc/passwd'), /The archive is refused/],
    ['with a path of Windows', () => renamed('..\\..\\evil.exe'), /The archive is refused/],
    ['with a name of no meaning', () => changed((all) => all.set('run.sh', Buffer.from('rm'))), /does not belong/],
    [
      'with a bomb: a file of some kilobytes that unpacks to 30 MB',
      () => changed((all) => all.set('files/documents/doc_x/file.xml', Buffer.alloc(30_000_000))),
      /too large/,
    ],
    [
      'whose rows are fewer than the manifest says',
      () =>
        changed((all) => {
          all.delete(first(all, 'data/document_notes'))
          resummed(all)
        }),
      /has 0 rows, and not 3/,
    ],
    [
      'whose rows name a file that is not there',
      () =>
        changed((all) => {
          all.delete(first(all, 'files/documents'))
          resummed(all)
        }),
      /names a file that it does not have/,
    ],
    [
      'of the tenant of those who have none',
      () =>
        changed((all) => {
          const owned = (text: string): Buffer => Buffer.from(text.replaceAll(tenant.organizationId, 'public'))
          for (const [name, bytes] of all) if (/^data\/|^manifest/.test(name)) all.set(name, owned(bytes.toString()))
          resummed(all)
        }),
      /manifest of the archive cannot be read/,
    ],
    [
      'of a newer version, with a column that nobody knows',
      () =>
        changed((all) => {
          const manifest = manifestOf(all)
          manifest.tables[0].columns.push('colour"; DROP TABLE documents; --')
          all.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
        }),
      /does not know/,
    ],
  ]
  test.each(refusals)('is refused: one %s leaves nothing', async (_what, make, message) => {
    const { code, text } = await importInto(other, await make())
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(message) })
    expect(await isThere(other)).toBe(false)
  })

  test('of a participant that somebody else owns is refused, and leaves nothing', async () => {
    const owner = await other.tenant()
    const where = { ownedId: tenant.peppolId }
    await other.platform.db.client.participant.updateMany({
      where: { organizationId: owner.organizationId },
      data: where,
    })
    const { code, text } = await importInto(other, archive)
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('for another organization') })
    expect(await isThere(other)).toBe(false)
    await other.platform.db.client.participant.updateMany({ where, data: { ownedId: null } })
  })
})

describe('an import', () => {
  test(
    'makes the same organization in another deployment: its export has the same manifest',
    { tags: 'heavy' },
    async () => {
      // However long the tests before took: a report is tried again half a minute after it failed.
      other.clock.setBack(other.clock.now().getTime() - archivedAt.getTime())
      expect(await importInto(other, archive)).toMatchObject({ code: 0, text: expect.stringContaining('are imported') })
      const { said } = await operate(other.platform, ['organization', 'key', tenant.organizationId, 'first steps'])
      const by = new Caller(other, { authorization: `Bearer ${Buffer.from(said).toString().trim()}` })
      const [before, after] = [await entriesOf(archive), await entriesOf(await exported(other, by))]
      // The key that let us in is a row of keys and of the audit. All other entries are the same to the byte.
      const compared = (all: Map<string, Buffer>): (readonly [string, string])[] =>
        [...all]
          .filter(([name]) => !/^(sums|manifest|data\/(api_keys|audit_entries)\/)/.test(name))
          .map(([name, bytes]) => [name, sha256(bytes)])
      expect(compared(after)).toEqual(compared(before))
      const webhooks = await by.get('/v1/webhooks')
      expect(webhooks.body.data).toMatchObject([{ status: 'paused' }])
      const { body } = await by.get('/v1/documents')
      expect(body.data.map(({ number }: Body) => number).toSorted()).toEqual(['A-00503', 'A-1', 'A-2', 'A-3'])
      expect(await importInto(other, archive)).toEqual({ code: 1, text: expect.stringContaining('is there already') })
      const partner = await by.get(`/v1/partners/peppol:${MERGED.peppolId}`)
      expect(partner.body).toMatchObject({ peppolId: '0208:0428759497' })
      // A report that was tried there, and not sent yet, is tried again from here.
      const report = async (): Promise<Body> => (await by.get('/v1/compliance/reports?status=pending')).body.data[0]
      const { attempts } = await report()
      const periods = async (): Promise<Body> => (await by.get(`${E_REPORTING}/periods`)).body.data
      expect(await periods()).toMatchObject([{ status: 'open' }])
      other.clock.advance(3_601_000)
      await other.platform.runner?.settle()
      expect(await periods()).toMatchObject([{ status: 'reported' }])
      expect((await report()).attempts).toBe(attempts + 1)
    },
  )
})
