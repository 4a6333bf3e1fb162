import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { judgeDocument } from './document.ts'
import { makeWebhook } from './make-webhook.ts'
import { refuseTarget, webhookFields } from './webhook.ts'

export const createWebhook = operation({
  name: 'createWebhook',
  summary: 'Subscribes an endpoint to events. Only this answer contains the secret that signs the deliveries.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({
    url: webhookFields.url,
    events: webhookFields.events,
    document: webhookFields.document.optional(),
    secret: webhookFields.secret.optional(),
    companyId: id('company')
      .nullish()
      .describe('Only events about this company. When absent, events about all companies.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform, actor }, { url, document, events }) {
    if (document !== undefined) judgeDocument(platform.keptDocuments, actor, document, events)
    await refuseTarget(url, platform)
  },
  run: async (run, { companyId, ...wishes }) =>
    makeWebhook(run, { ...wishes, boundTo: await boundCompany(run.db, run.actor, companyId) }),
})
