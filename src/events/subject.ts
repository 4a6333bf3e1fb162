/** Filters of events by the document that they are about, as it is when the event is sent. */
import type { NumberedEvent } from '../engine/feed/envelope.ts'
import type { Document } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'

export interface SubjectFilter {
  partnerId: string | undefined
  lifecycleStatus: readonly string[] | undefined
  tag: string | undefined
}

type Subject = Pick<Document, 'partnerId' | 'lifecycleStatus'> & { tags: { tag: string }[] }

/** The document of an event, read once for all who follow it. */
const subjects = new WeakMap<NumberedEvent, Promise<Subject | null>>()

const subjectOf = (db: Db, event: NumberedEvent): Promise<Subject | null> => {
  const { documentId: id } = event.data as { documentId?: string }
  if (id === undefined) return Promise.resolve(null)
  const known = subjects.get(event)
  if (known) return known
  const found = db.document.findUnique({
    where: { organizationId_id: { organizationId: event.organizationId, id } },
    select: { partnerId: true, lifecycleStatus: true, tags: { select: { tag: true } } },
  })
  const subject = found.then((row) => row)
  subjects.set(event, subject)
  // After a failure the next to ask reads it again.
  subject.catch(() => subjects.delete(event))
  return subject
}

/** What an update has changed it to; another event tells it of its document. */
const statusOf = ({ data }: NumberedEvent, subject: Subject | null): string | null =>
  (data as { currentStatus?: string }).currentStatus ?? subject?.lifecycleStatus ?? null

export const isAbout = async (
  db: Db,
  event: NumberedEvent,
  { partnerId, lifecycleStatus, tag }: SubjectFilter,
): Promise<boolean> => {
  const subject = await subjectOf(db, event)
  const about = (event.data as { partnerId?: string }).partnerId ?? subject?.partnerId
  return (
    (partnerId === undefined || about === partnerId) &&
    (lifecycleStatus === undefined || lifecycleStatus.includes(statusOf(event, subject) ?? '')) &&
    (tag === undefined || (subject?.tags.some((one) => one.tag === tag) ?? false))
  )
}
