import { Prisma } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database, Db } from '../kernel/database/open.ts'
import { forgetBefore } from '../kernel/database/old-rows.ts'
import { writeAsNew } from '../kernel/database/rows.ts'
import type { SecretBox } from '../kernel/secret-box.ts'

const KEPT_MS = 24 * 3_600_000

/** A call whose effect must happen once only, however often it is sent. */
export interface IdempotentCall {
  organizationId: string
  caller: string
  key: string
  /** Covers method, path and the whole body. */
  bodyHash: string
}

export interface StoredAnswer {
  status: number
  contentType: string
  /** Of a file. */
  fileName?: string
  /** Of an object that knows when it was changed; it is not stored. */
  etag?: string
  body: Uint8Array
}

/** Keys being worked on by this process. */
export type InFlight = Set<string>

/** Where answers are kept, and with what. */
interface AnswerStore {
  db: Database
  clock: Clock
  secretBox: SecretBox
  inFlight: InFlight
}

/** Another transaction has stored its answer first: ours is rolled back, and theirs is answered. */
class AlreadyAnswered extends Error {}

/** Whose answer it is: sealed and locked with it. */
export const sealedAnswer = ({
  organizationId,
  caller,
  key,
}: Pick<IdempotentCall, 'organizationId' | 'caller' | 'key'>): string => `${organizationId}\n${caller}\n${key}`

/**
 * Locks the key against other instances until the transaction ends. Calls that are written together need no lock: of two
 * transactions with the same key one writes its answer, and the other is undone.
 */
export const guardAnswer = async (db: Db, kind: 'embedded' | 'postgresql', call: IdempotentCall): Promise<void> => {
  if (kind === 'embedded') return
  const [row] = await db.$queryRaw<
    { held: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(hashtextextended(${sealedAnswer(call)}, 0)) AS held`
  if (!row?.held) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
}

/** An answer as a row. It is sealed, since it may contain a key or a secret that is shown only once. */
const answerRow = (
  secretBox: SecretBox,
  call: IdempotentCall,
  { status, contentType, fileName, body }: StoredAnswer,
  createdAt: Date,
) => {
  const { organizationId, caller, key, bodyHash } = call
  const sealed = Buffer.from(secretBox.seal(body, sealedAnswer(call)))
  const columns = {
    organizationId,
    caller,
    key,
    bodyHash,
    status,
    contentType,
    fileName: fileName ?? null,
    body: sealed,
    createdAt,
  }
  return { table: 'idempotency_records' as const, columns }
}

/**
 * Writes the answer in the transaction of the effect, so that there is never one without the other.
 */
export const storeAnswer = async (
  db: Db,
  secretBox: SecretBox,
  call: IdempotentCall,
  answer: StoredAnswer,
  now: Date,
): Promise<void> => {
  const row = answerRow(secretBox, call, answer, now)
  if (writeAsNew(db, row)) return
  const { organizationId, caller, key, bodyHash, status, contentType, fileName, body } = row.columns
  const expired = new Date(now.getTime() - KEPT_MS)
  const stored = await db.$executeRaw(Prisma.sql`
    INSERT INTO idempotency_records
      ("organizationId", caller, key, "bodyHash", status, "contentType", "fileName", body, "createdAt")
    VALUES
      (${organizationId}, ${caller}, ${key}, ${bodyHash}, ${status}, ${contentType}, ${fileName}, ${body}, ${now})
    ON CONFLICT ("organizationId", caller, key) DO UPDATE
      SET "bodyHash" = EXCLUDED."bodyHash", status = EXCLUDED.status, "contentType" = EXCLUDED."contentType",
        "fileName" = EXCLUDED."fileName", body = EXCLUDED.body, "createdAt" = EXCLUDED."createdAt"
      WHERE idempotency_records."createdAt" <= ${expired}`)
  if (stored === 0) throw new AlreadyAnswered()
}

const findAnswer = async (store: AnswerStore, call: IdempotentCall): Promise<StoredAnswer | undefined> => {
  const { organizationId, caller, key } = call
  const record = await store.db.client.idempotencyRecord.findFirst({ where: { organizationId, caller, key } })
  if (!record || record.createdAt.getTime() <= store.clock.now().getTime() - KEPT_MS) return undefined
  if (record.bodyHash !== call.bodyHash) throw new AppError('IDEMPOTENCY_BODY_MISMATCH')
  return {
    status: record.status,
    contentType: record.contentType,
    ...(record.fileName !== null && { fileName: record.fileName }),
    body: store.secretBox.open(record.body, sealedAnswer(call)),
  }
}

// Refusals of the caller rather than of the request, which may well succeed a moment later.
const NOT_KEPT = new Set([401, 403, 429])

/** Whether a refusal is stored, so that a repeated key is answered with it again. */
const keepsRefusal = (error: unknown): error is AppError => {
  if (!(error instanceof AppError)) return false
  const { status } = catalog[error.code]
  const mayPass = error.retryAfter !== undefined
  return status < 500 && !mayPass && !NOT_KEPT.has(status) && error.code !== 'IDEMPOTENCY_BODY_MISMATCH'
}

/**
 * Answers a repeated key from the record; otherwise lets `work` do it. `work` stores its own answer with the effect
 * (see execute); a refusal has no effect, and is stored here.
 */
export const once = async <T>(
  store: AnswerStore,
  call: IdempotentCall,
  replay: (answer: StoredAnswer) => T,
  work: () => Promise<T>,
  refusal: (error: AppError) => StoredAnswer,
): Promise<T> => {
  const name = sealedAnswer(call)
  if (store.inFlight.has(name)) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
  store.inFlight.add(name)
  try {
    const known = await findAnswer(store, call)
    if (known) return replay(known)
    return await work()
  } catch (error) {
    if (error instanceof AlreadyAnswered) {
      const theirs = await findAnswer(store, call)
      if (theirs) return replay(theirs)
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1, cause: error })
    }
    if (!keepsRefusal(error) || (await storeRefusal(store, call, refusal(error)))) throw error
    // Another instance has answered the same request meanwhile, and its answer is the one that counts.
    const theirs = await findAnswer(store, call)
    if (theirs) return replay(theirs)
    throw error
  } finally {
    store.inFlight.delete(name)
  }
}

/** Stores a refusal; false where another answer was stored first. */
const storeRefusal = async (store: AnswerStore, call: IdempotentCall, answer: StoredAnswer): Promise<boolean> => {
  try {
    await storeAnswer(store.db.client, store.secretBox, call, answer, store.clock.now())
    return true
  } catch (error) {
    if (error instanceof AlreadyAnswered) return false
    throw error
  }
}

/** Removes answers older than a day. */
export const forgetOldAnswers = ({ db, clock }: AnswerStore): Promise<void> =>
  forgetBefore(new Date(clock.now().getTime() - KEPT_MS), (createdAt) =>
    db.client.idempotencyRecord.deleteMany({ where: { createdAt } }),
  )
