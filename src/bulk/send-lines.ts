/** Lines that are sent together: judged at once, and written in one transaction with their outcomes. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Actor, requireAccess } from '../auth/actor.ts'
import type { Site } from '../auth/site.ts'
import { prepareSends } from '../exchange/send/prepare-sends.ts'
import { sendDocument } from '../exchange/send/send-document.ts'
import { type SendInput, sendInput } from '../exchange/send/read/send-input.ts'
import type { SendPlan } from '../exchange/send/store/plan-send.ts'
import { storeDocuments } from '../exchange/send/store/store-documents.ts'
import type { BulkOperation } from '../generated/prisma/client.ts'
import { refuseLargeJson } from '../http/json-size.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { type ColumnsOf, type NewRow, json } from '../kernel/database/rows.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { newTrace } from '../kernel/trace.ts'
import { refusalOf, settle } from '../operation/batch.ts'
import { execute } from '../operation/execute.ts'
import { type Call, operation as newOperation } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'
import { toStored } from '../kernel/stored-json.ts'

const MOST_TRIES = 3
const READ_AT_ONCE = 10

export interface Line {
  number: number
  text: string
}

interface Sending {
  platform: Platform
  actor: Actor
  operation: BulkOperation
  site: Site
  /** After the last try: then even a refusal that may pass is an outcome, which this is told. */
  giveUp: (() => void) | undefined
}

/** A line that was refused. */
interface RefusedLine {
  line: Line
  error: AppError
}

interface PlannedLine {
  line: Line
  input: SendInput
  plan: SendPlan
}

const parsedLine = ({ text }: Line): unknown => {
  refuseLargeJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('INVALID_REQUEST', { message: 'The line is not JSON.' })
  }
}

type OutcomeKey = Pick<ColumnsOf<'bulk_outcomes'>, 'organizationId' | 'operationId'> & { line: number }

const keyOf = ({ operation: { organizationId, id: operationId } }: Sending, { number: line }: Line) =>
  ({ organizationId, operationId, line }) satisfies OutcomeKey

/** The outcome of a line that was sent: a line that was sent has its outcome, and a line without one was not sent. */
const sentRow = (sending: Sending, line: Line, { id: documentId, number }: { id: string; number: string }): NewRow => ({
  table: 'bulk_outcomes',
  columns: { ...keyOf(sending, line), outcome: json({ ok: true, documentId, number }) },
})

const tellRefusals = async (sending: Sending, refused: readonly RefusedLine[]): Promise<void> => {
  const data = refused.map(({ line, error }) => ({
    ...keyOf(sending, line),
    outcome: toStored({ ok: false, error: refusalOf(error, sending.site.baseUrl) }),
  }))
  if (data.length > 0) await sending.platform.db.client.bulkOutcome.createMany({ data, skipDuplicates: true })
}

/** The request of the caller for lines of an operation. */
const callOf = ({ platform, actor, operation: { organizationId, id }, site }: Sending): Call => ({
  platform,
  actor,
  requestId: id,
  trace: newTrace(platform.clock.now(), organizationId),
  site,
})

const read = async (lines: readonly Line[]): Promise<({ line: Line; input: SendInput } | RefusedLine)[]> => {
  const answers = []
  for (const some of chunksOf(lines, READ_AT_ONCE)) {
    for (const line of some) {
      const input = await settle(async () => parseInput(sendInput, parsedLine(line)))
      answers.push(input instanceof AppError ? { line, error: input } : { line, input })
    }
    // Others have their turn.
    await setImmediate()
  }
  return answers
}

const judge = async (sending: Sending, call: Call, lines: readonly Line[]): Promise<(PlannedLine | RefusedLine)[]> => {
  const answers = await read(lines)
  const readable = answers.flatMap((one) => ('input' in one ? [one] : []))
  const plans = await settle(async () => {
    requireAccess(sending.actor, sendDocument.scope)
    return prepareSends(
      { ...call, db: sending.platform.db.client },
      readable.map(({ input }) => input),
    )
  })
  const planned = readable.map((one, index) => {
    const plan = plans instanceof AppError ? plans : (plans[index] as SendPlan | AppError)
    return plan instanceof AppError ? { line: one.line, error: plan } : { ...one, plan }
  })
  return [...planned, ...answers.flatMap((one) => ('error' in one ? [one] : []))]
}

/** A send of several documents whose outcomes are rows beside them. Answers those that were refused. */
const sendingLines = (sending: Sending, lines: readonly PlannedLine[]) =>
  newOperation({
    name: sendDocument.name,
    summary: sendDocument.summary,
    scope: sendDocument.scope,
    writes: true,
    input: z.strictObject({}),
    errors: sendDocument.errors,
    async run(run): Promise<RefusedLine[]> {
      const outcomes = await storeDocuments(
        run,
        lines.map(({ line, input, plan }) => ({
          actor: run.actor,
          input,
          plan,
          besideOf: (document) => [sentRow(sending, line, document)],
        })),
      )
      return lines.flatMap(({ line }, index) => {
        const outcome = outcomes[index]
        return outcome instanceof AppError ? [{ line, error: outcome }] : []
      })
    },
  })

/** A transaction that fails is tried with each line by itself, so that each has its own outcome. */
const store = async (sending: Sending, call: Call, lines: readonly PlannedLine[]): Promise<RefusedLine[]> => {
  try {
    return lines.length === 0 ? [] : await execute(sendingLines(sending, lines), call, {})
  } catch (error) {
    const [first, ...others] = lines as [PlannedLine, ...PlannedLine[]]
    if (others.length > 0) {
      sending.platform.log.warn({ err: error, lines: lines.length }, 'Lines of a bulk send are written one by one')
      const refused = []
      for (const line of lines) refused.push(...(await store(sending, call, [line])))
      return refused
    }
    if (error instanceof AppError) return [{ line: first.line, error }]
    throw error
  }
}

/** Sends lines, or tells why not. What may pass is tried again, and thrown as long as the operation may come back. */
export const sendLines = async (sending: Sending, lines: readonly Line[]): Promise<void> => {
  const call = callOf(sending)
  let waiting = lines
  for (let tries = 1; waiting.length > 0; tries += 1) {
    const judged = await judge(sending, call, waiting)
    const planned = judged.flatMap((one) => ('plan' in one ? [one] : []))
    const refused = [
      ...judged.flatMap((one) => ('error' in one ? [one] : [])),
      ...(await store(sending, call, planned)),
    ]
    const passing = refused.filter(({ error }) => isPassing(error))
    const [first] = passing
    await tellRefusals(
      sending,
      refused.filter(({ error }) => !isPassing(error)),
    )
    waiting = passing.map(({ line }) => line)
    if (!first || tries < MOST_TRIES) continue
    if (!sending.giveUp) throw first.error
    sending.giveUp()
    return tellRefusals(sending, passing)
  }
}
