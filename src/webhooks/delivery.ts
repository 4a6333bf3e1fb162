import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { firstKeptDelivery } from '../engine/webhooks/forget-old-deliveries.ts'
import type { Prisma, WebhookDelivery } from '../generated/prisma/client.ts'
import { visibleWebhooks } from './webhook.ts'

/** A delivery as it is shown: with the time of its next attempt, which its work knows. */
export type DeliveryRow = WebhookDelivery & { nextAttemptAt: Date | null }

/** Work that has one of these deliveries in its series. */
const seriesOf = (deliveries: readonly WebhookDelivery[], ids: readonly string[]): Prisma.WorkWhereInput => ({
  kind: 'webhook.series',
  target: { in: [...new Set(deliveries.map(({ webhookId }) => webhookId))] },
  failedAt: null,
  deliveries: { hasSome: [...ids] },
})

export const withNextAttempt = async (
  db: Db,
  organizationId: string,
  deliveries: readonly WebhookDelivery[],
): Promise<DeliveryRow[]> => {
  const waiting = deliveries.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const works =
    waiting.length === 0
      ? []
      : await db.work.findMany({
          where: { organizationId, OR: [{ subjectId: { in: waiting } }, seriesOf(deliveries, waiting)] },
          select: { subjectId: true, deliveries: true, dueAt: true },
        })
  const dueAt = new Map(works.flatMap((work) => [work.subjectId, ...work.deliveries].map((id) => [id, work.dueAt])))
  return deliveries.map((delivery) => ({ ...delivery, nextAttemptAt: dueAt.get(delivery.id) ?? null }))
}

export const visibleDelivery = async (db: Db, actor: Actor, deliveryId: string, now: Date) => {
  const delivery = await db.webhookDelivery.findFirst({
    where: {
      organizationId: actor.organizationId,
      id: { equals: deliveryId, gte: firstKeptDelivery(now) },
      webhook: visibleWebhooks(actor),
    },
    include: { webhook: true },
  })
  if (!delivery) throw new AppError('RESOURCE_NOT_FOUND')
  return delivery
}
