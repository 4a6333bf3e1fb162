import { z } from 'zod'
import { type HttpAccessPointOptions, accessPointClient, handoverFromStatus } from './http.ts'
import { type AccessPoint, type MessageStanding, TransportFailure } from './port.ts'
import { handoverFrom, reportFrom } from './sending-report.ts'

/** OutboundTransactionResponse, as far as it decides. */
const transaction = z
  .object({
    sbdhInstanceID: z.string(),
    status: z.enum(['pending', 'rejected', 'sending', 'sent', 'failed', 'permanently_failed']),
    attemptCount: z.number().optional(),
    nextRetryDT: z.string().nullish(),
    errorDetails: z.string().nullish(),
    mlsStatus: z.enum(['pending', 'received_ap', 'received_ab', 'received_re', 'not_applicable']).nullish().catch(null),
  })
  .loose()
type PhossTransaction = z.output<typeof transaction>

/**
 * phoss-ap: keeps what it is given in a database of its own, tries again by itself, and can be asked what became of a
 * message. 200 is a report of success, 422 a report of failure, after which it may still be trying.
 */
export const phossAccessPoint = (options: HttpAccessPointOptions): AccessPoint => {
  const client = accessPointClient(options)
  const receiptConfirms = options.confirms === 'receipt'
  return {
    async send(message, signal) {
      const answer = await client.post('/api/outbound/submit-sbd', message.envelope, signal)
      const report = answer.status === 200 || answer.status === 422 ? reportFrom(answer.json()) : undefined
      return report ? handoverFrom(report, message, receiptConfirms) : handoverFromStatus(answer)
    },
    async statusOf(instanceId, signal) {
      const answer = await client.get(
        `/api/outbound/status/${encodeURIComponent(instanceId)}?includeArchive=true`,
        signal,
      )
      // Its own "no such transaction" has no body; a wrong address or a proxy has a page to show.
      if (answer.status === 404 && answer.bytes.length === 0) return { outcome: 'absent' }
      const known = answer.status === 200 ? transaction.safeParse(answer.json()) : undefined
      if (!known?.success || known.data.sbdhInstanceID !== instanceId)
        throw new TransportFailure(`The access point answered ${answer.status}, but not with a status of the message.`)
      return standingOf(known.data, receiptConfirms)
    },
    close: () => client.close(),
  }
}

const standingOf = (known: PhossTransaction, receiptConfirms: boolean): MessageStanding => {
  const reason = known.errorDetails ?? `The access point reports the status "${known.status}".`
  if (known.mlsStatus === 'received_re')
    return {
      outcome: 'rejected',
      code: 'AP_REJECTED',
      endpoint: null,
      reason: "The recipient's access point rejected the message (Message Level Status RE).",
    }
  if (known.status === 'sent') {
    const mls =
      known.mlsStatus === 'received_ap' || known.mlsStatus === 'received_ab' || known.mlsStatus === 'not_applicable'
    return { outcome: 'accepted', endpoint: null, receipt: null, confirmed: receiptConfirms || mls }
  }
  if (known.status === 'rejected') return { outcome: 'rejected', code: 'AP_REJECTED', endpoint: null, reason }
  if (known.status !== 'permanently_failed')
    return {
      outcome: 'pending',
      detail: known.nextRetryDT ? `${reason} The access point tries again at ${known.nextRetryDT}.` : reason,
    }
  // The reason is free text there; an error message of the other side is named by phase4's own word for it.
  if (reason.includes('AS4_ERROR_MESSAGE_RECEIVED'))
    return { outcome: 'rejected', code: 'AP_REJECTED', endpoint: null, reason }
  return { outcome: 'failed', code: 'TRANSPORT_FAILURE', endpoint: null, reason }
}
