import type { Document } from '../../generated/prisma/client.ts'
import type { MessageSyntax } from './channel.ts'

const compact = (moment: Date): string => moment.toISOString().replace(/[-:T]|\.\d+Z$/g, '')
const compactDay = (day: Date | null): string => (day === null ? '' : compact(day).slice(0, 8))

/**
 * How a message names itself: invoice, status, moment, and the type and day of the invoice, as the norm's examples do.
 */
export const messageNumber = (
  syntax: MessageSyntax,
  document: Pick<Document, 'number' | 'typeCode' | 'issueDate'>,
  { frenchStatus, happenedAt, entryId }: { frenchStatus: string | null; happenedAt: Date; entryId: string },
): string => {
  if (syntax !== 'cdar') return entryId
  const { number, typeCode, issueDate } = document
  return `${number}_${frenchStatus ?? ''}_${compact(happenedAt)}#${typeCode ?? ''}_${compactDay(issueDate)}`
}
