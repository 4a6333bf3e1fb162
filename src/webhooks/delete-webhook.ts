import { z } from 'zod'
import { Prisma } from '../generated/prisma/client.ts'
import { writeLater } from '../kernel/database/held-rows.ts'
import { operation } from '../operation/operation.ts'
import { shownOf } from '../engine/webhooks/rest.ts'
import { dropWork } from '../engine/webhooks/queue.ts'
import { webhookId, webhookToChange } from './webhook.ts'

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  summary: 'Deletes a webhook with its log of deliveries. Waiting deliveries are not sent.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ webhookId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, audit }, { webhookId }) {
    const webhook = await webhookToChange(db, actor, webhookId)
    const { organizationId, id } = webhook
    await writeLater(db, [
      Prisma.sql`DELETE FROM webhooks WHERE "organizationId" = ${organizationId} AND id = ${id}`,
      dropWork(webhook),
    ])
    audit({ kind: 'webhook', subjectId: id, companyId: webhook.companyId, before: shownOf(webhook), after: null })
    return webhook
  },
})
