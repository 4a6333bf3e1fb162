/** Documents that may be sent, written with all that follows: their files, statuses, reports, counts and deliveries. */
import type { Actor } from '../../../auth/actor.ts'
import { type NewDocument, insertDocuments, sizeOf, unstarted } from '../../../documents/record/store-document.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { NewRow } from '../../../kernel/database/rows.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import { statusesOnSend } from '../../../lifecycle/record/automatic.ts'
import { runInSavepoint } from '../../../operation/batch.ts'
import type { SharedRun } from '../../../operation/operation.ts'
import { partnerOf, partnerOfGiven } from '../../../partners/counterparty.ts'
import { type StorageOwner, holdToStorage, storageOf } from '../../storage-quota.ts'
import { duplicatesOf } from './duplicate.ts'
import { countAgainstQuotas, countBeside, hasLimit } from './quota.ts'
import type { SendPlan, SentDocument } from './plan-send.ts'
import { columnsOf, travelRows } from './sent-rows.ts'
import type { SendInput } from '../read/send-input.ts'

export interface PlannedSend {
  actor: Actor
  input: SendInput
  plan: SendPlan
  /** Rows that are written with the document. */
  besideOf?(columns: { id: string; number: string }): NewRow[]
}

type StoreRun = Pick<SharedRun, 'db' | 'now' | 'emit' | 'enqueue'>
type StoredOrRefused = SentDocument | AppError

/** The most bytes of a statement. */
const MOST_BYTES = 1024 * 1024
const MOST_DOCUMENTS = 50

const newDocument = ({ actor, input, plan, besideOf }: PlannedSend, now: Date): NewDocument => {
  const columns = columnsOf(actor.organizationId, input, plan, now)
  return {
    columns,
    content: plan.content,
    beginning: statusesOnSend(unstarted(columns), plan.parties.sender, now),
    beside: [...travelRows(columns, input, plan, now), ...(besideOf?.(columns) ?? [])],
    flowId: plan.flowId,
  }
}

/** Finds the partner in the statement where all are known; that of one alone may have to be made, or changed. */
const partnerFor = (
  { db, now }: StoreRun,
  sends: readonly PlannedSend[],
  documents: readonly NewDocument[],
): Prisma.Sql | Promise<Prisma.Sql> => {
  const [send, document] = [sends[0] as PlannedSend, documents[0] as NewDocument]
  if (!send.plan.inPlace)
    return partnerOf(db, document.columns, now, send.plan.parties.sender).then((id) => Prisma.sql`${id}::text`)
  const [organizationId, ...others] = new Set(sends.map(({ actor }) => actor.organizationId))
  return partnerOfGiven(others.length === 0 ? organizationId : undefined)
}

/** Documents that count together: `only` leaves one of the two quotas. */
const holdToOne = async (run: StoreRun, sends: readonly PlannedSend[], only: Partial<StorageOwner>): Promise<void> => {
  const [first] = sends
  if (!first) return
  const sizes = sends.map(({ plan }) => sizeOf(plan.content))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const owner = { ...storageOf(first.actor, first.plan.parties.sender), ...only }
  await holdToStorage(run, owner, bytes, { refuses: true, last: sizes.at(-1) ?? 0 })
}

const inOrder = (sends: readonly PlannedSend[], ownerOf: (send: PlannedSend) => string): PlannedSend[][] =>
  [...Map.groupBy(sends, ownerOf)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same)

/** Companies before the organization, in the order of their identifiers: two transactions never wait for each other. */
const holdToQuotas = async (run: StoreRun, sends: readonly PlannedSend[]): Promise<void> => {
  const counted = sends.map(({ actor, plan }) => ({ actor, sender: plan.parties.sender, now: run.now }))
  await countAgainstQuotas(run, counted)
  for (const same of inOrder(sends, ({ plan }) => plan.parties.sender.id))
    await holdToOne(run, same, { organization: null })
  await holdToOne(run, sends, { company: null })
}

/** One statement, and the quotas. A quota refuses all of them. */
const storePart = async (run: StoreRun, sends: readonly PlannedSend[]): Promise<StoredOrRefused[]> => {
  const { db, now } = run
  const documents = sends.map((send) => newDocument(send, now))
  const counted = sends.map(({ actor, plan: { parties } }, index) => ({
    actor,
    sender: parties.sender,
    now,
    documentId: (documents[index] as NewDocument).columns.id,
  }))
  const partner = await partnerFor(run, sends, documents)
  const rows = await insertDocuments(db, documents, { partner, counted: countBeside(counted) })
  // Last, because each count of the month is one row that every send under the quota waits for.
  await holdToQuotas(
    run,
    sends.filter((send, index) => rows[index] && isLimited(send)),
  )
  const refusals = await duplicatesOf(
    db,
    sends.filter((_send, index) => !rows[index]),
  )
  return sends.map(({ plan: { validation } }, index) => {
    const document = rows[index]
    return document ? { document, validation } : (refusals.shift() as AppError)
  })
}

const isLimited = ({ actor, plan }: PlannedSend): boolean => hasLimit(actor, plan.parties.sender)

/** Whose quotas hold for it. */
const limitedOf = (send: PlannedSend): string => (isLimited(send) ? send.actor.organizationId : '')

/**
 * In their order, as many as fit into a statement: sends of one organization where something limits them, and one that
 * may make or change its partner by itself.
 */
const partsOf = (sends: readonly PlannedSend[]): PlannedSend[][] => {
  const parts: PlannedSend[][] = []
  let [bytes, part] = [0, [] as PlannedSend[]]
  for (const send of sends) {
    const size = sizeOf(send.plan.content)
    const [first] = part
    const fits =
      first?.plan.inPlace === true &&
      send.plan.inPlace &&
      limitedOf(first) === limitedOf(send) &&
      part.length < MOST_DOCUMENTS &&
      bytes + size <= MOST_BYTES
    if (!fits) {
      bytes = 0
      parts.push((part = []))
    }
    bytes += size
    part.push(send)
  }
  return parts
}

/** Sends of which some may be refused: of these nothing remains. Where a quota leaves less, the first have it. */
const storeOrUndo = async (run: StoreRun, sends: readonly PlannedSend[]): Promise<StoredOrRefused[]> => {
  const outcome = await runInSavepoint(run, (own) => storePart(own, sends))
  if (!(outcome instanceof AppError)) return outcome
  if (sends.length === 1) return [outcome]
  const outcomes: StoredOrRefused[] = []
  for (const send of sends) outcomes.push(...(await storeOrUndo(run, [send])))
  return outcomes
}

/** Stores each, or refuses it: the outcomes are in their order. Of several with one number the first is stored. */
export const storeDocuments = async (run: StoreRun, sends: readonly PlannedSend[]): Promise<StoredOrRefused[]> => {
  const outcomes = new Map<PlannedSend, StoredOrRefused>()
  // Quotas are held in the order of their organizations: two transactions never wait for each other.
  for (const part of partsOf(inOrder(sends, limitedOf).flat())) {
    const [first] = part as [PlannedSend]
    const store = first.plan.inPlace && !isLimited(first) ? storePart : storeOrUndo
    for (const [index, outcome] of (await store(run, part)).entries()) outcomes.set(part[index] as PlannedSend, outcome)
  }
  return sends.map((send) => outcomes.get(send) as StoredOrRefused)
}

/** Stores one, or refuses it together with the transaction. */
export const storeDocument = async (run: StoreRun, send: PlannedSend): Promise<SentDocument> => {
  const [outcome] = await storePart(run, [send])
  if (!outcome || outcome instanceof AppError) throw outcome
  return outcome
}
