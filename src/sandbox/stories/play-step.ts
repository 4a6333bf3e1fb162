/** One step of a story, by the operation that a caller would use, and then what it causes at the other side. */
import { actOnDocument } from '../../documents/actions/act-on-document.ts'
import { sendDocument } from '../../exchange/send/send-document.ts'
import { updateLifecycle } from '../../lifecycle/update-lifecycle.ts'
import { type LifecycleState, type Party, isPaying } from '../../lifecycle/tables/states.ts'
import { execute } from '../../operation/execute.ts'
import type { Preparation } from '../../operation/operation.ts'
import type { Parties } from './parties.ts'
import type { Step, Story } from './stories.ts'
import { waitFor } from './waiting.ts'
import { DAY_MS, dayOf } from '../../values/dates.ts'

const DUE_DAYS = 30

/** A document of the story: the side of the supplier, and that of the buyer once it has arrived. */
export interface StoryDocument {
  number: string
  issueDate: string
  ids: Partial<Record<Party, string>>
}

export interface Playing {
  call: Preparation
  story: Story
  parties: Parties
  /** What numbers of this play end with. */
  ending: string
  made: Map<string, StoryDocument>
  deadline: number
}

const dayAfter = ({ call }: Playing, days: number): string =>
  dayOf(new Date(call.platform.clock.now().getTime() + days * DAY_MS))

const known = ({ made }: Playing, name: string): StoryDocument => {
  const document = made.get(name)
  if (!document) throw new Error(`The story has no document ${name} yet.`)
  return document
}

const send = async (playing: Playing, { document: name, how }: Step): Promise<void> => {
  if (!('send' in how)) return
  const { call, story, parties, ending, made } = playing
  const { vatRate, preceding, more, ...kind } = how.send
  const [number, issueDate] = [`${name}-${ending}`, dayAfter(playing, 0)]
  const { number: before, issueDate: day } = preceding === undefined ? {} : known(playing, preceding)
  const { document } = await execute(sendDocument, call, {
    ...kind,
    from: parties.supplier.peppolId,
    to: story.to ?? parties.buyer.peppolId,
    document: {
      number,
      issueDate,
      dueDate: dayAfter(playing, DUE_DAYS),
      currency: 'EUR',
      buyerReference: 'PO202525478',
      businessProcess: 'S1',
      lines: [{ description: 'Prestation', quantity: 100, unit: 'HUR', unitPrice: 100, vatRate }],
      ...(before !== undefined && { precedingInvoices: [{ number: before, issueDate: day }] }),
      ...more,
    },
  })
  made.set(name, { number, issueDate, ids: { supplier: document.id } })
}

const say = async (playing: Playing, { by, document, how }: Step): Promise<void> => {
  const documentId = known(playing, document).ids[by]
  if ('complete' in how) await execute(actOnDocument, playing.call, { documentId, action: 'link', note: how.complete })
  if ('update' in how) {
    const pays = isPaying(how.update['status'] as LifecycleState)
    const day = pays ? { paymentDate: dayAfter(playing, 0) } : {}
    await execute(updateLifecycle, playing.call, { documentId, ...how.update, ...day })
  }
}

/** Whether every side that has the document has the status that the step ends with. */
const isKnown = async (playing: Playing, { document: name, frenchStatus }: Step): Promise<true | undefined> => {
  const { call, story, parties } = playing
  const document = known(playing, name)
  const { id: companyId } = parties.buyer
  const { organizationId } = call.actor
  const found = await call.db.document.findMany({
    where: {
      organizationId,
      OR: [{ id: document.ids.supplier ?? '' }, { companyId, number: document.number, direction: 'incoming' }],
    },
    select: { id: true, direction: true, frenchStatus: true },
  })
  const arrived = found.find(({ direction }) => direction === 'incoming')
  if (arrived) document.ids.buyer = arrived.id
  const sides = story.to === undefined ? 2 : 1
  return (found.length === sides && found.every((one) => one.frenchStatus === frenchStatus)) || undefined
}

/** Undefined where the other side does not know of it in time. */
export const playStep = async (playing: Playing, step: Step): Promise<true | undefined> => {
  await ('send' in step.how ? send(playing, step) : say(playing, step))
  return waitFor(playing.call.platform.clock, playing.deadline, () => isKnown(playing, step))
}
