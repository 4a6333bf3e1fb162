import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { SimulatedMessage } from '../../generated/prisma/client.ts'
import { companyBehind } from '../../values/french-address.ts'
import { spellingsOf } from '../../values/peppol-id.ts'
import { type FarEndVerdict, farEndStatus } from './far-end-status.ts'
import { faultOf } from './header.ts'
import { type NetworkBehaviour, SANDBOX_ENDPOINT as FAR_END, behaviourTowards } from './sandbox-endings.ts'
import { type AccessPoint, type Handover, type LocalDoor, type Outgoing, TransportFailure } from './port.ts'
import { receiptFor } from './receipt.ts'

/** Longer than any time limit. */
const FOREVER_MS = 3_600_000
const REJECTED = 'rejected: '

interface SandboxNetwork {
  client: Client
  clock: Clock
  /** Where messages to companies of this deployment go in. */
  deliverLocally: LocalDoor
  /** The participant id of this deployment's service provider: statuses for it go in there as well. */
  serviceProvider: string
}

/**
 * Both ends of the network in one process. The far end remembers every message by its instance identifier: sent again,
 * it is answered with the same receipt and counted once. It behaves badly towards the recipients in `magic.ts`.
 */
export const sandboxAccessPoint = (network: SandboxNetwork): AccessPoint => ({
  async send(message, signal) {
    refuseWhenOver(signal)
    const fault = await faultOf(message)
    if (fault !== undefined) return { outcome: 'rejected', code: 'SBDH_ERROR', endpoint: null, reason: fault }
    const behaviour = behaviourTowards(message.receiverId)
    const { isOurs, ...record } = await arrived(network, message, behaviour)
    const known = answerOf(record, record.hash === hashOf(message))
    if (known) return answered(network, message, isOurs ? undefined : behaviour, record, known)
    if (behaviour.kind === 'unreachable' && record.sends <= behaviour.times)
      throw new TransportFailure(`${FAR_END} does not answer: connect ECONNREFUSED.`, {
        arrived: 'no',
        where: 'recipient',
      })
    if (behaviour.kind === 'reject' && behaviour.code === 'SBDH_ERROR')
      return { outcome: 'rejected', code: 'SBDH_ERROR', endpoint: FAR_END, reason: behaviour.reason }
    const outcome = await outcomeOf(network, message, behaviour, isOurs)
    const kept = await keep(network, message.instanceId, outcome)
    await misbehave(behaviour, signal)
    return answered(network, message, isOurs ? undefined : behaviour, kept, answerOf(kept, true) ?? notKept())
  },
  async statusOf(instanceId, signal) {
    refuseWhenOver(signal)
    const record = await network.client.simulatedMessage.findUnique({ where: { instanceId } })
    if (!record) return { outcome: 'absent' }
    const late = record.outcome === 'accepted'
    return answerOf(late ? await keep(network, instanceId, 'confirmed') : record, true) ?? { outcome: 'absent' }
  },
})

const refuseWhenOver = ({ aborted, reason }: AbortSignal): void => {
  if (aborted)
    throw new TransportFailure('The time was over before the message left.', { arrived: 'no', cause: reason })
}

const hashOf = ({ envelope }: Outgoing): string => createHash('sha256').update(envelope).digest('hex')

const notKept = (): never => {
  throw new TransportFailure('The simulated network was reset while the message was on its way.')
}

/** What far ends that are not of this deployment make of a message as it comes, without looking at anything else. */
const atOnce = ({ kind }: NetworkBehaviour): string =>
  kind === 'accept' || kind === 'reject-later' ? 'confirmed' : 'arriving'

/**
 * The message's row: made when it comes for the first time, counted when it comes again. With it, whether it is for a
 * company of this deployment.
 */
const arrived = async (
  { client, clock, serviceProvider }: SandboxNetwork,
  message: Outgoing,
  behaviour: NetworkBehaviour,
): Promise<SimulatedMessage & { isOurs: boolean }> => {
  const { receiverId } = message
  const rows = await client.$queryRaw<(SimulatedMessage & { isOurs: boolean })[]>`
    WITH here AS (
      SELECT ${receiverId === serviceProvider}::boolean OR EXISTS (
        SELECT FROM participants WHERE "peppolId" = ANY(${spellingsOf(companyBehind(receiverId))})) AS "isOurs"
    )
    INSERT INTO simulated_messages ("instanceId", "receiverId", "documentTypeId", hash, outcome, "receivedAt")
    SELECT ${message.instanceId}, ${receiverId}, ${message.documentTypeId}, ${hashOf(message)},
      CASE WHEN here."isOurs" THEN 'arriving' ELSE ${atOnce(behaviour)}::text END, ${clock.now()} FROM here
    ON CONFLICT ("instanceId") DO UPDATE SET sends = simulated_messages.sends + 1,
      hash = CASE simulated_messages.outcome WHEN 'arriving' THEN excluded.hash ELSE simulated_messages.hash END
    RETURNING simulated_messages.*, (SELECT "isOurs" FROM here) AS "isOurs"`
  return rows[0] ?? notKept()
}

/** Only the first outcome counts: two sends at once end with one answer. */
const keep = async ({ client }: SandboxNetwork, instanceId: string, outcome: string): Promise<SimulatedMessage> => {
  const from = outcome === 'confirmed' ? ['arriving', 'accepted'] : ['arriving']
  const where = { instanceId, outcome: { in: from } }
  const [kept] = await client.simulatedMessage.updateManyAndReturn({ where, data: { outcome } })
  return kept ?? (await client.simulatedMessage.findFirst({ where: { instanceId } })) ?? notKept()
}

const outcomeOf = async (
  network: SandboxNetwork,
  message: Outgoing,
  behaviour: NetworkBehaviour,
  isOurs: boolean,
): Promise<string> => {
  if (behaviour.kind === 'reject') return `${REJECTED}${behaviour.reason}`
  if (isOurs) {
    const answer = await network.deliverLocally(message.envelope)
    if (answer.outcome === 'rejected') return `${REJECTED}${answer.reason}`
  }
  return behaviour.kind === 'confirm-late' ? 'accepted' : 'confirmed'
}

/** What far ends say later by a Message Level Status; those that are slow or lose answers say nothing. */
const verdicts: Partial<Record<NetworkBehaviour['kind'], (behaviour: NetworkBehaviour) => FarEndVerdict>> = {
  accept: () => ({ code: 'AP' }),
  unreachable: () => ({ code: 'AP' }),
  'reject-later': (behaviour) => ({ code: 'RE', reason: 'reason' in behaviour ? behaviour.reason : '' }),
}

/**
 * A far end that is not of this deployment also sends its status: it takes the same door as everything that comes in,
 * and may come twice.
 */
const answered = async (
  network: SandboxNetwork,
  message: Outgoing,
  farEnd: NetworkBehaviour | undefined,
  record: SimulatedMessage,
  answer: Handover,
): Promise<Handover> => {
  const verdict = farEnd && verdicts[farEnd.kind]?.(farEnd)
  const status =
    verdict && answer.outcome === 'accepted' ? await farEndStatus(message, verdict, record.receivedAt) : null
  if (status) await network.deliverLocally(status)
  return answer
}

const misbehave = async (behaviour: NetworkBehaviour, signal: AbortSignal): Promise<void> => {
  if (behaviour.kind === 'lose-answer') throw new TransportFailure('The connection was cut before the answer came.')
  if (behaviour.kind === 'slow')
    await wait(FOREVER_MS, undefined, { signal, ref: false }).catch((cause: unknown) => {
      throw new TransportFailure('The answer did not come in time.', { cause })
    })
}

/** What is answered about a message that has an outcome; undefined while it has none. */
const answerOf = (record: SimulatedMessage, sameBytes: boolean): Handover | undefined => {
  if (!sameBytes)
    return {
      outcome: 'rejected',
      code: 'SBDH_ERROR',
      endpoint: FAR_END,
      reason: `A different message with the instance identifier ${record.instanceId} was received before.`,
    }
  if (record.outcome.startsWith(REJECTED))
    return {
      outcome: 'rejected',
      code: 'AP_REJECTED',
      endpoint: FAR_END,
      reason: record.outcome.slice(REJECTED.length),
    }
  if (record.outcome !== 'accepted' && record.outcome !== 'confirmed') return undefined
  return {
    outcome: 'accepted',
    endpoint: FAR_END,
    receipt: receiptFor(record),
    confirmed: record.outcome === 'confirmed',
  }
}
