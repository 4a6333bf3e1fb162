const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const cefact = 'urn:un:unece:uncefact:data:'

/**
 * The namespaces that invoicing documents use, under the prefix this code writes for them whatever prefix a document
 * binds: `cbc:ID` is UBL's ID in every document. A name in any other namespace is written `{uri}local`, a name in none
 * is the bare local name.
 */
export const namespaces = {
  cbc: `${ubl}CommonBasicComponents-2`,
  cac: `${ubl}CommonAggregateComponents-2`,
  ext: `${ubl}CommonExtensionComponents-2`,
  inv: `${ubl}Invoice-2`,
  cn: `${ubl}CreditNote-2`,
  order: `${ubl}Order-2`,
  orderresponse: `${ubl}OrderResponse-2`,
  orderchange: `${ubl}OrderChange-2`,
  ordercancel: `${ubl}OrderCancellation-2`,
  quotation: `${ubl}Quotation-2`,
  rfq: `${ubl}RequestForQuotation-2`,
  response: `${ubl}ApplicationResponse-2`,
  catalogue: `${ubl}Catalogue-2`,
  despatch: `${ubl}DespatchAdvice-2`,
  rsm: `${cefact}standard:CrossIndustryInvoice:100`,
  ram: `${cefact}standard:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${cefact}standard:UnqualifiedDataType:100`,
  qdt: `${cefact}standard:QualifiedDataType:100`,
  cdar: `${cefact}standard:CrossDomainAcknowledgementAndResponse:100`,
  sbd: 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader',
  sdi: 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0',
  fatturapa: 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2',
  smp: 'http://busdox.org/serviceMetadata/publishing/1.0/',
  busdox: 'http://busdox.org/transport/identifiers/1.0/',
  wsa: 'http://www.w3.org/2005/08/addressing',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
} as const

/**
 * One string for each name that this code asks for. V8 compares the names of properties by their address alone, so that
 * is what these become: documents and rules compare names more often than anything else.
 */
const known = new Map<string, string>()

export const nameKnown = (name: string): string => {
  const found = known.get(name)
  if (found !== undefined) return found
  const [atom = name] = Object.keys({ [name]: true })
  known.set(atom, atom)
  return atom
}

const prefixOf = new Map<string, string>(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))

/** The name under which this code knows `local` in `namespace`. */
export const qualify = (namespace: string, local: string): string => {
  if (namespace === '') return local
  const prefix = prefixOf.get(namespace)
  if (prefix === undefined) return `{${namespace}}${local}`
  const qname = `${prefix}:${local}`
  return known.get(qname) ?? qname
}

export type XmlName = {
  /** Canonical name: `cbc:ID`, `{other uri}Name`, `Name`. One string per name: comparing is cheap. */
  readonly qname: string
  readonly name: string
  readonly namespace: string
  /** The prefix the document wrote. */
  readonly prefix: string
}

/**
 * The namespaces that an element declares, by prefix, inside those of its parent; and the names resolved there before.
 */
export type NamespaceScope = {
  readonly uris: ReadonlyMap<string, string>
  readonly outer: NamespaceScope | undefined
  readonly names: Map<string, XmlName>
}

export const namespaceIn = (scope: NamespaceScope, prefix: string): string | undefined => {
  for (let at: NamespaceScope | undefined = scope; at !== undefined; at = at.outer) {
    const uri = at.uris.get(prefix)
    if (uri !== undefined) return uri
  }
  return undefined
}

/** An attribute; `qname` as for elements (`schemeID`, `xml:lang`). Namespace declarations are not attributes. */
export type XmlAttribute = { readonly qname: string; readonly value: string }
