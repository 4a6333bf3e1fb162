import { z } from 'zod'
import { visibleCompany } from '../companies/company.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { webhookView } from './view.ts'
import { visibleWebhooks } from './webhook.ts'

/** Who lists them sees no secret, and rows without bytes are written from their texts. */
const shown: object = { select: Object.fromEntries(webhookView.columns.map((column) => [column, true])) }

export const listWebhooks = operation({
  name: 'listWebhooks',
  summary: 'Lists the webhooks of the organization, newest first.',
  scope: 'receive',
  writes: false,
  passesRows: true,
  input: z.strictObject({
    companyId: id('company').optional().describe('Only webhooks for this company.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform, select }, { companyId, ...page }) {
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const where = { ...visibleWebhooks(actor), ...(company && { companyId: company.id }) }
    return readPage<Webhook>(platform.cursors, {
      name: 'webhooks',
      filters: { companyId },
      page,
      keyOf: (webhook) => webhook.id,
      find: (range, order, take) =>
        db.webhook.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          ...shown,
          ...select,
        }) as Promise<Webhook[]>,
      count: () => db.webhook.count({ where }),
    })
  },
})
