import { FormatError } from '../format-error.ts'
import { dateTime, qualifiedDateTime } from '../cii/values.ts'
import type { Reading } from '../unmapped.ts'
import type { Binding } from '../xml/binding.ts'
import { readDocument, writeDocument } from '../xml/codec.ts'
import { shape } from '../xml/shape.ts'
import { tableOf } from '../xml/table.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { decimal, identifier, integer, text, within } from '../xml/values.ts'
import type { Acknowledgement, CdarParty, Figure, ReferencedDocument, StatusDetail } from './message.ts'
import { amountWithCurrency, dateAndTime, indicator, indicatorText, percent } from './values.ts'

const party = tableOf<CdarParty>()
const partyRows = [
  party.many('ram:GlobalID', 'identifiers', identifier),
  party.one('ram:Name', 'name', text),
  party.one('ram:RoleCode', 'role', text),
  party.one('ram:URIUniversalCommunication', 'electronicAddress', within('ram:URIID', identifier)),
]

const figure = tableOf<Figure>()
const figureRows = [
  figure.one('ram:ID', 'term', text),
  figure.must('ram:TypeCode', 'kind', text),
  figure.one('ram:ValueChangedIndicator', 'changed', indicatorText),
  figure.one('ram:Name', 'name', text),
  figure.one('ram:Location', 'path', text),
  figure.one('ram:Value', 'text', text),
  figure.one('ram:ValueAmount', 'amount', amountWithCurrency, { attribute: { name: 'currencyID', key: 'currency' } }),
  figure.one('ram:ValueDateTime', 'date', dateTime),
  figure.one('ram:ValueQuantity', 'quantity', decimal),
  figure.one('ram:ValuePercent', 'percent', percent),
]

const detail = tableOf<StatusDetail>()
const note = tableOf<StatusDetail['notes'][number]>()
const detailRows = [
  detail.one('ram:ReasonCode', 'reasonCode', text),
  detail.one('ram:Reason', 'reason', text),
  detail.one('ram:ProcessConditionCode', 'status', text),
  detail.one('ram:RequestedActionCode', 'actionCode', text),
  detail.one('ram:RequestedAction', 'action', text),
  detail.one('ram:SequenceNumeric', 'sequence', integer),
  detail.list('ram:IncludedNote', 'notes', [
    note.must('ram:Content', 'text', text),
    note.one('ram:SubjectCode', 'subject', text),
  ]),
  detail.list('ram:SpecifiedDocumentCharacteristic', 'figures', figureRows),
]

const reference = tableOf<ReferencedDocument>()
const referenceRows = [
  reference.must('ram:IssuerAssignedID', 'number', text),
  reference.one('ram:StatusCode', 'networkCode', text),
  reference.one('ram:TypeCode', 'typeCode', text),
  reference.one('ram:ReceiptDateTime', 'receivedAt', dateAndTime),
  reference.one('ram:ReferenceTypeCode', 'referenceType', text),
  reference.one('ram:FormattedIssueDateTime', 'issueDate', qualifiedDateTime),
  reference.must('ram:ProcessConditionCode', 'status', text),
  reference.one('ram:ProcessCondition', 'label', text),
  reference.group('ram:IssuerTradeParty', 'seller', partyRows),
  reference.list('ram:RecipientTradeParty', 'buyers', partyRows),
  reference.list('ram:SpecifiedDocumentStatus', 'details', detailRows),
]

const message = tableOf<Acknowledgement>()
const rows: readonly Binding<Acknowledgement>[] = [
  message.wrap('cdar:ExchangedDocumentContext', [
    message.wrap('ram:BusinessProcessSpecifiedDocumentContextParameter', [message.one('ram:ID', 'process', text)]),
    message.wrap('ram:GuidelineSpecifiedDocumentContextParameter', [message.must('ram:ID', 'specification', text)]),
  ]),
  message.wrap('cdar:ExchangedDocument', [
    message.must('ram:ID', 'id', text),
    message.one('ram:Name', 'name', text),
    message.one('ram:IssueDateTime', 'createdAt', dateAndTime),
    message.group('ram:SenderTradeParty', 'sender', partyRows),
    message.group('ram:IssuerTradeParty', 'issuer', partyRows),
    message.list('ram:RecipientTradeParty', 'recipients', partyRows),
  ]),
  message.wrap('cdar:AcknowledgementDocument', [
    message.one('ram:MultipleReferencesIndicator', 'several', indicator),
    message.must('ram:TypeCode', 'phase', text),
    message.one('ram:IssueDateTime', 'decidedAt', dateAndTime),
    message.list('ram:ReferenceReferencedDocument', 'references', referenceRows),
  ]),
]

const table = shape(rows)
const written = { cdar: namespaces.cdar, ram: namespaces.ram, udt: namespaces.udt, qdt: namespaces.qdt }

/** A CDAR D22B. */
export const writeCdar = (acknowledgement: Acknowledgement): string =>
  writeDocument(
    'cdar:CrossDomainAcknowledgementAndResponse',
    written,
    table,
    acknowledgement as Acknowledgement & { currency?: string },
  )

export const readCdar = (source: Uint8Array | string | XmlElement): Reading<Acknowledgement> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  if (root.qname === 'cdar:CrossDomainAcknowledgementAndResponse')
    return readDocument<Acknowledgement>(root, table, { currency: '', vatCurrency: undefined })
  throw new FormatError(
    'UNSUPPORTED',
    `The root element is "${root.name}" (${root.qname}), not a CrossDomainAcknowledgementAndResponse.`,
    root.line,
    root.column,
  )
}
