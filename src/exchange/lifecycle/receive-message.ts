/** What the other side says of a document: kept as it came, and the document moves by it where it may. */
import { constraintOf } from '../../kernel/database/open.ts'
import { type PreparedFile, prepareFile, storeFiles } from '../../documents/record/files.ts'
import { overtaken } from '../../kernel/errors/app-error.ts'
import type { Document, Prisma } from '../../generated/prisma/client.ts'
import { answeredBefore } from '../../lifecycle/record/buyers-answer.ts'
import type { LifecycleDocument } from '../../lifecycle/read/document-standing.ts'
import { heldDocument } from '../../lifecycle/read/held-document.ts'
import type { SaidStatus } from '../../lifecycle/messages/read-message.ts'
import { arrivedMoment } from '../../lifecycle/read/moments.ts'
import { recordHeldStatuses } from '../../lifecycle/record/record-status.ts'
import type { NewStatus } from '../../lifecycle/record/status-entry.ts'
import { type Run, operation } from '../../operation/operation.ts'
import { newId } from '../../values/ids.ts'
import { atMost } from '../../values/text.ts'
import { type Arrival, arrivalInput, participantOf } from '../receive/arrival.ts'
import { endDelivery } from './end-delivery.ts'
import { documentOf, frenchCode, speakerOf, standingAfter, stateAfter, statusesIn } from './status-of-message.ts'

const LONGEST_NUMBER = 300

interface AddressedStatus {
  said: SaidStatus
  document: Document
}
interface IncomingStatuses {
  addressed: AddressedStatus[]
  files: PreparedFile[]
}

/** Where the document goes, or stands again. */
const stateOf = async (
  db: Run['db'],
  document: LifecycleDocument,
  said: SaidStatus,
): Promise<Pick<NewStatus, 'status' | 'restores'>> => {
  const restores = await standingAfter(db, document, said)
  if (!restores) return { status: await stateAfter(db, document, said) }
  return { status: restores.state === document.lifecycleStatus ? null : restores.state, restores }
}

/** The status as the log takes it over, with the message that said it. */
const newStatusOf = async (
  db: Run['db'],
  { header }: Arrival,
  said: SaidStatus,
  document: LifecycleDocument,
  messageId: string,
): Promise<NewStatus> => ({
  ...(await stateOf(db, document, said)),
  frenchStatus: frenchCode(document, said),
  party: speakerOf(document, said),
  source: 'network',
  author: participantOf(header.sender),
  reasonCode: said.reasonCode,
  motif: said.motif,
  reason: said.reason,
  note: said.note,
  requestedAction: said.requestedAction,
  payment: said.payment,
  amounts: said.amounts,
  corrections: said.corrections,
  messageId,
})

const messageColumns = (
  { header }: Arrival,
  { organizationId, companyId, id: documentId }: LifecycleDocument,
  now: Date,
): Omit<Prisma.LifecycleMessageUncheckedCreateInput, 'id' | 'number' | 'syntax'> => ({
  organizationId,
  companyId,
  documentId,
  direction: 'incoming',
  instanceId: header.instanceId,
  senderPeppolId: participantOf(header.sender),
  receiverPeppolId: participantOf(header.receiver),
  documentTypeId: header.documentType?.value ?? '',
  processId: header.process?.value ?? '',
  deliveryStatus: 'delivered',
  createdAt: now,
  deliveredAt: now,
})

/** False for what is known already: the same message, or the same decision that came another way. */
const record = async (
  run: Pick<Run, 'db' | 'now' | 'emit'>,
  arrival: Arrival,
  { said, document: { organizationId, id: documentId } }: AddressedStatus,
  fileHash: string | null,
): Promise<boolean> => {
  const { db, now, emit } = run
  const document = await heldDocument(db, organizationId, documentId)
  const number = atMost(LONGEST_NUMBER, said.number)
  speakerOf(document, said)
  const known = await db.lifecycleMessage.count({
    where: { organizationId, documentId, direction: 'incoming', number },
  })
  if (known > 0) return false
  const [id, entryId, at] = [newId('message'), newId('status'), arrivedMoment(said.happenedAt, now)]
  const answered = await answeredBefore(db, document, said.state, at)
  const given = await newStatusOf(db, arrival, said, document, id)
  await db.lifecycleMessage.create({
    select: { id: true },
    data: {
      ...messageColumns(arrival, document, now),
      id,
      entryId: answered ?? entryId,
      syntax: said.syntax,
      number,
      fileHash,
    },
  })
  // The same decision came through the interchange system, and is announced already: only its message is new.
  if (answered !== undefined) {
    const changes = [{ field: 'lifecycleMessages', from: null, to: id }]
    const { companyId } = document
    emit('document.updated', { documentId, changes }, { organizationId, companyId })
    return false
  }
  await recordHeldStatuses(db, [{ document, given, at, entryId }], now)
  await endDelivery(run, document, said)
  return true
}

export const receiveLifecycleMessage = operation({
  name: 'receiveLifecycleMessage',
  summary:
    'Receives a message from the other party of a document: an Invoice Response or a CDAR. ' +
    'A repeated message is stored once, and a late one is kept in the history.',
  scope: 'anyone',
  writes: true,
  input: arrivalInput,
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform, db, trace }, { arrival }): Promise<IncomingStatuses> {
    const addressed: AddressedStatus[] = []
    for (const said of await statusesIn(platform.heavy, arrival))
      addressed.push({ said, document: await documentOf(db, arrival, said) })
    for (const { said, document } of addressed) speakerOf(document, said)
    const owners = [...new Set(addressed.map(({ document }) => document.organizationId))]
    return {
      addressed,
      files: await Promise.all(
        owners.map((organizationId) =>
          prepareFile(platform.upstreams.storage, trace, organizationId, arrival.envelope),
        ),
      ),
    }
  },
  async run(run, { arrival }, { addressed, files }) {
    const { db, now } = run
    await storeFiles(db, files, now)
    let fresh = false
    try {
      for (const one of addressed) fresh = (await record(run, arrival, one, files[0]?.hash ?? null)) || fresh
    } catch (error) {
      throw constraintOf(error)
        ? overtaken('The same message is being received in another request. Send it again in a moment.')
        : error
    }
    return { documentId: addressed[0]?.document.id ?? '', repeated: !fresh }
  },
})
