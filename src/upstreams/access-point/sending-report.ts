import { z } from 'zod'
import { atMost } from '../../values/text.ts'
import { type Handover, type Outgoing, TransportFailure } from './port.ts'

/**
 * The sending report of phase4, which phase4-peppol-standalone and phoss-ap both answer with
 * (Phase4PeppolSendingReport.getAsJsonString). Only what decides is read; everything else may change.
 */
const failure = z.object({ class: z.string().optional(), message: z.string().nullish() }).loose()

const sendingReport = z
  .object({
    sbdhParsingException: failure.optional(),
    sbdhInstanceIdentifier: z.string().optional(),
    c3EndpointUrl: z.string().optional(),
    lookupError: z.string().optional(),
    lookupException: failure.optional(),
    sendingError: z.string().optional(),
    sendingResult: z.string().optional(),
    sendingException: failure.optional(),
    as4ReceivedSignalMsg: z.string().optional(),
    as4ResponseErrors: z
      .array(
        z
          .object({
            errorCode: z.string().optional(),
            shortDescription: z.string().optional(),
            description: z.string().optional(),
            errorDetails: z.string().optional(),
          })
          .loose(),
      )
      .optional(),
    sendingSuccess: z.boolean(),
  })
  .loose()
type SendingReport = z.output<typeof sendingReport>

export const reportFrom = (json: unknown): SendingReport | undefined => {
  const result = sendingReport.safeParse(json)
  return result.success ? result.data : undefined
}

/** The recipient's access point says that it has this message already. */
const DUPLICATE = 'EBMS:4001'
/** The results of EAS4UserMessageSendResult after which phase4 itself says that another try is of no use. */
const HOPELESS = new Set(['TRANSPORT_ERROR_NO_RETRY', 'INVALID_PARAMETERS'])

/** What the report says of the message; throws a TransportFailure when it may arrive, or have arrived, all the same. */
export const handoverFrom = (report: SendingReport, message: Outgoing, receiptConfirms: boolean): Handover => {
  if (report.sbdhParsingException)
    return {
      outcome: 'rejected',
      code: 'SBDH_ERROR',
      endpoint: null,
      reason: report.sbdhParsingException.message ?? 'The header could not be read.',
    }
  if (report.sbdhInstanceIdentifier !== undefined && report.sbdhInstanceIdentifier !== message.instanceId)
    throw new TransportFailure(
      `The answer of the access point is about another message (${report.sbdhInstanceIdentifier.slice(0, 80)}).`,
    )
  const endpoint = report.c3EndpointUrl ?? null
  if (report.sendingSuccess) {
    const signal = report.as4ReceivedSignalMsg
    return {
      outcome: 'accepted',
      endpoint,
      receipt: signal === undefined ? null : new Uint8Array(Buffer.from(signal)),
      confirmed: receiptConfirms,
    }
  }
  const errors = report.as4ResponseErrors ?? []
  if (errors.some(({ errorCode }) => errorCode === DUPLICATE))
    return { outcome: 'accepted', endpoint, receipt: null, confirmed: receiptConfirms }
  const reason = reasonOf(report)
  if (report.sendingResult === 'AS4_ERROR_MESSAGE_RECEIVED')
    return { outcome: 'rejected', code: 'AP_REJECTED', endpoint, reason }
  if (report.sendingResult !== undefined && HOPELESS.has(report.sendingResult))
    return { outcome: 'failed', code: 'TRANSPORT_FAILURE', endpoint, reason }
  throw new TransportFailure(reason, {
    where: 'recipient',
    arrived: report.sendingResult === undefined && endpoint === null ? 'no' : 'unknown',
  })
}

const reasonOf = (report: SendingReport): string => {
  const errors = (report.as4ResponseErrors ?? []).map(({ errorCode, shortDescription, description, errorDetails }) =>
    [errorCode, shortDescription, description, errorDetails].filter(Boolean).join(' '),
  )
  const reasons = [
    ...errors,
    report.lookupError,
    report.lookupException?.message,
    report.sendingError,
    report.sendingException?.message,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
  return atMost(
    500,
    reasons.join('; ') || report.sendingResult || 'The access point could not send the message, and gave no reason.',
  )
}
