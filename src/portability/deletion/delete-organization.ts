/** Work: deletes everything that an organization has, some rows at a time. Safe to run twice. */
import { withdrawAddresses } from '../../companies/addresses/publish-addresses.ts'
import { grantOwnerless } from '../../companies/claims.ts'
import { unlistCompany } from '../../directory/own-listings.ts'
import type { TryAgainLater } from '../../engine/work/work.ts'
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import { archivedTables, leftBehind } from '../archive/tables.ts'

export const DELETION_DELAYS_SECONDS = [60, 600, 3_600, 14_400, 43_200, 86_400] as const

const SLICE_MS = 20_000
/** Rows that one statement deletes: none may take longer than any other statement. */
const ROWS_AT_ONCE = 500
const IS_PUBLISHED = { publishedAt: { not: null } } as const
/** Companies that are taken from the network in one turn. */
const COMPANIES_AT_ONCE = 50

/** The work of it goes last, with the organization. */
const others = Object.keys(leftBehind).filter((name) => name !== 'work')
/** Rows go before those that they name. */
const tables = [...others, ...archivedTables.map(({ name }) => name).toReversed()].filter(
  (one) => one !== 'organizations',
)

/** The place of a row (`ctid`) is one of a server: with Citus another tenant has the same on another one. */
const deleteSome = ({ db }: Platform, organizationId: string, table: string): Promise<number> => {
  const name = Prisma.raw(`"${table}"`)
  return db.client.$executeRaw(Prisma.sql`
    DELETE FROM ${name} WHERE "organizationId" = ${organizationId} AND ctid = ANY(ARRAY(
      SELECT ctid FROM ${name} WHERE "organizationId" = ${organizationId} LIMIT ${ROWS_AT_ONCE}))`)
}

/** Nobody comes in any more, and nobody sends to its companies. True when all of them are off the network. */
const close = async (platform: Platform, organizationId: string): Promise<boolean> => {
  const { db, upstreams, wakeUps, clock } = platform
  await db.client.apiKeyHash.deleteMany({ where: { organizationId } })
  wakeUps.publish('credentials', organizationId)
  const companies = await db.client.company.findMany({
    where: { organizationId, OR: [{ smpRegistered: true }, { electronicAddresses: { some: IS_PUBLISHED } }] },
    include: { electronicAddresses: { where: IS_PUBLISHED } },
    take: COMPANIES_AT_ONCE,
  })
  for (const { electronicAddresses, ...company } of companies) {
    const { id, peppolId } = company
    await withdrawAddresses(platform, electronicAddresses)
    if (!company.smpRegistered) continue
    await upstreams.smp.withdraw(newTrace(clock.now(), organizationId), peppolId)
    await unlistCompany(db.client, company)
    const key = { organizationId_id: { organizationId, id } }
    await db.client.company.update({ where: key, data: { smpRegistered: false, smpStatus: 'none' } })
  }
  return companies.length < COMPANIES_AT_ONCE
}

/** Deletes what it has, and leaves the organization itself; false where it is told not to go on. */
export const deleteRowsOf = async (
  platform: Platform,
  organizationId: string,
  goesOn: () => boolean = () => true,
): Promise<boolean> => {
  for (const table of tables)
    while ((await deleteSome(platform, organizationId, table)) > 0) if (!goesOn()) return false
  return true
}

export const deleteOrganization = async (
  platform: Platform,
  { organizationId }: Work,
  signal: AbortSignal,
): Promise<void | TryAgainLater> => {
  const { db, clock, wakeUps } = platform
  const organization = await db.client.organization.findUnique({ where: { id: organizationId } })
  const { deletionDueAt } = organization ?? {}
  if (!deletionDueAt || deletionDueAt > clock.now()) return
  if (!(await close(platform, organizationId))) return { againInSeconds: 0 }
  const until = performance.now() + SLICE_MS
  const goesOn = (): boolean => !signal.aborted && performance.now() <= until
  if (!(await deleteRowsOf(platform, organizationId, goesOn))) return { againInSeconds: 0 }
  await db.client.organization.deleteMany({ where: { id: organizationId } })
  // Requests of its last moments are recorded behind them.
  await deleteSome(platform, organizationId, 'request_logs')
  wakeUps.publish('credentials', organizationId)
  wakeUps.publish('domains', '')
  await grantOwnerless(platform)
}
