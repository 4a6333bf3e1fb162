/** What the operations on join requests have in common: finding one that the caller may see, and deciding it. */
import { z } from 'zod'
import { type Actor, requireUserAdmin } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { JoinStatus } from '../generated/prisma/enums.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'

export const withCompany = { company: { select: { name: true } } } as const satisfies Prisma.JoinRequestInclude
export type JoinRequestRow = Prisma.JoinRequestGetPayload<{ include: typeof withCompany }>

/** For a caller bound to one company, the requests to join that company only. */
export const visibleRequests = (actor: Actor): Prisma.JoinRequestWhereInput => ({
  organizationId: actor.organizationId,
  ...(actor.companyId !== null && { companyId: actor.companyId }),
})

const visibleRequest = async (
  db: Db,
  actor: Actor,
  companyId: string,
  joinRequestId: string,
): Promise<JoinRequestRow> => {
  const found = await db.joinRequest.findFirst({
    where: { AND: [visibleRequests(actor), { companyId, id: joinRequestId }] },
    include: withCompany,
  })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The join request was not found.' })
  return found
}

type JoinDecision = Exclude<JoinStatus, 'pending'>

const eventOf = { accepted: 'company.join_accepted', rejected: 'company.join_rejected' } as const satisfies Record<
  JoinDecision,
  string
>

const decidedOtherwise = ({ status }: JoinRequestRow): AppError => {
  const hint = status === 'rejected' ? '. The user may send a new one' : ''
  return refusal('CONFLICT', 'joinRequestId', `The request was already ${status}${hint}.`, {
    summary: `The join request was already ${status}.`,
  })
}

/** Accepting and rejecting: one decision, once. The same again changes nothing, the opposite is refused. */
export const deciding = (decision: JoinDecision, { name, summary }: { name: string; summary: string }) =>
  operation({
    name,
    summary,
    scope: 'platform',
    writes: true,
    input: z.strictObject({
      companyId: id('company').describe('Identifier of the company, `comp_…`.'),
      joinRequestId: id('joinRequest').describe('Identifier of the join request, `jreq_…`.'),
    }),
    errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
    async run({ db, actor, now, emit, audit }, { companyId, joinRequestId }): Promise<JoinRequestRow> {
      requireUserAdmin(actor)
      const { organizationId, userId } = await visibleRequest(db, actor, companyId, joinRequestId)
      const { count } = await db.joinRequest.updateMany({
        where: { organizationId, id: joinRequestId, status: 'pending' },
        data: { status: decision, pendingKey: null, decidedAt: now, decidedBy: actor.userId ?? actor.keyId },
      })
      const decided = await visibleRequest(db, actor, companyId, joinRequestId)
      if (decided.status !== decision) throw decidedOtherwise(decided)
      if (count === 0) return decided
      emit(eventOf[decision], { companyId, joinRequestId, userId, decidedBy: decided.decidedBy ?? '' }, { companyId })
      const [before, after] = [{ joinRequest: 'pending' }, { joinRequest: decision }]
      audit({ kind: 'member', subjectId: userId, companyId, before, after })
      return decided
    },
  })
