/**
 * Writes the tables of this folder from the published schemas:
 *
 *   node src/rules/xsd/generate.ts <folder> [<folder> …]
 *
 * Each schema is looked for in the folders in turn; a table whose schema is in none of them stays as it is.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SchemaFiles } from './schema-files.ts'
import { TableWriter } from './table-writer.ts'
import type { SchemaTable } from './table.ts'

const main = (name: string): string => `ubl21/maindoc/UBL-${name}-2.1.xsd`

/** The schemas of each table, and the edition that it says. The roots are the elements that these files declare. */
const tables: Readonly<Record<string, { edition: string; files: readonly string[]; namespaces: RegExp }>> = {
  ubl: {
    edition: 'UBL 2.1',
    files: ['Invoice', 'CreditNote', 'Order', 'OrderResponse', 'Quotation', 'RequestForQuotation']
      .concat('ApplicationResponse')
      .map(main),
    namespaces: /:xsd:(?!Common)/,
  },
  'cii-d16b': {
    edition: 'CII D16B',
    files: ['cii/d16b/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd'],
    namespaces: /CrossIndustryInvoice/,
  },
  'cii-d22b': {
    edition: 'CII D22B',
    files: ['cii/d22b/CrossIndustryInvoice_100pD22B.xsd'],
    namespaces: /CrossIndustryInvoice/,
  },
  cdar: {
    edition: 'CDAR D22B',
    files: ['cdar/CrossDomainAcknowledgementAndResponse_100pD22B.xsd'],
    namespaces: /CrossDomain/,
  },
  fatturapa: {
    edition: 'FatturaPA 1.2.2',
    files: ['fatturapa/FatturaPA_v1.2.2.xsd'],
    namespaces: /ivaservizi/,
  },
  'fr-flux10': {
    edition: 'flux 10, annexe 7 V1.8',
    files: ['fr-flux10/ereporting.xsd'],
    namespaces: /^$/,
  },
  'fatturapa-simplified': {
    edition: 'FatturaPA semplificata 1.0',
    files: ['fatturapa/SVFSM10.xsd'],
    namespaces: /ivaservizi/,
  },
}

/** One row a line: a change of a schema is a change of some lines. */
const printed = (table: SchemaTable): string => {
  const parts = Object.entries(table).map(([key, value]) =>
    Array.isArray(value) && key !== 'roots'
      ? `"${key}":[\n${value.map((row) => JSON.stringify(row)).join(',\n')}]`
      : `"${key}":${JSON.stringify(value)}`,
  )
  return `{${parts.join(',\n')}}\n`
}

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Name a folder with the schemas.')
for (const [name, { edition, files, namespaces }] of Object.entries(tables)) {
  const found = files.map((file) => folders.map((folder) => resolve(folder, file)).find((path) => existsSync(path)))
  if (found.includes(undefined)) {
    process.stdout.write(`${name}: left as it is\n`)
    continue
  }
  const schemas = new SchemaFiles()
  for (const file of found) schemas.read(file ?? '')
  const writer = new TableWriter(schemas)
  const [roots, others] = [true, false].map((wanted) =>
    schemas.elements.filter(({ namespace }) => namespaces.test(namespace) === wanted),
  )
  for (const root of roots ?? []) writer.addRoot(root)
  if (writer.isOpen) for (const other of others ?? []) writer.addRoot(other)
  const text = printed(writer.table(edition))
  writeFileSync(join(import.meta.dirname, 'tables', `${name}.json`), text)
  process.stdout.write(`${name}: ${Math.round(text.length / 1024)} kB\n`)
}
