/** A temporary organization with a company. Bootstrap gives it a key, a handoff a token that works once. */
import { type Actor, callerAtAddress } from '../auth/actor.ts'
import type { Site } from '../auth/site.ts'
import { keyTypes } from '../auth/key-types.ts'
import { claimParticipants } from '../companies/claims.ts'
import { MADE_HERE, fullCapabilities, searchTextOf, slugOf } from '../companies/company.ts'
import { grantedColumns } from '../companies/ownership.ts'
import { listCompany } from '../directory/own-listings.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, overtaken } from '../kernel/errors/app-error.ts'
import type { KeyType } from '../generated/prisma/enums.ts'
import type { OperationPlatform } from '../operation/platform.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { HOUR_MS } from '../values/dates.ts'

const LIFETIME_MS = 7 * 24 * 3_600_000
const PER_ADDRESS_AND_HOUR = 120

/** Sandboxes are made by whoever comes, so many an hour. */
export const limitSandboxes = async (
  { platform, actor, site }: { platform: OperationPlatform; actor: Actor; site: Site },
  way: 'bootstrap' | 'handoff',
): Promise<void> => {
  // The new organization would not be known where it was made.
  if (site.organizationId !== null) throw new AppError('DOMAIN_FORBIDDEN')
  const name = `${way}:${callerAtAddress(actor)}`
  const hit = await platform.rate.hit(name, PER_ADDRESS_AND_HOUR, platform.clock.steady(), HOUR_MS)
  if (!hit.allowed)
    throw new AppError('RATE_LIMITED', {
      message:
        `Too many sandboxes: at most ${PER_ADDRESS_AND_HOUR} per hour can be created from one IP ` +
        `address. Try again later.`,
      retryAfter: hit.retryAfter,
    })
}

export const makeSandbox = async (
  run: Run,
  { label, email, keyType }: { label: string; email: string | null; keyType: KeyType },
) => {
  const { db, now, platform } = run
  const organizationId = newId('organization')
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await db.organization.create({
    data: {
      id: organizationId,
      name: label,
      plan: keyTypes[keyType].sandboxPlan,
      contactEmail: email,
      createdAt: now,
      expiresAt,
    },
  })
  const company = await db.company.create({
    data: sandboxCompany(organizationId, label, await freeNumber(db, organizationId), now),
  })
  const waiting = await claimParticipants(run, platform.env, [company])
  // Somebody took the number at this very moment.
  if (waiting.size > 0) throw overtaken('The number of the company was taken at this moment. Send the request again.')
  await db.participant.updateMany({
    where: { organizationId, companyId: company.id },
    data: { proof: company.ownershipProof },
  })
  await listCompany(db, { ...company, legalAddress: null }, now)
  return { organizationId, company, expiresAt }
}

/** Numbers that are looked at together; all of them taken is next to impossible. */
const CANDIDATES = 8

/** A Belgian number drawn from the id of the organization, with valid check digits, that nobody has yet. */
const freeNumber = async (db: Db, organizationId: string): Promise<string> => {
  const seed = [...organizationId].reduce((sum, character) => (sum * 33 + character.charCodeAt(0)) % 9_999_991, 7)
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => {
    const number = `0${String(1_000_0000 + ((seed + index * 1_234_577) % 9_999_991)).slice(1)}`
    return number + String(97 - (Number(number) % 97)).padStart(2, '0')
  })
  const taken = await db.participant.findMany({
    where: { peppolId: { in: candidates.map((digits) => `0208:${digits}`) } },
    select: { peppolId: true },
  })
  const free = candidates.find((digits) => !taken.some(({ peppolId }) => peppolId === `0208:${digits}`))
  if (free === undefined) throw overtaken('The number of the company was taken at this moment. Send the request again.')
  return free
}

/** The company that comes with a sandbox, published from the start. */
const sandboxCompany = (organizationId: string, label: string, digits: string, now: Date) => {
  const vatNumber = `BE${digits}`
  const peppolId = `0208:${digits}`
  const name = `Sandbox ${label}`
  return {
    organizationId,
    id: newId('company'),
    name,
    legalName: null,
    slug: slugOf(name),
    vatNumber,
    country: 'BE',
    peppolId,
    capabilities: fullCapabilities,
    searchText: searchTextOf({ name, legalName: null, vatNumber, peppolId }),
    dataProviderType: MADE_HERE,
    // The service has made it: no proof of another takes it away.
    ...grantedColumns(now, 'operator'),
    smpRegistered: true,
    smpRegisteredAt: now,
    smpStatus: 'registered',
    smpStep: 'published',
    createdAt: now,
    updatedAt: now,
  } as const
}
