import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { sealContext } from '../engine/webhooks/secrets.ts'
import { documentColumns, judgeDocument } from './document.ts'
import { newSecret, refuseTarget, webhookFields } from './webhook.ts'

/** For one company, and for the whole organization: an event goes to twice as many at most. */
const MOST_WEBHOOKS = 50

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
  async run({ db, actor, now, platform }, { url, events, document, secret = newSecret(), companyId }) {
    const { organizationId } = actor
    const boundTo = await boundCompany(db, actor, companyId)
    const present = await db.webhook.count({ where: { organizationId, companyId: boundTo } })
    if (present >= MOST_WEBHOOKS)
      throw new AppError('CONFLICT', {
        message:
          `There are ${MOST_WEBHOOKS} webhooks ` +
          `${boundTo === null ? 'for the organization' : 'for that company'} already, and there can be no ` +
          'more. Delete one first.',
      })
    const id = newId('webhook')
    const webhook = await db.webhook.create({
      data: {
        organizationId,
        id,
        url,
        events,
        companyId: boundTo,
        ...documentColumns(actor, document),
        secret: platform.secretBox.seal(secret, sealContext({ organizationId, id })),
        createdAt: now,
      },
    })
    return { ...webhook, newSecret: secret }
  },
})
