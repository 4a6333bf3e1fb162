/** Lines that are sent together: judged at once, and those of one sender written in one transaction. */
import { setImmediate } from 'node:timers/promises'
import { requireAccess } from '../auth/actor.ts'
import { prepareSends } from '../exchange/send/prepare-sends.ts'
import { type SendPlan, sendDocument } from '../exchange/send/send-document.ts'
import { type SendInput, sendInput } from '../exchange/send/send-input.ts'
import { isWrittenTogether, storeDocuments } from '../exchange/send/store-documents.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { constraintOf } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { settle } from '../operation/batch.ts'
import { type Call, execute, operation as newOperation } from '../operation/operation.ts'
import { z } from 'zod'
import { isPassing } from './passing.ts'
import { type Line, type Sending, callOf, parsedLine, sentRow, tellRefusals } from './send-line.ts'

const READ_AT_ONCE = 10

interface ReadLine {
  line: Line
  input: SendInput
}
interface PlannedLine extends ReadLine {
  plan: SendPlan
}

/** Keys and names of documents that are there already: whoever has one is refused, and told by which. */
const takenIn = async ({ platform, actor }: Sending, planned: readonly PlannedLine[]): Promise<Set<string>> => {
  const keys = planned.flatMap(({ plan }) => plan.duplicateKey ?? [])
  const names = planned.flatMap(({ input }) => input.externalId ?? [])
  const { organizationId } = actor
  const found = await platform.db.client.$queryRaw<{ duplicateKey: string | null; externalId: string | null }[]>`
    SELECT "duplicateKey", "externalId" FROM documents
    WHERE "organizationId" = ${organizationId} AND "duplicateKey" = ANY(${keys})
    UNION ALL
    SELECT "duplicateKey", "externalId" FROM documents
    WHERE "organizationId" = ${organizationId} AND "externalId" = ANY(${names})`
  return new Set(found.flatMap(({ duplicateKey, externalId }) => tokensOf(duplicateKey, externalId)))
}

const tokensOf = (duplicateKey: string | null, externalId: string | null | undefined): string[] => [
  ...(duplicateKey === null ? [] : [`key ${duplicateKey}`]),
  ...(externalId == null ? [] : [`name ${externalId}`]),
]

/** Those that can be written beside one another: the first of those that share a number, if nobody has it yet. */
const compatible = async (sending: Sending, planned: readonly PlannedLine[]): Promise<PlannedLine[]> => {
  const simple = planned.filter(({ plan }) => isWrittenTogether(plan))
  if (simple.length === 0) return []
  const taken = await takenIn(sending, simple)
  return simple.filter(({ plan, input }) => {
    const tokens = tokensOf(plan.duplicateKey, input.externalId)
    const isFree = tokens.every((token) => !taken.has(token))
    for (const token of tokens) taken.add(token)
    return isFree
  })
}

/** The same send as of one line, of several: their outcomes are rows beside their documents. */
const sendingLines = (sending: Sending, lines: readonly PlannedLine[]) =>
  newOperation({
    ...sendDocument,
    input: z.strictObject({}),
    prepare: async () => undefined,
    inOneStatement: () => false,
    run: (run) =>
      storeDocuments(
        run,
        lines.map(({ line, input, plan }) => ({
          input,
          plan,
          besideOf: (document) => [sentRow(sending, line, document)],
        })),
      ),
  })

/** Writes all of them, or none. What stands against it is found out line by line. */
const write = async (sending: Sending, call: Call, lines: readonly PlannedLine[]): Promise<readonly PlannedLine[]> => {
  try {
    await execute(sendingLines(sending, lines), call, {})
    return lines
  } catch (error) {
    // A number that was taken meanwhile, or a quota. Anything else is worth a look.
    if (!(error instanceof AppError) && constraintOf(error) === undefined)
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
  const bySender = Map.groupBy(await compatible(sending, planned), ({ plan }) => plan.parties.sender.id)
  for (const some of bySender.values()) for (const { line } of await write(sending, call, some)) done.add(line)
  const planOf = new Map(planned.map(({ line, plan }) => [line, plan]))
  return lines.filter((line) => !done.has(line)).map((line) => aloneOf(line, planOf.get(line)))
}
