import type { Work } from '../../generated/prisma/client.ts'

/**
 * When work is due again after an attempt. Where the sandbox has moved the clock of its company, time is counted from
 * when the attempt was due: what would have happened meanwhile happens one after the other, at once.
 */
export const nextDue = ({ dueAt, advanced }: Pick<Work, 'dueAt' | 'advanced'>, now: Date, seconds: number): Date =>
  new Date((advanced ? dueAt : now).getTime() + seconds * 1_000)
