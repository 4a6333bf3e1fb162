/**
 * Takes an archive into this deployment. Everything is read and proved before anything is written, and all rows are
 * written by one transaction: whoever is killed leaves nothing, and begins again.
 */
import { randomBytes } from 'node:crypto'
import { type PreparedFile, prepareFile, storeFiles } from '../../documents/record/files.ts'
import { appendWork } from '../../engine/work/append.ts'
import { sealContext } from '../../engine/webhooks/secrets.ts'
import { type Db, constraintOf } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Manifest } from './manifest.ts'
import { type Archive, type ArchiveEntry, broken, openArchive } from './open-archive.ts'
import { columnsOf } from './read-rows.ts'
import { storeRows } from './store-rows.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'
import { DAY_MS } from '../../values/dates.ts'

const HOURS_6 = 6 * 3_600_000
/** A company is looked up again a month after it was last. */
const REFRESH_DAYS = 30

type Row = Record<string, unknown>
type Fill = (platform: Platform, row: Row & { organizationId: string; id: string }) => Row

const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

/** Columns that stayed behind and cannot be empty: a webhook rests until its owner asks for a new secret. */
const fills: Readonly<Record<string, Fill>> = {
  webhooks: ({ secretBox, clock }, row) => ({
    secret: bytea(secretBox.seal(randomBytes(32).toString('hex'), sealContext(row))),
    previousSecrets: [],
    status: 'paused',
    pausedAt: clock.now(),
    pausedWithCompany: false,
    pausedByFailures: false,
    failureCount: 0,
  }),
  shops: ({ secretBox }, row) => ({
    credentials: bytea(secretBox.seal('{}', `shop ${row.organizationId} ${row.id}`)),
    parameterNames: [],
    senders: [],
  }),
}

interface Importing {
  platform: Platform
  archive: Archive
  db: Db
  /** The hash of each file that rows name and that has not arrived yet, and the table of one of them. */
  awaited: Map<string, string>
}

const tableNamed = (name: string): ArchivedTable | undefined => archivedTables.find((one) => one.name === name)

/** An archive of a newer version may have what this one does not know. */
const judgeTables = async (db: Db, { tables }: Manifest): Promise<void> => {
  for (const { name, columns } of tables) {
    const table = tableNamed(name)
    const known = table && new Set(await columnsOf(db, table))
    const stranger = columns.find((column) => !known?.has(column))
    if (!known || stranger !== undefined)
      throw broken(
        `this version does not know ${known ? `${name}.${stranger ?? ''}` : name}. A newer one has written it.`,
      )
  }
}

const refusePart = ({ companyId }: Manifest): void => {
  if (companyId !== null)
    throw new AppError('CONFLICT', {
      message: `The archive is of one company (${companyId}). Only that of a whole organization is imported.`,
    })
}

const refusePresent = async (db: Db, { organizationId }: Manifest): Promise<void> => {
  if (await db.organization.findUnique({ where: { id: organizationId }, select: { id: true } }))
    throw new AppError('CONFLICT', {
      message: `The organization ${organizationId} is there already. It is imported only where it is not.`,
    })
}

/** Reads everything once, and compares it with the sums. Where bytes lie outside the database, they are put there. */
const prove = async ({ upstreams, clock }: Platform, archive: Archive): Promise<void> => {
  const { organizationId } = archive.manifest
  const trace = newTrace(clock.now(), organizationId)
  await archive.each(async ({ name, content }) => {
    const bytes = await content()
    if (name.startsWith('files/') && upstreams.storage.external)
      await prepareFile(upstreams.storage, trace, organizationId, bytes)
  })
}

const filled = (platform: Platform, organizationId: string, lines: string[], fill?: Fill): string => {
  if (!fill) return `[${lines.join(',')}]`
  const rows = lines.map((line) => JSON.parse(line) as Row & { id: string })
  return JSON.stringify(rows.map((row) => ({ ...row, ...fill(platform, { ...row, organizationId }) })))
}

/** The rows of a table, piece by piece. */
const takeTable = async ({ platform, archive, db, awaited }: Importing, table: ArchivedTable): Promise<void> => {
  const { organizationId, tables } = archive.manifest
  const { columns = [], rows = 0 } = tables.find(({ name }) => name === table.name) ?? {}
  const fill = fills[table.name]
  const added = fill ? Object.keys(fill(platform, { organizationId, id: '' })) : []
  let stored = 0
  for await (const lines of archive.rowsOf(table.name)) {
    const given = filled(platform, organizationId, lines, fill)
    const named = await storeRows(db, organizationId, { table, columns: [...columns, ...added], rows: given })
    stored += named.length
    for (const hash of named.flat()) if (hash !== null) awaited.set(hash, table.name)
  }
  if (stored !== rows) throw broken(`the table ${table.name} has ${stored} rows, and not ${rows} as the manifest says.`)
}

/** So many files, or bytes, are written together. */
const FILES_AT_ONCE = 200
const BYTES_AT_ONCE = 1_000_000

/** Bytes, each by its hash, many in one statement. */
const storing = ({ platform: { upstreams, clock }, archive, db }: Importing) => {
  const { organizationId } = archive.manifest
  const trace = newTrace(clock.now(), organizationId)
  let files: PreparedFile[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    await storeFiles(db, files, clock.now())
    ;[files, bytes] = [[], 0]
  }
  return {
    flush,
    async add({ content }: ArchiveEntry): Promise<void> {
      const file = await prepareFile(upstreams.storage, trace, organizationId, await content())
      files.push(file)
      bytes += file.size
      if (files.length >= FILES_AT_ONCE || bytes >= BYTES_AT_ONCE) await flush()
    },
  }
}

/** What rows name has to come along. Bytes that lie outside the database are there already. */
const takeFiles = async (importing: Importing): Promise<void> => {
  const { archive, awaited, platform } = importing
  const store = storing(importing)
  await archive.each(async (entry) => {
    if (!entry.name.startsWith('files/')) return
    awaited.delete(entry.sha256)
    if (!platform.upstreams.storage.external) await store.add(entry)
  })
  await store.flush()
  for (const [hash, table] of awaited) throw broken(`a row of ${table} names a file that it does not have (${hash}).`)
}

/** What the deployment itself has to do for an organization, and counts. */
const takeUp = async ({ platform, archive, db }: Importing): Promise<void> => {
  const { organizationId } = archive.manifest
  const now = platform.clock.now()
  const dueAt = new Date(now.getTime() + REFRESH_DAYS * DAY_MS)
  const companies = await db.company.findMany({ where: { organizationId }, select: { id: true } })
  const partners = await db.partner.findMany({ where: { organizationId }, select: { id: true } })
  const periods = await db.eReportingPeriod.findMany({
    where: { organizationId, nextCheckAt: { not: null } },
    select: { id: true, companyId: true, nextCheckAt: true },
  })
  const reports = await db.complianceReport.findMany({
    where: { organizationId, status: 'pending', nextCheckAt: { not: null } },
    select: { id: true, companyId: true, reportedTo: true, nextCheckAt: true },
  })
  for (const work of [
    companies.map(({ id }) => ({ kind: 'company.refresh' as const, subjectId: id, companyId: id, dueAt })),
    partners.map(({ id }) => ({ kind: 'partner.refresh' as const, subjectId: id, dueAt })),
    // What authorities are told, and were not told yet.
    periods.map(({ id, companyId, nextCheckAt }) => ({
      kind: 'compliance.period' as const,
      subjectId: id,
      companyId,
      dueAt: nextCheckAt ?? now,
    })),
    reports.map(({ id, companyId, reportedTo, nextCheckAt }) => ({
      kind: 'compliance.report' as const,
      subjectId: id,
      companyId,
      target: reportedTo,
      dueAt: nextCheckAt ?? now,
    })),
  ])
    await appendWork(
      db,
      work.map((one) => ({ organizationId, ...one })),
      now,
    )
  // Files for the Italian exchange are numbered; none of the imported numbers is given again.
  const { _max: last } = await db.sdiFile.aggregate({ _max: { progressive: true } })
  if (last.progressive !== null)
    await db.$queryRaw`
      SELECT setval(sequence, greatest(${last.progressive}, nextval(sequence)))::text AS last
      FROM (SELECT pg_get_serial_sequence('sdi_files', 'progressive')::regclass AS sequence) AS numbers`
}

/** Two organizations cannot have the same of what there is once: a participant, a number of a message. */
const explained = (error: unknown): unknown => {
  const constraint = constraintOf(error) ?? (String(error).includes('23505') ? 'a unique value' : undefined)
  return constraint === undefined
    ? error
    : new AppError('CONFLICT', {
        message: `This deployment has already, for another organization, what the archive brings (${constraint}).`,
        cause: error,
      })
}

export const importOrganization = async (platform: Platform, path: string): Promise<Manifest> => {
  const archive = await openArchive(path)
  const { manifest } = archive
  await judgeTables(platform.db.client, manifest)
  refusePart(manifest)
  await refusePresent(platform.db.client, manifest)
  await prove(platform, archive)
  try {
    await platform.db.transaction(async (db) => {
      const importing = { platform, archive, db, awaited: new Map<string, string>() }
      await refusePresent(db, manifest)
      for (const table of archivedTables) await takeTable(importing, table)
      await takeFiles(importing)
      await takeUp(importing)
    }, HOURS_6)
  } catch (error) {
    throw explained(error)
  }
  platform.wakeUps.publish('credentials', manifest.organizationId)
  return manifest
}
