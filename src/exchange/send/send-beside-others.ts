/**
 * Sends of all callers of a process that come at the same time are written together: in one statement, with the answers
 * that are kept for repeated keys, or in one transaction where quotas hold.
 */
import { sizeOf } from '../../documents/record/store-document.ts'
import { Grouped } from '../../kernel/database/grouped.ts'
import type { Db } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { DatabaseUnavailable } from '../../kernel/errors/unavailable.ts'
import { FollowUps } from '../../operation/follow-ups.ts'
import type { Joining } from '../../operation/operation.ts'
import { duplicateOf } from './duplicate.ts'
import { holdToQuotas } from './hold-to-quotas.ts'
import { hasLimit } from './quota.ts'
import type { SendPlan, SentDocument } from './sent-rows.ts'
import type { SendInput } from './send-input.ts'
import { type PlannedSend, isWrittenTogether, storeDocuments } from './store-documents.ts'

type Send = PlannedSend & Joining<SentDocument>
type Sent = SentDocument | undefined

/** Two callers do not wait for each other. Of more, a group costs less than statements of their own, which it makes rare. */
const FEW = 2

/** Who has reached a quota sends by itself for so long: what is refused there stops nobody else. */
const APART_MS = 60_000
const MOST_APART = 1_000

const isLimited = ({ actor, plan }: PlannedSend): boolean => hasLimit(actor, plan.parties.sender)

/**
 * Each is written by a statement of its own: with tenants on several servers a statement has those of one. In one order,
 * so that two transactions never wait for each other.
 */
const partsOf = (sends: readonly Send[]): (readonly Send[])[] => {
  if (!sends.some(({ isDistributed }) => isDistributed)) return [sends]
  const byOrganization = Map.groupBy(sends, ({ actor }) => actor.organizationId)
  return [...byOrganization].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same)
}

const store = async (db: Db, sends: readonly Send[]): Promise<Sent[]> => {
  const sent = new Map<Send, Sent>()
  for (const part of partsOf(sends)) {
    const documents = await storeDocuments(db, part)
    for (const [index, send] of part.entries()) {
      const document = documents[index]
      sent.set(send, document && { document, validation: send.plan.validation })
    }
  }
  return sends.map((send) => sent.get(send))
}

/** With the counts that belong to them. Fails as a whole where a quota is reached. */
const storeAll = async (db: Db, sends: readonly Send[]): Promise<Sent[]> => {
  const outcomes = await store(db, sends)
  const written = sends.filter((_send, index) => outcomes[index])
  const [first] = written
  const followUps = new FollowUps()
  // Last, because each count is one row that every send under the quota waits for.
  await holdToQuotas({ db, emit: followUps.emit, enqueue: followUps.enqueue }, written.filter(isLimited))
  if (first) await followUps.write(db, first.now)
  return outcomes
}

class SendGroups {
  readonly #groups: Grouped<Send, Sent>
  readonly #apart = new Map<string, number>()

  constructor({ platform: { log } }: Joining<SentDocument>) {
    this.#groups = new Grouped<Send, Sent>({
      alone: (send) => send.alone(),
      together: (sends) => this.#together(sends),
      bytesOf: ({ plan }) => sizeOf(plan.content),
      failed: (error) => log.warn({ err: error }, 'Sends that came together are written one by one'),
      few: FEW,
    })
  }

  write(send: Send): Promise<Sent> | undefined {
    const until = this.#apart.get(send.actor.organizationId)
    if (until !== undefined && until > performance.now() && isLimited(send)) return undefined
    return this.#groups.write(send)
  }

  async #together(sends: readonly Send[]): Promise<readonly Sent[]> {
    const [first] = sends as readonly [Send, ...Send[]]
    const isOneStatement = partsOf(sends).length === 1 && !sends.some(isLimited)
    if (isOneStatement) return store(first.db, sends)
    try {
      return await first.transaction((db) => storeAll(db, sends), undefined, { isRepeatable: true })
    } catch (error) {
      if (error instanceof AppError && error.code === 'QUOTA_EXCEEDED') this.#setApart(sends)
      throw error
    }
  }

  /** Which of them it was is not known. */
  #setApart(sends: readonly Send[]): void {
    if (this.#apart.size > MOST_APART) this.#apart.clear()
    for (const send of sends.filter(isLimited)) this.#apart.set(send.actor.organizationId, performance.now() + APART_MS)
  }
}

const groups = new WeakMap<Db, SendGroups>()

const groupsOn = (joining: Joining<SentDocument>): SendGroups => {
  const known = groups.get(joining.db) ?? new SendGroups(joining)
  groups.set(joining.db, known)
  return known
}

const outcomeOf = async (send: Send, written: Promise<Sent>): Promise<SentDocument> => {
  const { db, actor, plan, input } = send
  try {
    const sent = await written
    if (sent) return sent
  } catch (error) {
    // Under a key the answer is stored with the document: who runs again finds whether it is there.
    if (send.keptWith && error instanceof DatabaseUnavailable) return send.alone()
    throw error
  }
  throw await duplicateOf(db, actor, plan, input.externalId)
}

/** Writes a document beside those that others send now; undefined where it is written by itself. */
export const sendBesideOthers = (
  joining: Joining<SentDocument>,
  input: SendInput,
  plan: SendPlan,
): Promise<SentDocument> | undefined => {
  if (!isWrittenTogether(plan)) return undefined
  const send = { ...joining, input, plan }
  const written = groupsOn(joining).write(send)
  return written && outcomeOf(send, written)
}
