import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { requireAccess } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import type { BulkPortion } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { FileAnswer } from '../operation/file-answer.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { limits } from '../values/limits.ts'
import { bulkOperationId, visibleOperation } from './bulk-operation.ts'
import { readPortion } from './portions.ts'

const TYPES = { jsonl: 'application/jsonl', csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const

export const bulkResultTypes = Object.values(TYPES)

export interface BulkResult extends FileAnswer {
  size: number
  /** The bytes at the place that was asked for, and where the next ones begin; null at the end. */
  portion: () => Promise<{ bytes: Uint8Array; nextOffset: number | null }>
}

/** The bytes between two places, portion by portion. */
async function* bytesBetween(
  { platform, trace }: Preparation,
  portions: readonly BulkPortion[],
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  for (const portion of portions) {
    const [start, end] = [Number(portion.bytesBefore), Number(portion.bytesBefore) + portion.size]
    if (end <= from || start >= to) continue
    const bytes = await readPortion(platform, trace, portion)
    yield bytes.subarray(Math.max(from - start, 0), Math.min(to - start, portion.size))
  }
}

const firstOf = async (parts: AsyncGenerator<Uint8Array>): Promise<Uint8Array> => {
  for await (const part of parts) return part
  return new Uint8Array()
}

export const getBulkResult = operation({
  name: 'getBulkResult',
  summary:
    'Returns the result of a bulk operation that has ended. A download that broke off can be resumed: with the header ' +
    '`Range` in REST, and with `offset` in GraphQL.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({
    bulkOperationId,
    offset: z
      .number()
      .int()
      .min(0)
      .max(limits.bulkResultBytes)
      .optional()
      .describe('Where the returned bytes begin (default 0).'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'RANGE_NOT_SATISFIABLE'],
  async prepare(call, { bulkOperationId: id, offset = 0 }): Promise<BulkResult> {
    const { db, actor } = call
    const found = await visibleOperation(db, actor, id)
    for (const access of found.access) requireAccess(actor, access as Access)
    if (found.endedAt === null)
      throw new AppError('CONFLICT', {
        message: 'The bulk operation has not ended yet. Ask for its result afterwards.',
      })
    const { organizationId, format } = found
    const portions = await db.bulkPortion.findMany({
      where: { organizationId, operationId: id, isResult: true },
      orderBy: { number: 'asc' },
    })
    const size = Number(found.bytes)
    const part = (from: number, to: number): Readable =>
      Readable.from(bytesBetween(call, portions, from, to), { objectMode: false })
    return {
      content: () => part(0, size),
      part,
      size,
      contentType: TYPES[format],
      fileName: `${id}.${format}`,
      hash: portions.reduce((hash, { fileHash }) => hash.update(fileHash), createHash('sha256')).digest('hex'),
      async portion() {
        const bytes = await firstOf(bytesBetween(call, portions, offset, size))
        const next = offset + bytes.byteLength
        return { bytes, nextOffset: next < size ? next : null }
      },
    }
  },
  run: (_run, _input, result) => Promise.resolve(result),
})
