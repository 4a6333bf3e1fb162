/** The result of a bulk operation, and the lines of a send: portions of whole lines, each a stored file. */
import { prepareFile, readFile, storeFiles } from '../documents/record/files.ts'
import type { BulkOperation, BulkPortion, Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type Trace, newTrace } from '../kernel/trace.ts'
import type { Platform } from '../operation/platform.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { whereOperation } from './bulk-operation.ts'

/** About so many bytes make a portion. */
export const PORTION_BYTES = 1_000_000

interface NewPortion {
  bytes: Uint8Array
  /** What the operation knows once the portion is there. */
  progress: Prisma.BulkOperationUncheckedUpdateManyInput
  /** What goes with it. */
  also?: (db: Db) => Promise<unknown>
}

/**
 * Adds a portion to the result, together with what the operation has got to by it: a process that is killed goes on
 * after the last portion. False where another process was faster, or the operation has ended.
 */
export const appendPortion = async (
  platform: Platform,
  operation: BulkOperation,
  { bytes, progress, also }: NewPortion,
): Promise<boolean> => {
  const { organizationId, id, portions: number, bytes: bytesBefore, processed: linesBefore } = operation
  if (Number(bytesBefore) + bytes.byteLength > limits.bulkResultBytes)
    throw new AppError('TOO_LARGE', { message: `The result has more than ${shownLimit('bulkResultBytes')}.` })
  const now = platform.clock.now()
  const file = await prepareFile(platform.upstreams.storage, newTrace(now, organizationId), organizationId, bytes)
  return platform.db.transaction(async (db) => {
    const { count } = await db.bulkOperation.updateMany({
      where: { ...whereOperation(operation), portions: number, endedAt: null },
      data: { ...progress, portions: number + 1, bytes: bytesBefore + BigInt(bytes.byteLength), updatedAt: now },
    })
    if (count === 0) return false
    await storeFiles(db, [file], now)
    const place = { number, fileHash: file.hash, size: file.size, bytesBefore, linesBefore }
    await db.bulkPortion.create({ data: { organizationId, operationId: id, isResult: true, ...place } })
    await also?.(db)
    return true
  })
}

export const readPortion = (
  { upstreams, db }: Platform,
  trace: Trace,
  { organizationId, fileHash }: Pick<BulkPortion, 'organizationId' | 'fileHash'>,
): Promise<Uint8Array> => readFile(upstreams.storage, db.client, trace, organizationId, fileHash)
