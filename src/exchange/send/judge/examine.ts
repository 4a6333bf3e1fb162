/** Everything that is judged before anything is stored, in the order of the specification. */
import { allowsEmail } from '../../../companies/settings.ts'
import { settle } from '../../../operation/batch.ts'
import type { CompanyRow } from '../../../companies/company.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import type { Preparation } from '../../../operation/operation.ts'
import { type Lookup, type LookupReason, lookupReasons, newLookup } from '../../../upstreams/directory/lookup.ts'
import type { DirectoryRecord } from '../../../upstreams/directory/port.ts'
import { networkDocumentOf, networkKindOf } from '../../../values/peppol-documents.ts'
import type { DeliveryChannel } from '../../deliver/channels.ts'
import { entityOfRecipient } from '../read/know-recipient.ts'
import type { SendParties } from '../read/known-parties.ts'
import { duplicateKeyOf } from './duplicate-key.ts'
import type { DocumentFacts } from '../../../documents/record/facts.ts'
import { type SendBody, type SendJudgement, judgeBody } from './examine-send.ts'
import { type RecipientPartner, type SenderAndPartner, senderAndPartner } from '../read/sender-and-partner.ts'
import type { SendInput } from '../read/send-input.ts'
import { refuseForeignSender } from '../draft/sides.ts'
import { type Validation, findingDetails } from '../../../documents/record/validation.ts'

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

/** What the directory says of a recipient, and how it was looked up. */
export interface AskedDirectory {
  lookup: Lookup
  /** Why it says nothing, or null where there is nobody to ask about. */
  found: DirectoryRecord | AppError | null
  /** Why the recipient does not get documents of this name; asked once for each. */
  obstacleTo(network: NonNullable<SendExamination['network']>): Promise<LookupReason | null>
}

export const askDirectory = async (
  { platform, trace }: Preparation,
  to: string | undefined,
): Promise<AskedDirectory> => {
  const { directory } = platform.upstreams
  const lookup = newLookup(trace, 'to')
  const found = to === undefined ? null : await settle(() => directory.lookUp(lookup, to))
  const asked = new Map<string, Promise<LookupReason | null>>()
  const ask = async (documentTypeId: string, processId: string): Promise<LookupReason | null> =>
    found === null || found instanceof AppError
      ? null
      : (found.reason ?? (await directory.receptionOf(lookup, found, documentTypeId, processId)).reason)
  return {
    lookup,
    found,
    obstacleTo({ documentTypeId, processId }) {
      const name = `${documentTypeId} ${processId}`
      const answer = asked.get(name) ?? ask(documentTypeId, processId)
      asked.set(name, answer)
      return answer
    },
  }
}

/** What is known of the two parties before the body is read. */
export interface SendAddress {
  parties: SendParties
  partner: RecipientPartner | undefined
  directory: AskedDirectory
}

/** Where the body leaves something out, the registry is asked about the recipient. */
export const addressSend = async (
  call: Preparation,
  input: SendInput,
  { sender, statusAddress, partner }: SenderAndPartner,
  directory: AskedDirectory,
): Promise<SendAddress> => {
  const { to } = input
  const { found } = directory
  const recipient =
    to === undefined || found === null || found instanceof AppError
      ? null
      : { peppolId: to, record: found, entity: await entityOfRecipient(call, input, partner) }
  return { parties: { sender, statusAddress, recipient }, partner, directory }
}

export const bodyOf = (input: SendInput, { parties, partner }: SendAddress): SendBody => ({
  input,
  parties,
  defaults: partner?.defaults,
})

/** What follows from what was read and what was looked up. */
export const concludeExamination = async (
  input: SendInput,
  { parties, partner, directory: { lookup, found, obstacleTo } }: SendAddress,
  { facts: document, validation }: SendJudgement<DocumentFacts>,
): Promise<SendExamination> => {
  const { sender } = parties
  const record = found instanceof AppError ? null : found
  refuseForeignSender(document, input.from, sender)
  if (found instanceof AppError && input.format === 'json') throw found
  const network = networkNameOf(document)
  const reason =
    found instanceof AppError ? found : network ? await settle(() => obstacleTo(network)) : (record?.reason ?? null)
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
  const ends = await senderAndPartner(call, input)
  const address = await addressSend(call, input, ends, await askDirectory(call, input.to))
  const judgement = await judgeBody(call, bodyOf(input, address))
  return concludeExamination(input, address, judgement)
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
