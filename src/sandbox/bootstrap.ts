import { z } from 'zod'
import { newKey } from '../auth/bearer-key.ts'
import { keyTypes } from '../auth/key-types.ts'
import { claimParticipants } from '../companies/claims.ts'
import { fullCapabilities, searchTextOf, slugOf } from '../companies/company.ts'
import { grantedColumns } from '../companies/ownership.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, overtaken } from '../kernel/errors/app-error.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { requireSandbox } from './sandbox-only.ts'

const LIFETIME_MS = 7 * 24 * 3_600_000
const PER_ADDRESS_AND_HOUR = 120
const HOUR_MS = 3_600_000

export const bootstrapSandbox = operation({
  name: 'bootstrapSandbox',
  summary:
    'Creates a temporary organization with a company and a test key. The call ' +
    'needs no credentials. The organization expires after seven days.',
  scope: 'anyone',
  writes: true,
  input: z.strictObject({
    label: z.string().trim().min(1).max(64).default('quickstart').describe('A name for your experiment.'),
    email: z.email().max(200).nullish().describe('E-mail address for notices.'),
    keyType: z.enum(KeyType).meta({ graphql: 'KeyType' }).default('personal').describe('Kind of API key to create.'),
  }),
  errors: ['SANDBOX_ONLY', 'CONFLICT'],
  async prepare({ platform, actor }) {
    requireSandbox(platform.env)
    const hit = await platform.rate.hit(
      `bootstrap:${actor.caller}`,
      PER_ADDRESS_AND_HOUR,
      platform.clock.steady(),
      HOUR_MS,
    )
    if (!hit.allowed)
      throw new AppError('RATE_LIMITED', {
        message:
          `Too many sandboxes: at most ${PER_ADDRESS_AND_HOUR} per hour can be created from one IP ` +
          `address. Try again later.`,
        retryAfter: hit.retryAfter,
      })
  },
  async run(run, { label, email, keyType }) {
    const { db, now, platform } = run
    const organizationId = newId('organization')
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    await db.organization.create({
      data: {
        id: organizationId,
        name: label,
        plan: keyTypes[keyType].sandboxPlan,
        contactEmail: email ?? null,
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
    const { apiKey, keyPrefix } = await createKey(db, organizationId, label, keyType, { now, expiresAt })
    return { organizationId, apiKey, keyPrefix, keyType, company, expiresAt }
  },
})

const createKey = async (
  db: Db,
  organizationId: string,
  name: string,
  type: KeyType,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<{ apiKey: string; keyPrefix: string }> => {
  const { key, hash, keyPrefix } = newKey(type, true)
  const keyId = newId('apiKey')
  await db.apiKey.create({
    data: {
      organizationId,
      id: keyId,
      name,
      type,
      testMode: true,
      keyPrefix,
      scopes: ['*'],
      createdAt: now,
      expiresAt,
    },
  })
  await db.apiKeyHash.create({ data: { hash, organizationId, keyId } })
  return { apiKey: key, keyPrefix }
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
    dataProviderType: 'sandbox',
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
