/** What a webhook of flows answers. Passwords and keys are never shown. */
import { ackStatuses, flowTypes, processingRules } from '../flows/record/flow-words.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { choice, choiceOf, view } from '../operation/view.ts'

const words = (name: string, meanings: Readonly<Record<string, string>>) =>
  choiceOf(name, Object.keys(meanings), meanings)

const directions = { In: 'From this platform to the organization.', Out: 'From the organization to this platform.' }
const statusNames = { pending: 'Pending', ok: 'Ok', error: 'Error' } as const

export const flowWebhookView = view<Webhook>()('FlowWebhook', 'An endpoint that flows are posted to (XP Z12-013).', {
  flowTypes: choice(words('FlowType', flowTypes), 'Kinds of flows. Empty for all.').list(),
  flowDirection: choice(words('FlowDirection', directions), 'Which way flows go. Null for both.')
    .orNull()
    .by(['flowDirection'], ({ flowDirection }: Pick<Webhook, 'flowDirection'>) =>
      flowDirection === null ? null : flowDirection === 'incoming' ? 'In' : 'Out',
    ),
  processingRules: choice(words('ProcessingRule', processingRules), 'Rules of flows. Empty for all.')
    .list()
    .from('flowRules'),
  ackStatus: choice(words('FlowAckStatus', ackStatuses), 'How the checks ended. Null for all.')
    .orNull()
    .by(['flowAckStatus'], ({ flowAckStatus }: Pick<Webhook, 'flowAckStatus'>) =>
      flowAckStatus === null ? null : statusNames[flowAckStatus],
    ),
})
