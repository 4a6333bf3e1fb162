import { FormatError } from '../format-error.ts'
import type { Invoice } from '../invoice.ts'
import type { Reading } from '../unmapped.ts'
import { shape, writeChildren } from '../xml/shape.ts'
import { readDocument } from '../xml/codec.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { writeXml } from '../xml/write.ts'
import type { Fattura, Transmission } from './fattura.ts'
import { fatturaOf } from './from-invoice.ts'
import { fatturaRows } from './table.ts'
import { invoiceOf } from './to-invoice.ts'

export type { Transmission } from './fattura.ts'

const table = shape(fatturaRows)
const NO_CURRENCIES = { currency: '', vatCurrency: undefined }

/**
 * FatturaPA 1.2.2. `transmission` says what the invoice itself does not: who sends it, under which number, and where
 * to.
 */
export const writeFatturaPa = (invoice: Invoice, transmission: Partial<Transmission> = {}): string => {
  const fattura = fatturaOf(invoice, transmission)
  const content = writeChildren(table, fattura, { root: fattura, currencies: NO_CURRENCIES }) ?? {}
  return writeXml('p:FatturaElettronica', { p: namespaces.fatturapa }, content)
}

/** A file may hold several invoices of one seller to one buyer. */
type FatturaReading = Reading<Invoice[]> & { transmission: Transmission }

export const readFatturaPaFile = (source: Uint8Array | string | XmlElement): FatturaReading => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  if (root.name !== 'FatturaElettronica')
    throw new FormatError(
      'UNSUPPORTED',
      `The root element is "${root.name}", not a FatturaElettronica of format 1.2.`,
      root.line,
      root.column,
    )
  const { document, ...reading } = readDocument<Fattura>(root, table, NO_CURRENCIES)
  if (document.bodies.length === 0)
    throw new FormatError('UNSUPPORTED', 'The file contains no FatturaElettronicaBody.', root.line, root.column)
  return {
    ...reading,
    transmission: document.transmission,
    document: document.bodies.map((body) => invoiceOf(document, body)),
  }
}

/** The invoice of a file that holds one. */
export const readFatturaPa = (source: Uint8Array | string | XmlElement): Reading<Invoice> => {
  const { document, unmapped, missing } = readFatturaPaFile(source)
  const [invoice] = document
  if (!invoice || document.length > 1)
    throw new FormatError(
      'UNSUPPORTED',
      `The file contains ${document.length} invoices. Split it into files with one invoice each.`,
    )
  return { document: invoice, unmapped, missing }
}
