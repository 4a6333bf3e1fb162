/** What the operations on the life of a company have in common. */
import type { Webhook } from '../generated/prisma/client.ts'
import { dropWork, resumeDeliveries } from '../engine/webhooks/queue.ts'
import { type CompanyRow, companyToChange, withAddress } from '../companies/company.ts'
import { lifeChange } from '../companies/life.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Run } from '../operation/operation.ts'

/** The company, held until the transaction ends. One that has left comes back before anything else. */
export const companyToManage = async ({ db, actor }: Run, ref: string): Promise<CompanyRow> => {
  const company = await companyToChange(db, actor, ref)
  if (company.status === 'inactive')
    throw new AppError('CONFLICT', { message: 'The company was removed from the network. Reactivate it first.' })
  return company
}

export const changeCompany = async (
  { db, now, audit }: Run,
  company: CompanyRow,
  data: Partial<
    Pick<CompanyRow, 'status' | 'suspendedAt' | 'suspensionReason' | 'bouncesWhileSuspended' | 'offboardedAt'>
  >,
): Promise<CompanyRow> => {
  const { organizationId, id } = company
  const changed = await db.company.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...data, updatedAt: now },
    include: withAddress,
  })
  audit(lifeChange(company, changed))
  return changed
}

/** Pauses the webhooks of a company that are active; they go on with it, unless it leaves. */
export const restWebhooks = async (
  { db, now }: Run,
  { organizationId, id: companyId }: CompanyRow,
  pausedWithCompany: boolean,
): Promise<void> => {
  const paused = await db.webhook.updateManyAndReturn({
    where: { organizationId, companyId, status: 'active' },
    data: { status: 'paused', pausedAt: now, pausedWithCompany },
  })
  for (const webhook of paused) await db.$executeRaw(dropWork(webhook))
}

/** The webhooks that rested with the company go on, with what waited. */
export const wakeWebhooks = async ({ db, now }: Run, { organizationId, id: companyId }: CompanyRow): Promise<void> => {
  const woken: Webhook[] = await db.webhook.updateManyAndReturn({
    where: { organizationId, companyId, pausedWithCompany: true },
    data: { status: 'active', pausedAt: null, failureCount: 0, pausedWithCompany: false, pausedByFailures: false },
  })
  for (const webhook of woken) await resumeDeliveries(db, webhook, now)
}

/** Every instance sees at once what has become of the keys, and of the domain of the company. */
export const tellKeys = ({ platform, actor, afterCommit }: Run): void =>
  afterCommit(() => {
    platform.wakeUps.publish('credentials', actor.organizationId)
    platform.wakeUps.publish('domains', actor.organizationId)
  })
