import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { id, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { flowFilterFields, refuseUnusable, sealCallback, technicalFields } from './flow-webhook.ts'
import { makeWebhook } from './make-webhook.ts'
import { refuseTarget, webhookFields } from './webhook.ts'

const statuses = { Pending: 'pending', Ok: 'ok', Error: 'error' } as const
const directions = { In: 'incoming', Out: 'outgoing' } as const

const typesOf = (types: readonly string[]): string[] =>
  types.flatMap((type) => (type === 'StateInvoice' ? ['StateCustomerInvoice', 'StateSupplierInvoice'] : [type]))

export const createFlowWebhook = operation({
  name: 'createFlowWebhook',
  summary:
    'Subscribes an endpoint to flows, as XP Z12-013 has it. Each callback posts the flow. Only this answer contains the ' +
    'key that signs the callbacks where none was given.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({
    url: webhookFields.url,
    ...flowFilterFields,
    ...technicalFields,
    edition: oneOf('AfnorEdition', { 'v1.2': 'The words of edition 1.2.', 'v1.3': 'The words of edition 1.3.' })
      .default('v1.2')
      .describe('In which words flows are posted (default `v1.2`).'),
    companyId: id('company').nullish().describe('Only flows of this company. When absent, those of all companies.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform }, { url, authentication, signature }) {
    await refuseTarget(url, platform)
    await refuseUnusable(platform, { authentication, signature })
  },
  async run(run, { url, companyId, headers, authentication, signature, edition, ...filters }) {
    const { db, actor, platform } = run
    const secret = randomBytes(32).toString('base64')
    const made = await makeWebhook(run, { url, events: [], secret, boundTo: await boundCompany(db, actor, companyId) })
    const { organizationId, id } = made
    const callback = {
      headers: headers ?? [],
      authentication: authentication ?? null,
      signature: signature ?? null,
      edition,
    }
    const webhook = await db.webhook.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        delivers: 'flows',
        flowTypes: typesOf(filters.flowTypes ?? []),
        flowDirection: filters.flowDirection === undefined ? null : directions[filters.flowDirection],
        flowRules: filters.processingRules ?? [],
        flowAckStatus: filters.ackStatus === undefined ? null : statuses[filters.ackStatus],
        callback: sealCallback(platform.secretBox, made, callback),
      },
    })
    return { ...webhook, newSecret: secret }
  },
})
