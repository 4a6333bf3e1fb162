import type { Db } from '../../../kernel/database/open.ts'
import { startColumns } from '../../../lifecycle/start-entry.ts'
import type { DocumentRow } from '../../record/document.ts'

export interface MomentFacts {
  at: Date
  /** What happened, as a word: `sent`, `tag`, `delivered`, … */
  what: string
  /** Who did it, where that is known. */
  by: string | null
  /** In a sentence. */
  text: string
  data: object
}

/** The columns that sources look at. */
export const timelineColumns = {
  ...startColumns,
  requestId: true,
  format: true,
  instanceId: true,
  senderName: true,
  receiverName: true,
  validation: true,
  sentAt: true,
  deliveredAt: true,
  receivedAt: true,
} as const

export type TimelineDocument = Pick<DocumentRow, keyof typeof timelineColumns>

/** A moment with the document that it belongs to. */
type DocumentMoment = MomentFacts & { documentId: string }

interface TimelineWhere {
  organizationId: string
  documentId: { in: string[] }
}

/** Finds what one table knows of some documents of one organization: asked once, however many there are. */
export type MomentSource = (
  db: Db,
  documents: readonly TimelineDocument[],
  where: TimelineWhere,
) => Promise<DocumentMoment[]> | DocumentMoment[]

/** A sentence with one full stop at its end, also where the text has one already. */
export const sentence = (text: string): string => `${text}.`.replace(/\.\.$/, '.')
