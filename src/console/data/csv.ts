/** Rows as a file that spreadsheets open. What begins as a formula is made a text, for whoever opens it. */
const cell = (text: string): string => {
  const plain = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** The rows of a file, by the names of its first row; a quoted cell may hold anything. */
export const readCsv = (text: string): Readonly<Record<string, string>>[] => {
  const separator = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  const rows = cellsOf(text.replace(/^\uFEFF/, ''), separator)
  const [names = [], ...others] = rows
  return others
    .filter((row) => row.some((one) => one !== ''))
    .map((row) => Object.fromEntries(names.map((name, index) => [name.trim(), (row[index] ?? '').trim()])))
}

const cellsOf = (text: string, separator: string): string[][] => {
  const rows: string[][] = [[]]
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'g')
  for (const [whole, quoted, plain, end] of text.matchAll(pattern)) {
    if (whole === '' && end === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== separator && end !== '') rows.push([])
  }
  return rows
}
