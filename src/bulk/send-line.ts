/** A line that is sent by itself. */
import type { Actor } from '../auth/actor.ts'
import type { Site } from '../auth/site.ts'
import { sendDocument, storeDocument } from '../exchange/send/send-document.ts'
import type { BulkOperation, Prisma } from '../generated/prisma/client.ts'
import { refuseLargeJson } from '../http/json-size.ts'
import { type ColumnsOf, type NewRow, json } from '../kernel/database/rows.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import { refusalOf, settle } from '../operation/batch.ts'
import { type Call, execute, operation as newOperation } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'

const MOST_TRIES = 3

export interface Line {
  number: number
  text: string
}

export interface Sending {
  platform: Platform
  actor: Actor
  operation: BulkOperation
  site: Site
  /** After the last try: then even a refusal that may pass is an outcome, which this is told. */
  giveUp: (() => void) | undefined
}

export const parsedLine = ({ text }: Line): unknown => {
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

/** The outcome of a line that was sent, which is written with its document. */
export const sentRow = (
  sending: Sending,
  line: Line,
  { id: documentId, number }: { id: string; number: string },
): NewRow => ({
  table: 'bulk_outcomes',
  columns: { ...keyOf(sending, line), outcome: json({ ok: true, documentId, number }) },
})

/** The outcomes of lines that were refused. */
export const tellRefusals = async (
  sending: Sending,
  refused: readonly { line: Line; error: AppError }[],
): Promise<void> => {
  const data = refused.map(({ line, error }) => ({
    ...keyOf(sending, line),
    outcome: { ok: false, error: refusalOf(error, sending.site.baseUrl) } as unknown as Prisma.InputJsonObject,
  }))
  if (data.length > 0) await sending.platform.db.client.bulkOutcome.createMany({ data, skipDuplicates: true })
}

/** What the lines of an operation are sent with. */
export const callOf = ({ platform, actor, operation: { organizationId, id }, site }: Sending): Call => ({
  platform,
  actor,
  requestId: id,
  trace: newTrace(platform.clock.now(), organizationId),
  site,
})

/**
 * The operation of a send whose outcome is one of the rows that are written with the document: a line that was sent has
 * its outcome, and a line without one was not sent.
 */
const sendingLine = (sending: Sending, line: Line) =>
  newOperation({
    ...sendDocument,
    besideOthers: () => undefined,
    run: (run, input, plan) => storeDocument(run, input, plan, (document) => [sentRow(sending, line, document)]),
  })

export const sendLine = async (sending: Sending, line: Line): Promise<void> => {
  const call = callOf(sending)
  for (let tries = 1; ; tries += 1) {
    const sent = await settle(async () => execute(sendingLine(sending, line), call, parsedLine(line)))
    if (!(sent instanceof AppError)) return
    if (isPassing(sent) && tries < MOST_TRIES) continue
    if (isPassing(sent)) {
      if (!sending.giveUp) throw sent
      sending.giveUp()
    }
    return tellRefusals(sending, [{ line, error: sent }])
  }
}
