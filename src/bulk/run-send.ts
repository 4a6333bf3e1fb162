/** A send: each line as the request of its caller would have been. */
import type { BulkOperation, BulkPortion } from '../generated/prisma/client.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Actor } from '../auth/actor.ts'
import type { Platform } from '../operation/platform.ts'
import { whereOperation } from './bulk-operation.ts'
import { appendPortion, readPortion } from './portions.ts'
import { type Line, sendLines } from './send-lines.ts'

/** So many lines are sent together; then it is looked whether the operation was cancelled. */
const TOGETHER = 50

const linesOf = (bytes: Uint8Array, { linesBefore }: BulkPortion): Line[] =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .map((text, index) => ({ number: linesBefore + index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')

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
  giveUp: (() => void) | undefined,
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
  const sending = { platform, actor, operation, site, giveUp }
  const waiting = lines.filter((line) => !done.has(line.number))
  for (const some of chunksOf(waiting, TOGETHER)) {
    if (isOver() || !(await isGoingOn(platform, operation))) return false
    await sendLines(sending, some)
  }
  await moveOutcomes(platform, operation, true)
  return false
}

/** What was done until it was cancelled, or could not go on. */
export const keepOutcomes = async (platform: Platform, operation: BulkOperation): Promise<void> => {
  if (operation.kind === 'send' && operation.endedAt === null) await moveOutcomes(platform, operation, false)
}
