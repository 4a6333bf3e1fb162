/** What ownership of a participant means for the columns of a company. */
import type { Company, OwnershipMethod, OwnershipReason } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'

/** Why ownership is pending, in words. */
export const reasonTexts: Readonly<Record<OwnershipReason, string>> = {
  owned_by_another:
    'Another organization owns the participant id. You become the owner when it releases the id, or when you prove ' +
    'your ownership and it has not proved its own.',
  proof_required: 'The organization has not proved yet that the company is its own.',
  taken_over: 'Another organization has proved that it owns the participant id.',
}

/** The columns of a company that owns its participant. */
export const grantedColumns = (now: Date, proof: OwnershipMethod | null = null) =>
  ({
    ownershipStatus: 'granted',
    ownershipReason: null,
    ownershipProof: proof,
    ownershipGrantedAt: now,
    smpStatus: 'pending',
    smpStep: null,
    smpError: null,
    smpNextTryAt: null,
  }) as const

export const pendingColumns = (reason: OwnershipReason, proof: OwnershipMethod | null = null) =>
  ({
    ownershipStatus: 'pending',
    ownershipReason: reason,
    ownershipProof: proof,
    ownershipGrantedAt: null,
    smpRegistered: false,
    smpRegisteredAt: null,
    smpStatus: 'pending',
    smpStep: 'ownership',
    smpError: reasonTexts[reason],
    smpNextTryAt: null,
  }) as const

/** The columns of a company that has let go of its participant. */
export const releasedColumns = {
  ownershipStatus: 'none',
  ownershipReason: null,
  ownershipProof: null,
  ownershipGrantedAt: null,
} as const

export type PendingColumns = ReturnType<typeof pendingColumns>

/** Nobody sends in the name of a participant that is somebody else's. */
export const requireOwnership = ({
  peppolId,
  ownershipStatus,
  ownershipReason,
}: Pick<Company, 'peppolId' | 'ownershipStatus' | 'ownershipReason'>): void => {
  if (ownershipStatus === 'granted') return
  const message = ownershipReason === null ? 'The company was removed from the network.' : reasonTexts[ownershipReason]
  throw refusal('OWNERSHIP_PENDING', 'from', message, {
    summary: `The company does not own the participant id ${peppolId}: it cannot send.`,
    facts: { reason: ownershipReason },
  })
}

export const ownershipColumns = { ownershipStatus: true, ownershipReason: true } as const

/** What tells whether a company may send. */
export const senderColumns = { status: true, ...ownershipColumns } as const

/** Why what is on its way stays here: the participant is another's by now, in words. */
export const lossOf = ({
  ownershipStatus,
  ownershipReason,
}: Pick<Company, 'ownershipStatus' | 'ownershipReason'>): string | undefined =>
  ownershipStatus === 'pending' ? reasonTexts[ownershipReason ?? 'owned_by_another'] : undefined

/** The same of one that may have been removed: what it has sent goes out while nobody else owns its participant. */
export const lossNow = async (
  db: Db,
  company: Pick<Company, 'peppolId' | 'ownershipStatus' | 'ownershipReason'>,
): Promise<string | undefined> => {
  const { peppolId, ownershipStatus } = company
  if (ownershipStatus !== 'none') return lossOf(company)
  return (await db.participant.count({ where: { ownedId: peppolId } })) > 0 ? reasonTexts.owned_by_another : undefined
}
