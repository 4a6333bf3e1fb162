import { z } from 'zod'
import { shownOf } from '../engine/webhooks/rest.ts'
import { changeHeld } from '../kernel/database/held-rows.ts'
import { operation } from '../operation/operation.ts'
import { openCallback, refuseUnusable, sealCallback, technicalFields } from './flow-webhook.ts'
import { visibleFlowWebhook } from './flow-webhooks.ts'
import { webhookId, webhookToChange } from './webhook.ts'

export const updateFlowWebhook = operation({
  name: 'updateFlowWebhook',
  summary:
    'Changes how callbacks of a webhook of flows are made: their headers, authentication and signature. What it is ' +
    'about, and where it goes, stays.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ webhookId, ...technicalFields }),
  errors: ['RESOURCE_NOT_FOUND'],
  async prepare({ platform, db, actor }, { webhookId, authentication, signature }) {
    await visibleFlowWebhook(db, actor, webhookId)
    await refuseUnusable(platform, { authentication, signature })
  },
  async run({ db, actor, platform, audit }, { webhookId, headers, authentication, signature }) {
    const webhook = await webhookToChange(db, actor, webhookId)
    const kept = openCallback(platform.secretBox, webhook)
    const callback = {
      ...kept,
      ...(headers !== undefined && { headers: headers ?? [] }),
      ...(authentication !== undefined && { authentication }),
      ...(signature !== undefined && { signature }),
    }
    const changed = await changeHeld(db, 'webhooks', webhook, {
      callback: sealCallback(platform.secretBox, webhook, callback),
    })
    const after = { ...shownOf(changed), callback: 'changed' }
    audit({ kind: 'webhook', subjectId: webhook.id, companyId: webhook.companyId, before: shownOf(webhook), after })
    return changed
  },
})
