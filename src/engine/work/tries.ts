import type { Work } from '../../generated/prisma/client.ts'

/**
 * The attempts that came to an end, this one among them. One that was cut off, or whose end could not be recorded, says
 * nothing of the work.
 */
export const triesOf = ({ attempts, lost }: Pick<Work, 'attempts' | 'lost'>): number => attempts - lost
