/**
 * The ways to a recipient. Each answers what became of a try, or throws a TransportFailure when another may succeed.
 */
import { brandOf } from '../../companies/brand.ts'
import { letterheadOf } from '../../companies/letterhead.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Document } from '../../generated/prisma/client.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Trace } from '../../kernel/trace.ts'
import { type Outgoing, TransportFailure } from '../../upstreams/access-point/port.ts'
import { MailDeferred, MailRefused } from '../../upstreams/mail/port.ts'
import { openFile, readFile } from '../../documents/record/files.ts'
import { mailOf } from './mail-of.ts'
import {
  type HandoverProgress,
  handOver,
  outgoingFile,
  outgoingMessage,
  ownServiceProvider,
} from './outgoing-message.ts'
import type { ChannelAnswer } from './record-outcome.ts'

/** Whether it may have been sent before (`again`), and whether somebody wants it tried anew after it was given up. */
interface AttemptHistory {
  again: boolean
  anew: boolean
  /** Of the company that sends. */
  country: string
  /** The bytes of the document, where they were read with it. */
  file: Uint8Array | null
}

/** Null: it was taken over, and nobody can be asked for more. */
type ChannelDelivery = (
  platform: Platform,
  trace: Trace,
  document: Document,
  history: AttemptHistory,
) => Promise<ChannelAnswer | HandoverProgress | null>

/** The message that carries a document over the network: made anew from the same facts, it has the same bytes. */
export const messageOf = async (
  platform: Platform,
  trace: Trace,
  document: Document,
  country: string,
  file: Uint8Array | null = null,
): Promise<Outgoing> => {
  const facts = {
    instanceId: document.instanceId ?? '',
    senderId: document.senderPeppolId ?? '',
    receiverId: document.receiverPeppolId ?? '',
    documentTypeId: document.documentTypeId ?? '',
    processId: document.processId ?? '',
    countryC1: country,
    createdAt: document.createdAt,
    statusTo: ownServiceProvider(platform.env),
  }
  if (file) return outgoingMessage(facts, file)
  const { organizationId, fileHash } = document
  const { db, upstreams } = platform
  return outgoingFile(facts, await openFile(upstreams.storage, db.client, trace, organizationId, fileHash ?? ''))
}

const overTheNetwork: ChannelDelivery = async (platform, trace, document, { again, anew, country, file }) => {
  const taken = document.takenOver
  return handOver(platform, trace, {
    instanceId: document.instanceId ?? '',
    message: () => messageOf(platform, trace, document, country, file),
    again: again || taken,
    taken,
    anew: anew && !taken,
  })
}

/** A mail that its server has taken is delivered: nobody can be asked for more. */
const byMail: ChannelDelivery = async (platform, trace, document, { file }) => {
  const { organizationId, fileHash } = document
  const { db, upstreams } = platform
  const mail = await mailOf(
    platform,
    document,
    file ?? (await readFile(upstreams.storage, db.client, trace, organizationId, fileHash ?? '')),
    await letterheadOf(platform.db.client, document),
    await brandOf(platform.db.client, document.organizationId, document.companyId),
  )
  const endpoint = `mailto:${mail.to.join(',')}`
  try {
    const { response, messageId } = await platform.upstreams.mail.send(trace, mail)
    return {
      outcome: 'accepted',
      endpoint,
      receipt: new Uint8Array(Buffer.from(`Message-ID: ${messageId}\r\n${response}\r\n`)),
      confirmed: true,
    }
  } catch (error) {
    if (error instanceof MailRefused)
      return { outcome: 'rejected', code: 'MAIL_REFUSED', endpoint, reason: error.message }
    if (error instanceof MailDeferred) throw new TransportFailure(error.message, { where: 'recipient', cause: error })
    if (!(error instanceof AppError)) throw error
    const refused = error.code === 'UPSTREAM_UNAVAILABLE' && error.cause === undefined
    throw new TransportFailure(error.cause instanceof Error ? error.cause.message : error.message, {
      arrived: refused ? 'no' : 'unknown',
      ...(refused && { retryAfter: error.retryAfter }),
      cause: error,
    })
  }
}

export const channels = { peppol: overTheNetwork, email: byMail } as const satisfies Record<string, ChannelDelivery>
export type DeliveryChannel = keyof typeof channels
