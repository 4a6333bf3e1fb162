import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'
import { shared } from './shared.ts'

/** XML Schema validation in process, with the schemas of the shared folder. */
const entries = {
  Invoice: 'ubl21/maindoc/UBL-Invoice-2.1.xsd',
  CreditNote: 'ubl21/maindoc/UBL-CreditNote-2.1.xsd',
  Order: 'ubl21/maindoc/UBL-Order-2.1.xsd',
  OrderResponse: 'ubl21/maindoc/UBL-OrderResponse-2.1.xsd',
  Quotation: 'ubl21/maindoc/UBL-Quotation-2.1.xsd',
  RequestForQuotation: 'ubl21/maindoc/UBL-RequestForQuotation-2.1.xsd',
  ApplicationResponse: 'ubl21/maindoc/UBL-ApplicationResponse-2.1.xsd',
  FatturaElettronica: 'fatturapa/FatturaPA_v1.2.2.xsd',
  FatturaElettronicaSemplificata: 'fatturapa/SVFSM10.xsd',
  RicevutaConsegna: 'fatturapa/MessaggiTypes_v1.1.xsd',
  NotificaScarto: 'fatturapa/MessaggiTypes_v1.1.xsd',
  NotificaMancataConsegna: 'fatturapa/MessaggiTypes_v1.1.xsd',
  AttestazioneTrasmissioneFattura: 'fatturapa/MessaggiTypes_v1.1.xsd',
  NotificaEsito: 'fatturapa/MessaggiTypes_v1.1.xsd',
  NotificaDecorrenzaTermini: 'fatturapa/MessaggiTypes_v1.1.xsd',
  NotificaEsitoCommittente: 'fatturapa/MessaggiTypes_v1.1.xsd',
  ScartoEsitoCommittente: 'fatturapa/MessaggiTypes_v1.1.xsd',
  MetadatiInvioFile: 'fatturapa/MessaggiTypes_v1.1.xsd',
  'pain.001.001.09': 'pain001/pain.001.001.09.xsd',
  'pain.001.001.03': 'pain001/pain.001.001.03.xsd',
  CrossIndustryInvoice: 'cii/d16b/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd',
  Report: 'fr-flux10/ereporting.xsd',
  CrossDomainAcknowledgementAndResponse: 'cdar/CrossDomainAcknowledgementAndResponse_100pD22B.xsd',
} as const

const validators = new Map<string, XsdValidator>()

/** Gathers a schema and everything it includes, under the addresses by which the parser will ask for them. */
const gather = (file: string, into: Record<string, Uint8Array>): void => {
  const key = relative('/', file)
  if (key in into || !existsSync(file)) return
  const content = readFileSync(file)
  into[key] = content
  for (const match of content.toString().matchAll(/schemaLocation="([^"]+)"/g))
    if (match[1]) gather(resolve(dirname(file), match[1]), into)
}

const validatorOf = (entry: string): XsdValidator => {
  const known = validators.get(entry)
  if (known) return known
  const file = resolve(join(shared, 'xsd', entry))
  const files: Record<string, Uint8Array> = {}
  gather(file, files)
  xmlCleanupInputProvider()
  xmlRegisterInputProvider(new XmlBufferInputProvider(files))
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: relative('/', file) })
  const validator = XsdValidator.fromDoc(schema)
  validators.set(entry, validator)
  return validator
}

/** The names that documents of several editions share, by the names of our tables. */
const editions: Readonly<Record<string, string>> = {
  'cii-d16b': entries.CrossIndustryInvoice,
  'cii-d22b': 'cii/d22b/CrossIndustryInvoice_100pD22B.xsd',
}

/** Are the schemas of an edition there? */
export const hasEdition = (edition: string): boolean =>
  editions[edition] === undefined || existsSync(join(shared, 'xsd', editions[edition]))

/** What one edition says against a document. */
export const editionErrors = (edition: string, xml: string): string[] =>
  editions[edition] === undefined ? schemaErrors(xml) : errorsBy(editions[edition], xml)

/** What the schema of its root element says against a document: nothing, or sentences. */
export const schemaErrors = (xml: string): string[] => {
  const named = /<(?:[\w.-]+:)?(\w+)[\s>]/.exec(xml.replace(/<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->/g, ''))?.[1]
  // Every message of ISO 20022 has the root Document: its namespace tells which it is.
  const root = named === 'Document' ? /xmlns="urn:iso:std:iso:20022:tech:xsd:([\w.]+)"/.exec(xml)?.[1] : named
  if (root === undefined || !(root in entries)) return [`No schema for ${root}`]
  return errorsBy(entries[root as keyof typeof entries], xml)
}

const errorsBy = (entry: string, xml: string): string[] => {
  const validator = validatorOf(entry)
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).trim().split('\n')
  } finally {
    document.dispose()
  }
}
