/** Lines that are sent together: judged at once, and those of one sender written in one transaction. */
import { setImmediate } from 'node:timers/promises'
import { requireAccess } from '../auth/actor.ts'
import { sizeOf } from '../documents/record/store-document.ts'
import { prepareSends } from '../exchange/send/prepare-sends.ts'
import { countAgainstQuotas } from '../exchange/send/quota.ts'
import { sendDocument } from '../exchange/send/send-document.ts'
import { type SendInput, sendInput } from '../exchange/send/send-input.ts'
import type { SendPlan } from '../exchange/send/sent-rows.ts'
import { isWrittenTogether, storeDocuments } from '../exchange/send/store-documents.ts'
import { holdToStorage, storageOf } from '../exchange/storage-quota.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { settle } from '../operation/batch.ts'
import { type Call, type Run, execute, operation as newOperation } from '../operation/operation.ts'
import { z } from 'zod'
import { type Line, type Sending, callOf, parsedLine, sentRow, tellRefusals } from './send-line.ts'

const READ_AT_ONCE = 10

interface ReadLine {
  line: Line
  input: SendInput
}
interface PlannedLine extends ReadLine {
  plan: SendPlan
}

/** Lines of one sender that were just written. The last of them is the one that may reach a quota. */
const holdToQuotas = async (run: Run, written: readonly PlannedLine[]): Promise<void> => {
  const sizes = written.map(({ plan }) => sizeOf(plan.content))
  const [last, sender] = [sizes.at(-1), written[0]?.plan.parties.sender]
  if (last === undefined || !sender) return
  await countAgainstQuotas(run, [{ actor: run.actor, sender, now: run.now, documents: written.length }])
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  await holdToStorage(run, storageOf(run.actor, sender), bytes, { refuses: true, last })
}

/** The same send as of one line, of several: their outcomes are rows beside their documents. */
const sendingLines = (sending: Sending, lines: readonly PlannedLine[]) =>
  newOperation({
    ...sendDocument,
    input: z.strictObject({}),
    prepare: async () => undefined,
    inOneStatement: () => false,
    besideOthers: () => undefined,
    async run(run) {
      const documents = await storeDocuments(
        run.db,
        lines.map(({ line, input, plan }) => ({
          actor: run.actor,
          input,
          plan,
          now: run.now,
          besideOf: (document) => [sentRow(sending, line, document)],
        })),
      )
      const written = lines.filter((_line, index) => documents[index] !== undefined)
      await holdToQuotas(run, written)
      return written
    },
  })

/**
 * Writes those whose numbers and names are free, of several the first; or none of them, where a quota leaves less. What
 * stands against the others is found out line by line.
 */
const write = async (sending: Sending, call: Call, lines: readonly PlannedLine[]): Promise<readonly PlannedLine[]> => {
  try {
    return await execute(sendingLines(sending, lines), call, {})
  } catch (error) {
    // A quota. Anything else is worth a look.
    if (!(error instanceof AppError))
      sending.platform.log.warn({ err: error, lines: lines.length }, 'Lines of a bulk send are written one by one')
    return []
  }
}

const read = async (lines: readonly Line[]): Promise<{ line: Line; input: SendInput | AppError }[]> => {
  const answers = []
  for (const some of chunksOf(lines, READ_AT_ONCE)) {
    for (const line of some)
      answers.push({ line, input: await settle(async () => parseInput(sendInput, parsedLine(line))) })
    // Others have their turn.
    await setImmediate()
  }
  return answers
}

/** A line that is sent by itself, after those before it that claim the same. */
export interface LineAlone extends Line {
  claims: string
}

const aloneOf = (line: Line, plan?: SendPlan): LineAlone => ({
  ...line,
  claims: plan?.duplicateKey ?? `line ${line.number}`,
})

/**
 * Sends what can be sent together, and tells what is refused for good. Answers the lines that have no outcome yet: each
 * is sent by itself, since it needs more, or because something stood against it that may pass.
 */
export const sendTogether = async (sending: Sending, lines: readonly Line[]): Promise<LineAlone[]> => {
  const call = callOf(sending)
  const answers = await read(lines)
  const readable = answers.flatMap(({ line, input }) => (input instanceof AppError ? [] : [{ line, input }]))
  const plans = await settle(async () => {
    requireAccess(sending.actor, sendDocument.scope)
    return prepareSends(
      { ...call, db: sending.platform.db.client },
      readable.map(({ input }) => input),
    )
  })
  if (plans instanceof AppError) return lines.map((line) => aloneOf(line))
  const refused = answers.flatMap(({ line, input }) => (input instanceof AppError ? [{ line, error: input }] : []))
  const planned: PlannedLine[] = []
  for (const [index, one] of readable.entries()) {
    const plan = plans[index] as (typeof plans)[number]
    if (!(plan instanceof AppError)) planned.push({ ...one, plan })
    else if (!isPassing(plan)) refused.push({ line: one.line, error: plan })
  }
  await tellRefusals(sending, refused)
  const done = new Set(refused.map(({ line }) => line))
  const simple = planned.filter(({ plan }) => isWrittenTogether(plan))
  const bySender = Map.groupBy(simple, ({ plan }) => plan.parties.sender.id)
  for (const some of bySender.values()) for (const { line } of await write(sending, call, some)) done.add(line)
  const planOf = new Map(planned.map(({ line, plan }) => [line, plan]))
  return lines.filter((line) => !done.has(line)).map((line) => aloneOf(line, planOf.get(line)))
}
