/** The schemas that documents are held to, by their root element. A table is read when the first document needs it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { Finding } from '../rule.ts'
import { Schema } from './schema.ts'
import { checkSchema } from './schema-check.ts'
import type { SchemaTable } from './table.ts'

export { XSD } from './schema-check.ts'

export type SchemaName = 'ubl' | 'cii-d16b' | 'cii-d22b' | 'cdar' | 'fr-flux10' | 'fatturapa' | 'fatturapa-simplified'

const UBL = [
  'inv:Invoice',
  'cn:CreditNote',
  'order:Order',
  'orderresponse:OrderResponse',
  'quotation:Quotation',
].concat('rfq:RequestForQuotation', 'response:ApplicationResponse')

const SIMPLIFIED = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.0'

/** Editions of one namespace follow each other: a document keeps to one of them. */
const schemasOf: ReadonlyMap<string, readonly SchemaName[]> = new Map<string, readonly SchemaName[]>([
  ...UBL.map((root): [string, SchemaName[]] => [root, ['ubl']]),
  ['rsm:CrossIndustryInvoice', ['cii-d16b', 'cii-d22b']],
  ['cdar:CrossDomainAcknowledgementAndResponse', ['cdar']],
  ['Report', ['fr-flux10']],
  ['fatturapa:FatturaElettronica', ['fatturapa']],
  [`{${SIMPLIFIED}}FatturaElettronicaSemplificata`, ['fatturapa-simplified']],
])

const read = new Map<SchemaName, Schema>()

export const schemaNamed = (name: SchemaName): Schema => {
  const known = read.get(name)
  if (known !== undefined) return known
  const text = readFileSync(join(import.meta.dirname, 'tables', `${name}.json`), 'utf8')
  const schema = new Schema(JSON.parse(text) as SchemaTable)
  read.set(name, schema)
  return schema
}

/** The editions that a document may keep to; none for one without a schema here. */
export const schemaNamesOf = ({ qname, name }: XmlElement): readonly SchemaName[] =>
  // A FatturaPA is known by its name alone: one of another namespace breaks the schema.
  schemasOf.get(qname) ?? (name === 'FatturaElettronica' ? ['fatturapa'] : [])

/** What is wrong with the form of a document: nothing where it keeps to one edition of its schema, or has none. */
export const schemaFindings = (root: XmlElement): Finding[] => {
  let fewest: Finding[] | undefined
  for (const name of schemaNamesOf(root)) {
    const findings = checkSchema(root, schemaNamed(name))
    if (fewest === undefined || findings.length < fewest.length) fewest = findings
    if (fewest.length === 0) break
  }
  return fewest ?? []
}
