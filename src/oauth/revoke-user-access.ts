import { z } from 'zod'
import { requireUserAdmin } from '../auth/actor.ts'
import { auditEnds } from '../keys/agent-key.ts'
import { operation } from '../operation/operation.ts'
import { endAccessOf } from './person.ts'
import { forgetKeys } from './tokens.ts'

const MOST_CHARACTERS = 255

export const revokeUserAccess = operation({
  name: 'revokeUserAccess',
  summary:
    'Ends all access that a person has given: the tokens of programs that they let in, their handoffs that nobody ' +
    'redeemed, and codes that nobody exchanged. For people who leave. Of users, only owners and admins may call it.',
  scope: 'platform',
  writes: true,
  input: z
    .strictObject({
      userId: z
        .string()
        .min(1)
        .max(MOST_CHARACTERS)
        .describe('Subject of the person at the identity provider: `allowedByUser` of an API key.'),
    })
    .meta({ examples: [{ userId: 'auth0|64f1c0a2' }] }),
  errors: ['INSUFFICIENT_SCOPE'],
  async run(run, { userId }) {
    const { db, actor, now } = run
    requireUserAdmin(actor)
    const { organizationId, companyId } = actor
    const person = { userId, organizationId, ...(companyId !== null && { companyId }) }
    const { agents, handoffs } = await endAccessOf(db, person, now)
    auditEnds(run, agents)
    forgetKeys(run, organizationId)
    return { agents: agents.length, handoffs }
  },
})
