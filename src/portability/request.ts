/** Requests to change platforms: what moves one on, and from which side. */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { PortabilityRequest } from '../generated/prisma/client.ts'
import type { PortabilitySide } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id, instant, oneOf } from '../kernel/input.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import type { PortabilityState } from '../values/portability.ts'
import type { Message } from './message.ts'
import { fromStored } from '../kernel/stored-json.ts'

export const portabilityRequestId = id('portabilityRequest').describe('Identifier of the request, `port_…`.')

interface Move {
  says: PortabilityState
  /** Who sends it. */
  by: PortabilitySide
  /** The states before it; null where the request begins with it. */
  from: readonly (PortabilityState | null)[]
}

const moves: Readonly<Record<Message['messageType'], readonly Move[]>> = {
  REQUEST: [{ says: 'SUBMITTED', by: 'gaining', from: [null] }],
  ANSWER: [
    { says: 'ACCEPTED', by: 'losing', from: ['SUBMITTED'] },
    { says: 'REFUSED', by: 'losing', from: ['SUBMITTED'] },
  ],
  CONFIRMATION: [{ says: 'EFFECTIVE', by: 'gaining', from: ['ACCEPTED'] }],
  CANCELLATION: [{ says: 'CANCELLED', by: 'gaining', from: ['SUBMITTED', 'ACCEPTED'] }],
}

const dispatches = {
  kept: 'It is kept, and was not sent by mail.',
  pending: 'The mail is on its way.',
  sent: 'The mail server took the mail.',
  failed: 'Nobody took the mail.',
} as const

/** A message as it is kept with its request. */
export const keptMessage = z
  .object({
    id: z.string().describe('Identifier, `pmsg_…`.').meta({ graphql: 'ID' }),
    incoming: z.boolean().describe('Whether the other platform sent it.').meta({ graphql: 'Boolean' }),
    messageType: z.string().describe('Kind of the message.'),
    state: z.string().describe('The state that it tells.'),
    subject: z.string().describe('Subject of the mail.'),
    csv: z.string().nullable().describe('Its table. Null when a message that came in had none.'),
    mailTo: z.string().nullable().describe('Address that it is sent to. Null when it is not.'),
    dispatch: oneOf('PortabilityDispatch', dispatches).describe('What became of the mail.'),
    error: z.string().nullable().describe('Why nobody took the mail. Null when it did not fail.'),
    at: instant.describe('When it was made, or came in.'),
  })
  .meta({ graphql: 'KeptPortabilityMessage', about: 'A message of a request, as it is kept.' })
export type KeptMessage = z.output<typeof keptMessage>

export const messagesOf = ({ messages }: PortabilityRequest): KeptMessage[] => fromStored<KeptMessage[]>(messages)

const other = { gaining: 'losing', losing: 'gaining' } as const

interface Told {
  message: Message
  kept: Omit<KeptMessage, 'id' | 'at' | 'messageType' | 'state' | 'error'>
  facts: Partial<Pick<PortabilityRequest, 'gainingPaId' | 'losingPaId' | 'effectiveDate'>>
}

/** Held until the transaction ends: two messages at once are one after the other. */
const held = async (db: Db, { organizationId }: Actor, { taxpayerSiren, requestRef }: Message) => {
  await holdOrganization(db, organizationId)
  const key = { organizationId, taxpayerSiren, requestRef }
  return db.portabilityRequest.findUnique({ where: { organizationId_taxpayerSiren_requestRef: key } })
}

const moveOf = ({ messageType, state }: Message): Move => {
  const move = moves[messageType].find(({ says }) => says === state)
  if (move) return move
  const possible = moves[messageType].map(({ says }) => says).join(' or ')
  throw refusal('INVALID_REQUEST', 'state', `A message of the kind ${messageType} tells ${possible}.`)
}

const judge = (request: PortabilityRequest | null, move: Move, side: PortabilitySide): void => {
  const from = (request?.state ?? null) as PortabilityState | null
  if (move.from.includes(from) && (!request || request.side === side)) return
  throw new AppError('INVALID_TRANSITION', {
    message: request
      ? `The request is ${from}, and we are its ${request.side} side: it cannot become ${move.says} by this message.`
      : `There is no such request: it begins with REQUEST.`,
  })
}

/** Takes a message of ours or of the other platform, and moves the request on. */
export const tell = async (run: Run, { message, kept, facts }: Told): Promise<PortabilityRequest> => {
  const { db, actor, now, emit } = run
  const { requestRef, taxpayerSiren, messageType, state } = message
  const move = moveOf(message)
  const side = kept.incoming ? other[move.by] : move.by
  const request = await held(db, actor, message)
  // A mail that arrives twice says nothing new.
  if (kept.incoming && request?.state === state && messagesOf(request).at(-1)?.subject === kept.subject) return request
  judge(request, move, side)
  const told = { ...kept, id: newId('portabilityMessage'), messageType, state, error: null, at: now.toISOString() }
  const columns = { ...facts, state, messages: [...(request ? messagesOf(request) : []), told], updatedAt: now }
  const { organizationId } = actor
  const id = request?.id ?? newId('portabilityRequest')
  const after = request
    ? await db.portabilityRequest.update({ where: { organizationId_id: { organizationId, id } }, data: columns })
    : await db.portabilityRequest.create({
        data: { organizationId, id, requestRef, taxpayerSiren, side, createdAt: now, ...columns },
      })
  if (told.dispatch === 'pending') run.enqueue({ kind: 'portability.mail', subjectId: id, target: organizationId })
  emit('portability.changed', { portabilityRequestId: id, requestRef, taxpayerSiren, side, state })
  return after
}
