/** The further addresses of a company on the network: each is published while it lasts, and withdrawn after. */
import { eventRow } from '../../engine/feed/outbox.ts'
import { type CompanyAddress, Prisma } from '../../generated/prisma/client.ts'
import { writeWith } from '../../kernel/database/rows.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Registration } from '../../upstreams/smp/port.ts'
import { dayOf } from '../../values/dates.ts'
import { isEnabledOn } from '../../values/period.ts'

const notePublished = ({ db, clock }: Platform, row: CompanyAddress): Promise<unknown> => {
  const { organizationId, companyId, id, address } = row
  const now = clock.now()
  const written = Prisma.sql`written AS (
    UPDATE company_addresses SET "publishedAt" = ${now}
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "publishedAt" IS NULL RETURNING id
  )`
  const data = { companyId, addressId: id, address }
  return writeWith(db.client, written, [
    eventRow({ organizationId, companyId, type: 'company.address_published', data }, now),
  ])
}

/** The company changed while it was published. That is no failure: it is published again at once. */
export class ChangedMeanwhile extends Error {}

/** What the same address means for another company by now, or for another of its rows, stays. */
const withdraw = async (platform: Platform, row: CompanyAddress, kept: readonly string[]): Promise<void> => {
  const { organizationId, id, address, addressKey } = row
  const { client } = platform.db
  const others = () =>
    client.companyAddress.count({ where: { addressKey, publishedAt: { not: null }, NOT: { organizationId, id } } })
  const isLast = !kept.includes(addressKey) && (await others()) === 0
  if (isLast) await platform.upstreams.smp.withdraw(newTrace(platform.clock.now(), organizationId), address)
  await client.companyAddress.updateMany({ where: { organizationId, id }, data: { publishedAt: null } })
  if (isLast && (await others()) > 0) throw new ChangedMeanwhile('The address was published while it was withdrawn.')
}

export const withdrawAddresses = async (platform: Platform, rows: readonly CompanyAddress[]): Promise<void> => {
  for (const row of rows) if (row.publishedAt) await withdraw(platform, row, [])
}

/** `registrationFor` says what the network is to know of an address. */
export const publishAddresses = async (
  platform: Platform,
  rows: readonly CompanyAddress[],
  registrationFor: (address: CompanyAddress) => Registration,
): Promise<void> => {
  const today = dayOf(platform.clock.now())
  const enabled = rows.filter((row) => isEnabledOn(today, row))
  for (const row of enabled) {
    await platform.upstreams.smp.publish(newTrace(platform.clock.now(), row.organizationId), registrationFor(row))
    await notePublished(platform, row)
  }
  const kept = enabled.map(({ addressKey }) => addressKey)
  for (const row of rows) if (row.publishedAt && !isEnabledOn(today, row)) await withdraw(platform, row, kept)
}
