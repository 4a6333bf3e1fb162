/**
 * Who owns a participant: one company of all organizations. Claims are made, granted, taken over and let go here, and
 * nowhere else. Whoever changes claims that are there holds them before any company, so that nobody waits in a circle.
 */
import type { OwnershipMethod, OwnershipReason, Participant } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import type { Env } from '../kernel/env.ts'
import { writeNew } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { FollowUps } from '../operation/follow-ups.ts'
import type { Run } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'
import { type PendingColumns, grantedColumns, pendingColumns } from './ownership.ts'

/** Whom a participant may belong to. */
interface Claimant {
  organizationId: string
  id: string
  peppolId: string
}

/** What a change of ownership needs: it speaks to organizations that have not called. */
export type Consequences = Pick<Run, 'db' | 'now' | 'emit' | 'enqueue'>

type Mode = Pick<Env, 'SERVICE_MODE'>

/** On a live deployment nothing is granted without a proof. */
const needsProof = ({ SERVICE_MODE }: Mode): boolean => SERVICE_MODE === 'live'

/** The claims on a participant, held until the transaction ends. */
export const holdClaims = (db: Db, peppolId: string): Promise<Participant[]> =>
  db.$queryRaw<Participant[]>`
    SELECT * FROM participants WHERE "peppolId" = ${peppolId} ORDER BY "organizationId", "companyId" FOR UPDATE`

const keyOf = ({ peppolId, organizationId, companyId }: Participant) => ({
  peppolId_organizationId_companyId: { peppolId, organizationId, companyId },
})

/**
 * Claims for companies that have none: owners at once where that needs no proof and nobody else is, else pending. Two
 * at once never both win, because only one of them can be written. Answers the columns of those that have to wait.
 */
export const claimParticipants = async (
  consequences: Consequences,
  mode: Mode,
  companies: readonly Claimant[],
): Promise<Map<string, PendingColumns>> => {
  if (needsProof(mode)) {
    await insertWaiting(consequences, companies)
    return keepWaiting(consequences, companies, 'proof_required')
  }
  const owners = await insertOwners(consequences, companies)
  const waiting: Claimant[] = []
  for (const company of companies.filter(({ id }) => !owners.has(id)))
    if (!(await waitBehindOwner(consequences, company))) waiting.push(company)
  return keepWaiting(consequences, waiting, 'owned_by_another')
}

const insertWaiting = ({ db, now }: Consequences, companies: readonly Claimant[]): Promise<unknown> =>
  db.participant.createMany({
    data: companies.map(({ organizationId, id: companyId, peppolId }) => ({
      peppolId,
      organizationId,
      companyId,
      claimedAt: now,
    })),
  })

const keepWaiting = async (
  { db, emit }: Consequences,
  companies: readonly Claimant[],
  reason: OwnershipReason,
): Promise<Map<string, PendingColumns>> => {
  const columns = pendingColumns(reason)
  for (const [organizationId, own] of Map.groupBy(companies, (one) => one.organizationId))
    await db.company.updateMany({ where: { organizationId, id: { in: own.map(({ id }) => id) } }, data: columns })
  for (const { organizationId, id: companyId, peppolId } of companies)
    emit('company.ownership_pending', { companyId, peppolId, reason }, { organizationId, companyId })
  return new Map(companies.map(({ id }) => [id, columns]))
}

const insertOwner = (
  { db, now }: Consequences,
  { organizationId, id: companyId, peppolId }: Claimant,
): Promise<boolean> =>
  writeNew(db, {
    table: 'participants',
    columns: { peppolId, organizationId, companyId, ownedId: peppolId, claimedAt: now },
  })

/** In one order, whoever inserts: a batch that waits for another is never waited for by it. */
const insertOwners = async (consequences: Consequences, companies: readonly Claimant[]): Promise<Set<string>> => {
  const { db, now } = consequences
  const [one, ...others] = companies
  if (one && others.length === 0) return new Set((await insertOwner(consequences, one)) ? [one.id] : [])
  const [peppolIds, organizationIds, companyIds] = [
    companies.map(({ peppolId }) => peppolId),
    companies.map(({ organizationId }) => organizationId),
    companies.map(({ id }) => id),
  ]
  const inserted = await db.$queryRaw<{ companyId: string }[]>`
    INSERT INTO participants ("peppolId", "organizationId", "companyId", "ownedId", "claimedAt")
    SELECT claim."peppolId", claim."organizationId", claim."companyId", claim."peppolId", ${now}::timestamptz
    FROM unnest(${peppolIds}::text[], ${organizationIds}::text[], ${companyIds}::text[])
      AS claim ("peppolId", "organizationId", "companyId")
    ORDER BY 1 ON CONFLICT DO NOTHING RETURNING "companyId"`
  return new Set(inserted.map(({ companyId }) => companyId))
}

/** True where the owner has let go meanwhile, and the company owns the participant after all. */
const waitBehindOwner = async (consequences: Consequences, company: Claimant): Promise<boolean> => {
  const { db } = consequences
  const { peppolId } = company
  // Held, so that an owner who lets go at this moment sees the claim.
  const owner = await db.$queryRaw<unknown[]>`SELECT 1 FROM participants WHERE "ownedId" = ${peppolId} FOR UPDATE`
  if (owner.length > 0) {
    await insertWaiting(consequences, [company])
    return false
  }
  return (await insertOwners(consequences, [company])).size > 0 || waitBehindOwner(consequences, company)
}

/** A company that was removed from the network claims its participant again. */
export const claimAgain = async (
  consequences: Consequences,
  mode: Mode,
  company: Claimant,
): Promise<PendingColumns | undefined> => {
  const { organizationId, id: companyId } = company
  await consequences.db.participant.deleteMany({ where: { organizationId, companyId } })
  return (await claimParticipants(consequences, mode, [company])).get(companyId)
}

/** The company lets go of its participant; who has waited longest follows. Its claims are held. */
export const releaseClaim = async (consequences: Consequences, mode: Mode, company: Claimant): Promise<void> => {
  const { db, now } = consequences
  const { organizationId, id: companyId, peppolId } = company
  await db.participant.updateMany({
    where: { organizationId, companyId },
    data: { ownedId: null, proof: null, releasedAt: now },
  })
  await db.ownershipProof.deleteMany({ where: { organizationId, companyId } })
  await grantNext(consequences, mode, peppolId)
}

/** Where nobody owns a participant any more, the oldest claim is granted; one that is proved goes before all others. */
export const grantNext = async (consequences: Consequences, mode: Mode, peppolId: string): Promise<void> => {
  const claims = await holdClaims(consequences.db, peppolId)
  if (claims.some(({ ownedId }) => ownedId !== null)) return
  const [next] = claims
    .filter(({ releasedAt, proof }) => releasedAt === null && (proof !== null || !needsProof(mode)))
    .toSorted(
      (one, other) =>
        Number(one.proof === null) - Number(other.proof === null) ||
        one.claimedAt.getTime() - other.claimedAt.getTime() ||
        (one.companyId < other.companyId ? -1 : 1),
    )
  if (next) await grant(consequences, next)
}

const grant = async ({ db, now, emit, enqueue }: Consequences, claim: Participant): Promise<void> => {
  const { peppolId, organizationId, companyId, proof } = claim
  await db.participant.update({ where: keyOf(claim), data: { ownedId: peppolId } })
  await db.company.update({
    where: { organizationId_id: { organizationId, id: companyId } },
    data: { ...grantedColumns(now, proof), updatedAt: now },
  })
  emit('company.ownership_granted', { companyId, peppolId, proof }, { organizationId, companyId })
  enqueue({ organizationId, kind: 'company.publish', companyId, subjectId: companyId })
}

const wait = async (
  { db, now, emit }: Consequences,
  claim: Participant,
  reason: OwnershipReason,
  proof: OwnershipMethod | null,
): Promise<void> => {
  const { peppolId, organizationId, companyId } = claim
  await db.participant.update({ where: keyOf(claim), data: { ownedId: null, proof } })
  await db.company.update({
    where: { organizationId_id: { organizationId, id: companyId } },
    data: { ...pendingColumns(reason, proof), updatedAt: now },
  })
  emit('company.ownership_pending', { companyId, peppolId, reason }, { organizationId, companyId })
}

/** Who loses its participant loses its further addresses, which are withdrawn. */
const takeAway = async (consequences: Consequences, owner: Participant): Promise<void> => {
  await wait(consequences, owner, 'taken_over', null)
  const { organizationId, companyId } = owner
  const addresses = await consequences.db.companyAddress.count({ where: { organizationId, companyId } })
  if (addresses > 0) consequences.enqueue({ organizationId, kind: 'company.publish', companyId, subjectId: companyId })
}

/**
 * The company has proved that it owns its participant. An owner who has not makes way; one who has stays, unless an
 * operator has decided.
 */
export const proveClaim = async (
  consequences: Consequences,
  { organizationId, id, peppolId }: Claimant,
  proof: OwnershipMethod,
  isDecision = false,
): Promise<void> => {
  const { db, now, emit } = consequences
  const claims = await holdClaims(db, peppolId)
  const own = claims.find((one) => one.organizationId === organizationId && one.companyId === id)
  if (!own || own.releasedAt !== null)
    throw new AppError('CONFLICT', { message: 'The company was removed from the network: register it again first.' })
  const owner = claims.find(({ ownedId }) => ownedId !== null)
  await db.ownershipProof.updateMany({
    where: { organizationId, companyId: id, method: proof },
    data: { status: 'accepted', decidedAt: now, codeHash: null },
  })
  if (owner && owner.companyId !== id && owner.proof !== null && !isDecision)
    return wait(consequences, own, 'owned_by_another', proof)
  await db.participant.update({ where: keyOf(own), data: { proof } })
  if (owner?.companyId === id) {
    await db.company.update({ where: { organizationId_id: { organizationId, id } }, data: { ownershipProof: proof } })
    return emit('company.ownership_granted', { companyId: id, peppolId, proof }, { organizationId, companyId: id })
  }
  if (owner) await takeAway(consequences, owner)
  return grant(consequences, { ...own, proof })
}

/** For changes of ownership that no operation makes: its own transaction, with the events and the work that follow. */
export const withConsequences = <T>(
  { db: database, clock }: Pick<Platform, 'db' | 'clock'>,
  body: (consequences: Consequences) => Promise<T>,
): Promise<T> =>
  database.transaction(async (db) => {
    const now = clock.now()
    const followUps = new FollowUps()
    const { emit, enqueue } = followUps
    const result = await body({ db, now, emit, enqueue })
    await followUps.write(db, now)
    return result
  })

/** Participants that somebody waits for and nobody owns, as when an organization was removed with all it had. */
export const grantOwnerless = async (platform: Pick<Platform, 'db' | 'clock' | 'env'>): Promise<void> => {
  const waiting = await platform.db.client.$queryRaw<{ peppolId: string }[]>`
    SELECT DISTINCT "peppolId" FROM participants AS claim
    WHERE "ownedId" IS NULL AND "releasedAt" IS NULL
      AND NOT EXISTS (SELECT FROM participants AS owner WHERE owner."ownedId" = claim."peppolId")`
  for (const { peppolId } of waiting)
    await withConsequences(platform, (consequences) => grantNext(consequences, platform.env, peppolId))
}
