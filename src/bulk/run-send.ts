/** A send: each line as the request of its caller would have been. */
import type { Actor } from '../auth/actor.ts'
import type { Site } from '../auth/site.ts'
import { sendDocument, storeDocument } from '../exchange/send/send-document.ts'
import type { BulkOperation, BulkPortion, Prisma } from '../generated/prisma/client.ts'
import { refuseLargeJson } from '../http/json-size.ts'
import { chunksOf, mapLimited } from '../kernel/concurrency.ts'
import { type ColumnsOf, type NewRow, json } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import { refusalOf, settle } from '../operation/batch.ts'
import { type Call, execute, operation as newOperation } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'
import { whereOperation } from './bulk-operation.ts'
import { isPassing } from './passing.ts'
import { appendPortion, readPortion } from './portions.ts'

/** So many lines are judged at the same time. */
const AT_ONCE = 4
/** After so many lines it is looked whether the operation was cancelled. */
const TOGETHER = 100
const MOST_TRIES = 3

interface Line {
  number: number
  text: string
}

const linesOf = (bytes: Uint8Array, { linesBefore }: BulkPortion): Line[] =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .map((text, index) => ({ number: linesBefore + index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')

const parsed = (text: string): unknown => {
  refuseLargeJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('INVALID_REQUEST', { message: 'The line is not JSON.' })
  }
}

type OutcomeKey = Pick<ColumnsOf<'bulk_outcomes'>, 'organizationId' | 'operationId' | 'line'>

/**
 * The operation of a send whose outcome is one of the rows that are written with the document: a line that was sent has
 * its outcome, and a line without one was not sent.
 */
const sendingLine = (key: OutcomeKey) =>
  newOperation({
    ...sendDocument,
    run: (run, input, plan) =>
      storeDocument(run, input, plan, ({ id: documentId, number }): NewRow[] => [
        { table: 'bulk_outcomes', columns: { ...key, outcome: json({ ok: true, documentId, number }) } },
      ]),
  })

interface Sending {
  platform: Platform
  actor: Actor
  operation: BulkOperation
  site: Site
  /** Whether even a refusal that may pass is an outcome. */
  isLastTry: boolean
}

const sendLine = async (
  { platform, actor, operation, site, isLastTry }: Sending,
  { number, text }: Line,
): Promise<void> => {
  const { organizationId, id: operationId } = operation
  const key = { organizationId, operationId, line: number }
  const call: Call = {
    platform,
    actor,
    requestId: operationId,
    trace: newTrace(platform.clock.now(), organizationId),
    site,
  }
  for (let tries = 1; ; tries += 1) {
    const sent = await settle(async () => execute(sendingLine(key), call, parsed(text)))
    if (!(sent instanceof AppError)) return
    if (isPassing(sent) && tries < MOST_TRIES) continue
    if (isPassing(sent) && !isLastTry) throw sent
    const outcome = { ok: false, error: refusalOf(sent, call.site.baseUrl) } as unknown as Prisma.InputJsonObject
    await platform.db.client.bulkOutcome.createMany({ data: [{ ...key, outcome }], skipDuplicates: true })
    return
  }
}

/** Moves the outcomes of a portion into the result, and goes on to the next portion. */
const moveOutcomes = async (platform: Platform, operation: BulkOperation, isWhole: boolean): Promise<boolean> => {
  const { organizationId, id: operationId } = operation
  const where = { organizationId, operationId }
  const outcomes = await platform.db.client.bulkOutcome.findMany({ where, orderBy: { line: 'asc' } })
  const failed = outcomes.filter(({ outcome }) => (outcome as { ok?: boolean }).ok === false).length
  const text = outcomes.map(({ line, outcome }) => `${JSON.stringify({ line, ...(outcome as object) })}\n`).join('')
  return appendPortion(platform, operation, {
    bytes: Buffer.from(text),
    progress: {
      portionsRead: operation.portionsRead + (isWhole ? 1 : 0),
      processed: operation.processed + outcomes.length,
      failed: operation.failed + failed,
    },
    also: (db) => db.bulkOutcome.deleteMany({ where }),
  })
}

const isGoingOn = async ({ db }: Platform, operation: BulkOperation): Promise<boolean> =>
  (await db.client.bulkOperation.count({ where: { ...whereOperation(operation), status: 'running' } })) > 0

/** Sends lines until the slice is over. True when every line has its outcome in the result. */
export const runSend = async (
  platform: Platform,
  actor: Actor,
  operation: BulkOperation,
  isOver: () => boolean,
  isLastTry: boolean,
): Promise<boolean> => {
  const { organizationId, id: operationId, portionsRead: number } = operation
  const { client } = platform.db
  const portion = await client.bulkPortion.findFirst({
    where: { organizationId, operationId, isResult: false, number },
  })
  if (!portion) return true
  const trace = newTrace(platform.clock.now(), organizationId)
  const lines = linesOf(await readPortion(platform, trace, portion), portion)
  const known = await client.bulkOutcome.findMany({ where: { organizationId, operationId }, select: { line: true } })
  const done = new Set(known.map(({ line }) => line))
  const site = await platform.sites.of(organizationId, operation.companyId)
  const sending = { platform, actor, operation, site, isLastTry }
  const waiting = lines.filter((line) => !done.has(line.number))
  for (const some of chunksOf(waiting, TOGETHER)) {
    if (isOver() || !(await isGoingOn(platform, operation))) return false
    await mapLimited(some, AT_ONCE, (line) => sendLine(sending, line))
  }
  await moveOutcomes(platform, operation, true)
  return false
}

/** What was done until it was cancelled, or could not go on. */
export const keepOutcomes = async (platform: Platform, operation: BulkOperation): Promise<void> => {
  if (operation.kind === 'send' && operation.endedAt === null) await moveOutcomes(platform, operation, false)
}
