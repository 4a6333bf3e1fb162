/**
 * What documents are called on the Peppol network: document type identifiers and processes.
 * Source: OpenPEPPOL code lists v9.7. Quotations and requests for one are not in them: they are exchanged between
 * participants of one platform only, under identifiers of ours (`local`).
 */
import { type DocumentType, documentTypes } from './document-types.ts'

const networkKinds = [
  'invoice',
  'credit-note',
  'order',
  'order-response',
  'order-change',
  'order-cancellation',
  'despatch-advice',
  'catalogue',
  'punch-out',
  'invoice-response',
  'mlr',
  'mls',
  'lifecycle',
  'quotation',
  'request-for-quotation',
] as const
export type NetworkKind = (typeof networkKinds)[number]

const networkProfiles = [
  'peppol-billing',
  'peppol-selfbilling',
  'france-cius',
  'france-extended',
  'france-facturx',
  'xrechnung',
  'nlcius',
  'pint-jp',
  'pint-sg',
  'pint-my',
  'pint-aunz',
  'pint-ae',
  'pint-eu',
  'pint-ng',
  'pint-om',
  'peppol',
  'local',
] as const
type NetworkProfile = (typeof networkProfiles)[number]

type NetworkSyntax = 'ubl' | 'cii' | 'cdar' | 'pdf'

export interface NetworkDocument {
  kind: NetworkKind
  profile: NetworkProfile
  syntax: NetworkSyntax
  /** Scheme and value of the document type identifier. */
  scheme: 'busdox-docid-qns' | 'peppol-doctype-wildcard'
  documentTypeId: string
  /** BT-24 of the document. */
  customization: string
  /** The first is the one to send with, unless the document asks for another. */
  processIds: readonly string[]
  /** What the envelope says of the document: Standard, TypeVersion and Type of its identification. */
  standard: string
  typeVersion: string
  type: string
}

export const PROCESS_SCHEME = 'cenbii-procid-ubl'
export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis'
export const TRANSPORT_PROFILE = 'peppol-transport-as4-v2_0'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'
const CDAR = 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100'
const EN = 'urn:cen.eu:en16931:2017'

interface Row {
  kind: NetworkKind
  profile: NetworkProfile
  syntax: NetworkSyntax
  standard: string
  type: string
  version: string
  customization: string
  processIds: readonly string[]
}

const entry = (row: Row): NetworkDocument => ({
  kind: row.kind,
  profile: row.profile,
  syntax: row.syntax,
  customization: row.customization,
  processIds: row.processIds,
  standard: row.standard,
  type: row.type,
  scheme: row.profile.startsWith('pint-') ? 'peppol-doctype-wildcard' : 'busdox-docid-qns',
  // A PDF has no root element, and its envelope says version 0 (French CTC architecture 1.3.0, 6.1.1).
  documentTypeId:
    row.syntax === 'pdf'
      ? `${row.standard}##${row.customization}::${row.version}`
      : `${row.standard}::${row.type}##${row.customization}::${row.version}`,
  typeVersion: row.syntax === 'pdf' ? '0' : row.version,
})

const ubl = (
  kind: NetworkKind,
  profile: NetworkProfile,
  type: string,
  customization: string,
  processIds: readonly string[],
  version = '2.1',
): NetworkDocument =>
  entry({ kind, profile, syntax: 'ubl', standard: `${UBL}${type}-2`, type, version, customization, processIds })

const cii = (
  kind: NetworkKind,
  profile: NetworkProfile,
  version: string,
  customization: string,
  processIds: readonly string[],
): NetworkDocument =>
  entry({
    kind,
    profile,
    syntax: 'cii',
    standard: CII,
    type: 'CrossIndustryInvoice',
    version,
    customization,
    processIds,
  })

const billing = ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0']
const selfBilling = ['urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0']
const french = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated']
const bis = (...names: string[]): string[] => names.map((name) => `urn:fdc:peppol.eu:poacc:bis:${name}:3`)
const transaction = (name: string): string => `urn:fdc:peppol.eu:poacc:trns:${name}:3`

/** Invoice and credit note of one profile in UBL. */
const ublPair = (profile: NetworkProfile, customization: string, processIds: readonly string[]): NetworkDocument[] => [
  ubl('invoice', profile, 'Invoice', customization, processIds),
  ubl('credit-note', profile, 'CreditNote', customization, processIds),
]

/** In CII one root element serves both. */
const ciiPair = (
  profile: NetworkProfile,
  version: string,
  customization: string,
  processIds: readonly string[],
): NetworkDocument[] => [
  cii('invoice', profile, version, customization, processIds),
  cii('credit-note', profile, version, customization, processIds),
]

const billingCustomization = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const frenchCius = `${EN}#compliant#urn:peppol:france:billing:cius:1.0`
const frenchExtended = `${EN}#conformant#urn:peppol:france:billing:extended:1.0`
const xrechnung = `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`

const pints = (['jp', 'sg', 'my', 'aunz', 'ae', 'eu', 'ng', 'om'] as const).flatMap((where) =>
  ublPair(`pint-${where}`, `urn:peppol:pint:billing-1@${where}-1`, ['urn:peppol:bis:billing']),
)

export const networkDocuments: readonly NetworkDocument[] = [
  ...ublPair('peppol-billing', billingCustomization, billing),
  ...ciiPair('peppol-billing', 'D16B', billingCustomization, billing),
  ...ublPair('peppol-selfbilling', `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`, selfBilling),
  ...ublPair('france-cius', frenchCius, french),
  ...ciiPair('france-cius', 'D22B', frenchCius, french),
  ...ublPair('france-extended', frenchExtended, french),
  ...ciiPair('france-extended', 'D22B', frenchExtended, french),
  entry({
    kind: 'invoice',
    profile: 'france-facturx',
    syntax: 'pdf',
    standard: 'urn:peppol:doctype:pdf+xml',
    type: 'factur-x',
    version: 'D22B',
    customization: `${EN}#conformant#urn:peppol:france:billing:Factur-X:1.0`,
    processIds: french,
  }),
  entry({
    kind: 'lifecycle',
    profile: 'france-cius',
    syntax: 'cdar',
    standard: CDAR,
    type: 'CrossDomainAcknowledgementAndResponse',
    version: 'D22B',
    customization: 'urn:peppol:france:billing:cdv:1.0',
    processIds: french,
  }),
  ...ublPair('xrechnung', xrechnung, billing),
  ...ciiPair('xrechnung', 'D16B', xrechnung, billing),
  ...ublPair('nlcius', `${EN}#compliant#urn:fdc:nen.nl:nlcius:v1.0`, billing),
  ...pints,
  ubl('order', 'peppol', 'Order', transaction('order'), bis('ordering', 'order_only', 'advanced_ordering')),
  ubl('order-response', 'peppol', 'OrderResponse', transaction('order_response'), bis('ordering')),
  ubl('order-change', 'peppol', 'OrderChange', transaction('order_change'), bis('advanced_ordering'), '2.3'),
  ubl(
    'order-cancellation',
    'peppol',
    'OrderCancellation',
    transaction('order_cancellation'),
    bis('advanced_ordering'),
    '2.3',
  ),
  ubl('despatch-advice', 'peppol', 'DespatchAdvice', transaction('despatch_advice'), bis('despatch_advice')),
  ubl('catalogue', 'peppol', 'Catalogue', transaction('catalogue'), bis('catalogue_only', 'catalogue_wo_response')),
  ubl('punch-out', 'peppol', 'Catalogue', transaction('punch_out'), bis('punch_out')),
  ubl('invoice-response', 'peppol', 'ApplicationResponse', transaction('invoice_response'), bis('invoice_response')),
  ubl('mlr', 'peppol', 'ApplicationResponse', transaction('mlr'), bis('mlr')),
  ubl('mls', 'peppol', 'ApplicationResponse', 'urn:peppol:edec:mls:1.0', ['urn:peppol:edec:mls']),
  ubl('quotation', 'local', 'Quotation', `${UBL}Quotation-2`, ['urn:invoice-exchange:quotation']),
  ubl('request-for-quotation', 'local', 'RequestForQuotation', `${UBL}RequestForQuotation-2`, [
    'urn:invoice-exchange:quotation',
  ]),
]

/**
 * What each kind of document that is sent travels as; an event does not travel. A debit note is an invoice with code
 * 383.
 */
export const networkKindOf: Readonly<Record<DocumentType, NetworkKind | null>> = {
  invoice: 'invoice',
  'credit-note': 'credit-note',
  'debit-note': 'invoice',
  'purchase-order': 'order',
  'sales-order': 'order-response',
  'purchase-request': 'request-for-quotation',
  quote: 'quotation',
  event: null,
}

const byKey = new Map(
  networkDocuments.map((document) => [`${document.kind} ${document.profile} ${document.syntax}`, document]),
)
const byTypeId = new Map<string, readonly NetworkDocument[]>()
for (const document of networkDocuments)
  byTypeId.set(document.documentTypeId, [...(byTypeId.get(document.documentTypeId) ?? []), document])

/**
 * How a kind of document of a profile travels in a syntax (UBL unless told otherwise), or undefined where the network
 * has no such document.
 */
export const networkDocumentOf = (
  kind: NetworkKind,
  profile: NetworkProfile,
  syntax: NetworkSyntax = 'ubl',
): NetworkDocument | undefined => byKey.get(`${kind} ${profile} ${syntax}`)

export const documentTypeIdOf = (
  kind: NetworkKind,
  profile: NetworkProfile,
  syntax: NetworkSyntax = 'ubl',
): string | undefined => networkDocumentOf(kind, profile, syntax)?.documentTypeId

/** What a document type identifier stands for; in CII an invoice and a credit note share one. */
export const networkDocumentsById = (documentTypeId: string): readonly NetworkDocument[] =>
  byTypeId.get(documentTypeId) ?? []

/** What a kind of document may travel as, what everybody takes first. */
export const documentTypeIdsOf = (type: DocumentType): string[] => [
  ...new Set(
    networkDocuments.filter(({ kind }) => kind === networkKindOf[type]).map(({ documentTypeId }) => documentTypeId),
  ),
]

/**
 * The kinds of documents that these identifiers stand for: the other way round. An identifier that kinds share stands
 * for all of them, unless some are listed by themselves: who lists invoices and no credit notes in UBL takes none in
 * CII.
 */
export const documentTypesFor = (documentTypeIds: readonly string[]): DocumentType[] => {
  const listed = documentTypeIds.map((id) => networkDocumentsById(id).map(({ kind }) => kind))
  const alone = new Set(listed.filter((kinds) => kinds.length === 1).flat())
  const kinds = new Set<NetworkKind | null>(
    listed.flatMap((shared) =>
      shared.some((kind) => alone.has(kind)) ? shared.filter((kind) => alone.has(kind)) : shared,
    ),
  )
  return documentTypes.filter((type) => networkKindOf[type] !== null && kinds.has(networkKindOf[type]))
}

/**
 * Everything that a participant with these capabilities accepts. Answers (responses, statuses) are accepted by
 * everybody who sends.
 */
export const documentTypeIdsFor = (types: readonly DocumentType[]): string[] => {
  const kinds = new Set<NetworkKind | null>([
    ...types.map((type) => networkKindOf[type]),
    'invoice-response',
    'mlr',
    'mls',
    'lifecycle',
  ])
  if (types.includes('purchase-order'))
    for (const kind of ['order-change', 'order-cancellation'] as const) kinds.add(kind)
  return [
    ...new Set(networkDocuments.filter(({ kind }) => kinds.has(kind)).map(({ documentTypeId }) => documentTypeId)),
  ]
}
