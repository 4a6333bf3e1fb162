/** Sends of all callers of a process that come at the same time are written together. */
import { sizeOf } from '../../documents/record/store-document.ts'
import { gatheredIn } from '../../kernel/database/gathered.ts'
import { Grouped } from '../../kernel/database/grouped.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Log } from '../../kernel/log.ts'
import type { Run } from '../../operation/operation.ts'
import { duplicateOf } from './duplicate.ts'
import type { SendPlan, SentDocument } from './sent-rows.ts'
import type { SendInput } from './send-input.ts'
import { type PlannedSend, storeDocuments } from './store-documents.ts'

interface Send extends PlannedSend {
  alone(): Promise<SentDocument>
}

const groups = new WeakMap<Db, Grouped<Send, SentDocument | undefined>>()

const groupsOn = (db: Db, log: Log): Grouped<Send, SentDocument | undefined> => {
  const known =
    groups.get(db) ??
    new Grouped<Send, SentDocument | undefined>({
      alone: (send) => send.alone(),
      together: async (sends) =>
        (await storeDocuments(db, sends)).map(
          (document, index) => document && { document, validation: (sends[index] as Send).plan.validation },
        ),
      bytesOf: ({ plan }) => sizeOf(plan.content),
      failed: (error) => log.warn({ err: error }, 'Sends that came together are written one by one'),
    })
  groups.set(db, known)
  return known
}

/** Writes a document beside those that others send now; in a transaction by itself. */
export const sendBesideOthers = async (
  { db, actor, now, platform }: Pick<Run, 'db' | 'actor' | 'now' | 'platform'>,
  input: SendInput,
  plan: SendPlan,
  alone: () => Promise<SentDocument>,
): Promise<SentDocument> => {
  if (gatheredIn(db)) return alone()
  const sent = await groupsOn(db, platform.log).write({ actor, input, plan, now, alone })
  if (!sent) throw await duplicateOf(db, actor, plan, input.externalId)
  return sent
}
