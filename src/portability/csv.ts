/** The 18 columns that travel with a message about changing platforms. */
import { refusal } from '../kernel/errors/app-error.ts'
import { CsvFault, csvOf as tableOf, readCsv as cellsOf, withoutApostrophe } from '../values/csv.ts'

const SEPARATOR = ';'

/** Each column with what it says, in the order of the file. */
export const columns = {
  messageType: 'Kind of the message.',
  state: 'State of the request.',
  requestRef: 'Reference of the request.',
  taxpayerSiren: 'SIREN of the taxpayer.',
  taxpayerName: 'Name of the taxpayer.',
  taxpayerVatNumber: 'VAT number of the taxpayer.',
  gainingPaId: 'Identifier of the platform that the taxpayer goes to.',
  gainingPaName: 'Name of the platform that the taxpayer goes to.',
  losingPaId: 'Identifier of the platform that the taxpayer leaves.',
  losingPaName: 'Name of the platform that the taxpayer leaves.',
  effectiveDate: 'Day of the change.',
  requestedAt: 'When the message was made.',
  addressingIdentifiers: "The taxpayer's addresses on the network, with blanks between.",
  directoryLinesFrom: 'Day from which the directory shall name the gaining platform.',
  openInvoices: 'Number of invoices and credit notes that are not finished.',
  lastInvoiceDate: 'Issue date of the latest invoice or credit note that was sent.',
  reasonCode: 'Reason of a refusal.',
  contactEmail: 'Whom to ask.',
} as const

export type Column = keyof typeof columns
export type Row = Record<Column, string | null>

export const names = Object.keys(columns) as Column[]

/** A header and one row. */
export const csvOf = (row: Partial<Row>): string => tableOf([names, names.map((name) => row[name] ?? null)], SEPARATOR)

const cellsIn = (csv: string): string[][] => {
  try {
    return cellsOf(csv)
  } catch (error) {
    throw error instanceof CsvFault ? refusal('INVALID_REQUEST', 'csvRow', error.message) : error
  }
}

/** One row of 18 fields, with or without the header above it. */
export const readCsv = (csv: string): Row => {
  const lines = cellsIn(csv)
  const rows = lines[0]?.join(SEPARATOR) === names.join(SEPARATOR) ? lines.slice(1) : lines
  const [row] = rows
  if (rows.length !== 1 || row?.length !== names.length)
    throw refusal('INVALID_REQUEST', 'csvRow', `Expected one row of ${names.length} fields, separated by semicolons.`)
  const entries = names.map((name, index) => [name, row[index] ? withoutApostrophe(row[index]) : null])
  return Object.fromEntries(entries) as Row
}
