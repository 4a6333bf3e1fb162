/** What a message of the other side says of which document, and in whose name. */
import type { Db } from '../../kernel/database/open.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import type { Heavy } from '../../kernel/threads/heavy.ts'
import { FormatError } from '../../formats/format-error.ts'
import type { Document, Prisma } from '../../generated/prisma/client.ts'
import { type LifecycleDocument, isFrench } from '../../lifecycle/read/document-standing.ts'
import { invoiceKinds } from '../../values/document-types.ts'
import { arrivedStatus } from '../../lifecycle/messages/portable-status.ts'
import type { SaidStatus } from '../../lifecycle/messages/read-message.ts'
import { paidBy, payableOf } from '../../lifecycle/decide/subject.ts'
import { standingAfterMessage } from '../../lifecycle/record/take-back.ts'
import { frenchStatusOf, mayCome } from '../../lifecycle/tables/french-statuses.ts'
import { SUSPENDED } from '../../lifecycle/tables/reasons.ts'
import {
  type LifecycleState,
  type Party,
  type RestoredStanding,
  otherParty,
  partyOf,
} from '../../lifecycle/tables/states.ts'
import { companyBehind, frenchAddressOf } from '../../values/french-address.ts'
import { spellingsOf } from '../../values/peppol-id.ts'
import { PUBLIC } from '../../auth/actor.ts'
import { type Arrival, participantOf } from '../receive/arrival.ts'
import { readStatuses } from './read-statuses.ts'
import { dayOf } from '../../values/dates.ts'

export const statusesIn = async (heavy: Heavy, { payload }: Arrival): Promise<SaidStatus[]> => {
  try {
    const said = await heavy.run(readStatuses, { bytes: payload }, PUBLIC)
    return said.map(arrivedStatus)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AppError('INVALID_REQUEST', {
      message: `The message cannot be read: ${error.message}`,
      details: [{ field: 'envelope', rule: error.code, message: error.message }],
    })
  }
}

/** Which party the other side of a document is, and whether that party may say this of it. */
const otherSideOf = (document: Document, { syntax, frenchStatus }: SaidStatus): { speaker: Party; may: boolean } => {
  const speaker = otherParty(partyOf(document))
  return {
    speaker,
    may: syntax === 'invoice-response' ? speaker === 'buyer' : frenchStatus !== null && mayCome(frenchStatus, speaker),
  }
}

/** A French company speaks from any of its addresses: they begin with its SIREN. */
const ofOneCompany = (peppolId: string) => {
  const siren = frenchAddressOf(peppolId)?.siren
  const further = siren === undefined ? [] : [`0225:${siren}`, `0009:${siren}`].map((start) => ({ startsWith: start }))
  return [{ in: spellingsOf(peppolId) }, ...further]
}

/**
 * The newest documents of that number that the addressee has sent to the sender or got from the sender. Whoever a
 * company has given an address once may still write there.
 */
const documentsBetween = async (db: Db, { header }: Arrival, number: string): Promise<Document[]> => {
  const from = participantOf(header.sender)
  const companies = await db.participant.findMany({
    where: { ownedId: { in: spellingsOf(companyBehind(participantOf(header.receiver))) } },
    select: { organizationId: true, companyId: true },
  })
  if (companies.length === 0) return []
  const otherEnd: Prisma.DocumentWhereInput[] = ofOneCompany(from).flatMap((sender) => [
    { direction: 'outgoing' as const, receiverPeppolId: sender },
    { direction: 'incoming' as const, senderPeppolId: sender },
  ])
  return db.document.findMany({
    where: { number, type: { in: [...invoiceKinds] }, AND: [{ OR: companies }, { OR: otherEnd }] },
    orderBy: { id: 'desc' },
    take: 20,
  })
}

/** The document that a status is about: of the addressee, with the sender at its other end. */
export const documentOf = async (db: Db, arrival: Arrival, said: SaidStatus): Promise<Document> => {
  const found = await documentsBetween(db, arrival, said.documentNumber)
  // Numbers come again, from year to year: a message that names a day is about the document of that day.
  const ofTheDay = found.filter(
    ({ issueDate }) => issueDate === null || said.issueDate === null || dayOf(issueDate) === said.issueDate,
  )
  // A credit note may have the number of an invoice, and so may an invoice of the other side. Not every sender is exact
  // about the kind.
  const fit = (one: Document): number => Number(otherSideOf(one, said).may) * 2 + Number(one.typeCode === said.typeCode)
  const [document] = ofTheDay.toSorted((one, other) => fit(other) - fit(one))
  if (!document)
    throw new AppError('DOCUMENT_NOT_FOUND', {
      message: `The document ${said.documentNumber} was not found between these two parties.`,
    })
  return document
}

/** What a party may not say for the other is refused: nobody else says that money was collected. */
export const speakerOf = (document: Document, said: SaidStatus): Party | 'platform' => {
  const { speaker, may } = otherSideOf(document, said)
  if (!may) {
    const status = said.frenchStatus ?? 'of an invoice response'
    throw refusal('INVALID_REQUEST', 'envelope', 'Only another party may set this status.', {
      summary: `The ${speaker} of a document cannot set the status ${status}.`,
    })
  }
  return said.byPlatform ? 'platform' : speaker
}

/** A response from abroad about a French document has its French status too. */
export const frenchCode = (
  document: Document,
  { frenchStatus, state, partial, reasonCode }: SaidStatus,
): string | null => {
  if (frenchStatus !== null || !isFrench(document) || state === null) return frenchStatus
  if (state === 'draft' || state === 'issued' || state === 'received') return null
  return frenchStatusOf({ target: state, party: 'buyer', partial, suspended: reasonCode === SUSPENDED })
}

/** A collection ends the life of a document only when nothing remains of what was due. */
export const stateAfter = async (
  db: Db,
  document: LifecycleDocument,
  { frenchStatus, state, payment }: SaidStatus,
): Promise<LifecycleState | null> => {
  const due = document.amountDue ?? document.grossAmount
  if (frenchStatus !== '212' || due === null || payment?.amount == null) return state
  const collected = (await paidBy(db, document, 'supplier')).plus(payment.amount)
  // What was taken back may be told before the payment itself.
  if (collected.lte(0)) return null
  return collected.gte(payableOf(document)) ? 'paid' : 'partially_paid'
}

/** Where a document stands again when a party takes back what it said to be paid or collected. */
export const standingAfter = (
  db: Db,
  document: LifecycleDocument,
  said: SaidStatus,
): Promise<RestoredStanding> | undefined => {
  const { speaker } = otherSideOf(document, said)
  const amount = said.payment?.amount
  return amount?.startsWith('-') ? standingAfterMessage(db, document, speaker, amount) : undefined
}
