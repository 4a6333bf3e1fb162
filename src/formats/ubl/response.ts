import { FormatError } from '../format-error.ts'
import type { AnsweredDocument, LineResponse, Response, ResponseParty, ResponseStatus } from '../response.ts'
import type { Reading } from '../unmapped.ts'
import type { Binding } from '../xml/binding.ts'
import { readDocument, writeDocument } from '../xml/codec.ts'
import { shape } from '../xml/shape.ts'
import { tableOf } from '../xml/table.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { identifier, text, within } from '../xml/values.ts'
import { contactRows } from './parties.ts'

const party = tableOf<ResponseParty>()
const partyRows = [
  party.one('cbc:EndpointID', 'electronicAddress', identifier),
  party.many('cac:PartyIdentification', 'identifiers', within('cbc:ID', identifier)),
  party.wrap('cac:PartyLegalEntity', [party.one('cbc:RegistrationName', 'name', text)]),
  party.group('cac:Contact', 'contact', contactRows),
]
/** The parties to the original document are named by another element than those to the answer. */
const originalPartyRows = [
  party.many('cac:PartyIdentification', 'identifiers', within('cbc:ID', identifier)),
  party.wrap('cac:PartyName', [party.one('cbc:Name', 'name', text)]),
]

const status = tableOf<ResponseStatus>()
const condition = tableOf<ResponseStatus['conditions'][number]>()
const statusRows = [
  status.one('cbc:StatusReasonCode', 'reasonCode', text, { attribute: { name: 'listID', key: 'list' } }),
  status.one('cbc:StatusReason', 'reason', text),
  status.list('cac:Condition', 'conditions', [
    condition.one('cbc:AttributeID', 'field', text),
    condition.one('cbc:Description', 'description', text),
  ]),
]

const reference = tableOf<AnsweredDocument>()
const referenceRows = [
  reference.must('cbc:ID', 'number', text),
  reference.one('cbc:IssueDate', 'issueDate', text),
  reference.one('cbc:DocumentTypeCode', 'typeCode', text),
  reference.one('cbc:VersionID', 'version', text),
]

const line = tableOf<LineResponse>()
const lineRows = [
  line.wrap('cac:LineReference', [line.must('cbc:LineID', 'place', text)]),
  line.wrap('cac:Response', [
    line.one('cbc:ResponseCode', 'code', text),
    line.one('cbc:Description', 'description', text),
    line.list('cac:Status', 'statuses', statusRows),
  ]),
]

const response = tableOf<Response>()
const rows: readonly Binding<Response>[] = [
  response.must('cbc:CustomizationID', 'specification', text),
  response.one('cbc:ProfileID', 'process', text),
  response.must('cbc:ID', 'id', text),
  response.must('cbc:IssueDate', 'issueDate', text),
  response.one('cbc:IssueTime', 'issueTime', text),
  response.one('cbc:Note', 'note', text),
  response.mustGroup('cac:SenderParty', 'sender', partyRows),
  response.mustGroup('cac:ReceiverParty', 'receiver', partyRows),
  response.wrap('cac:DocumentResponse', [
    response.wrap('cac:Response', [
      response.must('cbc:ResponseCode', 'code', text),
      response.one('cbc:Description', 'description', text),
      response.one('cbc:EffectiveDate', 'effectiveDate', text),
      response.list('cac:Status', 'statuses', statusRows),
    ]),
    response.mustGroup('cac:DocumentReference', 'reference', referenceRows),
    response.group('cac:IssuerParty', 'issuer', originalPartyRows),
    response.group('cac:RecipientParty', 'recipient', originalPartyRows),
    response.list('cac:LineResponse', 'lines', lineRows),
  ]),
]

const table = shape(rows)
const written = { '': namespaces.response, cac: namespaces.cac, cbc: namespaces.cbc }

/** A UBL 2.1 ApplicationResponse; what kind of answer it is, `specification` says. */
export const writeResponse = (answer: Response): string =>
  writeDocument('ApplicationResponse', written, table, answer as Response & { currency?: string })

export const readResponse = (source: Uint8Array | string | XmlElement): Reading<Response> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  if (root.qname === 'response:ApplicationResponse')
    return readDocument<Response>(root, table, { currency: '', vatCurrency: undefined })
  throw new FormatError(
    'UNSUPPORTED',
    `The root element is "${root.name}" (${root.qname}), not a UBL ApplicationResponse.`,
    root.line,
    root.column,
  )
}
