/** From the body of a send to the document that will leave: reads what the caller gave, or writes it from JSON. */
import { accountOf, defaultCurrencyOf } from '../../../companies/settings.ts'
import { AppError, type Detail } from '../../../kernel/errors/app-error.ts'
import { parseInput } from '../../../kernel/errors/input.ts'
import { FormatError } from '../../../formats/format-error.ts'
import { eventBody, invoiceBody, orderBodyOf } from '../../../formats/json/body.ts'
import type { KnownParty } from '../../../formats/json/draft-party.ts'
import { draftOrder } from '../../../formats/json/draft-order.ts'
import { draftInvoice } from '../../../formats/json/draft.ts'
import { type OrderKind, rolesOf, typeCodeOf } from '../../../formats/json/types.ts'
import type { InvoiceProfile } from '../../../formats/profiles.ts'
import { sniff } from '../../../formats/sniff.ts'
import { asUtf8, decodeXml, isSaidUtf8 } from '../../../formats/xml/decode.ts'
import { writeOrder } from '../../../formats/ubl/order.ts'
import { ChunkedBytes } from '../../../kernel/bytes.ts'
import { type InvoiceKind, isInvoiceKind } from '../../../values/document-types.ts'
import {
  ofFile,
  ofWritten,
  type ReadDocument,
  readBytes,
  readSniffed,
} from '../../../documents/record/read-document.ts'
import { type DocumentFacts, factsOf } from '../../../documents/record/facts.ts'
import { refuseSniffed } from '../../../documents/record/refuse-sniffed.ts'
import { refuseOtherDates } from './business-dates.ts'
import { type SendParties, addressOfSender, knownRecipient, knownSender } from '../read/known-parties.ts'
import type { SendInput } from '../read/send-input.ts'
import { carrierOf, unreadable } from '../read/unreadable.ts'
import { atMost } from '../../../values/text.ts'
import { limits, shownLimit } from '../../../values/limits.ts'
import { isObject } from '../../../values/is-object.ts'

/** The profile of what we write: self-billing and France have their own, everybody else Peppol's. */
const profileFor = (
  input: SendInput,
  typeCode: string | undefined,
  seller: KnownParty,
  buyer: KnownParty,
): InvoiceProfile => {
  if (seller.address?.country === 'FR' && buyer.address?.country === 'FR') return 'france-cius'
  return input.selfBilled || typeCode === '389' ? 'peppol-selfbilling' : 'peppol-billing'
}

/** What the body of a send asks for, with the parties in their roles. */
interface DraftContext {
  input: SendInput
  document: Record<string, unknown>
  seller: KnownParty
  buyer: KnownParty
  defaultCurrency: string
  /** Of the sender, where it sells. */
  account: ReturnType<typeof accountOf>
}

const draftedOrder = ({ input, document, ...context }: DraftContext): ReadDocument => {
  const body = within('document', () => parseInput(orderBodyOf(input.type as OrderKind), document))
  return readBytes(Buffer.from(writeOrder(draftOrder({ ...context, type: input.type as OrderKind, document: body }))))
}

const draftedInvoice = (type: InvoiceKind, { input, document, ...context }: DraftContext): ReadDocument => {
  const question = { type, documentSubtype: input.documentSubtype, selfBilled: input.selfBilled }
  const typeCode = typeCodeOf(question)
  if (typeCode === undefined)
    throw refusal(
      'documentSubtype',
      'INVALID_ENUM',
      'Expected PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001.',
    )
  const body = within('document', () => parseInput(invoiceBody, document))
  refuseUnclearInitiator(input, body.parties ?? [])
  const profile = profileFor(input, typeCode, context.seller, context.buyer)
  return ofWritten(draftInvoice({ ...question, ...context, document: body, profile }))
}

const draftedEvent = (document: Record<string, unknown>): ReadDocument => {
  const { number } = within('document', () => parseInput(eventBody, document))
  return ofFile('event', number, new Uint8Array(), 'application/json')
}

const fromJson = (
  input: SendInput,
  document: Record<string, unknown>,
  parties: SendParties,
  now: Date,
): ReadDocument => {
  const { type } = input
  if (type === 'event') return draftedEvent(document)
  const selfBilled = input.selfBilled || isFromBuyer(input, document)
  const from = knownSender(parties.sender, addressOfSender(input, parties))
  const { seller, buyer } = rolesOf({ type, selfBilled, from, to: knownRecipient(parties) })
  const account = seller === from ? accountOf(parties.sender) : undefined
  const context = {
    // A subtype says itself what the invoice is.
    input: { ...input, selfBilled: input.documentSubtype === undefined ? selfBilled : input.selfBilled },
    document,
    seller,
    buyer,
    defaultCurrency: defaultCurrencyOf(parties.sender),
    account,
  }
  const drafted = isInvoiceKind(type) ? draftedInvoice(type, context) : draftedOrder(context)
  refuseOtherDates(document, 'document', true, now)
  return drafted
}

/** An invoice that its buyer sends is self-billed, also where the parties alone say so (rule 5). */
const isFromBuyer = ({ type, from }: SendInput, { parties }: Record<string, unknown>): boolean =>
  type === 'invoice' &&
  Array.isArray(parties) &&
  parties.some((party) => party?.role === 'buyer' && (party.initiator === true || party.id === from))

/** With parties for distinct roles exactly one is the initiator, and it is the sender (rule 5). */
const refuseUnclearInitiator = (
  input: SendInput,
  parties: readonly { initiator?: boolean | undefined; id?: string | undefined }[],
): void => {
  const initiators = parties.filter(({ initiator }) => initiator === true)
  if (initiators.length === 0) return
  if (initiators.length > 1)
    throw refusal('document.parties', 'INVALID_REQUEST', 'Only one party can be the initiator.')
  if (initiators[0]?.id !== undefined && initiators[0].id !== input.from)
    throw refusal(
      'document.parties',
      'INVALID_REQUEST',
      'The initiator must be the sender: its id must be equal to `from`.',
    )
}

const refusal = (field: string, rule: 'INVALID_ENUM' | 'INVALID_REQUEST', message: string): AppError =>
  new AppError(rule, { message: `${field}: ${message}`, details: [{ field, rule, message }] })

/** Faults of a part of the body carry the path from its root. */
const within = <T>(prefix: string, parse: () => T): T => {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details.map((detail): Detail => ({
      ...detail,
      field: detail.field === '' ? prefix : `${prefix}.${detail.field}`,
    }))
    throw new AppError(error.code, {
      message: details.length === 1 && details[0] ? `${details[0].field}: ${details[0].message}` : error.message,
      details,
    })
  }
}

const xmlFormats = { 'ubl-xml': ['ubl', 'order'], 'cii-xml': ['cii'] } as const

const fromXml = (format: 'ubl-xml' | 'cii-xml', xml: string): ReadDocument => {
  const given = Buffer.from(xml)
  // In JSON it is a text already, whatever encoding its file once had.
  const read = readBytes(isSaidUtf8(given) ? given : asUtf8(xml))
  if (!(xmlFormats[format] as readonly string[]).includes(read.syntax))
    throw refusal(
      'xml',
      'INVALID_REQUEST',
      `The document is not ${format === 'ubl-xml' ? 'UBL' : 'CII'}: send it with the format ` +
        `${read.syntax === 'cii' ? 'cii-xml' : 'ubl-xml'}.`,
    )
  return read
}

/** The name that the caller gives a file, or that it came with. */
export const fileNameOf = ({ fileName, file }: SendInput): string | null =>
  fileName ?? (file?.fileName ? atMost(255, file.fileName) : null)

const fromFile = (input: SendInput, file: ChunkedBytes, parties: SendParties, now: Date): ReadDocument => {
  const sniffed = sniff(file)
  if (sniffed.kind === 'json') {
    if (!isObject(sniffed.value))
      throw new FormatError('UNSUPPORTED', 'The JSON file must contain an object.', 0, 0, {
        recognized: 'JSON',
        missing: 'an object with the content of the field `document`',
      })
    return {
      ...fromJson(input, sniffed.value, parties, now),
      source: { bytes: file, fileType: 'application/json' },
    }
  }
  return withBusinessDates(readSniffed(sniffed, file) ?? refuseSniffed(sniffed), input, now)
}

/** It travels in an envelope, which is UTF-8. What is in another encoding is kept as it was given beside. */
const inUtf8 = (read: ReadDocument): ReadDocument => {
  const { root, bytes, fileType, source = { bytes, fileType } } = read
  if (root === null) return read
  const beginning = bytes instanceof Uint8Array ? bytes : (bytes.portions(256).next().value as Uint8Array)
  if (isSaidUtf8(beginning)) return read
  return { ...read, bytes: asUtf8(decodeXml(bytes instanceof Uint8Array ? bytes : bytes.whole())), source }
}

/** The dates of a document that came as a file or as XML; those of JSON are refused at their places. */
const withBusinessDates = (read: ReadDocument, input: SendInput, now: Date): ReadDocument => {
  const { model } = read
  if (model.kind === 'invoice') refuseOtherDates(model.invoice, carrierOf(input), false, now)
  if (model.kind === 'order') refuseOtherDates(model.order, carrierOf(input), false, now)
  return read
}

const drafters: Record<SendInput['format'], (input: SendInput, parties: SendParties, now: Date) => ReadDocument> = {
  json: (input, parties, now) => fromJson(input, input.document ?? {}, parties, now),
  'ubl-xml': (input, _parties, now) => withBusinessDates(fromXml('ubl-xml', input.xml ?? ''), input, now),
  'cii-xml': (input, _parties, now) => withBusinessDates(fromXml('cii-xml', input.xml ?? ''), input, now),
  auto: (input, parties, now) => fromFile(input, input.file?.content ?? new ChunkedBytes([]), parties, now),
  raw: (input) =>
    ofFile(
      input.type,
      fileNameOf(input) ?? 'file',
      input.file?.content ?? new ChunkedBytes([]),
      'application/octet-stream',
    ),
}

/** The document that the body stands for. What cannot be read is refused with what it is instead. */
export const draftDocument = (
  input: SendInput,
  parties: SendParties,
  now: Date,
): { document: ReadDocument; facts: DocumentFacts } => {
  let read: ReadDocument
  try {
    const drafted = drafters[input.format](input, parties, now)
    // What is drafted from JSON was written here.
    read = input.format === 'json' ? drafted : inUtf8(drafted)
  } catch (error) {
    throw error instanceof FormatError ? unreadable(input, error) : error
  }
  const facts = factsOf(read)
  const { lines } = facts
  if (lines > limits.documentLines)
    throw refusal(
      carrierOf(input),
      'INVALID_REQUEST',
      `The document has ${lines} lines. At most ${shownLimit('documentLines')} are allowed.`,
    )
  if (read.type !== input.type && read.syntax !== 'file')
    throw refusal(
      'type',
      'INVALID_REQUEST',
      `The document is of the type ${read.type}, but the request says ${input.type}.`,
    )
  return { document: read, facts }
}
