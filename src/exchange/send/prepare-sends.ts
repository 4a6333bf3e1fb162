/** Documents on their way to be stored: read, drafted and judged, before any transaction. */
import { mapLimited } from '../../kernel/concurrency.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { settle } from '../../operation/batch.ts'
import type { Preparation } from '../../operation/operation.ts'
import { judgeBodies } from './judge/examine-send.ts'
import {
  type AskedDirectory,
  addressSend,
  askDirectory,
  bodyOf,
  concludeExamination,
  examine,
  refuseUnsendable,
} from './judge/examine.ts'
import { type SendPlan, planSend } from './store/plan-send.ts'
import type { SendInput } from './read/send-input.ts'
import { sendersAndPartners } from './read/sender-and-partner.ts'

/** Examines a document, refuses it or puts its bytes into the store: all before any transaction. */
export const prepareSend = async (call: Preparation, input: SendInput): Promise<SendPlan> => {
  const examination = await examine(call, input)
  refuseUnsendable(input, examination)
  return planSend(call, examination)
}

/** So many recipients are asked about at the same time. */
const AT_ONCE = 4

/** Asks about each recipient once. */
const askingOnce = (call: Preparation) => {
  const asked = new Map<string | undefined, Promise<AskedDirectory>>()
  return ({ to }: SendInput): Promise<AskedDirectory> => {
    const answer = asked.get(to) ?? askDirectory(call, to)
    asked.set(to, answer)
    return answer
  }
}

/**
 * The same for many, in their order: what they have in common is looked up once, and their bodies are judged together. Each
 * is prepared as it would be by itself, or refused.
 */
export const prepareSends = async (
  call: Preparation,
  inputs: readonly SendInput[],
): Promise<(SendPlan | AppError)[]> => {
  const known = await sendersAndPartners(call, inputs)
  const directoryOf = askingOnce(call)
  const addressed = await mapLimited(inputs, AT_ONCE, async (input, index) => {
    const ends = known[index] as (typeof known)[number]
    if (ends instanceof AppError) return ends
    const address = await settle(async () => addressSend(call, input, ends, await directoryOf(input)))
    return address instanceof AppError ? address : { input, address, body: bodyOf(input, address) }
  })
  const bodies = addressed.flatMap((one) => (one instanceof AppError ? [] : [one.body]))
  const judged = await judgeBodies(call, bodies)
  const judgements = new Map(bodies.map((body, index) => [body, judged[index] as (typeof judged)[number]]))
  return mapLimited(addressed, AT_ONCE, async (one) => {
    if (one instanceof AppError) return one
    const { input, address, body } = one
    const judgement = judgements.get(body) as (typeof judged)[number]
    if (judgement instanceof AppError) return judgement
    return settle(async () => {
      const examination = await concludeExamination(input, address, judgement)
      refuseUnsendable(input, examination)
      return planSend(call, examination)
    })
  })
}
