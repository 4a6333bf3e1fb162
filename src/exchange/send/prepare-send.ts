/** Everything that is judged before anything is stored, in the order of the specification. */
import { allowsEmail } from '../../companies/settings.ts'
import { settle } from '../../operation/batch.ts'
import type { CompanyRow } from '../../companies/company.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Preparation } from '../../operation/operation.ts'
import { type Lookup, type LookupReason, lookupReasons, newLookup } from '../../upstreams/directory/lookup.ts'
import type { DirectoryRecord } from '../../upstreams/directory/port.ts'
import { networkDocumentOf, networkKindOf } from '../../values/peppol-documents.ts'
import type { DeliveryChannel } from '../deliver/channels.ts'
import { entityOfRecipient } from './know-recipient.ts'
import type { SendParties } from './known-parties.ts'
import { duplicateKeyOf } from './duplicate.ts'
import type { DocumentFacts } from '../../documents/record/facts.ts'
import { type SendBody, type SendJudgement, judgeBody } from './examine-send.ts'
import { type RecipientPartner, type SenderAndPartner, senderAndPartner } from './sender-and-partner.ts'
import type { SendInput } from './send-input.ts'
import { refuseForeignSender } from './sides.ts'
import { type Validation, findingDetails } from '../../documents/record/validation.ts'

export interface SendExamination {
  parties: SendParties
  document: DocumentFacts
  validation: Validation
  /** How the network names the document's type and process; null for what has no transport. */
  network: { documentTypeId: string; processId: string } | null
  recipient: { exists: boolean; canReceive: boolean; reason: LookupReason | null } | null
  /** How it was looked up. */
  lookup: Lookup
  /** How it would travel; null for what stays where it is, or whom nothing reaches. */
  channel: DeliveryChannel | null
  duplicateKey: string | null
  /** The partner that the recipient is, where it is one already. */
  partner: RecipientPartner | undefined
}

/** How the network names the document; null for what it cannot carry: files without a structure, records. */
const networkNameOf = ({ network: said, kind, type }: DocumentFacts): SendExamination['network'] => {
  if (kind === 'none') return null
  if (said) return { documentTypeId: said.documentType.value, processId: said.process.value }
  const networkKind = networkKindOf[type]
  const local = networkKind === null ? undefined : networkDocumentOf(networkKind, 'local')
  return local ? { documentTypeId: local.documentTypeId, processId: local.processIds[0] ?? '' } : null
}

/**
 * The network where it reaches the recipient; else a mail, where the sender allows it and the invoice names an address.
 */
const channelFor = (
  sender: CompanyRow,
  document: DocumentFacts,
  network: SendExamination['network'],
  canReceive: boolean,
): DeliveryChannel | null => {
  if (network === null) return null
  if (canReceive) return 'peppol'
  return allowsEmail(sender) && document.mailbox !== null ? 'email' : null
}

/** Why the recipient does not get it; null where it does, or where there is nobody to ask or nothing to ask for. */
const obstacleTo = async (
  {
    platform: {
      upstreams: { directory },
    },
  }: Preparation,
  lookup: Lookup,
  record: DirectoryRecord | null,
  network: SendExamination['network'],
): Promise<LookupReason | null> => {
  if (record === null || network === null) return record?.reason ?? null
  return (
    record.reason ?? (await directory.receptionOf(lookup, record, network.documentTypeId, network.processId)).reason
  )
}

/** What is known of the two parties before the body is read. */
export interface SendAddress {
  parties: SendParties
  partner: RecipientPartner | undefined
  lookup: Lookup
  /** What the directory says of the recipient, or why it says nothing. */
  found: DirectoryRecord | AppError | null
}

/** Asks the directory, and where the body leaves something out the registry, about the recipient. */
export const addressSend = async (
  call: Preparation,
  input: SendInput,
  { sender, partner }: SenderAndPartner,
): Promise<SendAddress> => {
  const lookup = newLookup(call.trace, 'to')
  const { to } = input
  const found = to === undefined ? null : await settle(() => call.platform.upstreams.directory.lookUp(lookup, to))
  const record = found instanceof AppError ? null : found
  const recipient =
    to === undefined || record === null
      ? null
      : { peppolId: to, record, entity: await entityOfRecipient(call, input, partner) }
  return { parties: { sender, recipient }, partner, lookup, found }
}

export const bodyOf = (input: SendInput, { parties, partner }: SendAddress): SendBody => ({
  input,
  parties,
  defaults: partner?.defaults,
})

/** What follows from what was read and what was looked up. */
export const concludeExamination = async (
  call: Preparation,
  input: SendInput,
  { parties, partner, lookup, found }: SendAddress,
  { facts: document, validation }: SendJudgement<DocumentFacts>,
): Promise<SendExamination> => {
  const { sender } = parties
  const record = found instanceof AppError ? null : found
  refuseForeignSender(document, input.from, sender)
  if (found instanceof AppError && input.format === 'json') throw found
  const network = networkNameOf(document)
  const reason = found instanceof AppError ? found : await settle(() => obstacleTo(call, lookup, record, network))
  if (reason instanceof AppError && validation.valid) throw reason
  const recipient =
    record === null || reason instanceof AppError
      ? null
      : { exists: record.exists, canReceive: reason === null, reason }
  return {
    parties,
    document,
    validation,
    network,
    recipient,
    lookup,
    channel: channelFor(sender, document, network, recipient?.canReceive === true),
    duplicateKey: duplicateKeyOf(document, sender.vatNumber),
    partner,
  }
}

/**
 * Reads, checks and looks up; refuses only what cannot be read. Broken rules are reported even when the directory
 * cannot be reached. JSON is the exception: the recipient's name comes from the directory, so without it nothing is
 * checked.
 */
export const examine = async (call: Preparation, input: SendInput): Promise<SendExamination> => {
  const address = await addressSend(call, input, await senderAndPartner(call, input))
  const judgement = await judgeBody(call, bodyOf(input, address))
  return concludeExamination(call, input, address, judgement)
}

/**
 * Refuses what may not be sent, in order: rules, recipient. Whether its number is taken is known when it is written.
 */
export const refuseUnsendable = (input: SendInput, examination: SendExamination): void => {
  const { validation, recipient, channel } = examination
  if (!validation.valid) {
    const count = validation.errors.length
    throw new AppError('UBL_VALIDATION_FAILED', {
      message: `The document breaks ${count} rule${count === 1 ? '' : 's'} of ${validation.profile}.`,
      details: findingDetails([...validation.errors, ...validation.warnings]),
    })
  }
  if (recipient && !recipient.canReceive && channel === null) throw unreachable(input, examination, recipient)
}

/** Why the recipient gets nothing; a sender that allows mail is told why there is none. */
const unreachable = (
  { to, type }: SendInput,
  { parties, network, document, lookup: { steps } }: SendExamination,
  { exists, reason }: NonNullable<SendExamination['recipient']>,
): AppError => {
  const noMail = allowsEmail(parties.sender)
    ? [
        {
          field: 'document.parties',
          rule: 'NO_EMAIL',
          message:
            document.kind === 'invoice'
              ? 'The document cannot be sent by e-mail either, because the buyer has no e-mail address (BT-58).'
              : 'The document cannot be sent by e-mail either: only invoices and credit notes can.',
        },
      ]
    : []
  const found = { reason, trace: steps }
  const why = reason === null ? '' : ` ${lookupReasons[reason].description}`
  if (!exists)
    return new AppError('RECIPIENT_NOT_FOUND', {
      message: `The participant ${to} is not registered on the network.`,
      details: [
        { field: 'to', rule: 'RECIPIENT_NOT_FOUND', message: `The participant is not registered.${why}`, ...found },
        ...noMail,
      ],
    })
  return new AppError('RECIPIENT_CANNOT_RECEIVE', {
    message: `The participant ${to} does not accept this kind of document.`,
    details: [
      {
        field: 'to',
        rule: 'RECIPIENT_CANNOT_RECEIVE',
        message: `The participant does not accept ${network?.documentTypeId ?? type}.${why}`,
        ...found,
      },
      ...noMail,
    ],
  })
}
