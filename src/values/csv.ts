/** Tables as text (RFC 4180), safe to open in a spreadsheet. */

/** A spreadsheet would take such a text for a formula: an apostrophe in front makes it text again. */
const FORMULA = /^'*[=+\-@\t\r]/

/** Text that is no table from a row on: what follows cannot be read, and must not be taken for nothing. */
export class CsvFault extends Error {
  constructor(row: number) {
    super(`Row ${row}: a quotation mark stands where none may.`)
  }
}

/** The cells of a table: comma or semicolon between them, as the first line has it. Lines end in LF, CRLF or CR. */
export const readCsv = (text: string): string[][] => {
  const header = text.slice(0, /\r\n?|\n|$/.exec(text)?.index)
  const separator = header.includes(';') ? ';' : ','
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`, 'gy')
  const rows: string[][] = [[]]
  for (;;) {
    const match = cells.exec(text)
    if (!match) throw new CsvFault(rows.length)
    rows.at(-1)?.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
    if (match[3] === '') break
    if (match[3] !== separator) rows.push([])
  }
  return rows.filter((row) => row.some((one) => one !== ''))
}

/** What a cell meant that was written here. */
export const withoutApostrophe = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r])/, '')

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvOf = (rows: readonly (readonly (string | number | null)[])[], separator = ','): string =>
  rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')
