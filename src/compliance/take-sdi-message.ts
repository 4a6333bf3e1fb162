/** What the interchange system says of a file of ours, however it comes. Safe to call twice with the same message. */
import { prepareFile, storeFiles } from '../documents/record/files.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { FormatError } from '../formats/format-error.ts'
import { type SdiMessage, decisionOf, meanings, readSdiMessage } from '../formats/fatturapa/messages.ts'
import { numberOfFile } from '../formats/fatturapa/route.ts'
import { type ComplianceReport, Prisma } from '../generated/prisma/client.ts'
import { takeAnswer } from '../lifecycle/record/buyers-answer.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { fileFromSoap } from '../upstreams/sdi/http.ts'
import type { SdiFile } from '../upstreams/sdi/port.ts'
import { newId } from '../values/ids.ts'
import type { ReportAnswer } from './reporters/reporter.ts'
import { settleReport } from './settle-report.ts'

/** The codes by which a file is known already: sent twice because an answer got lost, it counts once. */
const SENT_BEFORE = new Set(['00002', '00404'])

/** What a message means for the report of its invoice; undefined where it decides nothing. */
export const answerOf = (message: SdiMessage, attempts: number): ReportAnswer | undefined => {
  const { report } = meanings[message.kind]
  const response = {
    message: message.kind,
    says: meanings[message.kind].says,
    ...(JSON.parse(JSON.stringify(message)) as object),
  }
  const reference = message.sdiId
  if (report === 'reported') return { outcome: 'reported', reference, response }
  if (report !== 'failed') return undefined
  if (attempts > 1 && message.errors.every(({ code }) => SENT_BEFORE.has(code))) return undefined
  const [first] = message.errors
  return {
    outcome: 'failed',
    reference,
    response,
    code: first?.code ?? message.kind,
    message:
      message.errors.map(({ code, description }) => `${code} ${description}`).join('; ') || meanings[message.kind].says,
  }
}

interface KnownFile {
  organizationId: string
  id: string
  report: ComplianceReport
}

/** The file that a message is about: by its number there, or else by its name. */
const fileOf = async ({ db }: Platform, { sdiId, fileName }: SdiMessage): Promise<KnownFile | null> => {
  const named = numberOfFile(fileName ?? '')
  return db.client.sdiFile.findFirst({
    where: { OR: [{ sdiId }, ...(named ? [named] : [])] },
    select: { organizationId: true, id: true, report: true },
  })
}

/** Keeps the message once; with it goes the decision of the buyer, where it brings one. */
const storeMessage = async (
  platform: Platform,
  { organizationId, id: fileId, report }: KnownFile,
  file: SdiFile,
  message: SdiMessage,
): Promise<void> => {
  const now = platform.clock.now()
  const stored = await prepareFile(
    platform.upstreams.storage,
    newTrace(now, organizationId),
    organizationId,
    file.bytes,
  )
  const { kind } = message
  await platform.db.transaction(async (db) => {
    await storeFiles(db, [stored], now)
    const { count } = await db.sdiMessage.createMany({
      data: [
        {
          organizationId,
          id: newId('sdiMessage'),
          fileId,
          kind,
          name: file.name,
          fileHash: stored.hash,
          receivedAt: now,
        },
      ],
      skipDuplicates: true,
    })
    const decision = decisionOf(message.answer?.outcome ?? '')
    if (count === 0 || decision === undefined) return
    const document = { organizationId, id: report.documentId }
    await takeAnswer(db, document, decision, message.answer?.description ?? null, now)
  })
}

/** An invoice that was rejected counts as not issued: its number may be used again. */
const releaseNumber = ({ organizationId, documentId }: ComplianceReport): Prisma.Sql => Prisma.sql`
  UPDATE documents SET "duplicateKey" = NULL FROM written
  WHERE documents."organizationId" = ${organizationId} AND documents.id = ${documentId}`

/** False when nobody here has sent the file that the message is about. */
export const takeSdiMessage = async (platform: Platform, file: SdiFile): Promise<boolean> => {
  const { document: message } = readSdiMessage(file.bytes)
  const known = await fileOf(platform, message)
  if (!known) return false
  await storeMessage(platform, known, file, message)
  const { report } = known
  const answer = answerOf(message, report.attempts)
  if (answer) await settleReport(platform, report, answer, answer.outcome === 'failed' ? [releaseNumber(report)] : [])
  return true
}

/** The interchange system calls us: a SOAP message with a file in it. */
export const receiveFromSdi = async (platform: Platform, body: Uint8Array): Promise<boolean> => {
  try {
    return await takeSdiMessage(platform, fileFromSoap(body))
  } catch (error) {
    if (error instanceof FormatError) throw refusal('INVALID_REQUEST', '', error.message, { summary: error.message })
    throw error
  }
}
