/** What the network brings: kept exactly, read, checked, and given to the company that it is for. */
import { addressOf } from '../../companies/addresses/address.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { AppError, overtaken } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import type { Header } from '../../formats/sbdh/header.ts'
import { type Run, operation } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import type { DocumentType } from '../../values/document-types.ts'
import { statusesOnReceipt } from '../../lifecycle/record/automatic.ts'
import { withCompany } from '../../lifecycle/read/document-standing.ts'
import { partnerOf } from '../../partners/counterparty.ts'
import { companyBehind, frenchAddressOf, isFurtherAddress, sirenOfAddress } from '../../values/french-address.ts'
import { newId } from '../../values/ids.ts'
import { spellingsOf } from '../../values/peppol-id.ts'
import { isServiceProviderId } from '../../values/service-provider.ts'
import { arrivalInput, participantOf } from './arrival.ts'
import { ownServiceProvider } from '../deliver/outgoing-message.ts'
import { holdToStorage, storageOf } from '../storage-quota.ts'
import type { DocumentRow } from '../../documents/record/document.ts'
import { type DocumentFacts, arrivedFacts, factsOf } from '../../documents/record/facts.ts'
import { examineDocument } from '../../documents/record/examine-document.ts'
import { ofFile } from '../../documents/record/read-document.ts'
import { sidesOf } from '../send/draft/sides.ts'
import {
  type DocumentContent,
  contentColumns,
  insertDocument,
  sizeOf,
  prepareContent,
  unstarted,
} from '../../documents/record/store-document.ts'
import type { Validation } from '../../documents/record/validation.ts'

/** A broken document is kept and marked, never lost. */
const readOrKeep = async (
  { heavy }: Platform,
  organizationId: string,
  payload: Uint8Array,
  header: Header,
): Promise<{ document: DocumentFacts; validation: Validation }> => {
  try {
    const { facts, validation } = await heavy.run(examineDocument, { bytes: payload }, organizationId)
    return { document: arrivedFacts(facts, payload), validation }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const finding = {
      rule: error.code,
      severity: 'fatal' as const,
      message: error.message,
      fix: 'Ask the sender for a document that can be read.',
      terms: [],
      path: null,
      xpath: '',
      line: error.line || null,
      column: error.column || null,
      profile: 'en16931-ubl' as const,
    }
    return {
      document: factsOf(ofFile('invoice', header.instanceId, payload, 'application/octet-stream')),
      validation: { profile: null, valid: false, errors: [finding], warnings: [] },
    }
  }
}

/** Whom the sender's side wants to be told, and whether it wants to know of success as well. */
const statusTo = ({ mlsTo, mlsType }: Header, { valid }: Validation): string | undefined => {
  const to = mlsTo?.value.trim() ?? ''
  return isServiceProviderId(to) && (mlsType?.trim() === 'ALWAYS_SEND' || !valid) ? to : undefined
}

type Receiver = Prisma.ParticipantGetPayload<typeof withCompany>

/** The owner of the participant, or of the company behind one of its further addresses while it lasts. */
const receiverOf = async (db: Db, peppolId: string, now: Date): Promise<Receiver | null> => {
  const receiver = await db.participant.findFirst({
    where: { ownedId: { in: spellingsOf(companyBehind(peppolId)) } },
    ...withCompany,
  })
  if (!receiver || !isFurtherAddress(peppolId)) return receiver
  const address = await addressOf(db, receiver, peppolId, now)
  if (address?.takes === 'statuses')
    throw new AppError('RECIPIENT_CANNOT_RECEIVE', {
      message: `The address ${peppolId} takes messages about the status of documents only.`,
    })
  return address ? receiver : null
}

/**
 * What was examined for one owner is not given to it when the participant has become somebody else's meanwhile. The
 * claim is held before anything else, as by everybody who changes it.
 */
const refuseFormerOwner = async (db: Db, { ownedId, organizationId, companyId }: Receiver): Promise<void> => {
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM participants
    WHERE "ownedId" = ${ownedId} AND "organizationId" = ${organizationId} AND "companyId" = ${companyId}
    FOR KEY SHARE`
  if (held.length === 0) throw overtaken(`The participant ${ownedId} has just changed hands. Send the envelope again.`)
}

/** The organization of a suspended company may have what arrives turned away. */
const refuseWhileSuspended = ({ company, ownedId }: Receiver): void => {
  if (company.status === 'suspended' && company.bouncesWhileSuspended)
    throw new AppError('RECIPIENT_CANNOT_RECEIVE', {
      message: `The participant ${ownedId} accepts no documents at present.`,
    })
}

interface DocumentReception {
  receiver: Receiver
  document: DocumentFacts
  validation: Validation
  content: DocumentContent
}

/**
 * The document that came in the same envelope before. Another document under the same identifier is refused, so that
 * its sender hears of it: accepted, it would be lost.
 */
const earlier = async (
  db: Db,
  organizationId: string,
  instanceId: string,
  { whole }: DocumentContent,
): Promise<{ id: string }> => {
  const known = await db.document.findUniqueOrThrow({
    where: { instanceId_organizationId_direction: { instanceId, organizationId, direction: 'incoming' } },
    select: { id: true, fileHash: true },
  })
  if (known.fileHash === whole?.hash) return known
  const message =
    `A different document with the instance identifier ${instanceId} was received before. Use ` +
    `a new identifier for each envelope.`
  throw new AppError('INVALID_REQUEST', { message, details: [{ field: 'envelope', rule: 'SBDH_ERROR', message }] })
}

export const receiveDocument = operation({
  name: 'receiveDocument',
  summary: 'Receives a document from the access point. A repeated envelope is stored once.',
  scope: 'anyone',
  writes: true,
  input: arrivalInput,
  errors: ['RECIPIENT_NOT_FOUND', 'RECIPIENT_CANNOT_RECEIVE', 'CONFLICT'],
  async prepare({ platform, db, trace }, { arrival: { header, payload, around } }): Promise<DocumentReception> {
    const peppolId = participantOf(header.receiver)
    const receiver = await receiverOf(db, peppolId, platform.clock.now())
    if (!receiver)
      throw new AppError('RECIPIENT_NOT_FOUND', {
        message: `No company on this server has the participant id ${peppolId}.`,
      })
    refuseWhileSuspended(receiver)
    const { document, validation } = await readOrKeep(platform, receiver.organizationId, payload, header)
    return {
      receiver,
      document,
      validation,
      content: await prepareContent(platform.upstreams.storage, trace, receiver.organizationId, document, around),
    }
  },
  async run(run, { arrival: { header } }, reception) {
    const { db, now } = run
    const { receiver, validation, content } = reception
    const { organizationId, company } = receiver
    await refuseFormerOwner(db, receiver)
    const columns = columnsOf(header, reception, now)
    const beginning = statusesOnReceipt(unstarted(columns), company, validation, now)
    const row = await insertDocument(db, { columns, content, beginning, beside: [] }, await partnerOf(db, columns, now))
    if (!row) return { documentId: (await earlier(db, organizationId, header.instanceId, content)).id, repeated: true }
    const owner = storageOf(await ownerOf(run, organizationId), company)
    await holdToStorage(run, owner, sizeOf(content), { refuses: false })
    announce(run, row)
    answerSender(run, header, validation, row)
    return { documentId: row.id, repeated: false }
  },
})

/** Whose plan limits the storage; the sandbox does not ask, because plans limit nothing there. */
const ownerOf = async ({ db, platform }: Run, organizationId: string) => {
  const testMode = platform.env.SERVICE_MODE === 'sandbox'
  const { plan } = testMode
    ? { plan: 'free' as const }
    : await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } })
  return { organizationId, testMode, plan }
}

/** BT-34 takes statuses, where it is another address of the company that sent. */
const statusAddressOf = (sender: string, named: string | null): string | null => {
  const siren = named === null ? undefined : frenchAddressOf(named)?.siren
  return siren !== undefined && siren === sirenOfAddress(sender) && named !== sender ? named : null
}

const columnsOf = (header: Header, { receiver, document, validation }: DocumentReception, now: Date) => {
  const { sender, receiver: recipient } = sidesOf(document, participantOf(header.sender))
  return {
    organizationId: receiver.organizationId,
    id: newId('document'),
    companyId: receiver.companyId,
    direction: 'incoming' as const,
    format: 'network',
    ...contentColumns(document, validation),
    status: 'delivered' as const,
    deliveryStatus: 'delivered' as const,
    lifecycleStatus: 'received' as const,
    instanceId: header.instanceId,
    documentTypeId: header.documentType?.value ?? null,
    processId: header.process?.value ?? null,
    senderPeppolId: participantOf(header.sender),
    senderName: sender.name,
    senderVatNumber: sender.vatNumber,
    statusPeppolId: statusAddressOf(participantOf(header.sender), sender.peppolId),
    receiverPeppolId: participantOf(header.receiver),
    receiverName: recipient.name,
    receiverVatNumber: recipient.vatNumber,
    receivedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

const announce = ({ emit }: Run, row: DocumentRow): void => {
  const { organizationId, companyId } = row
  const party = (peppolId: string | null, name: string | null) => ({ peppolId, name })
  emit(
    'document.received',
    {
      documentId: row.id,
      type: row.type as DocumentType,
      number: row.number,
      direction: 'incoming',
      sender: party(row.senderPeppolId, row.senderName),
      receiver: party(row.receiverPeppolId, row.receiverName),
    },
    { organizationId, companyId },
  )
}

/** Puts a status to work where the sender's side wants one, and we have a name to send it in. */
const answerSender = ({ enqueue, platform }: Run, header: Header, validation: Validation, row: DocumentRow): void => {
  const target = statusTo(header, validation)
  if (target === undefined || ownServiceProvider(platform.env) === undefined) return
  const { organizationId, companyId, id: subjectId } = row
  enqueue({ kind: 'message-status.send', organizationId, companyId, subjectId, target })
}
