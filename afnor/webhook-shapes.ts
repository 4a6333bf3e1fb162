/** Subscriptions as both editions read them: the names of 1.3 at the top, and `callback` and `metadata` of 1.2 beside. */
import { z } from 'zod'
import type { Webhook } from '../src/generated/prisma/client.ts'
import { uuidOf } from '../src/values/ids.ts'
import { limits } from '../src/values/limits.ts'
import { isStateCopy } from './shapes.ts'

const subscriptionFields = {
  webhookId: z.uuid().describe('Identifier of the subscription.'),
  callbackUrl: z.string().describe('Address that flows are posted to.'),
  flowTypes: z.array(z.string()).describe('Kinds of flows. Empty for all.'),
  flowDirection: z.enum(['In', 'Out']).optional().describe('Which way flows go. Absent for both.'),
  ackStatus: z.enum(['Pending', 'Ok', 'Error']).optional().describe('How the checks ended. Absent for all.'),
  createdAt: z.iso.datetime().describe('When it was created.'),
  callback: z.object({ url: z.string() }).describe('The callback, as edition 1.2 has it. Its secrets are never shown.'),
  metadata: z.record(z.string(), z.unknown()).describe('What it is about, as edition 1.2 has it.'),
}

export const subscriptionShape = z
  .object(subscriptionFields)
  .meta({ id: 'FlowSubscription', description: 'An endpoint that flows are posted to.' })

export const newSubscriptionShape = z
  .object({
    ...subscriptionFields,
    signingKey: z.string().describe('The key that signs the callbacks, in base64. It is shown only in this answer.'),
  })
  .meta({ id: 'NewFlowSubscription', description: 'A new subscription with its key.' })

export const subscriptionsShape = z
  .object({ count: z.int(), webhookIds: z.array(z.uuid()), webhooks: z.array(subscriptionShape) })
  .meta({ id: 'FlowSubscriptions', description: `The subscriptions, newest first: the first ${limits.pageRows}.` })

const statusNames = { pending: 'Pending', ok: 'Ok', error: 'Error' } as const
/** As edition 1.2 says it: one word, and a list where there are several. */
const wordsOf = (list: readonly string[]): string | string[] | undefined => {
  const words = [...new Set(list.map((word) => (isStateCopy.test(word) ? 'StateInvoice' : word)))]
  return words.length > 1 ? words : words[0]
}

export const subscriptionOf = (webhook: Webhook): object => {
  const { id, url, flowTypes, flowDirection, flowRules, flowAckStatus, createdAt } = webhook
  const about = {
    ...(flowDirection !== null && { flowDirection: flowDirection === 'incoming' ? 'In' : 'Out' }),
    ...(flowAckStatus !== null && { ackStatus: statusNames[flowAckStatus] }),
  }
  const [types, rules] = [wordsOf(flowTypes), wordsOf(flowRules)]
  return {
    webhookId: uuidOf(id),
    callbackUrl: url,
    flowTypes,
    ...about,
    createdAt: createdAt.toISOString(),
    callback: { url },
    metadata: { ...(types && { flowType: types }), ...about, ...(rules && { processingRule: rules }) },
  }
}

export const newSubscriptionOf = (webhook: Webhook & { newSecret: string }): object => ({
  ...subscriptionOf(webhook),
  signingKey: webhook.newSecret,
})

export const subscriptionsOf = ({ rows }: { rows: Webhook[] }): object => {
  const shown = rows.map(subscriptionOf)
  return { count: rows.length, webhookIds: rows.map(({ id }) => uuidOf(id)), webhooks: shown }
}
