import type { Identifier } from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant } from '../xml/fixed-bindings.ts'
import type { XmlElement } from '../xml/tree.ts'
import { identifierBy, text } from '../xml/values.ts'

/** The Standard Business Document Header: who sends what to whom, for the network. */
export type Header = {
  version: string
  sender: Identifier
  receiver: Identifier
  standard: string
  typeVersion: string
  instanceId: string
  type: string
  createdAt: string
  documentType?: ScopedIdentifier
  process?: ScopedIdentifier
  /** Country of the sending end user, corner 1. */
  country?: string
  mlsTo?: ScopedIdentifier
  mlsType?: string
  /** Scopes without a meaning here: carried as they are. */
  scopes: EnvelopeScope[]
}

type ScopedIdentifier = { value: string; scheme?: string }
type EnvelopeScope = { type: string; value?: string; identifier?: string }

const scopeIs =
  (type: string) =>
  (element: XmlElement): boolean =>
    element.first('sbd:Type')?.text.trim() === type

const header = tableOf<Header>()
const scoped = tableOf<ScopedIdentifier>()
const scopedRows = (type: string) => [
  constant('sbd:Type', type),
  scoped.must('sbd:InstanceIdentifier', 'value', text),
  scoped.one('sbd:Identifier', 'scheme', text),
]
const scope = tableOf<EnvelopeScope>()

const participant = identifierBy('Authority')

/** `sbd:StandardBusinessDocumentHeader`, in the order of its schema. */
export const headerRows: readonly Binding<Header>[] = [
  header.must('sbd:HeaderVersion', 'version', text),
  header.wrap('sbd:Sender', [header.must('sbd:Identifier', 'sender', participant)]),
  header.wrap('sbd:Receiver', [header.must('sbd:Identifier', 'receiver', participant)]),
  header.wrap('sbd:DocumentIdentification', [
    header.must('sbd:Standard', 'standard', text),
    header.must('sbd:TypeVersion', 'typeVersion', text),
    header.must('sbd:InstanceIdentifier', 'instanceId', text),
    header.must('sbd:Type', 'type', text),
    header.must('sbd:CreationDateAndTime', 'createdAt', text),
  ]),
  header.wrap('sbd:BusinessScope', [
    header.group('sbd:Scope', 'documentType', scopedRows('DOCUMENTID'), scopeIs('DOCUMENTID')),
    header.group('sbd:Scope', 'process', scopedRows('PROCESSID'), scopeIs('PROCESSID')),
    header.wrap(
      'sbd:Scope',
      [constant('sbd:Type', 'COUNTRY_C1'), header.one('sbd:InstanceIdentifier', 'country', text)],
      scopeIs('COUNTRY_C1'),
    ),
    header.group('sbd:Scope', 'mlsTo', scopedRows('MLS_TO'), scopeIs('MLS_TO')),
    header.wrap(
      'sbd:Scope',
      [constant('sbd:Type', 'MLS_TYPE'), header.one('sbd:InstanceIdentifier', 'mlsType', text)],
      scopeIs('MLS_TYPE'),
    ),
    header.list('sbd:Scope', 'scopes', [
      scope.must('sbd:Type', 'type', text),
      scope.one('sbd:InstanceIdentifier', 'value', text),
      scope.one('sbd:Identifier', 'identifier', text),
    ]),
  ]),
]
