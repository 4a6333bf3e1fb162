import { z } from 'zod'
import { oneOf } from '../kernel/input.ts'
import { forgetAllOf } from '../categorization/learn.ts'
import { grantNext } from '../companies/claims.ts'
import { MADE_HERE } from '../companies/company.ts'
import { holdNumbering } from '../engine/feed/relay.ts'
import { SENDING } from '../engine/webhooks/queue.ts'
import type { Db } from '../kernel/database/open.ts'
import { type Run, operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'

export const scopes = {
  all: 'Documents, partners, webhooks, companies, events and stored answers.',
  documents: 'Documents, with what belongs to them.',
  events: 'Events, and what was sent of them to webhooks.',
  idempotency: 'Stored answers of earlier requests with an idempotency key.',
} as const
type ResetScope = keyof typeof scopes

/**
 * What each scope wipes, in the order that foreign keys need. The organization, its keys and its sandbox company stay.
 */
const wipes: Record<Exclude<ResetScope, 'all'>, (db: Db, organizationId: string) => Promise<unknown>> = {
  async documents(db, organizationId) {
    await db.work.deleteMany({ where: { organizationId, kind: { startsWith: 'document.' } } })
    await db.work.deleteMany({ where: { organizationId, kind: { in: ['bulk.run', 'flow.take'] } } })
    await db.bulkOperation.deleteMany({ where: { organizationId } })
    await db.flow.deleteMany({ where: { organizationId } })
    await db.eReportingEntry.deleteMany({ where: { organizationId, documentId: { not: null } } })
    await db.document.deleteMany({ where: { organizationId } })
    await db.storedFile.deleteMany({ where: { organizationId } })
    await db.monthlyUsage.deleteMany({ where: { organizationId } })
    await db.countedUsage.deleteMany({ where: { organizationId } })
    await db.storedUsage.deleteMany({ where: { organizationId } })
    await forgetAllOf(db, organizationId, 'document')
    await db.dailyStatistics.deleteMany({ where: { organizationId } })
    await db.monthlyStatistics.deleteMany({ where: { organizationId } })
    await db.companyStatistics.deleteMany({ where: { organizationId } })
    await db.partner.updateMany({
      where: { organizationId },
      data: { documentsSent: 0, documentsReceived: 0, lastActivityAt: null },
    })
  },
  async events(db, organizationId) {
    await db.work.deleteMany({ where: { organizationId, kind: { in: [...SENDING] } } })
    await db.webhookDelivery.deleteMany({ where: { organizationId } })
    await db.event.deleteMany({ where: { organizationId } })
  },
  idempotency: (db, organizationId) => db.idempotencyRecord.deleteMany({ where: { organizationId } }),
}

/** Work for what stays: the end that somebody asked for, and the domains of the organization. */
const STAYING_WORK = ['organization.delete', 'domain.check'] as const

const wipeAll = async (run: Run, organizationId: string): Promise<void> => {
  const { db, platform } = run
  for (const wipe of Object.values(wipes)) await wipe(db, organizationId)
  await db.work.deleteMany({ where: { organizationId, kind: { notIn: [...STAYING_WORK] } } })
  await db.tagGroup.deleteMany({ where: { organizationId } })
  await db.tenantSettings.deleteMany({ where: { organizationId } })
  await db.partner.deleteMany({ where: { organizationId } })
  await db.webhook.deleteMany({ where: { organizationId } })
  // Held before the companies are, in the order in which everybody holds them.
  await db.$queryRaw`
    SELECT 1 FROM participants
    WHERE "peppolId" IN (SELECT "peppolId" FROM participants WHERE "organizationId" = ${organizationId})
    ORDER BY "peppolId", "organizationId", "companyId" FOR UPDATE`
  const wiped = await db.company.findMany({
    where: { organizationId, NOT: { dataProviderType: MADE_HERE } },
    select: { id: true, peppolId: true },
    orderBy: { peppolId: 'asc' },
  })
  await db.directoryEntry.deleteMany({ where: { peppolId: { in: wiped.map(({ peppolId }) => peppolId) } } })
  await db.frenchLine.deleteMany({ where: { companyId: { in: wiped.map(({ id }) => id) } } })
  // With Citus no foreign key leads from these.
  const ofWiped = { where: { organizationId, companyId: { in: wiped.map(({ id }) => id) } } }
  await db.participant.deleteMany(ofWiped)
  await db.domain.deleteMany(ofWiped)
  await db.company.deleteMany({ where: { organizationId, NOT: { dataProviderType: MADE_HERE } } })
  // In SQL, since Prisma would look at the companies of all tenants.
  await db.$executeRaw`
    DELETE FROM addresses WHERE "organizationId" = ${organizationId} AND NOT EXISTS (
      SELECT 1 FROM companies WHERE companies."organizationId" = ${organizationId} AND "legalAddressId" = addresses.id)`
  await db.company.updateMany({
    where: { organizationId },
    data: { documentsSent: 0, documentsReceived: 0, clockOffsetMs: 0 },
  })
  // What was owned here belongs to those who wait for it.
  for (const { peppolId } of wiped) await grantNext(run, platform.env, peppolId)
}

export const resetSandbox = operation({
  name: 'resetSandbox',
  summary: 'Deletes the stored data of the calling organization. Its API keys and its first company stay.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({
    confirm: z.literal('yes').describe('Confirmation: the word `yes`.'),
    scope: oneOf('SandboxResetScope', scopes).default('all').describe('Which data to delete (default: everything).'),
  }),
  errors: ['SANDBOX_ONLY'],
  async run(run, { scope }) {
    const { db, actor, platform, afterCommit } = run
    requireSandbox(platform.env, actor)
    // Whoever numbers events counts their documents too, and would wait for us while we wait for them.
    await holdNumbering(db)
    if (scope === 'all') await wipeAll(run, actor.organizationId)
    else await wipes[scope](db, actor.organizationId)
    // Keys of wiped companies are gone with them.
    afterCommit(() => platform.wakeUps.publish('credentials', actor.organizationId))
    return { reset: true, scope }
  },
})
