/** How the Italian interchange system is told: of an invoice by FatturaPA, of a buyer's decision by an EC. */
import { readFile } from '../../documents/record/files.ts'
import { messageFileName, outcomes, writeSdiMessage } from '../../formats/fatturapa/messages.ts'
import { fileNameOf, fiscalIdOf, numbered } from '../../formats/fatturapa/route.ts'
import type { SdiFile } from '../../generated/prisma/client.ts'
import { newId } from '../../values/ids.ts'
import { atMost } from '../../values/text.ts'
import { isToldToSdi } from '../reports/invoice-report.ts'
import type { ReportAnswer, Reporter, Submission } from './reporter.ts'
import { writeSdiInvoice } from './write-sdi-invoice.ts'
import { takeSdiMessage } from '../take-sdi-message.ts'

/** When the interchange system is asked what it has decided, where it does not call us. */
const ASK_AGAIN_MS = 10_000

/** The report's file: numbered when it is made first, and the same whenever it is sent again. */
const fileOf = async ({ platform, report, company }: Submission): Promise<SdiFile> => {
  const { organizationId, id: reportId } = report
  const { client } = platform.db
  const sender = platform.env.SDI_SENDER ?? company.vatNumber
  await client.sdiFile.createMany({
    data: [{ organizationId, id: newId('sdiFile'), reportId, sender, createdAt: platform.clock.now() }],
    skipDuplicates: true,
  })
  return client.sdiFile.findUniqueOrThrow({ where: { organizationId_reportId: { organizationId, reportId } } })
}

const later = ({ platform }: Submission): Date => new Date(platform.clock.now().getTime() + ASK_AGAIN_MS)

const submitInvoice = async (submission: Submission, file: SdiFile): Promise<ReportAnswer> => {
  const { platform, trace, document, company } = submission
  const { organizationId, fileHash } = document
  const transmission = { sender: fiscalIdOf(file.sender), progressive: numbered(file.progressive) }
  const given = await readFile(platform.upstreams.storage, platform.db.client, trace, organizationId, fileHash ?? '')
  const { vatNumber } = company
  const written = await platform.heavy.run(writeSdiInvoice, { bytes: given, vatNumber, transmission }, organizationId)
  if (written.file === null)
    return {
      outcome: 'failed',
      code: '00200',
      message: written.faults.map(({ message }) => message).join(' '),
      response: { checkedBy: 'sender', faults: written.faults },
    }
  const [name, bytes] = [fileNameOf(transmission), Buffer.from(written.file)]
  const receipt = await platform.upstreams.sdi.submit(trace, { name, bytes })
  if (receipt.outcome === 'refused')
    return {
      outcome: 'failed',
      code: receipt.code,
      message: receipt.message,
      response: { fileName: name, ...receipt },
      payload: bytes,
    }
  const { sdiId, receivedAt } = receipt
  await platform.db.client.sdiFile.update({
    where: { organizationId_id: { organizationId: file.organizationId, id: file.id } },
    data: { sdiId },
  })
  return {
    outcome: 'pending',
    reference: sdiId,
    response: { fileName: name, sdiId, receivedAt },
    payload: bytes,
    ...(platform.env.SDI === 'sandbox' && { askAgainAt: later(submission) }),
  }
}

/** What has been said of the file since; where we are called instead, there is nothing to ask for. */
const askForInvoice = async (submission: Submission, sdiId: string): Promise<ReportAnswer> => {
  const { platform, trace, report } = submission
  const messages = await platform.upstreams.sdi.messages(trace, sdiId)
  for (const message of messages ?? []) await takeSdiMessage(platform, message)
  const asked = messages !== null && messages.length === 0
  return {
    outcome: 'pending',
    reference: sdiId,
    response: (report.platformResponse ?? {}) as object,
    ...(asked && { askAgainAt: later(submission) }),
  }
}

const reportInvoice = async (submission: Submission): Promise<ReportAnswer> => {
  const file = await fileOf(submission)
  return file.sdiId === null ? submitInvoice(submission, file) : askForInvoice(submission, file.sdiId)
}

/** Of the description of a decision. */
const MOST_CHARACTERS = 255

/** The message (EC) with the buyer's decision, named after the one who sends it. */
const decisionFile = (
  { platform, document, company }: Submission,
  sdiId: string,
  status: keyof typeof outcomes,
  description: string | null,
): { name: string; bytes: Buffer } => {
  const transmission = {
    sender: fiscalIdOf(platform.env.SDI_SENDER ?? company.vatNumber),
    progressive: numbered(Number(sdiId)),
  }
  const message = writeSdiMessage({
    kind: 'EC',
    sdiId,
    invoice: { number: document.number, year: String(yearOf(document)) },
    outcome: outcomes[status],
    ...(description && { description: atMost(MOST_CHARACTERS, description) }),
    errors: [],
  })
  return { name: messageFileName(fileNameOf(transmission), 'EC'), bytes: Buffer.from(message) }
}

const yearOf = ({ issueDate }: Submission['document']): number => issueDate?.getUTCFullYear() ?? 0

/** The buyer's decision goes with the number that the interchange system gave to the invoice. */
const reportDecision = async (
  submission: Submission,
  status: keyof typeof outcomes,
  description: string | null,
): Promise<ReportAnswer> => {
  const { platform, trace, document } = submission
  const key = { seller: document.senderVatNumber ?? '', number: document.number, year: yearOf(document) }
  const sdiId = await platform.upstreams.sdi.numberOf(trace, key)
  if (sdiId === null)
    return {
      outcome: 'failed',
      code: 'SDI_UNKNOWN_INVOICE',
      message:
        `The interchange system has no number for the invoice ${document.number}: the invoice was ` +
        `not delivered through it.`,
      response: { ...key },
    }
  const file = decisionFile(submission, sdiId, status, description)
  const answer = await platform.upstreams.sdi.answer(trace, sdiId, file)
  const response = { sdiId, fileName: file.name, outcome: outcomes[status] }
  if (answer.outcome === 'taken') return { outcome: 'reported', reference: sdiId, response, payload: file.bytes }
  return {
    outcome: 'failed',
    reference: sdiId,
    code: 'SE',
    message:
      'The interchange system discarded the decision: the invoice ' +
      'already has an answer, or the decision is not allowed.',
    response: { ...response, discarded: answer.message?.name ?? null },
    payload: file.bytes,
  }
}

export const reportToSdi: Reporter = async (submission) => {
  const { platform, report, document } = submission
  if (report.subject === 'invoice') return reportInvoice(submission)
  const entry = await platform.db.client.lifecycleEntry.findUnique({
    where: { organizationId_id: { organizationId: report.organizationId, id: report.subject.replace(/^status:/, '') } },
  })
  const status = entry?.status
  if (!status || !isToldToSdi(status))
    throw new Error(
      `The report ${report.id} of ${document.id} tells a status that the interchange system has no word for.`,
    )
  return reportDecision(submission, status, entry.reason)
}
