import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { type CompanyRow, companyRef, visibleCompany } from './company.ts'
import { type JoinRequestRow, withCompany } from './join-request.ts'

const requireUser = ({ userId }: Actor): string => {
  if (userId !== null) return userId
  throw refusal('INSUFFICIENT_SCOPE', 'Authorization', 'An API key does not stand for a user.', {
    summary: 'Only a user can ask to join a company. Send the token of a user, not an API key.',
  })
}

const refuseInactive = ({ status }: CompanyRow): void => {
  if (status === 'inactive')
    throw refusal('CONFLICT', 'companyId', 'The company is inactive.', {
      summary: 'The company was removed, so nobody can join it.',
    })
}

const refuseMember = async (db: Db, organizationId: string, companyId: string, userId: string): Promise<void> => {
  const accepted = await db.joinRequest.findFirst({
    where: { organizationId, companyId, userId, status: 'accepted' },
    select: { id: true },
  })
  if (accepted)
    throw refusal('CONFLICT', 'companyId', 'An earlier join request of this user was accepted.', {
      summary: 'The user already belongs to the company.',
      facts: { existingId: accepted.id },
    })
}

export const requestToJoin = operation({
  name: 'requestToJoin',
  summary:
    'Requests that the calling user joins a company of the organization. While ' +
    'the request is pending, a repetition returns the same request.',
  scope: 'companies.read',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now, emit }, { companyId: ref }): Promise<JoinRequestRow> {
    const company = await visibleCompany(db, actor, ref)
    const { organizationId, email } = actor
    const userId = requireUser(actor)
    refuseInactive(company)
    const companyId = company.id
    await refuseMember(db, organizationId, companyId, userId)
    const pendingKey = `${companyId} ${userId}`
    const { count } = await db.joinRequest.createMany({
      data: [{ organizationId, id: newId('joinRequest'), companyId, userId, email, pendingKey, createdAt: now }],
      skipDuplicates: true,
    })
    const request = await db.joinRequest.findUniqueOrThrow({
      where: { organizationId_pendingKey: { organizationId, pendingKey } },
      include: withCompany,
    })
    if (count > 0)
      emit('company.join_requested', { companyId, joinRequestId: request.id, userId, email }, { companyId })
    return request
  },
})
