/** Work: one try to bring a document to its recipient. Safe to run twice. */
import type { Document, Work } from '../../generated/prisma/client.ts'
import { proven } from '../../documents/record/files.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import { lossNow } from '../../companies/ownership.ts'
import { TransportFailure } from '../../upstreams/access-point/port.ts'
import { type AlreadyRecorded, RECORDED, type TryAgainLater } from '../../engine/work/work.ts'
import { nextDue } from '../../engine/work/next-due.ts'
import { triesOf } from '../../engine/work/tries.ts'
import { type DeliveryChannel, channels } from './channels.ts'
import { type DeliveryTry, recordOutcome } from './record-outcome.ts'
import { waitingDocument } from './waiting-document.ts'

/** After the first try, five more, each so long after the one before. */
export const DELIVERY_DELAYS_SECONDS = [10, 30, 120, 600, 1_800] as const

const SOONEST_SECONDS = 30
const LATEST_SECONDS = 3_600

/** What takes its time is asked for ever less often: a quarter of its age later. */
const laterFor = (document: Document, now: Date): TryAgainLater => ({
  againInSeconds: Math.min(
    LATEST_SECONDS,
    Math.max(SOONEST_SECONDS, Math.round((now.getTime() - (document.sentAt ?? document.createdAt).getTime()) / 4_000)),
  ),
})

const nextTryOf = (work: Work, now: Date): Pick<DeliveryTry, 'nextAt'> => {
  const delay = DELIVERY_DELAYS_SECONDS[triesOf(work) - 1]
  return delay === undefined ? {} : { nextAt: nextDue(work, now, delay) }
}

export const deliverDocument = async (
  platform: Platform,
  work: Work,
): Promise<void | TryAgainLater | AlreadyRecorded> => {
  const waiting = await waitingDocument(platform.db.client, work)
  // Delivered or given up already: an attempt before this one got that far, or the recipient has said so.
  if (!waiting) return undefined
  const { document, company, latest, anew, file } = waiting
  const startedAt = platform.clock.now()
  const started = performance.now()
  const record = (rest: Pick<DeliveryTry, 'answer' | 'failure' | 'nextAt' | 'work'>): Promise<void> =>
    recordOutcome(platform, document, {
      number: (latest ?? 0) + 1,
      startedAt,
      durationMs: Math.round(performance.now() - started),
      ...rest,
    })
  // What was handed over before is followed to its end; nothing more goes out in a name that is another's.
  const obstacle = document.takenOver ? undefined : await lossNow(platform.db.client, company)
  if (obstacle !== undefined) {
    await record({ work, answer: { outcome: 'failed', code: 'OWNERSHIP_PENDING', endpoint: null, reason: obstacle } })
    return RECORDED
  }
  try {
    const hand = channels[document.channel as DeliveryChannel]
    const answer = await hand(platform, newTrace(startedAt, document.organizationId), document, {
      again: work.attempts > 1 || latest !== null,
      anew,
      country: company.country,
      file: file && proven(file, document.fileHash ?? ''),
    })
    if (answer === null) return undefined
    if (answer.outcome === 'pending') return laterFor(document, startedAt)
    const open = answer.outcome === 'accepted' && !answer.confirmed
    if (!open || !document.takenOver) await record({ answer, work: open ? undefined : work })
    return open ? laterFor(document, startedAt) : RECORDED
  } catch (error) {
    const next = nextTryOf(work, platform.clock.now())
    if (error instanceof TransportFailure) {
      // Nothing was tried, so nothing counts as a try.
      if (error.retryAfter !== undefined) return { againInSeconds: error.retryAfter }
      // Who has taken it over could not be asked: that ends no delivery, however often.
      if (document.takenOver) return laterFor(document, startedAt)
      await record({ failure: error.message, ...next })
    }
    // A fault of ours is no attempt, but after the last try nobody would end the delivery.
    else if (!next.nextAt) {
      // What the network has taken is not ended by us: it is looked at again when the fault is mended.
      if (document.takenOver) {
        platform.log.error({ err: error, document: document.id }, 'A document that was sent could not be followed')
        return laterFor(document, startedAt)
      }
      await record(error instanceof AppError ? { failure: error.message } : {})
    }
    throw error
  }
}
