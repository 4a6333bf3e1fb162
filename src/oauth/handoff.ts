/** A handoff: access that a link or a token gives once. */
import { isKnownAt } from '../auth/site.ts'
import { refuseLeft } from '../companies/company.ts'
import type { Handoff } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { hashOfSecret, newSecret } from './secrets.ts'

/** Links that nobody has used yet, at the same time. */
const MOST_UNUSED = 1_000

type NewHandoff = Pick<
  Handoff,
  'organizationId' | 'companyId' | 'label' | 'scopes' | 'keyType' | 'madeByKey' | 'madeByUser' | 'latestEnd'
> &
  Partial<Pick<Handoff, 'clientId' | 'redirectUri'>>

export const unused = (now: Date) => ({ redeemedAt: null, revokedAt: null, expiresAt: { gt: now } })

export const storeHandoff = async (run: Run, seconds: number, handoff: NewHandoff) => {
  const { db, now, site, emit } = run
  const { organizationId, companyId } = handoff
  if (companyId !== null) await refuseLeft(db, organizationId, companyId)
  await holdOrganization(db, organizationId)
  if ((await db.handoff.count({ where: { organizationId, ...unused(now) } })) >= MOST_UNUSED)
    throw new AppError('CONFLICT', {
      message: `The organization has ${MOST_UNUSED} handoffs that nobody redeemed. Revoke some first.`,
    })
  const { value, hash } = newSecret('handoff')
  const id = newId('handoff')
  const wanted = new Date(now.getTime() + seconds * 1_000)
  const expiresAt = handoff.latestEnd && handoff.latestEnd < wanted ? handoff.latestEnd : wanted
  await db.handoff.create({ data: { ...handoff, id, createdAt: now, expiresAt } })
  await db.handoffHash.create({ data: { hash, organizationId, handoffId: id } })
  const { label, scopes } = handoff
  emit(
    'handoff.created',
    { handoffId: id, label, scopes, expiresAt: expiresAt.toISOString() },
    {
      organizationId,
      companyId,
    },
  )
  return {
    id,
    organizationId,
    companyId,
    handoffToken: value,
    handoffUrl: `${site.baseUrl}/oauth/handoff/${value}`,
    expiresIn: Math.floor((expiresAt.getTime() - now.getTime()) / 1_000),
  }
}

/** At an own domain, handoffs of others are unknown. */
export const handoffOf = async ({ db, site }: Run, token: string): Promise<Handoff | null> => {
  const found = await db.handoffHash.findUnique({ where: { hash: hashOfSecret(token) }, include: { handoff: true } })
  return found && isKnownAt(site, found.handoff) ? found.handoff : null
}
