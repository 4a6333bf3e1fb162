/** The listings of the directory, stored so that they can be filtered and paged. */
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import type { Listing } from '../upstreams/directory-search/port.ts'
import { companyBehind } from '../values/french-address.ts'

/** An older listing is replaced when the directory lists the participant again. */
const FRESH_MS = 24 * 3_600_000

const rowOf = (
  { identifiers, naceCodes, documentTypes, detail, ...one }: Listing,
  fetchedAt: Date,
): Prisma.DirectoryEntryCreateManyInput => ({
  ...one,
  identifiers: [...identifiers],
  naceCodes: [...naceCodes],
  documentTypes: [...documentTypes],
  detail: detail as Prisma.InputJsonObject,
  fetchedAt,
  searchText: [one.name, one.city ?? '', ...identifiers].join('\n').toLowerCase(),
})

export const keepListings = async (
  db: Db,
  listings: readonly Listing[],
  { clock, env }: Pick<Platform, 'clock' | 'env'>,
): Promise<void> => {
  if (listings.length === 0) return
  const now = clock.now()
  const byId = new Map(listings.map((one) => [one.peppolId, one]))
  const fresh = await db.directoryEntry.findMany({
    where: { peppolId: { in: [...byId.keys()] }, fetchedAt: { gt: new Date(now.getTime() - FRESH_MS) } },
    select: { peppolId: true },
  })
  // Our own companies say themselves what they are called. The made-up directory would list those that were removed;
  // a real one lists what is claimed here, and published elsewhere.
  const isLive = env.SERVICE_MODE === 'live'
  // A made-up address of a company of ours would be found beside those that it has.
  const companyOf = isLive ? (peppolId: string) => peppolId : companyBehind
  const own = await db.participant.findMany({
    where: { peppolId: { in: [...byId.keys()].map(companyOf) }, ...(isLive && { ownedId: { not: null } }) },
    select: { peppolId: true },
  })
  const known = new Set(own.map(({ peppolId }) => peppolId))
  for (const { peppolId } of fresh) byId.delete(peppolId)
  for (const peppolId of byId.keys()) if (known.has(companyOf(peppolId))) byId.delete(peppolId)
  if (byId.size === 0) return
  await db.directoryEntry.deleteMany({ where: { peppolId: { in: [...byId.keys()] } } })
  await db.directoryEntry.createMany({ data: [...byId.values()].map((one) => rowOf(one, now)), skipDuplicates: true })
}

const cellOf = (value: unknown): Prisma.Sql => {
  if (Array.isArray(value)) return Prisma.sql`${value as string[]}::text[]`
  if (typeof value !== 'object' || value === null || value instanceof Date) return Prisma.sql`${value}`
  return Prisma.sql`${JSON.stringify(value)}::jsonb`
}

/** Whether it is listed or not: as a part of a statement. */
export const listing = (one: Listing, now: Date): Prisma.Sql => {
  const row = Object.entries(rowOf(one, now)).filter(([, value]) => value !== undefined)
  const names = row.map(([name]) => `"${name}"`)
  const set = names.map((name) => `${name} = EXCLUDED.${name}`)
  return Prisma.sql`
    INSERT INTO directory_entries (${Prisma.raw(names.join(', '))})
    VALUES (${Prisma.join(row.map(([, value]) => cellOf(value)))})
    ON CONFLICT ("peppolId") DO UPDATE SET ${Prisma.raw(set.join(', '))}`
}
