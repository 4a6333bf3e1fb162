/** Work: takes a submitted flow. It is checked, and becomes a document or a status, or is acknowledged as an error. */
import { keptCaller } from '../auth/kept-caller.ts'
import { openFile } from '../documents/record/files.ts'
import { triesOf } from '../engine/work/tries.ts'
import { FormatError } from '../formats/format-error.ts'
import { Prisma, type Work } from '../generated/prisma/client.ts'
import { wholeOf } from '../kernel/bytes.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Call } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { examineFlow } from './examine-flow.ts'
import { FlowFault, fault, faultOfFormat } from './flow-fault.ts'
import type { FlowRow } from './flow.ts'
import type { AckDetail } from './record/acknowledgement.ts'
import { refuseAsFile } from './refuse-as-file.ts'
import { takeInvoice } from './take-invoice.ts'
import { takeReport } from './take-report.ts'
import { takeStatus } from './take-status.ts'

/** Seconds before what a service outside has stopped is tried again. */
export const FLOW_DELAYS_SECONDS = [5, 30, 120, 600, 1_800] as const

/** The same bytes of the same organization that were taken before. */
const refuseKnown = async ({ db }: Platform, { organizationId, id, fileHash, name }: FlowRow): Promise<void> => {
  const known = await db.client.flow.findFirst({
    where: { organizationId, fileHash, id: { lt: id }, ackStatus: { not: 'error' } },
    select: { id: true },
  })
  if (known) throw fault('AlreadyExistingFlow', name, 'The same file was submitted before.')
}

/** What can be said before the file is read. */
const refuseBeforeReading = ({ name, sha256, givenHash }: FlowRow, size: number): void => {
  if (givenHash !== null && givenHash !== sha256)
    throw fault('ChecksumMismatch', name, `The SHA-256 of the file is ${sha256}, and ${givenHash} was given.`)
  if (size === 0) throw fault('EmptyFlow', name, 'The file is empty.')
  if (size > limits.fileBytes)
    throw fault('FileSizeExceeded', name, `A file that can be read has at most ${shownLimit('fileBytes')}.`)
}

const take = async (call: Call, flow: FlowRow): Promise<void> => {
  const { platform, trace } = call
  const { client } = platform.db
  const { organizationId, fileHash, name } = flow
  const stored = await openFile(platform.upstreams.storage, client, trace, organizationId, fileHash ?? '')
  refuseBeforeReading(flow, stored.size)
  const bytes = await wholeOf(stored)
  await refuseKnown(platform, flow)
  try {
    const examined = await platform.heavy.run(examineFlow, { bytes }, organizationId)
    refuseAsFile(flow, examined)
    if (flow.syntax === 'CDAR') await takeStatus(call, flow, bytes)
    else if (flow.syntax === 'FRR') await takeReport(call, flow, bytes, examined.report)
    else await takeInvoice(call, flow, bytes, examined)
  } catch (error) {
    throw error instanceof FormatError ? faultOfFormat(error, name) : error
  }
}

/** Ends a flow as an error, with what was found. */
const refuse = (platform: Platform, { organizationId, id }: FlowRow, details: readonly AckDetail[]): Promise<unknown> =>
  platform.db.client.$executeRaw(Prisma.sql`
    UPDATE flows
    SET "ackStatus" = 'error', "ackDetails" = ${JSON.stringify(details)}::jsonb, unsettled = true, caller = NULL
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "ackStatus" = 'pending'`)

const isLastTry = (work: Work): boolean => triesOf(work) > FLOW_DELAYS_SECONDS.length

const detailsOf = (error: unknown): readonly AckDetail[] => {
  if (error instanceof FlowFault) return error.details
  const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL_ERROR')
  return fault('OtherTechnicalError', code, message).details
}

export const takeFlow = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const flow = await platform.db.client.flow.findUnique({ where: { organizationId_id: { organizationId, id } } })
  if (flow?.ackStatus !== 'pending' || flow.fileHash === null) return
  try {
    const actor = await keptCaller(platform, organizationId, flow.caller)
    const trace = newTrace(platform.clock.now(), organizationId)
    const site = await platform.sites.of(organizationId, actor.companyId)
    await take({ platform, actor, requestId: id, trace, site }, flow)
  } catch (error) {
    if (!(error instanceof FlowFault) && isPassing(error) && !isLastTry(work)) throw error
    await refuse(platform, flow, detailsOf(error))
  }
  platform.wakeUps.publish('events', '')
}
