/** A change that is made only while its object is as the caller has seen it. */
import type { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { instant } from '../kernel/input.ts'

export const ifUpdatedAt = instant
  .optional()
  .describe(
    'The `updatedAt` that you have read. The change is carried out only if the object was not changed ' +
      'since; otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.',
  )

/** The object has to be held, so that it stays as it is compared. */
export const refuseChanged = ({ updatedAt }: { updatedAt: Date }, expected: z.output<typeof ifUpdatedAt>): void => {
  if (expected === undefined || new Date(expected).getTime() === updatedAt.getTime()) return
  const message = `The object was last changed at ${updatedAt.toISOString()}.`
  throw new AppError('PRECONDITION_FAILED', {
    message: `${message} Read it again, and repeat the change if it is still wanted.`,
    details: [{ field: 'ifUpdatedAt', rule: 'PRECONDITION_FAILED', message }],
  })
}

/** Two changes within a millisecond have times of their own. */
export const changedAt = ({ updatedAt }: { updatedAt: Date }, now: Date): Date =>
  now > updatedAt ? now : new Date(updatedAt.getTime() + 1)
