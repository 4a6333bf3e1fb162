/** What the other side says of a document: kept as it came, and the document moves by it where it may. */
import { constraintOf, type Db } from '../../kernel/database/open.ts'
import { sameText } from '../../kernel/database/like.ts'
import { writeRows } from '../../kernel/database/rows.ts'
import { type Arrival, arrivalInput, participantOf } from '../receive/arrival.ts'
import { type PreparedFile, prepareFile, storeFiles } from '../../documents/record/files.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import { readXml } from '../../formats/xml/tree.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { type Run, operation } from '../../operation/operation.ts'
import { Decimal } from '../../values/money.ts'
import { newId } from '../../values/ids.ts'
import { answeredBefore } from '../../lifecycle/buyers-answer.ts'
import { type LifecycleDocument, invoiceKinds, isFrench } from '../../lifecycle/document-standing.ts'
import { heldDocument } from '../../lifecycle/held-document.ts'
import { arrivedMoment } from '../../lifecycle/moments.ts'
import { entryRow, moveDocuments } from '../../lifecycle/record-status.ts'
import { paidBy } from '../../lifecycle/subject.ts'
import { frenchStatusOf, mayCome } from '../../lifecycle/tables/french-statuses.ts'
import { SUSPENDED } from '../../lifecycle/tables/reasons.ts'
import { type LifecycleState, type Party, otherParty, partyOf } from '../../lifecycle/tables/states.ts'
import { type SaidStatus, readMessage } from '../../lifecycle/messages/read-message.ts'

const LONGEST_NUMBER = 300

const readSaid = (arrival: Arrival): SaidStatus[] => {
  try {
    return readMessage(readXml(arrival.payload))
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

/** The document that a status is about: of the addressee, with the sender at its other end. */
const documentOf = async (db: Db, { header }: Arrival, said: SaidStatus): Promise<Document> => {
  const sender = sameText(participantOf(header.sender))
  const companies = await db.participant.findMany({
    where: { peppolId: sameText(participantOf(header.receiver)) },
    select: { organizationId: true, companyId: true },
  })
  const found =
    companies.length === 0
      ? []
      : await db.document.findMany({
          where: {
            number: said.documentNumber,
            type: { in: [...invoiceKinds] },
            AND: [
              { OR: companies },
              {
                OR: [
                  { direction: 'outgoing', receiverPeppolId: sender },
                  { direction: 'incoming', senderPeppolId: sender },
                ],
              },
            ],
          },
          orderBy: { id: 'desc' },
          take: 20,
        })
  // Numbers come again, from year to year: a message that names a day is about the document of that day.
  const ofTheDay = found.filter(
    ({ issueDate }) =>
      issueDate === null || said.issueDate === null || issueDate.toISOString().slice(0, 10) === said.issueDate,
  )
  // A credit note may have the number of an invoice, and so may an invoice of the other side. Not every sender is exact about the kind.
  const fit = (one: Document): number => Number(otherSideOf(one, said).may) * 2 + Number(one.typeCode === said.typeCode)
  const [document] = ofTheDay.toSorted((one, other) => fit(other) - fit(one))
  if (!document)
    throw new AppError('DOCUMENT_NOT_FOUND', {
      message: `There is no document ${said.documentNumber} between these two parties.`,
    })
  return document
}

/** What a party may not say for the other is refused: nobody else says that money was collected. */
const speakerOf = (document: Document, said: SaidStatus): Party | 'platform' => {
  const { speaker, may } = otherSideOf(document, said)
  if (!may)
    throw new AppError('INVALID_REQUEST', {
      message: `The ${speaker} of a document cannot give it the status ${said.frenchStatus ?? 'of an invoice response'}.`,
      details: [{ field: 'envelope', rule: 'INVALID_REQUEST', message: 'Another party gives this status.' }],
    })
  return said.byPlatform ? 'platform' : speaker
}

/** A response from abroad about a French document has its French status too. */
const frenchCode = (document: Document, { frenchStatus, state, partial, reasonCode }: SaidStatus): string | null => {
  if (frenchStatus !== null || !isFrench(document) || state === null) return frenchStatus
  if (state === 'draft' || state === 'issued' || state === 'received') return null
  return frenchStatusOf({ target: state, party: 'buyer', partial, suspended: reasonCode === SUSPENDED })
}

/** A collection ends the life of a document only when nothing remains of what was due. */
const stateAfter = async (
  db: Db,
  document: LifecycleDocument,
  { frenchStatus, state, payment }: SaidStatus,
): Promise<LifecycleState | null> => {
  const due = document.amountDue ?? document.grossAmount
  if (frenchStatus !== '212' || due === null || payment?.amount == null) return state
  return (await paidBy(db, document, 'supplier')).plus(payment.amount).gte(new Decimal(due.toFixed()))
    ? 'paid'
    : 'partially_paid'
}

interface AddressedStatus {
  said: SaidStatus
  document: Document
}
interface IncomingStatuses {
  told: AddressedStatus[]
  files: PreparedFile[]
}

const record = async (
  { db, now, emit }: Pick<Run, 'db' | 'now' | 'emit'>,
  { header }: Arrival,
  { said, document: { organizationId, id: documentId } }: AddressedStatus,
  fileHash: string | null,
): Promise<boolean> => {
  const document = await heldDocument(db, organizationId, documentId)
  const party = speakerOf(document, said)
  const number = said.number.slice(0, LONGEST_NUMBER)
  const known = await db.lifecycleMessage.count({
    where: { organizationId, documentId, direction: 'incoming', number },
  })
  if (known > 0) return false
  const { companyId, lifecycleStatus: previousStatus } = document
  const [messageId, entryId, happenedAt] = [newId('message'), newId('status'), arrivedMoment(said.happenedAt, now)]
  const before = await answeredBefore(db, document, said.state, happenedAt)
  const given = {
    ...said,
    status: await stateAfter(db, document, said),
    frenchStatus: frenchCode(document, said),
    happenedAt,
  }
  await db.lifecycleMessage.create({
    select: { id: true },
    data: {
      organizationId,
      id: messageId,
      companyId,
      documentId,
      entryId: before ?? entryId,
      direction: 'incoming',
      syntax: said.syntax,
      number,
      instanceId: header.instanceId,
      senderPeppolId: participantOf(header.sender),
      receiverPeppolId: participantOf(header.receiver),
      documentTypeId: header.documentType?.value ?? '',
      processId: header.process?.value ?? '',
      fileHash,
      deliveryStatus: 'delivered',
      createdAt: now,
      deliveredAt: now,
    },
  })
  // The same decision came through the interchange system, and is announced already.
  if (before !== undefined) return false
  const [moved] = await moveDocuments(db, [{ document, given }], now)
  if (!moved) throw new AppError('CONFLICT', { message: 'The status of the document is changing at this moment.' })
  const { status, frenchStatus, reasonCode, motif, reason, note, requestedAction, payment, amounts, corrections } =
    given
  const entry = entryRow(
    document,
    {
      status,
      frenchStatus,
      party,
      source: 'network',
      author: participantOf(header.sender),
      reasonCode,
      motif,
      reason,
      note,
      requestedAction,
      payment,
      amounts,
      corrections,
      messageId,
    },
    { entryId, happenedAt, now },
  )
  await writeRows(db, [entry])
  emit(
    'lifecycle.updated',
    { documentId, previousStatus, currentStatus: moved.lifecycleStatus, compliance: null },
    { organizationId, companyId },
  )
  return true
}

export const receiveLifecycleMessage = operation({
  name: 'receiveLifecycleMessage',
  summary:
    'Takes over what the other side of a document says of it: an Invoice Response or a CDAR. The same message twice is one; a late one is kept.',
  scope: 'anyone',
  writes: true,
  input: arrivalInput,
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform, db, trace }, { arrival }): Promise<IncomingStatuses> {
    const told: AddressedStatus[] = []
    for (const said of readSaid(arrival)) told.push({ said, document: await documentOf(db, arrival, said) })
    for (const { said, document } of told) speakerOf(document, said)
    const owners = [...new Set(told.map(({ document }) => document.organizationId))]
    return {
      told,
      files: await Promise.all(
        owners.map((organizationId) =>
          prepareFile(platform.upstreams.storage, trace, organizationId, arrival.envelope),
        ),
      ),
    }
  },
  async run(run, { arrival }, { told, files }) {
    const { db, now } = run
    await storeFiles(db, files, now)
    let fresh = false
    try {
      for (const one of told) fresh = (await record(run, arrival, one, files[0]?.hash ?? null)) || fresh
    } catch (error) {
      throw constraintOf(error)
        ? new AppError('CONFLICT', { message: 'The same message is being taken over at this moment.' })
        : error
    }
    return { documentId: told[0]?.document.id ?? '', repeated: !fresh }
  },
})
