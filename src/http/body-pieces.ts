import type { Readable } from 'node:stream'
import { AppError } from '../kernel/errors/app-error.ts'

/** A body in the pieces that it comes in. That it ends too early is no fault of ours. */
export async function* piecesOf(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* payload as AsyncIterable<Buffer>
  } catch (error) {
    throw new AppError('INVALID_REQUEST', { message: 'The body ends too early.', cause: error })
  }
}
