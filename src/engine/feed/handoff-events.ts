/** Events of programs that are let in. */
import { z } from 'zod'
import { idOf, moment } from './event-fields.ts'

const handoffId = idOf('handoff', 'Identifier of the handoff.')
const handoffLabel = z
  .string()
  .nullable()
  .describe('What the handoff is for. Null when nothing was said.')
  .meta({ examples: ['Assistant'] })
const scopesGiven = z
  .array(z.string())
  .describe('Scopes that it gives.')
  .meta({ examples: [['send', 'documents.read']] })

export const handoffEvents = {
  'handoff.created': z
    .object({
      handoffId,
      label: handoffLabel,
      scopes: scopesGiven,
      expiresAt: moment('Until when it can be redeemed.'),
    })
    .describe('Somebody created a handoff, which gives a program access once.'),
  'handoff.redeemed': z
    .object({
      handoffId,
      label: handoffLabel,
      scopes: scopesGiven,
      keyId: idOf('apiKey', 'Identifier of the key of the agent that was let in.'),
    })
    .describe('A program redeemed a handoff and has access now.'),
} as const
