/** What another access point says of a document of ours: kept as it came, and the document moves by it once. */
import { constraintOf } from '../../kernel/database/open.ts'
import { type NewRow, json, writeRows } from '../../kernel/database/rows.ts'
import { AppError, type Detail, overtaken } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import type { Response } from '../../formats/response.ts'
import { readResponse } from '../../formats/ubl/response.ts'
import { readXml } from '../../formats/xml/tree.ts'
import type { DeliveryStatus, Document } from '../../generated/prisma/client.ts'
import { statusesOnDelivery } from '../../lifecycle/record/automatic.ts'
import { type LifecycleDocument, withCompany } from '../../lifecycle/read/document-standing.ts'
import { heldDocument } from '../../lifecycle/read/held-document.ts'
import { type Run, operation } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { validate } from '../../rules/validate.ts'
import { newId } from '../../values/ids.ts'
import { atMost } from '../../values/text.ts'
import { type Arrival, arrivalInput, kindOf, participantOf } from '../receive/arrival.ts'
import { type PreparedFile, fileRows, isLarge, prepareFile, storeLarge } from '../../documents/record/files.ts'
import { formDetails } from '../../documents/record/validation.ts'
import { MOST_CHARACTERS, issuesOf, reasonOf } from './message-status.ts'
import { AP_REJECTS, type DeliveryMove, arrived, turnedDown } from '../../documents/record/outcome.ts'
import { ownServiceProvider } from '../deliver/outgoing-message.ts'
import { moveDelivery, moveOpenDelivery } from '../deliver/record-outcome.ts'

const POSITIVE = ['AP', 'AB']

/**
 * What each verdict changes, and in which states. What was rejected before stays rejected; a document whose delivery
 * was given up may have arrived all the same.
 */
const verdicts: Record<
  string,
  { from: readonly DeliveryStatus[]; move(document: Document, answer: Response, now: Date): DeliveryMove }
> = {
  ...Object.fromEntries(
    POSITIVE.map((code) => [
      code,
      { from: ['pending', 'failed'], move: (document, _answer, now) => arrived(document, true, now) },
    ]),
  ),
  RE: {
    from: ['pending', 'failed', 'delivered'],
    move: (document, answer, now) => turnedDown(document, AP_REJECTS, reasonOf(answer), now),
  },
}

const malformed = (message: string, details: Detail[]): AppError =>
  new AppError('INVALID_REQUEST', { message, details })

/** Refuses what cannot be read, breaks the rules of its kind, or has no verdict that we know. */
const readAnswer = (arrival: Arrival): Response => {
  try {
    const root = readXml(arrival.payload)
    const { document, missing } = readResponse(root)
    const faults = formDetails(root)
    if (faults.length > 0) throw malformed('The message status does not keep to its schema.', faults)
    const findings =
      kindOf(arrival) === 'mls'
        ? validate(root, ['peppol-mls'])
            .flatMap((result) => result.findings)
            .filter(({ severity }) => severity === 'fatal')
        : []
    if (findings.length > 0)
      throw malformed(
        'The message status breaks the rules of its format.',
        findings.map(({ rule, message, xpath }) => ({ field: xpath, rule, message })),
      )
    if (missing.length > 0 || !(document.code in verdicts))
      throw malformed('The message status does not state a result, or the message that it refers to.', [
        {
          field: 'envelope',
          rule: 'INVALID_REQUEST',
          message: `Missing or unknown: ${missing.map(String).join(', ') || document.code}.`,
        },
      ])
    return document
  } catch (error) {
    if (error instanceof FormatError)
      throw malformed(`The message status cannot be read: ${error.message}`, [
        { field: 'envelope', rule: error.code, message: error.message },
      ])
    throw error
  }
}

/**
 * A message level status (MLS) is for the service provider, a response (MLR) for the participant that sent the
 * document.
 */
const isFor = (platform: Platform, arrival: Arrival, document: Document): boolean => {
  const expected = kindOf(arrival) === 'mls' ? ownServiceProvider(platform.env) : document.senderPeppolId
  return expected?.toLowerCase() === participantOf(arrival.header.receiver).toLowerCase()
}

interface IncomingResponse {
  answer: Response
  document: LifecycleDocument
  file: PreparedFile
}

const statusRow = (
  arrival: Arrival,
  { answer, document: { organizationId, id: documentId }, file }: IncomingResponse,
  id: string,
  now: Date,
): NewRow => ({
  table: 'message_statuses',
  columns: {
    organizationId,
    id,
    documentId,
    kind: kindOf(arrival) ?? 'mls',
    code: answer.code,
    description: answer.description === undefined ? null : atMost(MOST_CHARACTERS, answer.description),
    issues: json(issuesOf(answer)),
    senderId: participantOf(arrival.header.sender),
    instanceId: arrival.header.instanceId,
    fileHash: file.hash,
    issuedAt: [answer.issueDate, answer.issueTime]
      .filter((part) => part !== undefined)
      .join('T')
      .slice(0, 50),
    createdAt: now,
  },
})

/**
 * Every verdict ends an open delivery: the first is written in one statement with what follows from it. False where the
 * delivery has ended, or another verdict was first.
 */
const storeFirst = async ({ db, now }: Run, arrival: Arrival, response: IncomingResponse): Promise<boolean> => {
  const { answer, document, file } = response
  const verdict = verdicts[answer.code]
  if (!verdict || document.deliveryStatus !== 'pending' || isLarge(file)) return false
  const rows = [statusRow(arrival, response, newId('messageStatus'), now), ...fileRows([file], now)]
  return moveOpenDelivery(db, document, verdict.move(document, answer, now), rows, now)
}

export const receiveMessageStatus = operation({
  name: 'receiveMessageStatus',
  summary:
    'Receives the report of an access point on a sent document. A ' +
    'repeated report is stored once, and the first result counts.',
  scope: 'anyone',
  writes: true,
  input: arrivalInput,
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform, db, trace }, { arrival }): Promise<IncomingResponse> {
    const answer = readAnswer(arrival)
    const { number: instanceId } = answer.reference
    const document = (await db.document.findFirst({
      where: { instanceId, direction: 'outgoing' },
      ...withCompany,
    })) as LifecycleDocument | null
    if (!document || !isFor(platform, arrival, document))
      throw new AppError('DOCUMENT_NOT_FOUND', {
        message: 'The recipient of the message status sent no document in an envelope with that instance identifier.',
      })
    return {
      answer,
      document,
      file: await prepareFile(platform.upstreams.storage, trace, document.organizationId, arrival.envelope),
    }
  },
  async run(run, { arrival }, response) {
    const { organizationId, id: documentId } = response.document
    if (await storeFirst(run, arrival, response)) return { documentId, repeated: false }
    const document = await heldDocument(run.db, organizationId, documentId)
    const earlier = await run.db.messageStatus.findMany({
      where: { organizationId, documentId },
      select: { instanceId: true },
    })
    if (earlier.some(({ instanceId }) => instanceId === arrival.header.instanceId))
      return { documentId, repeated: true }
    const statusId = await storeStatus(run, arrival, response)
    // A later verdict is kept as evidence and moves nothing. What moves the document announces that.
    if (earlier.length > 0 || !(await moveBy(run, response.answer, document))) announceStatus(run, document, statusId)
    return { documentId, repeated: false }
  },
})

const storeStatus = async ({ db, now }: Run, arrival: Arrival, response: IncomingResponse): Promise<string> => {
  const id = newId('messageStatus')
  const { file } = response
  await storeLarge(db, [file], now)
  const row = statusRow(arrival, response, id, now)
  await writeRows(db, [...fileRows([file], now), row]).catch((error: unknown) => {
    throw constraintOf(error)
      ? overtaken('The same message status is being received in another request. Send it again in a moment.')
      : error
  })
  return id
}

const announceStatus = ({ emit }: Run, { organizationId, companyId, id: documentId }: Document, to: string): void =>
  emit(
    'document.updated',
    { documentId, changes: [{ field: 'messageStatuses', from: null, to }] },
    { organizationId, companyId },
  )

/** Moves the document by the verdict, where its delivery is in a state that the verdict may change. */
const moveBy = async (run: Run, answer: Response, document: LifecycleDocument): Promise<boolean> => {
  const { deliveryStatus } = document
  const verdict = verdicts[answer.code]
  if (!verdict || deliveryStatus === null || !verdict.from.includes(deliveryStatus)) return false
  const move = verdict.move(document, answer, run.now)
  await moveDelivery(run, document, move, statusesOnDelivery(document, move, run.now))
  return true
}
