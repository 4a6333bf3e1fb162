/** The 18 columns that travel with a message about changing platforms. */
import { refusal } from '../kernel/errors/app-error.ts'

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

/** A spreadsheet calculates what begins like this: an apostrophe in front makes it text, and reading takes it away. */
const FORMULA = /^'*[=+\-@\t\r]/
const QUOTED = /[";\r\n]/

const cell = (value: string | null | undefined): string => {
  const text = value === null || value === undefined ? '' : FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A header and one row. */
export const csvOf = (row: Partial<Row>): string =>
  `${names.join(';')}\r\n${names.map((name) => cell(row[name])).join(';')}\r\n`

const broken = (message: string) => refusal('INVALID_REQUEST', 'csvRow', message)

const CELL = /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r?\n|$)/y

/** The lines of a text as cells; quoted cells may hold separators and line ends. */
const linesOf = (csv: string): string[][] => {
  const lines: string[][] = [[]]
  const pattern = new RegExp(CELL)
  while (pattern.lastIndex < csv.length || lines.at(-1)?.length !== 0) {
    const [whole, quoted, plain = '', end] = pattern.exec(csv) ?? []
    if (whole === undefined) throw broken('A quotation mark stands where none may.')
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '' || end === undefined) break
    if (end !== ';') lines.push([])
  }
  return lines.filter((line) => line.length > 0)
}

/** One row of 18 fields, with or without the header above it. */
export const readCsv = (csv: string): Row => {
  const lines = linesOf(csv)
  const rows = lines[0]?.join(';') === names.join(';') ? lines.slice(1) : lines
  const [row] = rows
  if (rows.length !== 1 || row?.length !== names.length)
    throw broken(`Expected one row of ${names.length} fields, separated by semicolons.`)
  const entries = names.map((name, index) => {
    const text = row[index] ?? ''
    return [name, text === '' ? null : text.replace(/^'(?='*[=+\-@\t\r])/, '')]
  })
  return Object.fromEntries(entries) as Row
}
